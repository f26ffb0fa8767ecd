#pragma once
/// The keys and pad buttons bound to actions, for each of the two players of one machine, and which actions they hold.
#include <array>
#include <optional>
#include <span>
#include <string>

#include "client/bot/local_player.hpp"
#include "client/platform/input.hpp"
#include "sim/input.hpp"

namespace albireo::app {

using bot::BotPartner;
using bot::Held;
using bot::LocalPlayer;

enum class Action : std::uint8_t {
    up, down, left, right, focus, fire, release, lightning, next_weapon, pause, gift, signal_here, signal_boss, signal_lightning, talk, count
};
inline constexpr std::size_t kActionCount = static_cast<std::size_t>(Action::count);
/// "next_weapon" and "release", as settings files write them; "next weapon" and "charged fire", as the screens show them, in the player's language.
std::string_view name_of(Action action);
std::string title_of(Action action);

/// Up to two keys for an action.
struct PlayerKeys {
    std::array<std::array<platform::Key, 2>, kActionCount> keys{};
    std::array<platform::Key, 2>& of(Action action) { return keys[static_cast<std::size_t>(action)]; }
    const std::array<platform::Key, 2>& of(Action action) const { return keys[static_cast<std::size_t>(action)]; }
};

/// A button, or two: the second is held while the first is pressed, which then has its own action for this combination only.
struct PadBinding {
    platform::PadButton button = platform::PadButton::none, with = platform::PadButton::none;
    constexpr PadBinding() = default;
    constexpr PadBinding(platform::PadButton pressed, platform::PadButton held = platform::PadButton::none) : button(pressed), with(held) {}
    bool is_none() const { return button == platform::PadButton::none; }
    bool operator==(const PadBinding&) const = default;
};

/// One button, or a combination, for each action; the sticks always move the ship.
struct PlayerPad {
    std::array<PadBinding, kActionCount> buttons{};
    PadBinding& of(Action action) { return buttons[static_cast<std::size_t>(action)]; }
    const PadBinding& of(Action action) const { return buttons[static_cast<std::size_t>(action)]; }
};

struct Bindings {
    PlayerKeys alone;                  // one player has the whole keyboard
    std::array<PlayerKeys, 2> halves;  // two players share it
    std::array<PlayerPad, 2> pads;
};
Bindings default_bindings();

/// A device with its own bindings: the whole keyboard, half of it, or a pad.
enum class Board : std::uint8_t { alone, left, right, first_pad, second_pad, count };
inline constexpr std::size_t kBoardCount = static_cast<std::size_t>(Board::count);
inline constexpr bool is_pad(Board board) {
    return board == Board::first_pad || board == Board::second_pad;
}
PlayerKeys& keys_of(Bindings& bindings, Board board);  // not for pads
PlayerPad& pad_of(Bindings& bindings, Board board);    // for pads only
/// "up w", "south", "left_trigger+pad_up": the keys or buttons of an action; "" if there is none.
std::string text_of(const Bindings& bindings, Board board, Action action);
/// Returns an empty text, or what is wrong with `text`.
std::string read_binding(const std::string& text, Bindings& bindings, Board board, Action action);

/// Bindings for one hand, and the usual ones. A half of the keyboard has only the usual ones: it is for one hand already.
enum class Layout : std::uint8_t { standard, left_hand, right_hand, count };
inline constexpr std::size_t kLayoutCount = static_cast<std::size_t>(Layout::count);
constexpr bool has_layouts(Board board) {
    return board == Board::alone || is_pad(board);
}
void set_layout(Bindings& bindings, Board board, Layout layout);
/// The layout that the board has now; none: the player's own.
std::optional<Layout> layout_of(const Bindings& bindings, Board board);

/// Whether the program uses this key for itself in a game, so that no action can have it.
bool is_reserved(platform::Key key);
/// Names another action that uses the same key: "taken: Fire", "other player: Fire". Empty if there is no
/// conflict.
std::string conflict_of(const Bindings& bindings, Board board, Action action);

/// Adds an action to what a player holds. `begins`: it was pressed in this frame; `is_on`: it is held, too.
void take(Held& held, Action action, bool begins, bool is_on);
Held read_keys(const platform::Input& input, const PlayerKeys& keys);
/// The input for a panel that only the players marked in `players` may use. Removes the keys and pads of the others,
/// and maps the marked players' keys for up, down and fire to the arrows and Enter.
platform::Input input_for(const platform::Input& input, const Bindings& bindings, const std::array<bool, 2>& players);
/// `dead_zone`: of the stick, 0 … 1.
Held read_pad(const platform::Pad& pad, const PlayerPad& buttons, float dead_zone);

class ControlModes;

/// Distributes one frame's keys and pads to the people at this machine: a single person gets all of them, two get half of
/// them each. Returns the union of what they request and hold. `dead_zone`: of sticks, 0 … 1. `modes`: how fire and focus are
/// operated now; null: as they are held.
Held hold_all(std::span<LocalPlayer* const> people, const Bindings& bindings, float dead_zone, const platform::Input& input,
              ControlModes* modes = nullptr);

}  // namespace albireo::app
