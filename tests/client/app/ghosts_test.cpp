// Goal: the ghost of an earlier game is at each tick where its recording has the ships, only games of the same kind that verify become ghosts, the right
// one is found on the disk and on the boards, and a game shows it without being changed by it.
#include <doctest/doctest.h>
#include <sys/stat.h>

#include <chrono>
#include <fstream>
#include <functional>
#include <memory>
#include <thread>

#include "client/app/boards/boards_client.hpp"
#include "client/app/ghosts/ghosts.hpp"
#include "client/predict/units.hpp"
#include "replays/sink.hpp"
#include "sim/script/compile.hpp"
#include "tests/client/app/activity_fixture.hpp"
#include "tests/client/app/replay_files.hpp"
#include "tests/scores/open_boards.hpp"

using namespace albireo;
using namespace albireo::app;
using scores::Bytes;
using scores::catalogue;
using scores::golden;

namespace {

GhostOf the_cut(Difficulty difficulty, bool is_pair) {
    const scores::OwnLevel* const level = catalogue().find("the_cut", difficulty);
    REQUIRE(level != nullptr);
    return {*level, is_pair};
}

std::shared_ptr<const Level> compiled(const std::string& name, Difficulty difficulty) {
    return std::make_shared<const Level>(script::compile_builtin_level(name, difficulty).level);
}

std::shared_ptr<const scene::Ghost> settled(const Ghosts& ghosts) {
    for (int i = 0; i < 6000 && ghosts.is_looking(); ++i) std::this_thread::sleep_for(std::chrono::milliseconds(10));
    REQUIRE_FALSE(ghosts.is_looking());
    return ghosts.found();
}

std::uint32_t last_score(const scene::Ghost& ghost) { return ghost.moments.back().score; }

}  // namespace

TEST_CASE("a ghost is where the recording has the ships, and pauses take no time") {
    const GhostOf game = the_cut(Difficulty::storm, true);
    const auto source = open(kGoldens + "pause-and-continue.replay");
    const auto ghost = ghost_of(catalogue(), game, golden("pause-and-continue"));
    REQUIRE(ghost);
    CHECK(ghost->names == "Gold, Blue");
    replays::Player player(*source, replays::Player::Keep::nothing);
    std::uint32_t ticks = 0, alive = 0;
    bool is_last = false;
    do {
        ++ticks;
        // The clock stands still in a pause and before a continue; a moment is the last tick of its clock.
        auto world = std::make_unique<World>(player.world());
        is_last = !player.step();
        if (!is_last && player.world().clock == world->clock) continue;
        REQUIRE(world->clock.value < ghost->moments.size());
        const scene::Ghost::Moment& moment = ghost->moments[world->clock.value];
        for (const Slot slot : kSlots) {
            const math::Vec2 at = client::in_field(world->ships[index(slot)].at);
            REQUIRE(moment.at[index(slot)].x == at.x);
            REQUIRE(moment.at[index(slot)].y == at.y);
            alive += moment.flying >> index(slot) & 1;
        }
        REQUIRE(moment.score == world->earnings[0].score + world->earnings[1].score);
    } while (!is_last);
    CHECK(alive > 1000);
    CHECK(ghost->moments.size() + 30 < ticks);  // the game was paused
    CHECK(last_score(*ghost) == 286);
}

