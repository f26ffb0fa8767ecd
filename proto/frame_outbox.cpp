#include "proto/frame_outbox.hpp"

#include <algorithm>
#include <cassert>

namespace albireo::proto {

FrameOutbox::FrameOutbox(Tick first) : cells_(kWindowTicks), begin_(first), end_(first) {
    run_.reserve(kWindowTicks);
}

void FrameOutbox::restart(Tick first) {
    begin_ = end_ = first;
    context_ = {};
    newest_unchanged_ = false;
}

void FrameOutbox::push(const Frame& frame) {
    assert(has_room());
    Cell& at = cell(end_);
    at.frame = normal(frame);
    at.context = context_;
    at.sent = 0;
    newest_unchanged_ = at.frame == context_.expected();
    context_.advance(at.frame);
    ++end_;
}

bool FrameOutbox::acknowledge(Tick tick) {
    if (tick - begin_ <= 0 || tick - end_ > 0) return false;
    begin_ = tick;
    return true;
}

/// How many of the oldest frames go without their reports in the packet at hand.
std::uint32_t FrameOutbox::left_out(ReportRides rides) {
    if (rides.every == 0 || packets_ % rides.every == 0) return 0;
    // Older frames have ridden at least as often as younger ones; the last one left out that has any ends the list.
    for (std::uint32_t back = 0; back < count(); ++back) {
        const std::uint32_t i = count() - 1 - back;
        const Cell& at = cell(begin_ + i);
        if (at.sent >= rides.rides && at.frame.report_count != 0) return i + 1;
    }
    return 0;
}

FrameRun FrameOutbox::write(ReportRides rides, std::span<std::uint8_t> out) {
    FrameRun run{.first = begin_, .count = count(), .in_part = left_out(rides)};
    ++packets_;
    if (run.count == 0) return run;
    run_.clear();
    for (std::uint32_t i = 0; i < run.count; ++i) {
        Cell& at = cell(begin_ + i);
        run_.push_back(at.frame);
        if (i < run.in_part) {
            run_.back().report_count = 0;
            run_.back().reports = {};
        }
        ++at.sent;
    }
    FrameContext context = cell(begin_).context;
    const RunSize size = encode_frames(context, run_, out);
    run.count = static_cast<std::uint32_t>(size.frames);
    run.in_part = std::min(run.in_part, run.count);
    run.bytes = size.bytes;
    return run;
}

}  // namespace albireo::proto
