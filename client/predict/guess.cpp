#include "client/predict/guess.hpp"

#include <cassert>

namespace albireo::client {

Frame guess_of(const Frame& last, const std::uint32_t ahead, const HeldTicks& held) {
    assert(ahead > 0 && "a known frame is not guessed");
    Frame frame = last;
    frame.command = Command::none;
    frame.command_delay = 0;
    frame.report_count = 0;
    frame.reports = {};
    std::uint16_t released = kLightning | kGuard | kGift;
    if (ahead > (last.held(kFocus) ? held.focused : held.full)) released |= kDirections;
    frame.buttons &= static_cast<std::uint16_t>(~released);
    assert(!agrees(frame) && frame.command == Command::none && "no command is ever guessed");
    return frame;
}

}  // namespace albireo::client
