// Turns any frame into a normal one before it is encoded. The contract is in the codec's header.
#include "proto/frame_codec.hpp"

namespace albireo::proto {

bool is_normal(const Frame& frame) {
    return frame == normal(frame);
}

Frame normal(const Frame& frame) {
    Frame clean;
    clean.buttons = frame.buttons & kButtonBits;
    if (frame.command > Command::none && frame.command <= Command::carry_on) {
        clean.command = frame.command;
        clean.command_delay = frame.command_delay;
    }
    clean.lock = frame.lock;
    clean.aim = frame.aim;
    clean.lock_part = frame.lock_part;
    for (std::size_t i = 0; i < kReportsPerFrameMax && i < frame.report_count; ++i) {
        const Report& report = frame.reports[i];
        if (report.kind > ReportKind::died || report.slot > Slot::blue) continue;
        clean.reports[clean.report_count++] = report;
    }
    return clean;
}

}  // namespace albireo::proto
