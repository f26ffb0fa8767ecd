// Goal: a journal cut off at any byte, or with any byte changed, gives the game as it was before the last write, or no game;
// never another one. A game resumes from the intact part of its recording and its journal, wherever they were cut.
#include <doctest/doctest.h>

#include <algorithm>
#include <functional>

#include "proto/frame_codec.hpp"
#include "proto/messages.hpp"
#include "replays/reader.hpp"
#include "replays/recorder.hpp"
#include "server/recovery.hpp"
#include "sim/digest.hpp"
#include "sim/snapshot.hpp"
#include "sim/step.hpp"
#include "tests/support/contains_bytes.hpp"
#include "tests/support/memory_disk.hpp"
#include "tests/support/small_level.hpp"

using namespace albireo;
using namespace albireo::server;

namespace {

constexpr JournalKey kKey = {7, 7, 7};

KeptGame some_game() {
    KeptGame game;
    game.core_version = kCoreVersion;
    game.code = "K7QF2M";
    game.level_name = "small";
    game.stages = {"one", "two"};
    game.stage = 2;
    game.carry = Carry{.extends = 3};
    game.seed = 5;
    game.started = true;
    game.host = 0x7f000001;
    proto::Token token;
    for (std::size_t i = 0; i < token.size(); ++i) token[i] = static_cast<std::uint8_t>(200 - 3 * i);
    game.seats[0] = {.taken = true, .ready = true, .presence = proto::Partner::here, .name = "Anna Karenina", .tokens = SeatTokens{token}};
    game.seats[1] = {.taken = true, .stand_in = true, .presence = proto::Partner::absent, .name = "bot", .tokens = SeatTokens{}};
    return game;
}

Frame frame_of(std::uint32_t tick, Slot slot) {
    Frame frame;
    frame.buttons = static_cast<std::uint16_t>((tick * 7 + index(slot)) & 0xff);
    frame.report_count = static_cast<std::uint8_t>(tick % 4);
    for (std::size_t i = 0; i < frame.report_count; ++i) frame.reports[i] = {.kind = ReportKind::hit, .slot = slot, .number = ShotNumber{tick}};
    return proto::normal(frame);
}

}  // namespace

TEST_CASE("a journal gives back the game and its frames, and shows neither tokens nor names") {
    std::vector<std::uint8_t> file;
    Journal journal(std::make_unique<support::MemoryJournal>(file), kKey);
    const KeptGame game = some_game();
    journal.keep(game);
    journal.reserve();
    for (std::uint32_t tick = 0; tick < 700; ++tick) {
        for (const Slot slot : kSlots) journal.note(slot, Tick{tick}, frame_of(tick, slot));
    }
    CHECK(journal.fault().empty());
    CHECK(file.size() == Journal::kFileBytes);
    JournalImage image;
    REQUIRE(image.read(file, kKey).empty());
    CHECK(image.game() == game);
    for (std::uint32_t tick = 0; tick < 702; ++tick) {
        for (const Slot slot : kSlots) {
            const auto frame = image.frame(slot, Tick{tick});
            REQUIRE(frame.has_value() == (tick >= 700 - Journal::kRing && tick < 700));
            if (frame) CHECK(*frame == frame_of(tick, slot));
        }
    }
    const std::string name = game.seats[0].name;
    CHECK_FALSE(support::contains_bytes(file, std::span(reinterpret_cast<const std::uint8_t*>(name.data()), name.size())));
    CHECK_FALSE(support::contains_bytes(file, game.seats[0].tokens.current()));
    CHECK(image.read(file, JournalKey{8}).find("another server's") != std::string::npos);
}

