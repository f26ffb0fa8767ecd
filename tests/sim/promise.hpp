#pragma once
/// How far a player may run ahead of what he knows, as a client holds it: what he promised with a command he keeps until
/// it has acted.
#include <algorithm>

#include "sim/world.hpp"

namespace albireo::support {

/// Ticks that `own` may be ahead of `known`, the last world of which he knows both frames.
inline std::uint32_t promised_before(const World& known, Slot own) {
    const bool waits = known.flow.asked != 0 && known.flow.asked_by == index(own);
    return waits ? known.flow.asked_lead : kLeadTicksMax;
}

/// The own frame, made `lead` ticks ahead of what is known, with a promise that is true; it may lower the limit.
inline Frame promise(Frame frame, std::uint32_t lead, std::uint32_t& limit) {
    if (frame.command == Command::none) return frame;
    frame.command_delay = static_cast<std::uint8_t>(std::max<std::uint32_t>(frame.command_delay, lead));
    limit = std::min<std::uint32_t>(limit, promised_lead(frame));
    return frame;
}

}  // namespace albireo::support
