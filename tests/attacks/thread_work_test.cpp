// Goal: nothing that a player asks for makes the shard's thread compile a level or compress with the slow packing. Each once took
// it from all other games of the shard for 10 to 30 ms.
#include <dlfcn.h>
#include <doctest/doctest.h>

#include <atomic>

#include "replays/packed.hpp"
#include "replays/reader.hpp"
#include "replays/recorder.hpp"
#include "sim/level/level_bytes.hpp"
#include "sim/script/compile.hpp"
#include "tests/attacks/attacker.hpp"
#include "tests/attacks/outcome.hpp"
#include "tests/support/small_level.hpp"

using namespace albireo;
using namespace albireo::attacks;
using storm::LobbyFixture;

namespace {

constexpr int kQuickMax = 3;  // zstd's own default
std::atomic<int> slow_packings{0};

}  // namespace

/// Takes the place of zstd's function, and counts.
extern "C" std::size_t ZSTD_compress(void* to, std::size_t room, const void* from, std::size_t size, int level) {
    using Compress = std::size_t (*)(void*, std::size_t, const void*, std::size_t, int);
    static const auto real = reinterpret_cast<Compress>(::dlsym(RTLD_NEXT, "ZSTD_compress"));
    if (level > kQuickMax) ++slow_packings;
    return real(to, room, from, size, level);
}

TEST_CASE("row 5: after the server's start no Create compiles a level, and no start of a game packs one") {
    LobbyFixture fixture;
    std::string error;
    slow_packings = 0;
    const std::size_t compiled = fixture.levels.compile_all(error);
    CHECK(error == "");
    CHECK(compiled == script::builtin_levels().size() * kDifficultyCount);
    CHECK(slow_packings == static_cast<int>(compiled));  // the counter sees them
    slow_packings = 0;
    std::uint32_t games = 0;
    for (const std::string& name : script::builtin_levels()) {
        for (std::uint8_t difficulty = 0; difficulty < kDifficultyCount; ++difficulty) {
            CAPTURE(name);
            fixture.recorded.clear();
            Guest guest(fixture.net.connect(address(10, 0, games++, 1)));
            guest.connection.send(proto::Create{.level = name, .difficulty = difficulty, .players = 1});
            const auto turns = [&](int count) {
                for (int i = 0; i < count; ++i, fixture.run(kMs)) guest.turn(fixture.now);
            };
            turns(20);
            REQUIRE(guest.entered);
            guest.connection.send(proto::Ready{guest.entered->level_digest});
            turns(20);
            REQUIRE(guest.started);
            // What was packed ahead is the level of this game.
            replays::Recording recording;
            CHECK(replays::read_recording(fixture.recorded, recording) == "");
            CHECK(recording.header.level_digest == guest.entered->level_digest);
            CHECK(recording.header.level == level_bytes(*fixture.levels.find(name, static_cast<Difficulty>(difficulty))));
            guest.connection.send(proto::Bye{});
            turns(20);
        }
    }
    emit({.row = "5",
          .attack = "create and start a game of every level and difficulty",
          .acts = games,
          .gain = "levels that the shard's thread compiles or packs",
          .achieved = static_cast<long long>(fixture.levels.size() - compiled) + slow_packings,
          .is_ok = fixture.recordings.size() == compiled});
}

TEST_CASE("a Create that comes while the levels are being compiled waits, and compiles nothing") {
    LobbyFixture fixture;
    fixture.levels.begin_compiling();
    Guest guest(fixture.net.connect(address(10, 0, 0, 1))), other(fixture.net.connect(address(10, 0, 1, 1)));
    guest.connection.send(proto::Create{.level = "the_cut", .difficulty = 1});
    other.connection.send(proto::Create{.level = "no_such_level"});
    const auto turns = [&](int count) {
        for (int i = 0; i < count; ++i, fixture.run(kMs)) guest.turn(fixture.now), other.turn(fixture.now);
    };
    turns(500);
    CHECK_FALSE(guest.entered);
    CHECK(guest.refused() == 0);
    CHECK(other.refusals[proto::Refusal::unknown_level] == 1);
    CHECK(fixture.levels.size() == 0);
    std::string error;
    fixture.levels.compile_all(error);
    turns(50);
    CHECK(guest.entered);
}

TEST_CASE("a level that only one game needs is packed once, however often that game is played") {
    LobbyFixture fixture;
    slow_packings = 0;
    for (std::uint32_t i = 0; i < 3; ++i) {
        Guest guest(fixture.net.connect(address(10, 0, i, 1)));
        guest.connection.send(proto::Create{.level = "the_cut", .difficulty = 1, .players = 1});
        for (int k = 0; k < 20; ++k, fixture.run(kMs)) guest.turn(fixture.now);
        REQUIRE(guest.entered);
        guest.connection.send(proto::Ready{guest.entered->level_digest});
        for (int k = 0; k < 20; ++k, fixture.run(kMs)) guest.turn(fixture.now);
        REQUIRE(guest.started);
    }
    CHECK(fixture.recordings.size() == 3);
    CHECK(slow_packings == 1);
}

TEST_CASE("the worlds that a recording stores while its game is played are packed quickly, and can be read") {
    const Level level = support::small_level();
    const auto world = std::make_unique<World>();
    init(*world, level, {.seed = 5, .players = 3});
    const auto packed = replays::pack(level_bytes(level));
    replays::MemorySink sink;
    slow_packings = 0;
    replays::Recorder recorder(sink, level, {.game = {.seed = 5, .players = 3}, .packed_level = packed});
    for (std::uint32_t tick = 0; tick < replays::kCheckpointTicks; ++tick) {
        recorder.append({}, 0);
        ++world->tick;
    }
    recorder.checkpoint_if_due(*world);
    recorder.heal(*world, "a test");
    CHECK(slow_packings == 0);
    replays::Recording recording;
    CHECK(replays::read_recording(sink.bytes, recording) == "");
    CHECK(recording.header.level == level_bytes(level));
    REQUIRE(recording.checkpoints.size() == 1);
    REQUIRE(recording.snapshots.size() == 1);
    for (const replays::PackedRange range : {recording.checkpoints[0].world, recording.snapshots[0].world}) {
        std::vector<std::uint8_t> bytes;
        CHECK(replays::unpack(recording.bytes_of(range), kSnapshotBytesMax, bytes));
        const auto read = std::make_unique<World>();
        CHECK(load_world(*read, level, bytes) == LoadError::none);
        CHECK(read->tick == world->tick);
    }
}
