#include "proto/frame_outbox.hpp"

#include <algorithm>
#include <array>
#include <cassert>

#include "proto/run_packer.hpp"

namespace albireo::proto {

void FrameOutbox::restart(Tick first) {
    cells_.resize(kWindowTicks);
    begin_ = end_ = first;
    context_ = {};
    newest_unchanged_ = false;
}

void FrameOutbox::push(const Frame& frame, Micros now) {
    assert(!cells_.empty() && "frames are sent after restart()");
    assert(has_room() && "the caller asks first");
    Cell& at = cell(end_);
    at.frame = normal(frame);
    at.context = context_;
    at.pushed_at = now;
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

/// Finds the stretch that is sent without reports: between the overdue frames at the old end of the run and, at the new end,
/// the frames whose reports are still sent.
void FrameOutbox::leave_out(FrameRun& run, PacketRules rules) {
    std::uint32_t from = 0, to = run.count;
    while (from < to && cell(run.first + from).pushed_at < rules.overdue_before) ++from;
    while (to > from && cell(run.first + (to - 1)).sent < rules.report_sends) --to;
    // A frame that has no reports is complete without them.
    while (from < to && cell(run.first + from).frame.report_count == 0) ++from;
    while (to > from && cell(run.first + (to - 1)).frame.report_count == 0) --to;
    run.part_from = from;
    run.part_to = to;
}

/// Packs as many of the run's frames as fit: usually all, and at worst those that fit unpacked with a byte to spare.
RunSize FrameOutbox::pack(const FrameRun& run, std::span<const Frame> frames, std::span<std::uint8_t> out) {
    if (out.empty()) return {};
    std::array<std::uint8_t, kRunPlainBytesMax> plain;
    for (const std::size_t limit : {kRunPlainBytesMax, 2 * out.size(), out.size() - 1}) {
        if (limit > kRunPlainBytesMax) continue;
        FrameContext context = cell(run.first).context;
        RunSize size = encode_frames(context, frames, std::span{plain}.first(limit));
        const std::size_t packed = pack_run(cell(run.first).context, std::span{plain}.first(size.bytes), out);
        if (packed == 0 && size.bytes != 0) continue;
        size.bytes = packed;
        return size;
    }
    return {};
}

FrameRun FrameOutbox::write(PacketRules rules, std::span<std::uint8_t> out) {
    FrameRun run{.first = begin_, .count = count()};
    if (run.count == 0) return run;
    if (run.count > rules.newest && cell(begin_).pushed_at >= rules.overdue_before) {
        run.first = end_ - rules.newest;
        run.count = rules.newest;
    }
    leave_out(run, rules);
    // As sent, some without their reports. All outboxes of a thread share it: they may be thousands, and it takes 27 KB.
    static thread_local std::vector<Frame> frames;
    frames.clear();
    for (std::uint32_t i = 0; i < run.count; ++i) {
        frames.push_back(cell(run.first + i).frame);
        if (i >= run.part_from && i < run.part_to) {
            frames.back().report_count = 0;
            frames.back().reports = {};
        }
    }
    const RunSize size = pack(run, frames, out);
    run.count = static_cast<std::uint32_t>(size.frames);
    run.part_to = std::min(run.part_to, run.count);
    run.part_from = std::min(run.part_from, run.part_to);
    run.bytes = size.bytes;
    return run;
}

void FrameOutbox::note_sent(const FrameRun& run) {
    for (std::uint32_t i = 0; i < run.count; ++i) ++cell(run.first + i).sent;
}

}  // namespace albireo::proto
