#pragma once
/// A player at this machine: turns what they hold into the controls of a tick, and detected collisions into reports. BotPartner
/// is a bot that plays the partner on the same machine; it leaves pausing and continuing to the person.
#include <functional>
#include <optional>

#include "client/bot/bot_controller.hpp"
#include "proto/messages.hpp"

namespace albireo::bot {

/// The number of kinds of signals that a player can send.
inline constexpr std::size_t kHeldSignals = proto::kSignalKindCount;

/// The buttons that a player holds, as in a frame, and the requests of this frame's presses.
struct Held {
    std::uint16_t buttons = 0;
    std::uint16_t pressed = 0;  // buttons that went down in this frame
    bool next_weapon = false, pause = false;
    std::uint8_t signals = 0;  // bit n: the player wants to send the proto::SignalKind n
    bool talks = false;        // holds the key for push to talk
    std::optional<Vec2> toward{};  // where the ship is to fly unless a direction is held: the pointer
};

/// Whether the buttons move the ship.
bool has_direction(std::uint16_t buttons);
/// The direction buttons that bring a ship there, at the speed that these buttons give it; none if it is as near as a tick can bring it.
std::uint16_t directions_toward(Vec2 from, Vec2 to, std::uint16_t buttons);

class LocalPlayer final : public client::PlayerController {
  public:
    /// The store must outlive the player.
    explicit LocalPlayer(BodyStore& bodies) : store_(bodies) {}

    /// Call once per frame, before the ticks that are due.
    void hold(const Held& held);
    /// The slot of the ship that this player flies; gold until a game begins.
    Slot slot() const { return slot_; }
    /// Whether this player holds focus.
    bool is_focused() const { return (buttons_ & kFocus) != 0; }
    /// Whether this player's pause key was pressed in the frame.
    bool asks_pause() const { return asks_pause_; }
    /// The shapes of the game's level; null until a game begins.
    const std::shared_ptr<const client::Bodies>& bodies() const { return bodies_; }
    void take_weapon(Weapon weapon) { weapon_ = weapon; }
    /// Takes effect with the next tick: pauses a running game, resumes a paused one, accepts "continue?".
    void ask_pause() { request_ = Request::pause; }
    void ask_continue() { request_ = Request::carry_on; }

    /// Called before each tick, with the world that it starts from, and when a game begins.
    std::function<void(const World&)> before_tick;
    std::function<void(const Level&, Slot)> begun;

    void begin(const Level& level, Slot own) override;
    client::Controls steer(const World& predicted) override;
    void see(const World& predicted, client::RemoteShots& remote, std::vector<Report>& reports) override;

  private:
    enum class Request : std::uint8_t { none, pause, carry_on };
    BodyStore& store_;
    std::shared_ptr<const client::Bodies> bodies_;
    std::unique_ptr<client::Reporter> reporter_;
    Slot slot_ = Slot::gold;
    std::uint16_t buttons_ = 0;
    std::uint16_t pressed_ = 0;  // since the last tick
    std::optional<Vec2> toward_;
    bool asks_pause_ = false;
    Weapon weapon_ = Weapon::needle;
    Request request_ = Request::none;
};

class BotPartner final : public client::PlayerController {
  public:
    BotPartner(BodyStore& bodies, BotController::Options options) : controller_(bodies, options) {}
    void begin(const Level& level, Slot own) override { controller_.begin(level, own); }
    client::Controls steer(const World& predicted) override;
    void see(const World& predicted, client::RemoteShots& remote, std::vector<Report>& reports) override {
        controller_.see(predicted, remote, reports);
    }

  private:
    BotController controller_;
};

}  // namespace albireo::bot
