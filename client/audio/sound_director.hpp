#pragma once
/// Turns a game into sound: takes events and worlds, sends commands to the audio thread. Owned by the object that shows the
/// game. It gets the same effects as the stage, each exactly once (EffectLedger).
#include <array>
#include <optional>

#include "client/audio/mixer.hpp"
#include "client/audio/place.hpp"
#include "sim/event.hpp"
#include "sim/level/level.hpp"
#include "sim/world.hpp"

namespace albireo::audio {

class SoundDirector {
  public:
    /// The player whose shots are loud; both if not set.
    void set_own(std::optional<Slot> own) { own_ = own; }
    std::optional<Slot> own() const { return own_; }

    /// The command that plays the event's sound; nothing if it has none.
    std::optional<Command> command_for(const Event& event, const Level& level);
    /// The command that plays the event's stinger, in addition to its sound; nothing if it has none.
    std::optional<Command> stinger_for(const Event& event, const Level& level) const;
    static constexpr std::size_t kBeds = 4, kContinuous = 4 + 2 * kBeds;
    /// Continuous sounds: both ribbons, the enemies' beams, the beds and the reverb of the place, as they are now. Call it every
    /// frame. Events are heard from where the listener's ships were at the last call.
    std::array<Command, kContinuous> follow(const World& world, const Place& place);

  private:
    float away(Vec2 at) const;

    std::optional<Slot> own_;
    std::array<Vec2, kSlotCount> ears_{};  // the listener's ships
    std::size_t ear_count_ = 0;
    std::uint32_t turn_ = 0;  // varies a sound from one time to the next
};

}  // namespace albireo::audio
