// Goal: a game is resumed where it was, from the newest checkpoint of its recording on, or not at all: never at an earlier tick, and
// never from a recording and a journal that do not agree.
#include <doctest/doctest.h>

#include "replays/reader.hpp"
#include "replays/recorder.hpp"
#include "replays/verify.hpp"
#include "sim/digest.hpp"
#include "sim/snapshot.hpp"
#include "sim/step.hpp"
#include "tests/support/memory_disk.hpp"
#include "tests/support/small_level.hpp"

using namespace albireo;
using namespace albireo::server;

namespace {

/// A game that was played up to a tick, with its recording and its journal.
struct LeftGame {
    explicit LeftGame(std::uint32_t ticks, std::uint32_t recorded_to = UINT32_MAX, std::uint32_t paused_at = UINT32_MAX) {
        levels.offer("small", level->difficulty, level);
        kept.core_version = kCoreVersion;
        kept.code = "K7QF2M";
        kept.level_name = "small";
        kept.level_digest = level->digest;
        kept.difficulty = level->difficulty;
        kept.seed = 5;
        kept.started = true;
        kept.seats[0] = {.taken = true, .ready = true, .presence = proto::Partner::here, .name = "Anna", .tokens = {}};
        kept.seats[1] = {.taken = true, .ready = true, .presence = proto::Partner::here, .name = "Ben", .tokens = {}};
        const auto journal = disk.create(kept.code);
        journal->keep(kept);
        init(*world, *level, {.seed = 5, .players = 3});
        support::AppendTo sink(left().recording);
        replays::Recorder recorder(sink, *level, {.game = {.seed = 5, .players = 3}, .names = {"Anna", "Ben"}});
        auto events = std::make_unique<Events>();
        for (std::uint32_t tick = 0; tick < ticks; ++tick) {
            FramePair frames;
            for (const Slot slot : kSlots) frames[index(slot)].buttons = static_cast<std::uint16_t>((tick / 9 * 5 + index(slot)) & 0xf);
            if (tick == paused_at) frames[0].command = Command::pause, frames[0].command_delay = 12;
            for (const Slot slot : kSlots) journal->note(slot, Tick{tick}, frames[index(slot)]);
            events->clear();
            step(*world, *level, frames, *events);
            if (tick >= recorded_to) continue;
            recorder.append(frames, root_of(*world) ^ (tick == wrong_root_at ? 1 : 0));
            recorder.checkpoint_if_due(*world);
        }
    }
    support::MemoryDisk::Game& left() { return *disk.games.front(); }
    void keep_again() { Journal(std::make_unique<support::MemoryJournal>(left().journal), disk.kKey, 1).keep(kept); }
    std::unique_ptr<Recovery> recover() {
        return std::make_unique<Recovery>(disk.parked(left()), levels, [](const KeptGame& game, std::shared_ptr<const Level> of) {
            SessionSetup setup;
            setup.code = game.code;
            setup.level_name = game.level_name;
            setup.level = std::move(of);
            setup.seed = game.seed;
            return setup;
        }, metrics);
    }
    std::string fault() {
        const auto recovery = recover();
        for (int i = 0; i < 1'000 && !recovery->play(1'000); ++i) {
        }
        return recovery->fault();
    }

    static inline std::uint32_t wrong_root_at = UINT32_MAX;
    std::shared_ptr<const Level> level = std::make_shared<const Level>(support::small_level());
    Levels levels;
    Metrics metrics;
    support::MemoryDisk disk;
    KeptGame kept;
    std::unique_ptr<World> world = std::make_unique<World>();
};

bool has(const std::string& text, std::string_view words) { return text.find(words) != std::string::npos; }

}  // namespace

TEST_CASE("a long game is resumed from its checkpoint, and its recording goes on as one") {
    constexpr std::uint32_t kTicks = replays::kCheckpointTicks + 230;
    LeftGame game(kTicks);
    auto recovery = game.recover();
    REQUIRE(recovery->fault() == "");
    // Only what was played after the checkpoint.
    CHECK_FALSE(recovery->play(200));
    CHECK(recovery->play(100));
    REQUIRE(recovery->fault() == "");
    const auto session = recovery->take(1'000'000);
    CHECK(session->tick() == Tick{kTicks});
    CHECK(root_of(session->world()) == root_of(*game.world));
    REQUIRE(session->play({}));
    session->advance(1'500'000);  // its invariants hold although its history begins with the checkpoint
    session->end(proto::ByeReason::done, 2'000'000);
    replays::Replay replay;
    replays::Recording recording;
    REQUIRE(replays::read_recording(game.left().recording, recording) == "");
    CHECK_FALSE(recording.damage);
    CHECK(recording.end() == Tick{kTicks + 1});
    REQUIRE(replays::prepare(std::move(recording), replay, replays::Partial::refuse) == "");
    CHECK(replays::verify(replay).text == "");
}

