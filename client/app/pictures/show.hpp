#pragma once
/// A sequence that can be shown tick by tick: a game of autopilots, or a replay.
#include <memory>
#include <span>
#include <string>

#include "client/app/pictures/demo_game.hpp"
#include "replays/player.hpp"

namespace albireo::app {

class Show {
  public:
    virtual ~Show() = default;
    virtual const Level& level() const = 0;
    virtual const World& before() const = 0;
    virtual const World& now() const = 0;
    virtual std::span<const client::EffectLedger::Effect> effects() const = 0;
    /// False at the end.
    virtual bool step() = 0;
    virtual std::array<std::string, kSlotCount> names() const = 0;
    /// Why the show ends before the recorded game does; empty if it does not.
    virtual std::string damage() const { return {}; }
};

struct ShowSetup {
    Difficulty difficulty = Difficulty::standard;
    std::array<std::string, kSlotCount> names = {"GOLD", "BLUE"};
};
/// `name`: a built-in level, or the path of a script; autopilots play it. Throws PictureError.
std::unique_ptr<Show> show_level(const std::string& name, DemoGame::Setup game, const ShowSetup& setup = {});

/// Opens a replay file, to be shown up to its first damage. Throws PictureError with the error, and with the details of
/// the file that could be read.
std::unique_ptr<replays::Replay> open_shown(const std::string& path);

/// A description of the damage at which showing the replay ends; empty if the replay is complete.
std::string damage_of(const replays::Replay& replay);

/// A description of a replay file in one line: "The Cut   Gold, Bot   6:13.51".
std::string caption_of(const std::string& path);

/// Throws PictureError.
std::unique_ptr<Show> show_replay(const std::string& path);

/// Throws PictureError.
Level level_named(const std::string& name, Difficulty difficulty = Difficulty::standard);

}  // namespace albireo::app
