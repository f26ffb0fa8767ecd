// Goal: a player who loses the connection while their own pause or resume is pending rejoins in step. The snapshot
// then holds a pending pause with a short lead (12 to 29 ticks when people ask), which once ended the absent stretch early: every
// frame after it was sent for a tick up to 18 later than the one it was made for.
#include <doctest/doctest.h>

#include "tests/storm/bots.hpp"
#include "tests/support/time_units.hpp"

using namespace albireo;
using namespace albireo::storm;

namespace {

constexpr std::uint32_t kPauseTick = 300, kResumeTick = 700;

/// A bot that asks for a pause and its end at fixed ticks, with a lead as short as people's.
class Asker final : public client::PlayerController {
  public:
    explicit Asker(std::unique_ptr<client::PlayerController> player) : player_(std::move(player)) {}
    void begin(const Level& level, Slot own) override { player_->begin(level, own); }
    client::Controls steer(const World& predicted) override {
        client::Controls controls = player_->steer(predicted);
        controls.command = predicted.tick.value == kPauseTick    ? Command::pause
                           : predicted.tick.value == kResumeTick ? Command::resume
                                                                 : Command::none;
        controls.command_delay = 16;
        return controls;
    }
    void see(const World& predicted, client::RemoteShots& remote, std::vector<Report>& reports) override {
        player_->see(predicted, remote, reports);
    }

  private:
    std::unique_ptr<client::PlayerController> player_;
};

/// Blue never asks for anything: a request would end the pause.
class Silent final : public client::PlayerController {
  public:
    explicit Silent(std::unique_ptr<client::PlayerController> player) : player_(std::move(player)) {}
    void begin(const Level& level, Slot own) override { player_->begin(level, own); }
    client::Controls steer(const World& predicted) override {
        client::Controls controls = player_->steer(predicted);
        controls.command = Command::none;
        return controls;
    }
    void see(const World& predicted, client::RemoteShots& remote, std::vector<Report>& reports) override {
        player_->see(predicted, remote, reports);
    }

  private:
    std::unique_ptr<client::PlayerController> player_;
};

VirtualGameOptions game_with_asks() {
    VirtualGameOptions options;
    options.seed = 3;
    for (auto& link : options.links) link.out.delay = link.in.delay = 60 * kMs;
    options.make_controller = [](Slot slot, std::uint32_t seed) -> std::unique_ptr<client::PlayerController> {
        auto player = bot_controller(bodies(), 6)(slot, seed);
        if (slot == Slot::gold) return std::make_unique<Asker>(std::move(player));
        return std::make_unique<Silent>(std::move(player));
    };
    return options;
}

/// The time at which gold's prediction reaches `tick` in a game with these options.
Micros time_of(const VirtualGameOptions& options, std::uint32_t tick) {
    VirtualGame game(options);
    const client::GameClient& gold = game.client(Slot::gold);
    while (!gold.has_game() || gold.predictor().predicted().tick.value < tick) game.run(game.now() + 2 * kMs);
    return game.now();
}

}  // namespace

TEST_CASE("a player who rejoins while their own pause or resume is pending is in step") {
    for (const std::uint32_t asked : {kPauseTick, kResumeTick}) {
        // The request has reached the server, and the partner's agreement has not come back.
        const Micros cut_at = time_of(game_with_asks(), asked + 5);
        for (const bool crashes : {true, false}) {
            CAPTURE(asked);
            CAPTURE(crashes);
            VirtualGameOptions options = game_with_asks();
            proto::FaultyLinkOptions dark;
            dark.out.loss_ppm = dark.in.loss_ppm = 1'000'000;
            if (crashes) {
                options.incidents = {
                    {.kind = Incident::Kind::crash, .slot = Slot::gold, .at = cut_at, .length = 300 * kMs}};
            } else {
                options.link_changes = {{.at = cut_at, .slot = Slot::gold, .link = dark},
                                   {.at = cut_at + 6 * kSecond, .slot = Slot::gold, .link = options.links[0]}};
            }
            VirtualGame game(options);
            game.run(cut_at + kSecond);
            const auto confirmed = [&]() -> const World& { return game.client(Slot::gold).predictor().confirmed(); };
            while (confirmed().tick.value < asked + 300 && game.now() < cut_at + 30 * kSecond)
                game.run(game.now() + 100 * kMs);
            CHECK(game.metrics().rejoins.load() == 1);
            CHECK(is_paused(confirmed()) == (asked == kPauseTick));
            game.check_at_end();
            for (const Finding& finding : game.findings()) FAIL_CHECK(finding.what);
        }
    }
}
