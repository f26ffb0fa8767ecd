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

TEST_CASE("ticks that were confirmed before a heal are in the recording that ends there") {
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
    for (int i = 0; i < 200 && predictor.confirmed().tick.value % 60 < 40; ++i) table.pass(5'000);
    const Tick healed = predictor.confirmed().tick;
    REQUIRE(healed.value % 60 >= 40);  // at least 40 ticks are not written yet
    auto world = std::make_unique<World>();
    copy_world(*world, predictor.confirmed());
    table.send_world(*world, *table.level, {healed, healed, proto::ResumeReason::desync});
    table.pass(100'000);
    REQUIRE(table.client.figures().resyncs == 2);
    REQUIRE(recorder.path() != first);
    replays::Replay replay;
    CHECK(replays::open_replay(first, replay) == "");
    CHECK(replay.recording.begin() == Tick{});
    CHECK(replay.recording.end() >= healed);
    CHECK(replays::verify(replay).same);
    fs::remove_all(folder);
}
