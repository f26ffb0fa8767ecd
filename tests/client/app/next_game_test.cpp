// Goal: friends, and a player with a bot, play their next game together without a new invitation: the same again, the next level, a paused game
// from its beginning, the next level of a campaign.
#include <doctest/doctest.h>

#include <algorithm>
#include <memory>
#include <optional>
#include <utility>

#include "server/shard.hpp"
#include "sim/script/compile.hpp"
#include "tests/client/app/activity_fixture.hpp"

using namespace albireo;
using namespace albireo::app;
using platform::Key;

namespace {

/// Two friends in a game of a level of two seconds, or in a campaign of two such levels, on a server.
struct TwoFriends : ActivityFixture {
    TwoFriends(const std::string& level, const std::string& next) {
        offer("brief", "Brief");
        offer("second", "The Second");
        REQUIRE(levels.set_campaign({"brief", next}) == "");
        server::Config config;
        config.bind = "127.0.0.1";
        config.port = 0;
        std::string error;
        shard = std::make_unique<server::Shard>(config, 0, levels, error);
        REQUIRE(error == "");
        shard->start();

        GameHostSetup setup;
        setup.level = level;
        setup.play_mode = PlayMode::two;
        setup.names = {"Anna", "Ben"};
        const client::ServerAddress address{"127.0.0.1", shard->port()};
        host.emplace(join_game(bodies, setup, address, ""), picture, Settings{}, scene::StageOptions{});
        run({&*host}, [&] { return !host->game()->code().empty(); });
        code = host->game()->code();
        setup.names[0] = "Ben";
        joiner.emplace(join_game(bodies, setup, address, code), other_picture, Settings{}, scene::StageOptions{});
    }
    void offer(const std::string& name, const std::string& title) {
        auto level = script::compile_level("level { name = \"" + title + R"(", backdrop = "dunes", ticks = 120 }
            use "scenery"
            canyon_start { floor = -7, ceiling = 12, seed = 3 }
            for i = 1, 4 do canyon { model = "dunes", ticks = 240, length = 12, floor = -7, ceiling = 12, rough = 0.3, first = i == 1 } end
        )", name + ".lua", Difficulty::standard, script::builtin_source);
        REQUIRE(level.error == "");
        levels.offer(name, Difficulty::standard, std::make_shared<const Level>(std::move(level.level)));
    }
    static bool sees(const NetActivity& each, const char* choice) {
        const std::vector<std::string> all = each.notice().choices;
        return std::ranges::find(all, choice) != all.end();
    }
    /// Until the choice is gone.
    void choose(NetActivity& each, const char* choice) {
        run({&each}, [&] {
            if (!sees(each, choice)) return true;
            const Notice notice = each.notice();
            input.pressed.push_back(notice.choices[notice.cursor] == choice ? Key::enter : Key::down);
            return false;
        });
    }
    server::Levels levels;
    std::unique_ptr<server::Shard> shard;
    std::string code;
    Picture other_picture{*device, {.width = 64, .height = 36}};
    std::optional<NetActivity> host, joiner;  // Anna and Ben
};
struct BriefGame : TwoFriends {
    BriefGame() : TwoFriends("brief", "second") {}
};
struct BriefCampaign : TwoFriends {
    BriefCampaign() : TwoFriends("campaign", "brief") {}
};
struct LongGame : TwoFriends {
    LongGame() : TwoFriends("the_cut", "second") {}
};

}  // namespace

TEST_CASE_FIXTURE(BriefGame, "over real sockets: when the game is over both play again, without a new invitation") {
    NetActivity &anna = *host, &ben = *joiner;
    run({&anna, &ben}, [&] { return sees(anna, "Play again") && sees(ben, "Play again"); });
    choose(anna, "Play again");
    run({&anna}, [&] { return anna.game()->is_ready() && anna.notice().title == "Code " + anna.game()->code(); });
    CHECK(anna.game()->code() != code);
    run({&anna, &ben}, [&] { return ben.notice().line == "Anna wants to play again"; });
    CHECK(sees(ben, "Play again"));
    CHECK_FALSE(sees(ben, "Next level"));  // Anna has decided
    choose(ben, "Play again");
    run({&anna, &ben}, [&] { return anna.ticks() > 30 && ben.ticks() > 30; });
    CHECK(ben.game()->code() == anna.game()->code());
    CHECK(anna.game()->slot() == Slot::gold);
    CHECK(ben.game()->slot() == Slot::blue);
    CHECK(anna.game()->partner_name() == "Ben");
    run({&anna, &ben}, [&] { return sees(anna, "Play again") && sees(ben, "Play again"); });
    CHECK(anna.game()->figures().desyncs == 0);
}

TEST_CASE_FIXTURE(BriefGame, "over real sockets: after a cleared level both go on with the next one, whoever asks first") {
    NetActivity *first = &*host, *second = &*joiner;
    std::string line = "Anna wants to play The Second";
    SUBCASE("the host") {}
    SUBCASE("the guest") {
        std::swap(first, second);
        line = "Ben wants to play The Second";
    }
    run({first, second}, [&] { return sees(*first, "Next level") && sees(*second, "Next level"); });
    choose(*first, "Next level");
    // The server's answers to both may arrive in either order.
    run({first, second}, [&] { return second->notice().line == line && first->game()->level_name() == "second"; });
    CHECK(second->notice().title == "Cleared");
    CHECK(sees(*second, "Next level"));
    CHECK_FALSE(sees(*second, "Play again"));
    choose(*second, "Next level");
    run({first, second}, [&] { return first->ticks() > 30 && second->ticks() > 30; });
    CHECK(first->game()->code() != code);
    CHECK(second->game()->code() == first->game()->code());
    CHECK(host->game()->slot() == Slot::gold);
    CHECK(host->level()->title.view() == "The Second");
    CHECK(host->moved_to() == "second");
    // No level follows the last one, and the same can be played again.
    run({first, second}, [&] { return sees(*first, "Play again") && sees(*second, "Play again"); });
    CHECK_FALSE(sees(*first, "Next level"));
    CHECK_FALSE(sees(*second, "Next level"));
    CHECK(first->game()->figures().desyncs == 0);
}

