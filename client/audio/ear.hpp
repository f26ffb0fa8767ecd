#pragma once
/// What a game sounds like: events and worlds in, commands for the audio thread out. Owned by whoever shows the game,
/// beside its stage, and fed with the same effects, which the ledger lets through once only.
#include <array>
#include <optional>

#include "client/audio/mixer.hpp"
#include "sim/event.hpp"
#include "sim/level/level.hpp"
#include "sim/world.hpp"

namespace albireo::audio {

class Ear {
  public:
    /// Whose shots are loud; both players' if nobody's in particular.
    void set_own(std::optional<Slot> own) { own_ = own; }
    std::optional<Slot> own() const { return own_; }

    /// Nothing if the event is not heard.
    std::optional<Command> hear(const Event& event, const Level& level);
    /// What burns is heard while it burns: both ribbons and the enemies' beams as they are now, for every frame.
    std::array<Command, 3> follow(const World& world) const;

  private:
    std::optional<Slot> own_;
    std::uint32_t turn_ = 0;  // so that the same sound is never quite the same twice
};

}  // namespace albireo::audio
