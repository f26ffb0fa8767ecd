// Goal: a game that is being played is shown as it goes on, without a stall; the viewer can rewind and come back to live meanwhile;
// when the game is over it is a recording like any other.
#include <doctest/doctest.h>

#include <algorithm>

#include "client/app/replay_viewer/watch_activity.hpp"
#include "client/app/screens/staged_live_game.hpp"
#include "replays/growing_replay.hpp"
#include "replays/record_stream.hpp"
#include "replays/sink.hpp"
#include "sim/digest.hpp"
#include "tests/client/app/replay_files.hpp"
#include "tests/session/watched_game.hpp"

using namespace albireo;
using namespace albireo::app;
using replays::Spectator;

namespace {

/// A recording whose bytes arrive as a spectator gets them: records of about a second, each a little late or early.
struct Arriving {
    explicit Arriving(const std::string& golden) {
        REQUIRE(replays::read_file(kGoldens + golden, file) == "");
        replays::RecordReader reader(file);
        while (reader.next() == replays::RecordReader::Found::record) ends.push_back(reader.offset());
        ends.erase(ends.begin());
        ends.push_back(file.size());
    }
    void arrive(std::size_t records) {
        for (; records > 0 && next < ends.size(); --records, ++next) {
            const std::size_t from = next == 0 ? 0 : ends[next - 1];
            REQUIRE(replay.append(std::span{file}.subspan(from, ends[next] - from)) == "");
        }
    }
    std::shared_ptr<const replays::Replay> shared() const { return {std::shared_ptr<void>(), &replay.replay()}; }

    std::vector<std::uint8_t> file;
    std::vector<std::size_t> ends;  // of the records
    std::size_t next = 0;
    replays::GrowingReplay replay;
};

platform::Input pressing(platform::Key key) {
    platform::Input input;
    input.pressed.push_back(key);
    return input;
}

}  // namespace

TEST_CASE("a game that is being played is followed without a stall, though its seconds arrive unevenly") {
    Arriving game("coop-standard.replay");
    game.arrive(30);
    ReplayViewer viewer(game.shared(), "K7QF-2MXA", true);
    viewer.jump(viewer.end());
    CHECK(viewer.is_live());
    CHECK(viewer.behind() == replays::ViewClock::kLiveTicks);
    std::uint32_t shown = viewer.tick(), least = ~0U, most = 0, stalls = 0;
    for (int frame = 1; frame <= 60 * 60; ++frame) {
        // Every second one record, up to 0.4 s late.
        const int late = frame / 60 * 7919 % 24;
        if (frame % 60 == late) game.arrive(1);
        viewer.advance(1 / 60.0);
        CHECK(viewer.tick() - shown <= 2);
        stalls += viewer.tick() == shown ? 1 : 0;
        shown = viewer.tick();
        least = std::min(least, viewer.behind());
        most = std::max(most, viewer.behind());
    }
    CHECK(viewer.is_live());
    CHECK(least >= 10);
    CHECK(most <= 180);
    CHECK(stalls < 60 * 60 / 8);
    CHECK(viewer.scan().seen_to().value == viewer.end());
    CHECK(viewer.scan().verdict().same);
}

TEST_CASE("nothing arrives for a while: the viewer waits at the end, and goes on when more is there") {
    Arriving game("coop-standard.replay");
    game.arrive(10);
    ReplayViewer viewer(game.shared(), "K7QF-2MXA", true);
    viewer.jump(viewer.end());
    for (int frame = 0; frame < 300; ++frame) viewer.advance(1 / 60.0);
    CHECK(viewer.behind() == 0);
    CHECK_FALSE(viewer.is_paused());
    CHECK(viewer.is_live());
    game.arrive(4);
    viewer.advance(0.1);
    CHECK(viewer.tick() > viewer.end() - 4 * kTicksPerSecond);
    CHECK(viewer.is_live());
}