TEST_CASE_FIXTURE(LongGame, "over real sockets: a paused game restarts when both want it, and the partner is told who wants it") {
    NetActivity &anna = *host, &ben = *joiner;
    run({&anna, &ben}, [&] { return anna.ticks() > 60 && ben.ticks() > 60; });
    input.pressed.push_back(Key::escape);
    run({&anna}, [&] { return anna.notice().title == "Paused"; });
    run({&anna, &ben}, [&] { return ben.notice().title == "Paused"; });
    choose(anna, "Restart");
    run({&anna, &ben}, [&] { return ben.notice().line == "Anna wants to restart"; });
    CHECK(anna.notice().line == "waiting for Ben");
    CHECK(anna.notice().title == "Paused");
    choose(ben, "Restart");
    run({&anna, &ben}, [&] { return anna.game()->code() != code && anna.ticks() > 10 && ben.ticks() > 10; });
    CHECK(ben.game()->code() == anna.game()->code());
    CHECK(anna.game()->slot() == Slot::gold);
    CHECK(anna.world()->tick.value < 600);
    CHECK(anna.game()->figures().desyncs == 0);
}

TEST_CASE_FIXTURE(BriefCampaign, "over real sockets: a campaign shows the results between two levels, until both have seen enough") {
    NetActivity &anna = *host, &ben = *joiner;
    // Each sees their own intro, skips it for themself, and the game begins when both are ready.
    const std::vector<std::string> interlude = {"Skip"};
    run({&anna, &ben}, [&] { return anna.notice().choices == interlude && ben.notice().choices == interlude; });
    CHECK(anna.song().name == "two_stars");
    input.pressed.push_back(Key::enter);
    run({&anna}, [&] { return anna.game()->is_ready(); });
    run({&anna, &ben}, [&] { return ben.game()->lobby().seats[0].ready; });
    CHECK(ben.notice().choices == interlude);
    CHECK(anna.ticks() == 0);
    CHECK(anna.song().name.empty());
    input.pressed.push_back(Key::enter);
    run({&ben}, [&] { return ben.game()->is_ready(); });
    run({&anna, &ben}, [&] {
        const auto sees_results = [](NetActivity& each) {
            return each.notice().title == "Cleared" && each.game()->state() == GameClient::State::waiting;
        };
        return sees_results(anna) && sees_results(ben);
    });
    CHECK(anna.notice().choices == std::vector<std::string>{"Next level", "Leave the game"});
    REQUIRE(anna.notice().rows.size() == 4);
    CHECK(anna.notice().rows[1].cells[1] == "45000");  // three lives, no continue
    CHECK(anna.notice().line.starts_with("Brief in "));
    CHECK(anna.game()->code() == code);

    input.pressed.push_back(Key::enter);
    run({&anna}, [&] { return anna.notice().hint == "waiting for Ben"; });
    CHECK(anna.notice().choices == std::vector<std::string>{"Leave the game"});
    run({&anna, &ben}, [&] { return ben.game()->lobby().seats[0].ready; });
    CHECK(ben.game()->state() == GameClient::State::waiting);  // one player does not skip for both
    input.pressed.push_back(Key::enter);
    run({&ben}, [&] { return ben.notice().hint == "waiting for Anna"; });
    run({&anna, &ben}, [&] { return anna.ticks() > 5 && ben.ticks() > 5; });
    CHECK(anna.game()->stage() == 2);
    CHECK(anna.world()->earnings[0].score == 45000);
    // Then each sees their own ending.
    run({&anna, &ben}, [&] { return anna.notice().choices == interlude && ben.notice().choices == interlude; });
    CHECK(anna.notice().title.empty());
    run({&anna}, [&] {
        input.pressed.push_back(Key::enter);  // at first it may be meant for the fight
        return anna.notice().title == "Campaign complete";
    });
    CHECK(ben.notice().choices == interlude);
    CHECK(anna.notice().choices.front() == "Main menu");
    CHECK(anna.notice().rows[1].cells[1] == "90000");
}

TEST_CASE_FIXTURE(ActivityFixture, "over real sockets: a bot that keeps the seat agrees to a restart, and plays on in the new game") {
    GameHostSetup setup;
    setup.play_mode = PlayMode::bot;
    setup.names = {"Anna", "Ben"};
    std::string error;
    auto game_host = host_game(bodies, setup, 0, error);
    REQUIRE_MESSAGE(game_host, error);
    NetActivity anna(std::move(game_host), picture, Settings{}, {});
    run({&anna}, [&] { return anna.ticks() > 30; });
    const std::string code = anna.game()->code();
    input.pressed.push_back(Key::escape);
    run({&anna}, [&] { return anna.notice().title == "Paused"; });
    run({&anna}, [&] {
        const Notice notice = anna.notice();
        if (notice.title == "Paused") input.pressed.push_back(notice.choices[notice.cursor] == "Restart" ? Key::enter : Key::down);
        return anna.game()->code() != code && anna.ticks() > 30;
    });
    CHECK(anna.game()->partner_state() == proto::Partner::here);
    CHECK(anna.world()->flow.players == 3);
}
