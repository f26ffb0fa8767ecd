// Goal: a recording reads back exactly, up to its last whole record, and a change of any byte is detected.
#include <doctest/doctest.h>

#include <algorithm>
#include <set>

#include "replays/frame_cursor.hpp"
#include "sim/game/flow.hpp"
#include "sim/level/section.hpp"
#include "sim/snapshot.hpp"
#include "tests/replays/scene.hpp"

namespace albireo::replays {
namespace {

Recording read(std::span<const std::uint8_t> bytes) {
    Recording recording;
    REQUIRE(read_recording(bytes, recording) == "");
    return recording;
}

std::vector<FramePair> frames_of(const Recording& recording) {
    std::vector<FramePair> frames;
    FrameCursor cursor{recording};
    while (const FramePair* pair = cursor.next()) frames.push_back(*pair);
    return frames;
}

TEST_CASE("a recording reads back as recorded, over many seeds") {
    for (std::uint32_t seed = 1; seed <= 20; ++seed) {
        const auto game = play(seed, 200 + seed * 7);
        const Recording recording = read(game->sink.bytes);
        CHECK_FALSE(recording.damage);
        const RecordingHeader& header = recording.header;
        CHECK(header.format_version == kFormatVersion);
        CHECK(header.core_version == kCoreVersion);
        CHECK(header.level == level_bytes(game->level));
        CHECK(header.level_digest == game->level.digest);
        CHECK(header.level_name == "Scene");
        CHECK(header.difficulty == Difficulty::standard);
        CHECK(header.setup.seed == seed);
        CHECK(header.setup.players == 3);
        CHECK(header.names == std::array<std::string, kSlotCount>{"Ada", "Grace"});
        CHECK(header.started_ms == 1795194301000);
        CHECK(header.first_tick == Tick{});
        CHECK(header.recorded_by == "a test");
        CHECK(header.origin == "");
        CHECK(recording.ticks() == game->frames.size());
        CHECK(frames_of(recording) == game->frames);
        REQUIRE(recording.trailer);
        const World& last = *game->world;
        CHECK(*recording.trailer == Trailer{.outcome = outcome_of(last),
                                            .ticks = static_cast<std::uint32_t>(game->frames.size()),
                                            .scores = {last.earnings[0].score, last.earnings[1].score},
                                            .root = game->roots.back()});
    }
}

TEST_CASE("a practice game is recorded with its section, and read back only if the level has it") {
    const Level level = loaded_scene();
    REQUIRE(section_count(level) == 0);
    for (const std::uint8_t section : {std::uint8_t{0}, std::uint8_t{1}}) {
        const auto world = std::make_unique<World>();
        init(*world, level, {.seed = 5});
        MemorySink sink;
        Recorder recorder{sink, level, {.game = {.seed = 5, .section = section}}};
        world->tick = Tick{1};
        recorder.append({}, root_of(*world));
        recorder.finish(*world);
        Recording recording = read(sink.bytes);
        CHECK(recording.header.setup.section == section);
        Replay replay;
        const std::string fault = prepare(std::move(recording), replay, Partial::refuse);
        CHECK(fault == std::string(section == 0 ? "" : "the replay begins in section 1 of a level that has 0"));
    }
}

TEST_CASE("the trailer has the game's result, and the header its difficulty and number of players") {
    struct Row {
        FlowState course;
        Outcome outcome;
    };
    for (const Row& row : {Row{FlowState::playing, Outcome::playing}, Row{FlowState::paused, Outcome::playing},
                           Row{FlowState::over, Outcome::playing}, Row{FlowState::ended, Outcome::over},
                           Row{FlowState::cleared, Outcome::cleared}}) {
        Level level = scene_level();
        level.difficulty = Difficulty::storm;
        derive(level);
        MemorySink sink;
        const auto world = std::make_unique<World>();
        init(*world, level, {.seed = 5, .players = 1});
        world->flow.machine.state = static_cast<std::uint8_t>(row.course);
        world->earnings[0].score = 1234;
        world->earnings[1].score = 77;
        world->tick = Tick{1};  // after the one frame below
        Recorder recorder{sink, level, {.game = {.seed = 5, .players = 1}, .names = {"Ada", ""}}};
        recorder.append({}, root_of(*world));
        recorder.finish(*world);
        const Recording recording = read(sink.bytes);
        CHECK(recording.header.difficulty == Difficulty::storm);
        CHECK(recording.header.setup.players == 1);
        REQUIRE(recording.trailer);
        CHECK(*recording.trailer ==
              Trailer{.outcome = row.outcome, .ticks = 1, .scores = {1234, 77}, .root = root_of(*world)});
    }
}

TEST_CASE("notes keep their tick, and a flushed record is readable at once") {
    const auto game = play(3, 130, [](Game& now, Recorder& recorder) {
        if (recorder.tick() != Tick{77}) return;
        recorder.note({.kind = NoteKind::bookmark, .text = "look here"});
        const Recording so_far = read(now.sink.bytes);
        CHECK(so_far.damage.kind == Damage::Kind::unfinished);
        CHECK(so_far.ticks() == 77);
    });
    const Recording recording = read(game->sink.bytes);
    REQUIRE(recording.notes.size() == 1);
    CHECK(recording.notes[0].tick == Tick{77});
    CHECK(recording.notes[0].text == "look here");
    CHECK(recording.ticks() == 130);
}

TEST_CASE("cut at any byte, a recording is readable to its last whole record") {
    const auto game = play(5, 300);
    const auto& bytes = game->sink.bytes;
    const std::vector<FramePair> frames = frames_of(read(bytes));
    std::uint32_t readable_before = 0;
    std::set<std::uint32_t> seen;
    std::size_t refused = 0;
    for (std::size_t size = 0; size < bytes.size(); ++size) {
        Recording recording;
        const std::string fault = read_recording(std::span{bytes}.first(size), recording);
        if (!fault.empty()) {
            ++refused;
            CHECK(readable_before == 0);
            continue;
        }
        REQUIRE(recording.damage);
        CHECK((recording.damage.kind == Damage::Kind::cut_off || recording.damage.kind == Damage::Kind::unfinished));
        REQUIRE(recording.ticks() >= readable_before);
        readable_before = recording.ticks();
        if (!seen.insert(readable_before).second) continue;
        const auto have = frames_of(recording);
        REQUIRE(have.size() == readable_before);
        CHECK(std::ranges::equal(have, std::span{frames}.first(have.size())));
    }
    CHECK(refused > 0);
    CHECK(seen == std::set<std::uint32_t>{0, 60, 120, 180, 240, 300});
}

TEST_CASE("a change of any byte is detected") {
    const auto game = play(6, 240);
    const auto whole = game->sink.bytes;
    std::size_t flips = 0;
    const auto is_caught = [&](std::size_t at, unsigned flip) {
        auto bytes = whole;
        bytes[at] = static_cast<std::uint8_t>(bytes[at] ^ flip);
        ++flips;
        Recording recording;
        return !read_recording(bytes, recording).empty() || recording.damage;
    };
    for (std::size_t at = 0; at < whole.size(); ++at) {
        for (unsigned bit = 0; bit < 8; ++bit) REQUIRE(is_caught(at, 1u << bit));
        REQUIRE(is_caught(at, 0xff));
    }
    MESSAGE(flips << " changed bytes, all caught");
    CHECK(flips > 5000);
}

TEST_CASE("a damage message gives the record, its place, and how much is still readable") {
    const auto game = play(7, 600);
    auto bytes = game->sink.bytes;
    const Recording whole = read(bytes);
    // Record 0 is the header, so the sixth stretch is record 6.
    RecordReader reader{bytes};
    for (int i = 0; i < 7; ++i) reader.next();
    const std::size_t offset = reader.offset();
    bytes[offset + 9] = static_cast<std::uint8_t>(bytes[offset + 9] ^ 4);
    const Recording recording = read(bytes);
    CHECK(recording.damage.kind == Damage::Kind::bad_seal);
    CHECK(recording.damage.text() == "replay damaged: record 6 at byte " + std::to_string(offset / 1000) + " " +
                                         std::to_string(offset).substr(std::to_string(offset).size() - 3) +
                                         " fails its checksum; 300 of 600 ticks are readable (use --partial)");
}

TEST_CASE("records of two games cannot be mixed, and their order cannot be changed") {
    using Bytes = std::vector<std::uint8_t>;
    const auto records_of = [](const Bytes& file) {
        std::vector<Bytes> records;
        RecordReader reader{file};
        while (reader.next() == RecordReader::Found::record) {
            RecordReader after = reader;
            after.next();
            records.emplace_back(file.begin() + static_cast<long>(reader.offset()),
                                 file.begin() + static_cast<long>(after.offset()));
        }
        return records;
    };
    const auto one = records_of(play(8, 240)->sink.bytes), two = records_of(play(9, 240)->sink.bytes);
    REQUIRE(one.size() == 6);
    const auto ticks_of = [&](std::initializer_list<Bytes> records) {
        Bytes file(kSignature.begin(), kSignature.end());
        for (const Bytes& record : records) file.insert(file.end(), record.begin(), record.end());
        return read(file).ticks();
    };
    CHECK(ticks_of({one[0], one[1], one[2]}) == 120);
    CHECK(ticks_of({one[0], one[1], two[2]}) == 60);
    CHECK(ticks_of({one[0], one[2], one[1]}) == 0);
    CHECK(ticks_of({one[0], one[1], one[1]}) == 60);
    CHECK(ticks_of({one[0], one[2]}) == 0);
}

TEST_CASE("a sink that fails ends the recording, not the game") {
    class FullDisk final : public ByteSink {
      public:
        std::string append(std::span<const std::uint8_t> more) override {
            if (bytes.size() + more.size() > 4000) return "disk full";
            bytes.insert(bytes.end(), more.begin(), more.end());
            return {};
        }
        std::vector<std::uint8_t> bytes;
    };
    const auto game = play(10, 1);
    FullDisk disk;
    Recorder recorder{disk, game->level, {.game = {.seed = 1}}};
    for (const Frame& frame : support::typical_frames({.seed = 1}, 3600)) recorder.append({frame, frame}, 1);
    CHECK(recorder.fault() == "disk full");
    CHECK(recorder.bytes_written() == disk.bytes.size());
    const Recording recording = read(disk.bytes);
    CHECK(recording.damage.kind == Damage::Kind::unfinished);
    CHECK(recording.ticks() >= 60);
}

TEST_CASE("texts that are not UTF-8, such as a file's name, leave the recording readable") {
    const auto game = play(3, 1);
    MemorySink sink;
    Recorder recorder{sink,
                      game->level,
                      {.game = {.seed = 1},
                       .names = {"J\xf6rg", "Zo\xc3\xab"},
                       .recorded_by = "a \xff test",
                       .start = game->world.get(),
                       .origin = std::string("g\xe4me.replay at tick 1 \xe2\x82")}};
    recorder.note({.text = "\xed\xa0\x80\xc0\xaf\xf5\xf0\x9f\x9a\x80"});
    recorder.finish(*game->world);
    const Recording recording = read(sink.bytes);
    CHECK_FALSE(recording.damage);
    CHECK(recording.header.names == std::array<std::string, kSlotCount>{"J\ufffdrg", "Zo\u00eb"});
    CHECK(recording.header.recorded_by == "a \ufffd test");
    CHECK(recording.header.origin == "g\ufffdme.replay at tick 1 \ufffd\ufffd");
    REQUIRE(recording.notes.size() == 1);
    // A surrogate half, an overlong form, a byte that is never valid in UTF-8, and a character outside the first plane.
    CHECK(recording.notes[0].text == "\ufffd\ufffd\ufffd\ufffd\ufffd\ufffd\U0001f680");
}

TEST_CASE("notes beyond the reader's limit are left out, and the rest of the game is readable") {
    const auto game = play(3, 1);
    MemorySink sink;
    Recorder recorder{sink, game->level, {.game = {.seed = 1}}};
    for (std::size_t i = 0; i < kNotesMax + 10; ++i) recorder.note({.kind = NoteKind::desync, .text = "again"});
    for (int i = 0; i < 100; ++i) recorder.append({}, 1);
    game->world->tick = Tick{100};
    recorder.finish(*game->world);
    const Recording recording = read(sink.bytes);
    CHECK_FALSE(recording.damage);
    CHECK(recording.notes.size() == kNotesMax);
    CHECK(recording.ticks() == 100);
}

TEST_CASE("a recording ends at the maximum length with a message") {
    const auto game = play(3, 1);
    MemorySink sink;
    Recorder recorder{sink, game->level, {.game = {.seed = 1}}};
    recorder.append({}, 1);
    recorder.note({.text = "shifts the record boundaries off the last tick"});
    for (std::uint32_t i = 1; i < kTicksMax; ++i) recorder.append({}, 1);
    CHECK(recorder.fault() == "");
    recorder.append({}, 1);
    CHECK(recorder.fault() == "the recording ends here: it has reached its limit of one day");
    recorder.note({.text = "too late"});
    game->world->tick = recorder.tick();
    recorder.finish(*game->world);
    const Recording recording = read(sink.bytes);
    CHECK(recording.ticks() == kTicksMax);
    CHECK(recording.damage.kind == Damage::Kind::unfinished);
    CHECK(recording.notes.size() == 1);
}

TEST_CASE("a busy co-op game takes at most 8 KB a minute, and the inputs alone at most 1 KB") {
    const auto bytes_a_minute = [](std::uint32_t reports, std::uint32_t ribbon) {
        const Level level = loaded_scene();
        MemorySink sink;
        Recorder recorder{sink, level, {.game = {.seed = 1}}};
        std::size_t runs = 0;
        const auto header = recorder.bytes_written();
        const auto gold =
            support::typical_frames({.seed = 21, .reports_per_minute = reports, .ribbon_permille = ribbon}, 5 * 3600);
        const auto blue =
            support::typical_frames({.seed = 22, .reports_per_minute = reports, .ribbon_permille = ribbon}, 5 * 3600);
        for (std::size_t i = 0; i < gold.size(); ++i) recorder.append({gold[i], blue[i]}, i * 0x9e3779b97f4a7c15u);
        const Recording recording = read(sink.bytes);
        for (const Stretch& stretch : recording.stretches) runs += stretch.runs.size;
        return std::pair{runs / 5, (recorder.bytes_written() - header) / 5};
    };
    const auto inputs = bytes_a_minute(0, 0);
    const auto busy = bytes_a_minute(900, 100);
    MESSAGE("bytes a minute: inputs " << inputs.first << "; busy game " << busy.first << ", file " << busy.second);
    CHECK(inputs.first <= 1000);
    CHECK(busy.second <= 8000);
}

}  // namespace
}  // namespace albireo::replays
