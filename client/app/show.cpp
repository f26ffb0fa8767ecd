#include "client/app/show.hpp"

#include "client/app/offscreen.hpp"
#include "replays/reader.hpp"
#include "sim/script/compile.hpp"

namespace albireo::app {
namespace {

class LevelShow final : public Show {
  public:
    LevelShow(Level level, DemoGame::Setup setup) : level_(std::move(level)), game_(level_, setup) {}
    const Level& level() const override { return level_; }
    const World& before() const override { return game_.before(); }
    const World& now() const override { return game_.now(); }
    std::span<const client::EffectLedger::Effect> effects() const override { return game_.effects(); }
    bool step() override {
        game_.step();
        return outcome_of(game_.now()) == Outcome::playing;
    }
    std::array<std::string, kSlotCount> names() const override { return {"GOLD", "BLUE"}; }

  private:
    Level level_;
    DemoGame game_;
};

class ReplayShow final : public Show {
  public:
    explicit ReplayShow(std::unique_ptr<replays::Replay> replay)
        : replay_(std::move(replay)),
          player_(*replay_, replays::Player::Keep::nothing),
          before_(std::make_unique<World>(player_.world())) {}
    const Level& level() const override { return replay_->level; }
    const World& before() const override { return *before_; }
    const World& now() const override { return player_.world(); }
    std::span<const client::EffectLedger::Effect> effects() const override { return ledger_.fresh(); }
    bool step() override {
        *before_ = player_.world();
        ledger_.clear();
        if (!player_.step()) return false;
        ledger_.take(player_.events(), player_.tick());
        return true;
    }
    std::array<std::string, kSlotCount> names() const override { return replay_->recording.header.names; }

  private:
    std::unique_ptr<replays::Replay> replay_;
    replays::Player player_;
    std::unique_ptr<World> before_;
    client::EffectLedger ledger_;
};

}  // namespace

Level level_named(const std::string& name) {
    script::Compiled compiled = name.ends_with(".lua") ? script::compile_level_file(name, Difficulty::standard)
                                                       : script::compile_builtin_level(name, Difficulty::standard);
    if (!compiled.error.empty()) throw PictureError{compiled.error};
    return std::move(compiled.level);
}

std::unique_ptr<Show> show_level(const std::string& name, DemoGame::Setup setup) {
    return std::make_unique<LevelShow>(level_named(name), setup);
}

std::unique_ptr<Show> show_replay(const std::string& path) {
    auto replay = std::make_unique<replays::Replay>();
    const std::string fault = replays::open_replay(path, *replay, replays::Partial::accept);
    if (!fault.empty()) throw PictureError{fault};
    return std::make_unique<ReplayShow>(std::move(replay));
}

}  // namespace albireo::app