TEST_CASE("only a whole game of the same kind that verifies becomes a ghost") {
    const GhostOf game = the_cut(Difficulty::standard, true);
    REQUIRE(ghost_of(catalogue(), game, golden("death-by-shot-and-wall")));
    CHECK_FALSE(ghost_of(catalogue(), the_cut(Difficulty::standard, false), golden("death-by-shot-and-wall")));  // a pair
    CHECK_FALSE(ghost_of(catalogue(), the_cut(Difficulty::storm, true), golden("death-by-shot-and-wall")));
    CHECK_FALSE(ghost_of(catalogue(), game, golden("practice")));
    CHECK_FALSE(ghost_of(catalogue(), game, golden("sea-standard")));
    Bytes cut = golden("death-by-shot-and-wall");
    cut.resize(cut.size() - 20);
    CHECK_FALSE(ghost_of(catalogue(), game, cut));
    CHECK_FALSE(ghost_of(catalogue(), game, Bytes{}));
    // A recording that claims another score.
    const auto source = open(kGoldens + "death-by-shot-and-wall.replay");
    replays::MemorySink sink;
    replays::Recorder recorder(sink, source->level, {.game = source->recording.header.setup});
    replays::Player player(*source, replays::Player::Keep::nothing);
    while (player.step()) recorder.append(player.frames(), root_of(player.world()));
    auto richer = std::make_unique<World>(player.world());
    richer->earnings[0].score += 1'000'000;
    recorder.finish(*richer);
    CHECK(claimed_score(catalogue(), game, sink.bytes) == 1'000'000 + 3388 + 3398);
    CHECK_FALSE(ghost_of(catalogue(), game, sink.bytes));
    // A question that is given up.
    std::stop_source stop;
    stop.request_stop();
    CHECK_FALSE(ghost_of(catalogue(), game, golden("death-by-shot-and-wall"), stop.get_token()));
}

TEST_CASE("the best of the player's own games is found among other files") {
    Folder folder;
    for (const char* name : {"coop-fans", "coop-storm", "pause-and-continue", "coop-standard", "solo-calm", "practice"}) folder.copy(name + std::string(".replay"));
    std::ofstream(folder.file("zz.replay")) << "no recording";
    REQUIRE(mkfifo(folder.file("zzz.replay").c_str(), 0600) == 0);
    std::filesystem::create_directory(folder.path / "zzzz.replay");
    Ghosts ghosts({.folder = folder.path.string()});
    ghosts.look_for(GhostChoice::own_best, compiled("the_cut", Difficulty::storm), true);
    const auto best = settled(ghosts);
    REQUIRE(best);
    CHECK(last_score(*best) == 133'585 + 166'670);
    // A game alone is no rival of a pair.
    ghosts.look_for(GhostChoice::own_best, compiled("the_cut", Difficulty::storm), false);
    CHECK_FALSE(settled(ghosts));
    ghosts.look_for(GhostChoice::own_best, compiled("the_cut", Difficulty::calm), false);
    REQUIRE(settled(ghosts));
    ghosts.look_for(GhostChoice::none, compiled("the_cut", Difficulty::calm), false);
    CHECK_FALSE(settled(ghosts));
    Ghosts homeless({.folder = ""});
    homeless.look_for(GhostChoice::own_best, compiled("the_cut", Difficulty::calm), false);
    CHECK_FALSE(settled(homeless));
}

