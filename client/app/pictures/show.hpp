#pragma once
/// Something that can be shown tick by tick: a game of autopilots, or a replay.
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
};

struct ShowSetup {
    Difficulty difficulty = Difficulty::standard;
    std::array<std::string, kSlotCount> names = {"GOLD", "BLUE"};
};
/// A built-in level's name, or a path of a script; autopilots play it. Throws PictureError.
std::unique_ptr<Show> show_level(const std::string& name, DemoGame::Setup game, const ShowSetup& setup = {});

/// A file to be shown as far as it can be read. Throws PictureError: what is wrong, and what the file is of all the
/// same.
std::unique_ptr<replays::Replay> open_shown(const std::string& path);

/// What a replay file is, in one line: "The Cut   Gold, Bot   6:13.51".
std::string caption_of(const std::string& path);

/// Throws PictureError.
std::unique_ptr<Show> show_replay(const std::string& path);

/// Throws PictureError.
Level level_named(const std::string& name, Difficulty difficulty = Difficulty::standard);

}  // namespace albireo::app
