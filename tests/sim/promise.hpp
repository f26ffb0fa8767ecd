#pragma once
/// How far a player may run ahead of the confirmed world, by the rule that clients follow: the limit promised with a
/// command holds until the command has acted.
#include <algorithm>

#include "sim/world.hpp"

namespace albireo::support {

/// Ticks that `own` may be ahead of `known`, the last world for which both players' frames are known.
inline std::uint32_t promised_before(const World& known, Slot own) {
    const bool waits = known.flow.asked != 0 && known.flow.asked_by == index(own);
    return waits ? known.flow.asked_lead : kLeadTicksMax;
}

/// The player's own frame, made `lead` ticks ahead of the known world, with a true promise; may lower `limit`.
inline Frame promise(Frame frame, std::uint32_t lead, std::uint32_t& limit) {
    if (frame.command == Command::none) return frame;
    frame.command_delay = static_cast<std::uint8_t>(std::max<std::uint32_t>(frame.command_delay, lead));
    limit = std::min<std::uint32_t>(limit, promised_lead(frame));
    return frame;
}

}  // namespace albireo::support
