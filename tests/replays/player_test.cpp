// Goal: a replay shows the same world however a tick is reached, verifies, and shows where two replays diverge.
#include "replays/player.hpp"

#include <doctest/doctest.h>

#include "replays/compare.hpp"
#include "replays/packed.hpp"
#include "sim/snapshot.hpp"
#include "tests/replays/scene.hpp"
#include "tests/support/game.hpp"
#include "tests/support/small_level.hpp"

namespace albireo::replays {
namespace {

Replay replay_of(const std::vector<std::uint8_t>& bytes, Partial partial = Partial::refuse) {
    Recording recording;
    Replay replay;
    REQUIRE(read_recording(bytes, recording) == "");
    REQUIRE(prepare(std::move(recording), replay, partial) == "");
    return replay;
}

TEST_CASE("a recording verifies, also twice in one process and after another recording") {
    const auto one = play(1, 1500), two = play(2, 1000);
    const Replay first = replay_of(one->sink.bytes), second = replay_of(two->sink.bytes);
    const Verdict once = verify(first), other = verify(second), again = verify(first);
    CHECK(once.text == "");
    CHECK(once.same);
    CHECK(other.same);
    CHECK(again.same);
    CHECK(once.ticks == 1500);
    CHECK(once.seconds == 25);
    CHECK(once.root == one->roots.back());
    CHECK(again.all_roots == once.all_roots);
    CHECK(other.all_roots != once.all_roots);
}

TEST_CASE("seeking and stepping back give the same world as playing straight on") {
    const auto game = play(4, 2000);
    const Replay replay = replay_of(game->sink.bytes);
    Player player{replay};
    const auto root_at = [&](std::uint32_t tick) {
        if (tick != 0) return game->roots[tick - 1];
        World world;
        begin_world(replay, world);
        return root_of(world);
    };
    Random random = Random::seed(1, 2);
    for (int i = 0; i < 200; ++i) {
        const std::uint32_t target = random.below(2001);
        player.seek(Tick{target});
        REQUIRE(player.tick() == Tick{target});
        REQUIRE(root_of(player.world()) == root_at(target));
        if (target > 0 && i % 4 == 0) {
            CHECK(player.step_back());
            REQUIRE(root_of(player.world()) == root_at(target - 1));
            CHECK(player.step());
            REQUIRE(root_of(player.world()) == root_at(target));
            CHECK(player.frames() == game->frames[target - 1]);
        }
    }
    player.seek(Tick{99999});
    CHECK(player.tick() == player.end());
    CHECK_FALSE(player.step());
    player.seek(player.begin());
    CHECK_FALSE(player.step_back());
}

TEST_CASE("a seek to any tick shows the frames and events that led to it, also at a tick with a stored snapshot") {
    const auto game = play(4, 3 * Player::kSnapshotTicks + 10);
    const Replay replay = replay_of(game->sink.bytes);
    Player straight{replay}, player{replay};
    const auto check = [&](std::uint32_t tick) {
        CAPTURE(tick);
        while (straight.tick() < Tick{tick}) straight.step();
        player.seek(Tick{tick});
        REQUIRE(player.tick() == Tick{tick});
        CHECK(player.frames() == game->frames[tick - 1]);
        CHECK(player.events().all().size() == straight.events().all().size());
        CHECK(root_of(player.world()) == game->roots[tick - 1]);
    };
    player.seek(player.end());
    std::size_t pressed = 0;
    for (std::uint32_t kept = 1; kept <= 3; ++kept) {
        for (const std::uint32_t tick : {kept * Player::kSnapshotTicks - 1, kept * Player::kSnapshotTicks,
                                         kept * Player::kSnapshotTicks + 1}) {
            check(tick);
            pressed += game->frames[tick - 1] != FramePair{};
        }
    }
    CHECK(pressed > 0);
    Player follower{replay};
    follower.seek(Tick{2 * Player::kSnapshotTicks}, player);
    CHECK(follower.frames() == game->frames[2 * Player::kSnapshotTicks - 1]);
}

namespace {

/// A recording of a quarter of an hour; at `spoilt` its checkpoint is of another world.
std::vector<std::uint8_t> quarter_hour(const Level& level, std::uint32_t spoilt, std::vector<std::uint64_t>& roots) {
    MemorySink sink;
    Recorder recorder{sink, level, {.game = {.seed = 5, .players = 3}}};
    const auto world = std::make_unique<World>();
    const auto events = std::make_unique<Events>();
    init(*world, level, {.seed = 5, .players = 3});
    roots.clear();
    while (world->tick.value < 3 * kCheckpointTicks + 100) {
        FramePair frames{};
        frames[0].buttons = world->tick.value / 50 % 2 == 0 ? kFire | kUp : kFire | kDown;
        events->clear();
        step(*world, level, frames, *events);
        roots.push_back(root_of(*world));
        recorder.append(frames, roots.back());
        if (world->tick.value == spoilt) {
            const auto other = std::make_unique<World>(*world);
            ++other->earnings[1].kills;
            recorder.checkpoint_if_due(*other);
        }
        recorder.checkpoint_if_due(*world);
    }
    recorder.finish(*world);
    return sink.bytes;
}

}  // namespace

TEST_CASE("a seek in a long recording starts from its checkpoints, and verification checks them") {
    const Level level = support::small_level();
    std::vector<std::uint64_t> roots;
    const Replay replay = replay_of(quarter_hour(level, 0, roots));
    REQUIRE(replay.recording.checkpoints.size() == 3);
    CHECK(verify(replay).same);
    for (const std::uint32_t tick : {kCheckpointTicks - 1, kCheckpointTicks, kCheckpointTicks + 1, 2 * kCheckpointTicks + 500, 3 * kCheckpointTicks + 100}) {
        Player cold{replay};
        cold.seek(Tick{tick});
        CHECK(cold.tick() == Tick{tick});
        CHECK(root_of(cold.world()) == roots[tick - 1]);
        CHECK(cold.frames()[0].buttons == ((tick - 1) / 50 % 2 == 0 ? kFire | kUp : kFire | kDown));
        for (const std::uint32_t back : {tick - 7, tick / 2, 100u, tick}) {
            cold.seek(Tick{back});
            REQUIRE(root_of(cold.world()) == roots[back - 1]);
        }
    }
    // A player that skipped the way to a false checkpoint shows its world; verification names it.
    Replay spoilt = replay_of(quarter_hour(level, 2 * kCheckpointTicks, roots));
    Player player{spoilt};
    player.seek(Tick{2 * kCheckpointTicks + 1});
    CHECK(root_of(player.world()) != roots[2 * kCheckpointTicks]);
    const Verdict verdict = verify(spoilt);
    CHECK_FALSE(verdict.same);
    CHECK(verdict.text.starts_with("the checkpoint of tick 36 000 differs"));
    CHECK(verdict.wrong_until == Tick{2 * kCheckpointTicks});
    CHECK(verdict.named);
    CHECK(verdict.text.find("; 1 field differs, first earnings[1].kills: ") != std::string::npos);
    // A second whose digest differs has no field; the next checkpoint that differs has.
    spoilt.recording.stretches[3].roots ^= 1;
    const Verdict unnamed = verify(spoilt), named = verify(spoilt, AfterDifference::name);
    CHECK(unnamed.text.starts_with("differs within ticks 181 to 240: digest "));
    CHECK(unnamed.text.find("field") == std::string::npos);
    CHECK(named.text.starts_with(unnamed.text + "; in the checkpoint of tick 36 000 1 field differs, first earnings[1].kills: "));
    CHECK(named.wrong_until == unnamed.wrong_until);
}

TEST_CASE("a wrong digest is found within its second of the recording") {
    const auto game = play(5, 600);
    MemorySink sink;
    Recorder recorder{sink, game->level, {.game = {.seed = 5, .players = 3}}};
    for (std::size_t i = 0; i < game->frames.size(); ++i) {
        recorder.append(game->frames[i], game->roots[i] ^ (i == 333 ? 1 : 0));
    }
    recorder.finish(*game->world);
    const Verdict verdict = verify(replay_of(sink.bytes));
    CHECK_FALSE(verdict.same);
    CHECK(verdict.wrong_after == Tick{300});
    CHECK(verdict.wrong_until == Tick{360});
    CHECK(verdict.seconds == 5);
}

TEST_CASE("a wrong trailer is found") {
    const auto game = play(5, 100);
    game->world->earnings[1].score += 1;
    MemorySink sink;
    Recorder recorder{sink, game->level, {.game = {.seed = 5, .players = 3}}};
    for (std::size_t i = 0; i < game->frames.size(); ++i) recorder.append(game->frames[i], game->roots[i]);
    recorder.finish(*game->world);
    CHECK_FALSE(verify(replay_of(sink.bytes)).same);
}

TEST_CASE("diverging recordings are compared by tick and field") {
    const auto game = play(6, 500);
    const auto record = [&](std::size_t changed) {
        MemorySink sink;
        Recorder recorder{sink, game->level, {.game = {.seed = 6, .players = 3}}};
        const auto world = std::make_unique<World>();
        const auto events = std::make_unique<Events>();
        init(*world, game->level, {.seed = 6, .players = 3});
        for (std::size_t i = 0; i < game->frames.size(); ++i) {
            FramePair frames = game->frames[i];
            if (i == changed) frames[1].buttons ^= kUp;
            step(*world, game->level, frames, *events);
            recorder.append(frames, root_of(*world));
        }
        recorder.finish(*world);
        return replay_of(sink.bytes);
    };
    const Replay as_played = record(9999), changed = record(222);
    CHECK(compare(as_played, as_played).same());
    const Comparison comparison = compare(as_played, changed);
    CHECK(comparison.setup.empty());
    REQUIRE(comparison.inputs);
    CHECK(comparison.inputs->tick == Tick{223});
    REQUIRE(comparison.inputs->fields.size() == 1);
    CHECK(comparison.inputs->fields[0].path == "blue.buttons");
    REQUIRE(comparison.worlds);
    CHECK(comparison.worlds->tick == Tick{223});
    CHECK(comparison.worlds->fields.at(0).path == "ships[1].at.y");
}

TEST_CASE("an extract begins with a snapshot and plays the same") {
    const auto game = play(7, 900, [](Game&, Recorder& recorder) {
        if (recorder.tick() == Tick{500}) recorder.note({.kind = NoteKind::speed, .value = 50});
    });
    const Replay whole = replay_of(game->sink.bytes);
    MemorySink sink;
    REQUIRE(rewrite(whole, {Tick{333}, Tick{777}}, "a test", sink) == "");
    const Replay part = replay_of(sink.bytes);
    CHECK(part.recording.begin() == Tick{333});
    CHECK(part.recording.end() == Tick{777});
    REQUIRE(part.recording.notes.size() == 1);
    CHECK(part.recording.notes[0].tick == Tick{500});
    const Verdict verdict = verify(part);
    CHECK(verdict.text == "");
    CHECK(verdict.root == game->roots[776]);
    Player player{part};
    player.seek(Tick{700});
    player.seek(Tick{400});
    CHECK(root_of(player.world()) == game->roots[399]);

    // An extract and its whole are compared over the ticks that both have.
    const Comparison comparison = compare(part, whole);
    CHECK_FALSE(comparison.inputs);
    CHECK_FALSE(comparison.worlds);
    CHECK(comparison.ticks_compared == 444);

    MemorySink again;
    REQUIRE(rewrite(part, {Tick{333}, Tick{777}}, "a test", again) == "");
    CHECK(again.bytes == sink.bytes);
    CHECK(rewrite(part, {Tick{332}, Tick{777}}, "a test", again) != "");
    CHECK(rewrite(part, {Tick{400}, Tick{400}}, "a test", again) != "");
}

TEST_CASE("an extract includes the notes of its last tick, and the speed in effect at its start") {
    const auto game = play(7, 900, [](Game&, Recorder& recorder) {
        if (recorder.tick() == Tick{100}) recorder.note({.kind = NoteKind::speed, .value = 50});
        if (recorder.tick() == Tick{200}) recorder.note({.kind = NoteKind::bookmark, .text = "too early"});
        if (recorder.tick() == Tick{777}) recorder.note({.kind = NoteKind::desync, .text = "desync at tick 770"});
        if (recorder.tick() == Tick{900}) recorder.note({.kind = NoteKind::desync, .text = "desync at tick 899"});
    });
    const Replay whole = replay_of(game->sink.bytes);
    const auto notes_of = [&](const Replay& from, Tick first, Tick last) {
        MemorySink sink;
        REQUIRE(rewrite(from, {first, last}, "a test", sink) == "");
        const Replay part = replay_of(sink.bytes);
        CHECK(verify(part).text == "");
        std::vector<std::string> notes;
        for (const Note& note : part.recording.notes) {
            notes.push_back(std::to_string(note.tick.value) + " " + std::to_string(note.value) + " " + note.text);
        }
        return notes;
    };
    using Notes = std::vector<std::string>;
    CHECK(notes_of(whole, Tick{}, Tick{900}) ==
          Notes{"100 50 ", "200 0 too early", "777 0 desync at tick 770", "900 0 desync at tick 899"});
    CHECK(notes_of(whole, Tick{333}, Tick{777}) == Notes{"333 50 ", "777 0 desync at tick 770"});
    CHECK(notes_of(whole, Tick{100}, Tick{199}) == Notes{"100 50 "});
    CHECK(notes_of(whole, Tick{20}, Tick{99}) == Notes{});
}

TEST_CASE("an extract that ends where the world was replaced records this and verifies") {
    const auto game = play(8, 400, [](Game& now, Recorder& recorder) {
        if (recorder.tick() != Tick{150}) return;
        now.world->earnings[0].score += 1000;
        recorder.heal(*now.world, "score was 1000 short");
    });
    MemorySink sink;
    REQUIRE(rewrite(replay_of(game->sink.bytes), {Tick{100}, Tick{150}}, "a test", sink) == "");
    const Replay part = replay_of(sink.bytes);
    REQUIRE(part.recording.notes.size() == 1);
    CHECK(part.recording.notes[0].tick == Tick{150});
    CHECK(verify(part).text == "");
    CHECK(verify(part).root == game->roots[149]);
}

TEST_CASE("a replay that was cut anywhere, also between a replaced world's note and the world, can be rewritten") {
    const auto game = play(8, 400, [](Game& now, Recorder& recorder) {
        if (recorder.tick() == Tick{150}) recorder.heal(*now.world, "score was 1000 short");
    });
    std::size_t rewritten = 0;
    bool was_dropped = false;
    const std::span<const std::uint8_t> whole = game->sink.bytes;
    for (std::size_t size = whole.size(); size > whole.size() / 2; size -= 7) {
        Recording recording;
        if (!read_recording(whole.first(size), recording).empty() || recording.ticks() < 60) break;
        was_dropped = was_dropped || recording.notes.empty();
        Replay replay;
        REQUIRE(prepare(std::move(recording), replay, Partial::accept) == "");
        MemorySink sink;
        CHECK(rewrite(replay, {replay.recording.begin(), replay.recording.end()}, "a test", sink) == "");
        CHECK(verify(replay_of(sink.bytes)).text == "");
        ++rewritten;
    }
    CHECK(rewritten > 100);
    CHECK(was_dropped);
}

TEST_CASE("where the world was replaced, the replay continues from the new world") {
    const auto game = play(8, 400, [](Game& now, Recorder& recorder) {
        if (recorder.tick() != Tick{150}) return;
        now.world->earnings[0].score += 1000;
        recorder.heal(*now.world, "score was 1000 short");
    });
    const Replay replay = replay_of(game->sink.bytes);
    CHECK(verify(replay).text == "");
    Player player{replay};
    player.seek(Tick{400});
    player.seek(Tick{150});
    CHECK(root_of(player.world()) == game->roots[149]);
    player.step();
    CHECK(root_of(player.world()) == game->roots[150]);

    MemorySink sink;
    REQUIRE(rewrite(replay, {Tick{100}, Tick{300}}, "a test", sink) == "");
    CHECK(verify(replay_of(sink.bytes)).text == "");
}

TEST_CASE(
    "a replay, or a snapshot in it, of another core version is refused with the version it needs and what to do") {
    const auto game = play(9, 60);
    Recording recording;
    Replay replay;
    REQUIRE(read_recording(game->sink.bytes, recording) == "");
    recording.header.core_version = 77;
    const std::string advice =
        "; this program has version " + std::to_string(kCoreVersion) + ": use the release that made it";
    CHECK(prepare(recording, replay, Partial::accept) ==
          "replay needs core version 77" + advice + " (recorded by a test)");
    recording.header.recorded_by = "a \x1b[2Jtest";
    CHECK(prepare(recording, replay, Partial::accept) ==
          "replay needs core version 77" + advice + " (recorded by a ?[2Jtest)");
    recording.header.recorded_by.clear();
    CHECK(prepare(recording, replay, Partial::accept) == "replay needs core version 77" + advice);
    recording.header.core_version = kCoreVersion;
    auto snapshot = support::saved(*game->world, game->level);
    snapshot[8] = 77;
    const auto packed = pack(snapshot);
    Recording with_snapshot = recording;
    with_snapshot.snapshots = {{Tick{60}, {with_snapshot.packed.size(), packed.size()}}};
    with_snapshot.packed.insert(with_snapshot.packed.end(), packed.begin(), packed.end());
    CHECK(prepare(with_snapshot, replay, Partial::accept) ==
          "the replay's snapshot of tick 60 cannot be used: the snapshot needs core version 77" + advice);
    recording.header.level_digest ^= 1;
    CHECK(prepare(recording, replay, Partial::accept) != "");
    recording.header.level_digest ^= 1;
    recording.header.level[20] ^= 0xff;
    CHECK(prepare(recording, replay, Partial::accept) != "");
}

TEST_CASE("an unfinished recording is played only on request") {
    const auto game = play(9, 200);
    auto bytes = game->sink.bytes;
    bytes.erase(bytes.end() - 3, bytes.end());
    Recording recording;
    Replay replay;
    REQUIRE(read_recording(bytes, recording) == "");
    CHECK(prepare(recording, replay, Partial::refuse).find("use --partial") != std::string::npos);
    const Replay partial = replay_of(bytes, Partial::accept);
    const Verdict verdict = verify(partial);
    CHECK(verdict.same);
    CHECK(verdict.ticks == 200);
}

}  // namespace
}  // namespace albireo::replays
