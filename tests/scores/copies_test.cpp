// Goal: nobody gets a place with a part of another player's game: an attacker downloads a run, trims it, renames it and submits it.
#include <doctest/doctest.h>

#include <nlohmann/json.hpp>

#include "replays/rewrite.hpp"
#include "replays/verify.hpp"
#include "scores/service.hpp"
#include "sim/digest.hpp"
#include "tests/scores/open_boards.hpp"

using namespace albireo;
using namespace albireo::scores;
using nlohmann::json;

namespace {

/// What `albireo-replay trim --to` writes, under another name: the game without its last ticks.
Bytes trimmed(const Bytes& file, std::uint32_t ticks_cut) {
    replays::Recording recording;
    REQUIRE(replays::read_recording(file, recording) == "");
    replays::Replay replay;
    REQUIRE(replays::prepare(std::move(recording), replay, replays::Partial::refuse) == "");
    replays::MemorySink sink;
    const Tick end{replay.recording.end().value - ticks_cut};
    REQUIRE(replays::rewrite(replay, {Tick{0}, end}, "trim", sink) == "");
    return with_header(sink.bytes, [](auto& header) { header.names[0] = "Eve"; });
}

/// The game with a direction of slot 0 changed from `tick` on, for `ticks`: what a program can record with the public core.
Bytes steered_otherwise(const Bytes& file, std::uint32_t from, std::uint32_t ticks) {
    replays::Recording recording;
    REQUIRE(replays::read_recording(file, recording) == "");
    replays::Replay replay;
    REQUIRE(replays::prepare(std::move(recording), replay, replays::Partial::refuse) == "");
    replays::Player player{replay, replays::Player::Keep::nothing};
    replays::MemorySink sink;
    replays::Recorder recorder{sink, replay.level, {.game = replay.recording.header.setup, .names = {"Eve", "Eve"}, .recorded_by = "attack"}};
    World world = player.world();
    Events events;
    while (player.step()) {
        FramePair frames = player.frames();
        const std::uint32_t tick = world.tick.value;
        if (tick >= from && tick < from + ticks) frames[0].buttons ^= kUp;
        events.clear();
        step(world, replay.level, frames, events);
        recorder.append(frames, root_of(world));
    }
    recorder.finish(world);
    return sink.bytes;
}

}  // namespace

TEST_CASE("a trimmed copy of a run on the boards is refused, also if the copy was submitted with another key") {
    OpenBoards boards;
    for (const char* name : {"endless", "death-by-enemy", "hive-storm"}) {
        CAPTURE(name);
        const Bytes file = golden(name);
        const http::Said posted = boards.post(file, random_key());
        REQUIRE(posted.status == 201);
        for (const std::uint32_t cut : {1u, 60u, 300u}) {
            CAPTURE(cut);
            const http::Said stolen = boards.post(trimmed(file, cut), random_key());
            REQUIRE(stolen.status == 409);
            const json said = json::parse(stolen.body);
            CHECK(said["reason"] == "duplicate");
            CHECK(said["id"] == json::parse(posted.body)["id"]);
        }
    }
}

TEST_CASE("a copy with another beginning or another end is refused, and the whole game after its part") {
    OpenBoards boards;
    const Bytes file = golden("death-by-enemy");
    REQUIRE(boards.post(trimmed(file, 200)).status == 201);
    CHECK(boards.post(file).status == 409);
    CHECK(boards.post(steered_otherwise(file, 3, 1)).status == 409);
    CHECK(boards.post(steered_otherwise(file, 2'000, 1'000)).status == 409);
}

TEST_CASE("another game with the same level and seed counts") {
    OpenBoards boards;
    const Bytes file = golden("death-by-enemy");
    REQUIRE(boards.post(file).status == 201);
    // Steered otherwise all the time. The goldens' own ship would be elsewhere, so this is another game.
    CHECK(boards.post(steered_otherwise(file, 0, 1'000'000)).status == 201);
}

TEST_CASE("a run that an earlier program stored is marked by playing it again, and then a copy of it is refused") {
    std::string folder = (std::filesystem::temp_directory_path() / "albireo-copies-XXXXXX").string();
    REQUIRE(mkdtemp(folder.data()) != nullptr);
    {
        Store store(folder + "/scores.db");
        const Bytes file = golden("death-by-enemy"), copy = trimmed(file, 60);
        const Added first = store.add(judge(catalogue(), file).run, file, {}, 1);
        REQUIRE(first.is_new);
        store.database().run("DELETE FROM marks; INSERT INTO unmarked SELECT id FROM runs");
        CHECK(mark_older_run(catalogue(), store));
        CHECK(!mark_older_run(catalogue(), store));
        const Added stolen = store.add(judge(catalogue(), copy).run, copy, {}, 2);
        CHECK(!stolen.is_new);
        CHECK(stolen.is_copy);
        CHECK(stolen.id == first.id);
    }
    std::filesystem::remove_all(folder);
}
