#pragma once
/// Which keys and pad buttons do what, for each of the two players of one machine, and what they hold now.
#include <array>
#include <string>

#include "client/platform/input.hpp"
#include "sim/input.hpp"

namespace albireo::app {

enum class Action : std::uint8_t { up, down, left, right, focus, fire, release, lightning, next_weapon, count };
inline constexpr std::size_t kActionCount = static_cast<std::size_t>(Action::count);
std::string_view name_of(Action action);

/// Up to two keys for an action.
struct PlayerKeys {
    std::array<std::array<platform::Key, 2>, kActionCount> keys{};
    std::array<platform::Key, 2>& of(Action action) { return keys[static_cast<std::size_t>(action)]; }
    const std::array<platform::Key, 2>& of(Action action) const { return keys[static_cast<std::size_t>(action)]; }
};

struct Bindings {
    PlayerKeys alone;                  // one player has the whole keyboard
    std::array<PlayerKeys, 2> halves;  // two share it
    float dead_zone = 0.25F;           // of a pad's stick, 0 … 1
};
Bindings default_bindings();

/// Actions of one keyboard that share a key: "fire and release are both 'x'". Empty if there are none.
std::string conflict_of(const PlayerKeys& keys);
std::string conflict_between(const PlayerKeys& one, const PlayerKeys& other);

/// What a player holds, as a frame says it, and whether he wants the next weapon.
struct Held {
    std::uint16_t buttons = 0;
    bool next_weapon = false;
};
Held read_keys(const platform::Input& input, const PlayerKeys& keys);
Held read_pad(const platform::Pad& pad, float dead_zone);

}  // namespace albireo::app