TEST_CASE("a game that no lobby could have made is not read, and every other one is") {
    const auto is_read = [](const std::function<void(KeptGame&)>& change) {
        KeptGame game = some_game();
        change(game);
        const auto read = read_kept_game(bytes_of(game));
        if (read) CHECK(*read == game);
        return read.has_value();
    };
    const auto practice = [](KeptGame& game) {
        game.stages.clear();
        game.stage = 0;
        game.carry.reset();
        game.section = 3;
        game.phase = 2;
    };
    CHECK(is_read([](KeptGame&) {}));
    CHECK(is_read(practice));
    CHECK(is_read([](KeptGame& game) { game.players = 1, game.seats[1] = {}; }));
    CHECK(is_read([](KeptGame& game) { game.stage = 1, game.carry.reset(); }));

    CHECK_FALSE(is_read([](KeptGame& game) { game.players = 1; }));  // and a second seat that is taken
    CHECK_FALSE(is_read([](KeptGame& game) { game.players = 3; }));
    CHECK_FALSE(is_read([&](KeptGame& game) { practice(game), game.section = 0; }));  // a phase of no section
    CHECK_FALSE(is_read([&](KeptGame& game) { practice(game), game.carry = Carry{}; }));
    CHECK_FALSE(is_read([](KeptGame& game) { game.section = 1; }));  // practice in a campaign
    CHECK_FALSE(is_read([](KeptGame& game) { game.stage = 1; }));    // something is carried into the first level
    CHECK_FALSE(is_read([](KeptGame& game) { game.stage = 3; }));
    CHECK_FALSE(is_read([](KeptGame& game) { game.stage = 0, game.carry.reset(); }));
    CHECK_FALSE(is_read([](KeptGame& game) { game.stages.clear(); }));
    CHECK_FALSE(is_read([](KeptGame& game) { game.carry->players[0].multiplier = 0; }));
    CHECK_FALSE(is_read([](KeptGame& game) { game.carry->players[1].lives = 0; }));
    CHECK_FALSE(is_read([](KeptGame& game) { game.level_name.assign(65, 'x'); }));  // fits in no message
    CHECK_FALSE(is_read([](KeptGame& game) { game.stages[0].assign(65, 'x'); }));
    CHECK_FALSE(is_read([](KeptGame& game) { game.code = "K7Q-F2M"; }));
    CHECK_FALSE(is_read([](KeptGame& game) { game.difficulty = static_cast<Difficulty>(3); }));
    CHECK_FALSE(is_read([](KeptGame& game) { game.seats[0].name.clear(); }));
    CHECK_FALSE(is_read([](KeptGame& game) { game.seats[1].presence = static_cast<proto::Partner>(9); }));
    const std::vector<std::uint8_t> whole = bytes_of(some_game());
    const std::size_t without_speed = whole.size() - sizeof(KeptGame::speed), without_watch_delay = without_speed - sizeof(KeptGame::watch_delay_ms);
    for (std::size_t size = 0; size < whole.size(); ++size) {
        CHECK(read_kept_game(std::span(whole).first(size)).has_value() == (size == without_speed || size == without_watch_delay));
    }
}

TEST_CASE("the journal of a program that did not know the speed, or the delay for spectators, is read, with full speed and the shortest delay") {
    KeptGame game = some_game();
    game.watch_delay_ms = 30'000;
    game.speed = proto::kSpeedMin;
    std::vector<std::uint8_t> bytes = bytes_of(game);
    CHECK(read_kept_game(bytes) == game);
    bytes.resize(bytes.size() - sizeof game.speed);
    game.speed = proto::kSpeedFull;
    CHECK(read_kept_game(bytes) == game);
    bytes.resize(bytes.size() - sizeof game.watch_delay_ms);
    game.watch_delay_ms = 0;
    CHECK(read_kept_game(bytes) == game);
}

TEST_CASE("a write that is cut off at any byte leaves the game as it was before, or as it is after") {
    std::vector<std::uint8_t> file;
    Journal journal(std::make_unique<support::MemoryJournal>(file), kKey);
    KeptGame first = some_game();
    journal.keep(first);
    journal.reserve();
    KeptGame second = first;
    second.seats[1].presence = proto::Partner::left;
    journal.keep(second);
    const std::vector<std::uint8_t> before = file;
    KeptGame third = second;
    third.seats[1].name = "somebody else";
    journal.keep(third);
    REQUIRE(file.size() == before.size());
    int old = 0;
    for (std::size_t cut = 0; cut <= 2 * Journal::kHeadBytes; ++cut) {
        std::vector<std::uint8_t> torn = before;
        std::copy_n(file.begin(), Journal::kHeadsAt + cut, torn.begin());
        JournalImage image;
        REQUIRE(image.read(torn, kKey).empty());
        const bool is_old = image.game() == second;
        REQUIRE((is_old || image.game() == third));
        old += is_old ? 1 : 0;
    }
    CHECK(old > 100);
    // A frame of a later round in a cell.
    journal.note(Slot::blue, Tick{3}, frame_of(3, Slot::blue));
    const std::vector<std::uint8_t> earlier = file;
    journal.note(Slot::blue, Tick{3 + Journal::kRing}, frame_of(3 + Journal::kRing, Slot::blue));
    const auto from = std::ranges::mismatch(earlier, file).in1 - earlier.begin();
    for (std::ptrdiff_t cut = 0; cut <= 300; ++cut) {
        std::vector<std::uint8_t> torn = earlier;
        std::copy_n(file.begin(), from + cut, torn.begin());
        JournalImage image;
        REQUIRE(image.read(torn, kKey).empty());
        const auto is = image.frame(Slot::blue, Tick{3 + Journal::kRing});
        const auto was = image.frame(Slot::blue, Tick{3});
        REQUIRE(is.has_value() == (torn == file));
        if (was) REQUIRE(*was == frame_of(3, Slot::blue));
        if (is) REQUIRE(*is == frame_of(3 + Journal::kRing, Slot::blue));
    }
}

