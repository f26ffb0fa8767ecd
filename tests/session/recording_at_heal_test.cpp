// Goal: a client's own recording contains every tick that was confirmed before a snapshot replaced the world. Up to 59 of the
// last ticks were once lost.
#include <unistd.h>

#include <filesystem>
#include <vector>

#include "client/app/activities/game_recorder.hpp"
#include "replays/reader.hpp"
#include "replays/verify.hpp"
#include "tests/session/fake_server_game.hpp"

using namespace albireo;
namespace fs = std::filesystem;

TEST_CASE("ticks that were confirmed before a heal or a rejoin are in the recording that ends there") {
    const fs::path folder = fs::temp_directory_path() / ("albireo-kept-" + std::to_string(::getpid()));
    fs::remove_all(folder);
    FakeServerGame table;
    table.server.connection.start_frames({}, {});  // from now on it acknowledges the client's frames
    app::GameRecorder recorder(folder.string(), "test", table.client);
    table.heal_on(*table.level);
    table.pass(500'000);
    const std::string first = recorder.path();
    REQUIRE_FALSE(first.empty());
    const client::Predictor& predictor = table.client.predictor();
    const auto pass_until = [&](std::uint32_t unwritten) {  // every sixtieth tick writes all before it
        for (int i = 0; i < 300 && predictor.confirmed().tick.value % 60 != unwritten; ++i) table.pass(5'000);
    };
    proto::ResumeReason reason = proto::ResumeReason::desync;
    SUBCASE("a heal") {
        pass_until(45);
    }
    SUBCASE("a rejoin") {
        reason = proto::ResumeReason::rejoin;
        pass_until(30);
        table.server.connection.send(proto::Bye{proto::ByeReason::restarting});
        for (int i = 0; i < 300 && table.client.state() == client::GameClient::State::playing; ++i) table.pass(5'000);
        REQUIRE(table.client.state() == client::GameClient::State::returning);
        table.server.connection = proto::Connection();
        table.pass(100'000);
    }
    const Tick resumed = predictor.confirmed().tick;
    REQUIRE(resumed.value % 60 >= 25);  // so many ticks are not written yet
    auto world = std::make_unique<World>();
    copy_world(*world, predictor.confirmed());
    table.send_world(*world, *table.level, {resumed, resumed, reason});
    table.pass(100'000);
    REQUIRE(table.client.state() == client::GameClient::State::playing);
    CHECK(table.client.figures().resyncs == (reason == proto::ResumeReason::desync ? 2 : 1));
    CHECK(table.client.figures().rejoins == (reason == proto::ResumeReason::rejoin ? 1 : 0));
    REQUIRE(recorder.path() != first);
    replays::Replay replay;
    CHECK(replays::open_replay(first, replay) == "");
    CHECK(replay.recording.begin() == Tick{});
    CHECK(replay.recording.end() == resumed);
    CHECK(replays::verify(replay).same);
    fs::remove_all(folder);
}
