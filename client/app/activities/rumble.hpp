#pragma once
/// Maps events to the vibration of a player's pad.
#include <optional>

#include "client/platform/rumble.hpp"
#include "sim/event.hpp"

namespace albireo::app {

/// For the player of the event's slot; nothing if the event causes no vibration.
inline std::optional<platform::Rumble> rumble_of(const Event& event) {
    using platform::Rumble;
    switch (event.kind) {
        case EventKind::ship_died:
            return Rumble{.strong = 1, .weak = 0.6F, .seconds = 0.6F};
        case EventKind::combined_storm:
            return Rumble{.strong = 0.9F, .weak = 1, .seconds = 0.8F};
        case EventKind::lightning:
            return Rumble{.strong = 0.5F, .weak = 0.8F, .seconds = 0.35F};
        case EventKind::released:
            return Rumble{.strong = 0.2F, .weak = 0.4F, .seconds = 0.25F};
        case EventKind::gold_full:
            return Rumble{.strong = 0, .weak = 0.35F, .seconds = 0.15F};
        default:
            return std::nullopt;
    }
}

}  // namespace albireo::app
