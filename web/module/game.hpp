#pragma once
/// A game in the page: a player alone or with a bot, without a server. It is recorded from its first tick.
///
/// 1. One world: nothing is predicted, because no player is remote.
/// 2. The level's bytes are untrusted: any bytes yield a game or one line of text.
#include <memory>
#include <span>

#include "client/bot/local_game.hpp"
#include "client/bot/local_player.hpp"
#include "replays/recorder.hpp"
#include "web/module/show.hpp"

namespace albireo::web {

struct GameChoice {
    std::uint32_t seed = 1;
    int skill = 6;               // of the bot, 0 … 9
    bool has_bot = false;
    std::uint8_t section = 0, phase = 0;  // practice (GameSetup); 0: the whole level
    std::string name = "Gold";
    std::uint64_t started_ms = 0;  // since 1970, UTC
};

class Game final : public Show {
  public:
    Game() = default;
    Game(const Game&) = delete;
    Game& operator=(const Game&) = delete;
    ~Game() override;

    /// Empty, or one line that says why there is no game; then nothing else may be called. Called once.
    std::string open(std::span<const std::uint8_t> level, const GameChoice& choice);

    /// What the player holds; call it once for each frame, before play().
    void hold(const bot::Held& held) { player_->hold(held); }
    /// Accepts "continue?" with the next tick.
    void ask_continue() { player_->ask_continue(); }
    /// Plays this many ticks, but none after the end.
    void play(int ticks);
    bool has_ended() const { return outcome_of(game_->now()) != Outcome::playing; }

    /// FlowState, outcome and scores of the current tick. JSON.
    std::string state() const;
    /// The recording so far; complete if the game has ended.
    const std::vector<std::uint8_t>& recording();

    const Level& level() const override { return level_; }
    const std::array<std::string, kSlotCount>& names() const override { return names_; }
    const World& world() const override { return game_->now(); }
    const World& before() const override { return game_->before(); }
    std::optional<Slot> own() const override { return Slot::gold; }
    std::function<std::string(std::string_view control)> control_text() const override;

  private:
    Level level_;
    std::array<std::string, kSlotCount> names_;
    bot::BodyStore bodies_;
    std::unique_ptr<bot::LocalPlayer> player_;
    std::unique_ptr<bot::BotPartner> partner_;
    std::unique_ptr<bot::LocalGame> game_;
    replays::MemorySink sink_;
    std::unique_ptr<replays::Recorder> recorder_;  // until the game has ended
};

}  // namespace albireo::web
