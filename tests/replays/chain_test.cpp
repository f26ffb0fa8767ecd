// Goal: the recordings of a campaign verify as one chain, and a broken chain is reported where it breaks.
#include <doctest/doctest.h>

#include "replays/reader.hpp"
#include "replays/text.hpp"
#include "replays/verify.hpp"
#include "tests/replays/scene.hpp"

namespace albireo::replays {
namespace {

struct Recorded {
    std::vector<std::uint8_t> bytes;
    Carry carry;  // of its last world
};

/// A short game that is cleared, or left before that.
Recorded record(const GameSetup& setup, bool is_cleared = true, Difficulty difficulty = Difficulty::standard) {
    Level made = scene_level();
    made.ticks = 300;
    made.difficulty = difficulty;
    std::erase_if(made.cues, [](const CueDef& cue) { return cue.tick > 290; });
    Level level;
    REQUIRE(load_level(level, level_bytes(made)) == "");
    const auto world = std::make_unique<World>();
    const auto events = std::make_unique<Events>();
    init(*world, level, setup);
    MemorySink sink;
    Recorder recorder{sink, level, {.game = setup, .names = {"Ada", "Grace"}}};
    const auto gold = support::typical_frames({.seed = setup.seed}, 400);
    for (std::uint32_t t = 0; t < (is_cleared ? 400u : 250u) && outcome_of(*world) == Outcome::playing; ++t) {
        const FramePair frames{gold[t], absent_frame()};
        events->clear();
        step(*world, level, frames, *events);
        recorder.append(frames, root_of(*world));
    }
    REQUIRE((outcome_of(*world) == Outcome::cleared) == is_cleared);
    recorder.finish(*world);
    return {sink.bytes, carry_of(*world)};
}

struct Checked {
    RecordingHeader header;
    ChainLink link;
};

Checked check(const std::string& name, const Recorded& recorded) {
    Recording recording;
    REQUIRE(read_recording(recorded.bytes, recording) == "");
    Replay replay;
    REQUIRE(prepare(std::move(recording), replay, Partial::refuse) == "");
    const Verdict verdict = verify(replay);
    REQUIRE(verdict.text == "");
    const RecordingHeader& header = replay.recording.header;
    return {header, {name, header.setup.players, header.difficulty, verdict.root, verdict.carry}};
}

TEST_CASE("a carry is in the header of a recording, and the game is played with it") {
    const Recorded first = record({.seed = 5});
    Carry carry = first.carry;
    carry.players[0].score = 123456;
    carry.players[0].weapon = Weapon::ribbon;
    carry.players[1].lives = 4;
    carry.extends = 3;
    const Checked second = check("second", record({.seed = 6, .carry = carry}));
    REQUIRE(second.header.setup.carry);
    CHECK(*second.header.setup.carry == carry);
    REQUIRE(second.link.carry);
    CHECK(second.link.carry->players[0].score >= 123456);
    CHECK(second.link.carry->extends == 3);
    CHECK_FALSE(check("first", first).header.setup.carry);
}

TEST_CASE("three levels verify as one chain. The place where a chain breaks is named") {
    const Recorded first = record({.seed = 5});
    const Recorded second = record({.seed = 6, .carry = first.carry});
    const Recorded third = record({.seed = 7, .carry = second.carry});
    const Checked a = check("a", first), b = check("b", second), c = check("c", third);
    CHECK(chain_fault({}, a.header) == "");
    CHECK(chain_fault({a.link}, b.header) == "");
    CHECK(chain_fault({a.link, b.link}, c.header) == "");
    CHECK(chain_fault({}, c.header) == "");           // the part of a chain that is at hand
    CHECK(chain_fault({a.link, b.link}, a.header) == "");  // it begins a game of its own

    CHECK(chain_fault({a.link}, c.header).starts_with("broken chain: it continues a game that ended with digest "));
    CHECK(chain_fault({a.link}, c.header).ends_with(", but a ended with " + hex_text(a.link.root)));

    Carry richer = first.carry;
    richer.players[0].score += 1000;
    CHECK(chain_fault({a.link}, check("rich", record({.seed = 6, .carry = richer})).header) ==
          "broken chain: it continues a, but does not start from that game's result");
    CHECK(chain_fault({a.link}, check("alone", record({.seed = 6, .players = 1, .carry = first.carry})).header) ==
          "broken chain: it continues a, but with other players");
    CHECK(chain_fault({a.link}, check("storm", record({.seed = 6, .carry = first.carry}, true, Difficulty::storm)).header) ==
          "broken chain: it continues a, but at another difficulty");
    const Recorded left = record({.seed = 5}, false);
    const Checked unfinished = check("left", left);
    CHECK(chain_fault({unfinished.link}, check("next", record({.seed = 6, .carry = left.carry})).header) ==
          "broken chain: it continues left, which was not cleared");
}

TEST_CASE("a header is refused if its carry is out of range, or if it has a carry and a section to practise") {
    Carry carry;
    RecordingHeader header;
    header.level = level_bytes(scene_level());
    header.setup = {.seed = 1, .carry = carry};
    AnyRecord read;
    CHECK(parse_record(record_bytes(header), read) == "");
    header.setup.carry->players[0].lives = 0;
    CHECK(parse_record(record_bytes(header), read) == "its carry is invalid");
    header.setup.carry = carry;
    header.setup.carry->players[1].charge = -1;
    CHECK(parse_record(record_bytes(header), read) == "its carry is invalid");
    header.setup.carry = carry;
    header.setup.section = 1;
    CHECK(parse_record(record_bytes(header), read) == "its carry is invalid");
}

}  // namespace
}  // namespace albireo::replays