TEST_CASE("a wish that is replaced at once leaves nothing behind") {
    Folder folder;
    folder.copy("coop-fans.replay");
    folder.copy("death-by-enemy.replay");
    const auto storm = compiled("the_cut", Difficulty::storm), standard = compiled("the_cut", Difficulty::standard);
    Ghosts ghosts({.folder = folder.path.string()});
    for (int i = 0; i < 20; ++i) {
        ghosts.look_for(GhostChoice::own_best, storm, true);
        ghosts.look_for(GhostChoice::own_best, standard, false);
    }
    const auto found = settled(ghosts);
    REQUIRE(found);
    CHECK(last_score(*found) == 124'161);
    ghosts.look_for(GhostChoice::own_best, storm, true);
    ghosts.look_for(GhostChoice::none, nullptr, false);
    CHECK_FALSE(settled(ghosts));
}

TEST_CASE("the run to beat is the next one above the player's own") {
    const BoardRow first{1, "A", 300, 11}, second{2, "B", 200, 12}, third{3, "C", 100, 13}, own{40, "D", 5, 14};
    CHECK_FALSE(run_to_beat({}));
    CHECK(run_to_beat({.rows = {first, second, third}})->run == 13);
    CHECK(run_to_beat({.rows = {first, second, third}, .own = own})->run == 13);
    const BoardRow tied{2, "E", 100, 15}, own_tied{3, "F", 100, 16};
    CHECK(run_to_beat({.rows = {first, tied, own_tied}, .own = own_tied})->run == 15);
    CHECK(run_to_beat({.rows = {first, second, third}, .own = third})->run == 12);
    CHECK(run_to_beat({.rows = {first, second, third}, .own = first})->run == 11);
}

TEST_CASE("the boards' run is raced, and without an answer the own best game") {
    Folder folder;
    folder.copy("coop-fans.replay");
    const auto level = compiled("the_cut", Difficulty::storm);
    BoardsClient boards({.folder = folder.file("player"), .gap = std::chrono::milliseconds(10)});
    Ghosts ghosts({.folder = folder.path.string(), .boards = &boards});
    ghosts.look_for(GhostChoice::boards, level, true);
    auto ghost = settled(ghosts);
    REQUIRE(ghost);
    CHECK(last_score(*ghost) == 68'295 + 83'118);
    scores::OpenBoards service;
    REQUIRE(service.post(golden("coop-storm")).status == 201);
    boards.use("127.0.0.1:" + std::to_string(service.url.port), false);
    ghosts.look_for(GhostChoice::boards, level, true);
    ghost = settled(ghosts);
    REQUIRE(ghost);
    CHECK(last_score(*ghost) == 133'585 + 166'670);
    CHECK(boards.recording(99).state == ShownBoard::State::asking);
    // Boards that did not answer a while ago are asked again.
    BoardsClient other({.folder = folder.file("player"), .within = std::chrono::milliseconds(200), .recording_retry = std::chrono::milliseconds(500), .kept = std::chrono::milliseconds(0), .gap = std::chrono::milliseconds(10)});
    other.use("127.0.0.1:1", false);
    Ghosts later({.folder = folder.path.string(), .boards = &other, .patience = std::chrono::milliseconds(500)});
    later.look_for(GhostChoice::boards, level, true);
    REQUIRE(settled(later));
    CHECK(last_score(*later.found()) == 68'295 + 83'118);
    REQUIRE(other.recording(1).state == ShownBoard::State::asking);
    for (int i = 0; i < 1'000 && other.recording(1).state == ShownBoard::State::asking; ++i) std::this_thread::sleep_for(std::chrono::milliseconds(5));
    CHECK(other.recording(1).state == ShownBoard::State::silent);
    std::this_thread::sleep_for(std::chrono::milliseconds(600));
    CHECK(other.recording(1).state == ShownBoard::State::asking);
    // A board without a run.
    ghosts.look_for(GhostChoice::boards, compiled("the_cut", Difficulty::calm), false);
    CHECK_FALSE(settled(ghosts));
}

namespace {

struct Race : ActivityFixture {
    Folder folder;
    Ghosts ghosts{{.folder = folder.path.string()}};

    std::string lead(GhostChoice choice, GameHostSetup setup) {
        setup.play_mode = PlayMode::alone;
        Settings settings;
        settings.ghost = static_cast<int>(choice);
        NetActivity activity(open_local_game(bodies, setup), picture, settings, {});
        activity.use_ghosts(&ghosts);
        frames(activity, 30, 16'667);
        settled(ghosts);
        frames(activity, 30, 16'667);
        REQUIRE(activity.look(*view, now));
        root = root_of(*activity.world());
        return view->hud.lead.data();
    }
    std::uint64_t root = 0;
};

}  // namespace

TEST_CASE_FIXTURE(Race, "a game shows the lead over the player's best game and is the same game as without it") {
    folder.copy("death-by-enemy.replay");
    CHECK(lead(GhostChoice::none, {.seed = 5}) == "");
    const std::uint64_t alone = root;
    const std::size_t lines = view->ribbons.size();
    CHECK(lead(GhostChoice::own_best, {.seed = 5}) == "Gold  +0");
    CHECK(root == alone);
    CHECK(view->ribbons.size() == lines + 4);
    CHECK(lead(GhostChoice::own_best, {.seed = 5, .from = {.section = 2}}) == "");
}