TEST_CASE("rewinding while the game goes on, and back to live") {
    Arriving game("coop-standard.replay");
    game.arrive(30);
    ReplayViewer viewer(game.shared(), "K7QF-2MXA", true);
    viewer.jump(viewer.end());
    viewer.jump(300);
    CHECK_FALSE(viewer.is_live());
    CHECK(viewer.tick() == 300);
    game.arrive(5);
    viewer.advance(0.2);
    CHECK(viewer.tick() == 312);
    CHECK(viewer.behind() > 25 * kTicksPerSecond);
    // A pause stays where it is.
    viewer.toggle_pause();
    game.arrive(5);
    viewer.advance(0.2);
    CHECK(viewer.tick() == 312);
    viewer.toggle_pause();
    // Faster than the game, it catches up, and is live then.
    viewer.faster(5);
    for (int frame = 0; frame < 120; ++frame) viewer.advance(1 / 60.0);
    CHECK(viewer.is_live());
    CHECK(viewer.speed_power() == 0);
    const std::uint32_t before = viewer.tick();
    viewer.step(-1);
    CHECK(viewer.tick() == before - 1);
    viewer.step(1);
    CHECK(viewer.tick() == before);
    viewer.step(1);  // nothing is ahead
    CHECK(viewer.tick() == before);
    CHECK(viewer.is_paused());
    CHECK_FALSE(viewer.is_live());
    viewer.toggle_pause();
    viewer.jump_share(1);
    CHECK(viewer.is_live());

    // The rest arrives, and the game is over.
    game.arrive(game.ends.size());
    REQUIRE(game.replay.is_complete());
    viewer.set_growing(false);
    CHECK_FALSE(viewer.is_live());
    while (!viewer.scan().is_done()) viewer.advance(0);
    CHECK(viewer.scan().verdict().same);
    viewer.jump(viewer.end());
    CHECK(viewer.is_at_end());
    ReplayViewer file(open(kGoldens + "coop-standard.replay"), "");
    while (!file.scan().is_done()) file.advance(0);
    CHECK(file.scan().kills() == viewer.scan().kills());
    CHECK(file.scan().highlights().size() == viewer.scan().highlights().size());
    file.jump(file.end());
    CHECK(root_of(file.now()) == root_of(viewer.now()));
}

TEST_CASE("a spectator waits for the game, sees it live, and is told when it is over or when the server is gone") {
    using storm::WatchedGame;
    WatchedGame game;
    game.pass(20 * kSecond);
    auto live = std::make_shared<StagedLiveGame>(replays::Spectator::Options{.code = game.anna->watch_code()}, game.net.connect());
    std::unique_ptr<Activity> shown = std::make_unique<WatchActivity>(live, "K7QF-2MXA", ReplayActivity::Setup{});
    CHECK(shown->notice().line == "connecting to K7QF-2MXA");
    const auto pass = [&](client::Micros length, platform::Input input = {}) {
        for (const client::Micros until = game.now + length; game.now < until; input = {}) {
            shown->advance(input, game.now);
            if (auto next = shown->next()) shown = std::move(next);
            game.pass(16 * kMs);
        }
    };
    pass(5 * kSecond);
    REQUIRE(shown->replay() != nullptr);
    const ReplayViewer& viewer = shown->replay()->show();
    CHECK(viewer.is_live());
    CHECK(viewer.tick() > 15 * kTicksPerSecond);
    CHECK(shown->notice().hint.find("live, ") != std::string::npos);
    CHECK(game.anna->spectators().count == 1);
    pass(5 * kSecond, pressing(platform::Key::home));
    CHECK(viewer.tick() < 6 * kTicksPerSecond);
    CHECK(shown->notice().hint.find(" s behind live") != std::string::npos);
    pass(kSecond, pressing(platform::Key::end));
    CHECK(viewer.is_live());
    CHECK(viewer.tick() > 20 * kTicksPerSecond);

    SUBCASE("the game is over") {
        game.anna->leave(game.now);
        game.ben->leave(game.now);
        pass(10 * kSecond);
        CHECK(live->failure().empty());
        CHECK_FALSE(viewer.is_growing());
        CHECK(viewer.is_at_end());
        CHECK(viewer.scan().verdict().same);
    }
    SUBCASE("the server is gone") {
        for (const client::Micros until = game.now + 16 * kSecond; game.now < until; game.now += 16 * kMs) shown->advance({}, game.now);
        CHECK(shown->notice().line == "the game can no longer be watched: the server no longer answers");
        CHECK_FALSE(viewer.is_growing());
    }
    SUBCASE("the spectator leaves") {
        shown->advance(pressing(platform::Key::escape), game.now);
        CHECK(shown->is_over());
        for (int i = 0; i < 200; ++i) {
            live->advance(game.now);
            game.pass(10 * kMs);
        }
        CHECK(game.anna->spectators().count == 0);
    }
}
