// Goal: a recording counts only if it is a whole game from a real start and plays to what it says; nothing in it is believed.
#include "scores/referee.hpp"

#include <doctest/doctest.h>

#include "sim/snapshot.hpp"
#include "tests/scores/recordings.hpp"

using namespace albireo;
using namespace albireo::scores;

namespace {

const Catalogue& catalogue() {
    static const Catalogue all;
    return all;
}
Refusal refusal_of(const Bytes& file, const Bounds& bounds = {}) { return judge(catalogue(), file, bounds).refusal; }

}  // namespace

TEST_CASE("goldens that are whole games count, and what comes out is what was played") {
    const Ruling ruling = judge(catalogue(), golden("coop-standard"));
    CHECK(ruling.text == "");
    REQUIRE(ruling.refusal == Refusal::none);
    const Run& run = ruling.run;
    CHECK(run.level == "the_cut");
    CHECK(run.difficulty == Difficulty::standard);
    CHECK(run.is_pair());
    CHECK(run.scores[0] + std::uint64_t{run.scores[1]} == run.score);
    CHECK(run.score > 0);
    CHECK(run.outcome == Outcome::cleared);
    CHECK(run.core == kCoreVersion);
    CHECK(run.names[0] == "Gold");

    const Ruling alone = judge(catalogue(), golden("solo-calm"));
    REQUIRE(alone.refusal == Refusal::none);
    CHECK(!alone.run.is_pair());
    CHECK(alone.run.names[1] == "");
    CHECK(judge(catalogue(), golden("endless")).run.level == "endless");
    CHECK(judge(catalogue(), golden("boss-rush")).run.level == "boss_rush");
}

TEST_CASE("what is no whole game from a real start is refused, each with its reason") {
    CHECK(refusal_of(golden("practice")) == Refusal::practice);
    CHECK(refusal_of(golden("practice-phase")) == Refusal::practice);
    CHECK(refusal_of(golden("the-next-level")) == Refusal::carried);
    CHECK(refusal_of(golden("tutorial")) == Refusal::no_board);
    CHECK(refusal_of(golden("small")) == Refusal::unknown_level);
    const Bytes file = golden("death-by-enemy");
    CHECK(refusal_of(with_header(file, [](auto& header) { header.origin = "other.replay, tick 100"; })) == Refusal::continued);
    CHECK(refusal_of(with_header(file, [](auto& header) { header.core_version = kCoreVersion + 1; })) == Refusal::other_core);
    CHECK(refusal_of({}) == Refusal::damaged);
    CHECK(refusal_of({'h', 'e', 'l', 'l', 'o'}) == Refusal::damaged);
}

TEST_CASE("a world that was put in from a snapshot is refused, even if the recording verifies with it") {
    int frames = 0;
    const Bytes file = golden("death-by-enemy");
    replays::RecordReader reader{file};
    replays::RecordWriter writer;
    Bytes out;
    const auto put = [&](const replays::AnyRecord& record) {
        const Bytes sealed = writer.seal(replays::record_bytes(record));
        out.insert(out.end(), sealed.begin(), sealed.end());
    };
    while (reader.next() == replays::RecordReader::Found::record) {
        replays::AnyRecord record;
        REQUIRE(replays::parse_record(reader.payload(), record) == "");
        put(record);
        if (std::holds_alternative<replays::FramesRecord>(record) && ++frames == 3) {
            put(replays::Note{.kind = replays::NoteKind::healed, .text = "healed"});
            put(replays::SnapshotRecord{.world = {1, 2, 3}});
        }
    }
    CHECK(refusal_of(out) == Refusal::continued);
}

TEST_CASE("a cut recording and a changed byte are told apart, and neither counts") {
    const Bytes file = golden("death-by-enemy");
    CHECK(refusal_of(Bytes(file.begin(), file.end() - 20)) == Refusal::cut);
    // Within its first record, which holds the level, nothing can be read.
    CHECK(refusal_of(Bytes(file.begin(), file.begin() + 100)) == Refusal::damaged);
    Bytes changed = file;
    changed[changed.size() / 2] ^= 1;
    CHECK(refusal_of(changed) == Refusal::damaged);
}

TEST_CASE("forged results do not verify: scores, outcome, seed, players, difficulty") {
    const Bytes file = golden("death-by-enemy");
    const auto forge_trailer = [&](const std::function<void(replays::Trailer&)>& change) {
        return forged(file, [&](replays::AnyRecord& record) {
            if (auto* trailer = std::get_if<replays::Trailer>(&record)) change(*trailer);
        });
    };
    CHECK(refusal_of(forge_trailer([](auto&) {})) == Refusal::none);  // the forge itself changes nothing
    CHECK(refusal_of(forge_trailer([](auto& trailer) { trailer.scores[0] += 1; })) == Refusal::not_same);
    CHECK(refusal_of(forge_trailer([](auto& trailer) { trailer.outcome = Outcome::cleared; })) == Refusal::not_same);
    CHECK(refusal_of(with_header(file, [](auto& header) { header.setup.seed += 1; })) == Refusal::not_same);
    CHECK(refusal_of(with_header(file, [](auto& header) { header.setup.players = 3; })) == Refusal::not_same);
    // Another difficulty in the header changes nothing: that of the level's own bytes counts.
    const Ruling ruling = judge(catalogue(), with_header(file, [](auto& header) { header.difficulty = Difficulty::storm; }));
    if (ruling.refusal == Refusal::none) CHECK(ruling.run.difficulty == Difficulty::standard);
}

TEST_CASE("the same game has the same inputs under another name, and another game has others") {
    const Bytes file = golden("death-by-enemy");
    const Ruling first = judge(catalogue(), file);
    const Ruling renamed = judge(catalogue(), with_header(file, [](auto& header) {
        header.names[0] = "Somebody else";
        header.started_ms = 12345;
        header.recorded_by = "another program";
    }));
    REQUIRE(first.refusal == Refusal::none);
    REQUIRE(renamed.refusal == Refusal::none);
    CHECK(first.run.inputs == renamed.run.inputs);
    CHECK(renamed.run.names[0] == "Somebody else");
    CHECK(first.run.inputs != judge(catalogue(), golden("solo-calm")).run.inputs);
}

TEST_CASE("names are tidied: no direction marks, no control characters, bounded") {
    const Bytes file = golden("death-by-enemy");
    const Ruling ruling = judge(catalogue(), with_header(file, [](auto& header) { header.names[0] = "\u202eevil\u200b\n<b>&\"" + std::string(200, 'x'); }));
    REQUIRE(ruling.refusal == Refusal::none);
    CHECK(ruling.run.names[0].starts_with("evil"));
    CHECK(ruling.run.names[0].size() <= 32);
}

TEST_CASE("work is bounded: bytes, ticks, processor time") {
    const Bytes file = golden("death-by-enemy");
    CHECK(refusal_of(file, {.bytes_max = file.size() - 1}) == Refusal::too_large);
    CHECK(refusal_of(file, {.ticks_max = 2'000}) == Refusal::too_long);
    CHECK(refusal_of(file, {.processor_max = std::chrono::milliseconds(-1)}) == Refusal::too_slow);
    CHECK(refusal_of(file, {.bytes_max = file.size(), .ticks_max = 3'000}) == Refusal::none);
}

TEST_CASE("a recording with a false level digest is rejected") {
    const Bytes file = golden("small");
    const OwnLevel* own = catalogue().find("the_cut", Difficulty::standard);
    REQUIRE(own != nullptr);
    CHECK(refusal_of(with_header(file, [&](auto& header) { header.level_digest = own->digest; })) == Refusal::unknown_level);
}
