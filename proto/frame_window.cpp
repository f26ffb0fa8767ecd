#include "proto/frame_window.hpp"

#include <cassert>

namespace albireo::proto {

void FrameWindow::restart(Tick first) {
    cells_.resize(kCells);
    for (Cell& cell : cells_) cell.held = Held::nothing;
    wanted_ = released_ = first_ = first;
    Cell& next = cell(first);
    next.tick = first;
    next.context = {};
}

FrameWindow::PutResult FrameWindow::put(Tick tick, const Frame& frame, bool in_full) {
    assert(!cells_.empty() && "frames are received after restart()");
    assert(is_normal(frame) && "the codec makes normal frames only");
    if (tick - released_ >= static_cast<std::int32_t>(kWindowTicks)) {
        ++counters_.future;
        return PutResult::future;
    }
    if (tick - wanted_ < 0) {
        const Frame* held = in_full ? find(tick) : nullptr;
        if (held != nullptr && *held != frame) {
            ++counters_.conflict;
            return PutResult::conflict;
        }
        ++counters_.past;
        return PutResult::past;
    }
    Cell& at = cell(tick);
    const bool same_tick = at.tick == tick && at.held != Held::nothing;
    if (same_tick && (at.held == Held::in_full || !in_full)) {
        const bool conflict = in_full ? at.frame != frame : at.frame.buttons != frame.buttons;
        ++(conflict ? counters_.conflict : counters_.duplicate);
        return conflict ? PutResult::conflict : PutResult::duplicate;
    }
    at.tick = tick;
    at.held = in_full ? Held::in_full : Held::in_part;
    at.frame = frame;
    if (!in_full) return PutResult::in_part;
    ++counters_.taken;
    advance();
    return PutResult::taken;
}

void FrameWindow::advance() {
    for (const Cell* at = &cell(wanted_); at->tick == wanted_ && at->held == Held::in_full; at = &cell(wanted_)) {
        FrameContext next = at->context;
        next.advance(at->frame);
        ++wanted_;
        Cell& after = cell(wanted_);
        // The cell may already have this tick's frame; a frame from kCells ticks ago is no longer needed.
        if (after.tick != wanted_) after.held = Held::nothing;
        after.tick = wanted_;
        after.context = next;
    }
}

const Frame* FrameWindow::find(Tick tick) const {
    if (cells_.empty()) return nullptr;
    const Cell& at = cell(tick);
    return at.tick == tick && at.held == Held::in_full ? &at.frame : nullptr;
}

const Frame* FrameWindow::find_inputs(Tick tick) const {
    if (cells_.empty()) return nullptr;
    const Cell& at = cell(tick);
    return at.tick == tick && at.held != Held::nothing ? &at.frame : nullptr;
}

const FrameContext* FrameWindow::context_before(Tick first) const {
    if (cells_.empty() || first - wanted_ > 0 || first - first_ < 0) return nullptr;
    const Cell& at = cell(first);
    return at.tick == first ? &at.context : nullptr;
}

void FrameWindow::release(Tick tick) {
    assert(tick - wanted_ <= 0);
    if (tick - released_ > 0) released_ = tick;
}

}  // namespace albireo::proto