TEST_CASE("a journal with any byte changed, or cut at any byte, never gives another game") {
    std::vector<std::uint8_t> file;
    Journal journal(std::make_unique<support::MemoryJournal>(file), kKey);
    KeptGame first = some_game();
    journal.keep(first);
    KeptGame second = first;
    second.seats[0].ready = false;
    journal.keep(second);
    for (std::size_t at = 0; at < file.size(); ++at) {
        for (const int mask : {1, 0x80}) {
            std::vector<std::uint8_t> changed = file;
            changed[at] ^= static_cast<std::uint8_t>(mask);
            JournalImage image;
            if (!image.read(changed, kKey).empty()) continue;
            REQUIRE((image.game() == first || image.game() == second));
        }
        JournalImage image;
        if (image.read({file.begin(), file.begin() + static_cast<std::ptrdiff_t>(at)}, kKey).empty()) {
            REQUIRE((image.game() == first || image.game() == second));
        }
    }
}

TEST_CASE("a recording cut at every byte of its last records is resumed from what is intact, and from its journal") {
    const auto level = std::make_shared<const Level>(support::small_level());
    replays::MemorySink sink;
    replays::Recorder recorder(sink, *level, {.game = {.seed = 5, .players = 3}, .names = {"Vronsky", ""}, .started_ms = 12'345});
    auto world = std::make_unique<World>();
    auto events = std::make_unique<Events>();
    init(*world, *level, {.seed = 5, .players = 3});
    std::vector<std::uint8_t> file;
    auto journal = std::make_shared<Journal>(std::make_unique<support::MemoryJournal>(file), kKey);
    KeptGame game = some_game();
    game.stages.clear();
    game.stage = 0;
    game.carry.reset();
    game.level_digest = level->digest;
    game.difficulty = level->difficulty;
    journal->keep(game);
    std::size_t last_record = 0;
    constexpr std::uint32_t kTicks = 215;  // three records; 35 ticks wait for the fourth
    for (std::uint32_t tick = 0; tick < kTicks; ++tick) {
        FramePair frames;
        for (const Slot slot : kSlots) frames[index(slot)].buttons = static_cast<std::uint16_t>((tick / 9 * 5 + index(slot)) & 0xf);
        for (const Slot slot : kSlots) journal->note(slot, Tick{tick}, frames[index(slot)]);
        events->clear();
        step(*world, *level, frames, *events);
        const std::size_t before = sink.bytes.size();
        recorder.append(frames, root_of(*world));
        if (sink.bytes.size() != before && tick > 70 && last_record == 0) last_record = before;
    }
    journal->note(Slot::gold, Tick{kTicks}, {});  // and one that waits for its partner
    REQUIRE(last_record > 0);
    Levels levels;
    levels.offer("small", level->difficulty, level);
    Metrics metrics;
    int resumed = 0;
    for (std::size_t cut = last_record; cut <= sink.bytes.size(); ++cut) {
        ParkedGame parked;
        REQUIRE(parked.image.read(file, kKey).empty());
        parked.recording.assign(sink.bytes.begin(), sink.bytes.begin() + static_cast<std::ptrdiff_t>(cut));
        parked.journal = std::make_shared<Journal>(std::make_unique<support::MemoryJournal>(file), kKey, parked.image.number());
        std::vector<std::uint8_t> written = parked.recording;
        parked.truncate = [&](std::size_t bytes) {
            written.resize(bytes);
            return support::ready<std::unique_ptr<replays::ByteSink>>(std::make_unique<support::AppendTo>(written));
        };
        Recovery recovery(std::move(parked), levels, [](const KeptGame& kept, std::shared_ptr<const Level> of) {
            SessionSetup setup;
            setup.code = kept.code;
            setup.level_name = kept.level_name;
            setup.level = std::move(of);
            setup.seed = kept.seed;
            return setup;
        }, metrics);
        REQUIRE(recovery.fault() == "");
        while (!recovery.play(50)) {
        }
        const auto session = recovery.take(1'000'000);
        REQUIRE(session->tick() == Tick{kTicks});
        REQUIRE(root_of(session->world()) == root_of(*world));
        // The recording goes on from its last intact record, and names those who began the game.
        replays::Recording recording;
        REQUIRE(replays::read_recording(written, recording).empty());
        REQUIRE(recording.damage.kind == replays::Damage::Kind::unfinished);
        REQUIRE(recording.ticks() == kTicks / replays::kTicksPerRecord * replays::kTicksPerRecord);
        REQUIRE(recording.header.names[0] == "Vronsky");
        ++resumed;
    }
    CHECK(resumed > 50);
}