// It once ended at its first pass: the pause counted from the start of the machine.
TEST_CASE("a game that was paused when its server died goes on, however long the machine has run") {
    LeftGame game(300, UINT32_MAX, 100);  // for two players a pause begins two seconds later
    REQUIRE(is_paused(*game.world));
    auto recovery = game.recover();
    REQUIRE(recovery->play(1'000));
    constexpr proto::Micros kHour = 3'600 * proto::kMicrosPerSecond, kStart = 48 * kHour;
    const auto session = recovery->take(kStart);
    REQUIRE(session->play({}));
    session->advance(kStart + 1);
    CHECK_FALSE(session->has_ended());
}

TEST_CASE("a recording that stopped before the journal begins gives no game in its past") {
    // 512 ticks are in a journal: here 588 to 1 099.
    CHECK(has(LeftGame(1'100, 540).fault(), "its recording ends at tick 540, before the frames of its journal begin"));
    CHECK(has(LeftGame(1'100, 60).fault(), "its recording ends at tick 60, before the frames of its journal begin"));
    CHECK(LeftGame(1'100, 600).fault() == "");
}

TEST_CASE("a recording and a journal that do not agree give no game") {
    SUBCASE("other frames") {
        LeftGame game(200);
        Frame other;
        other.buttons = 0x10;
        Journal(std::make_unique<support::MemoryJournal>(game.left().journal), game.disk.kKey, 1).note(Slot::blue, Tick{150}, other);
        CHECK(has(game.fault(), "their frames of tick 150 differ"));
    }
    SUBCASE("another digest") {
        LeftGame::wrong_root_at = 70;
        LeftGame game(200);
        LeftGame::wrong_root_at = UINT32_MAX;
        CHECK(has(game.fault(), "another digest for ticks 61 to 120"));
    }
    SUBCASE("another game") {
        LeftGame game(200);
        game.kept.seed = 6;
        game.keep_again();
        CHECK(has(game.fault(), "of another game"));
    }
}

TEST_CASE("a game that begins in a section or a phase that its level lacks is not resumed") {
    for (const auto& place : {std::pair{200, 0}, {1, 9}}) {
        const int section = place.first, phase = place.second;
        for (const bool has_begun : {true, false}) {
            CAPTURE(section);
            CAPTURE(has_begun);
            LeftGame game(100);
            game.left().recording.clear();
            game.kept.section = static_cast<std::uint8_t>(section);
            game.kept.phase = static_cast<std::uint8_t>(phase);
            game.kept.started = has_begun;
            game.keep_again();
            CHECK(has(game.fault(), "its level small is no longer offered, or has changed"));
        }
    }
}

TEST_CASE("a campaign whose later level is no longer offered is not resumed") {
    LeftGame game(100);
    game.kept.stages = {"small", "gone"};
    game.kept.stage = 1;
    game.keep_again();
    CHECK(game.fault() == "a later level of its campaign, gone, is no longer offered");
    game.levels.offer("gone", game.level->difficulty, game.level);
    CHECK(game.fault() == "");
}

TEST_CASE("a campaign has as many levels as a journal can hold") {
    Levels levels;
    const std::vector<std::string> longest(kStagesMax, "the_cut");
    CHECK(levels.set_campaign(longest) == "");
    std::vector<std::string> longer = longest;
    longer.push_back("the_cut");
    CHECK(levels.set_campaign(longer) == "a campaign has at most 32 levels, and this one has 33");
    // With names as long as a client can ask for.
    KeptGame game;
    game.code = "K7QF2M";
    game.stages.assign(kStagesMax, std::string(64, 'x'));
    game.stage = 1;
    std::vector<std::uint8_t> file;
    Journal journal(std::make_unique<support::MemoryJournal>(file), support::MemoryDisk::kKey);
    journal.keep(game);
    CHECK(journal.fault() == "");
    JournalImage image;
    CHECK(image.read(file, support::MemoryDisk::kKey) == "");
}
