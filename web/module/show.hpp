#pragma once
/// The interface between a page's content and its picture and sound. A show is a recording (replay_session.hpp), or a game that
/// is being played alone (game.hpp) or with a friend (net_game.hpp).
#include <array>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "client/predict/partner_flight.hpp"
#include "client/predict/remote_shots.hpp"
#include "sim/event.hpp"
#include "sim/level/level.hpp"
#include "sim/world.hpp"

namespace albireo::web {

/// Observes the ticks that are played: the projector, which draws them, and the sound.
class TickObserver {
  public:
    /// Whether a picture of the tick may be drawn. If several ticks are played at once, only the last one is seen.
    enum class Seen : std::uint8_t { no, yes };

    virtual ~TickObserver() = default;
    /// The next tick does not follow from the last one.
    virtual void jump() = 0;
    /// The game begins: who plays it is known now.
    virtual void begin() { jump(); }
    virtual void tick(const World& before, const World& now, const Events& events, Seen seen) = 0;
};

class Show {
  public:
    virtual ~Show() = default;

    virtual const Level& level() const = 0;
    /// The players' names.
    virtual const std::array<std::string, kSlotCount>& names() const = 0;
    /// The current tick's world, and that of the tick before. Until a tick has been played, both are the first world.
    virtual const World& world() const = 0;
    virtual const World& before() const = 0;
    /// The slot of the player at this page; nothing if nobody plays.
    virtual std::optional<Slot> own() const { return {}; }
    /// Names of the player's keys for the level's messages (scene::StageOptions::control_text); empty: the level's own names.
    virtual std::function<std::string(std::string_view control)> control_text() const { return {}; }

    /// For the smoothing of a partner who is far away (scene::StageInput); null: nothing is predicted.
    virtual const client::RemoteShots* remote() const { return nullptr; }
    virtual const client::PartnerFlight* flight() const { return nullptr; }

    /// An observer must leave before it is destroyed.
    void add_audience(TickObserver& observer) { observers_.push_back(&observer); }
    void remove_audience(TickObserver& observer) { std::erase(observers_, &observer); }

  protected:
    std::vector<TickObserver*> observers_;
};

}  // namespace albireo::web
