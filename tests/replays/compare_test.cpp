// Goal: where two recordings diverge by one bit, compare() finds the first tick, the first field and both values.
#include "replays/compare.hpp"

#include <doctest/doctest.h>

#include <map>

#include "replays/field_ref.hpp"
#include "replays/packed.hpp"
#include "replays/player.hpp"
#include "sim/snapshot.hpp"
#include "sim/witness/fault.hpp"
#include "tests/replays/scene.hpp"
#include "tests/support/game.hpp"
#include "tests/support/repetitions.hpp"

namespace albireo::replays {
namespace {

constexpr std::uint32_t kTicks = 400, kHealedAfter = 5, kAfter = 20;

std::vector<std::pair<std::string, std::int64_t>> leaves_of(const World& world) {
    std::vector<std::pair<std::string, std::int64_t>> leaves;
    dump_world(world, [&](std::string_view path, std::int64_t value) { leaves.emplace_back(path, value); });
    return leaves;
}

/// The differences of two worlds by their lists of leaves. Leaves that only one world has do not count.
std::vector<FieldDifference> differences(const World& a, const World& b) {
    std::map<std::string, std::int64_t> in_b;
    for (const auto& [path, value] : leaves_of(b)) in_b[path] = value;
    std::vector<FieldDifference> list;
    for (const auto& [path, value] : leaves_of(a)) {
        const auto twin = in_b.find(path);
        if (twin != in_b.end() && twin->second != value) list.push_back({path, value, twin->second});
    }
    return list;
}

/// A recording of `game` that begins with `world`. After kHealedAfter ticks it continues from `healed`, if given.
Replay record(const Game& game, const World& world, const World* healed = nullptr) {
    MemorySink sink;
    Recorder recorder{sink, game.level, {.game = {.seed = 11, .players = 3}, .start = &world, .origin = "a test"}};
    const auto now = std::make_unique<World>(world);
    const auto events = std::make_unique<Events>();
    for (std::uint32_t t = 0; t < kAfter; ++t) {
        if (healed != nullptr && t == kHealedAfter) {
            *now = *healed;
            recorder.heal(*now, "a bit turned");
        }
        const FramePair& frames = game.frames[world.tick.value + t];
        events->clear();
        step(*now, game.level, frames, *events);
        recorder.append(frames, root_of(*now));
    }
    recorder.finish(*now);
    Recording recording;
    Replay replay;
    REQUIRE(read_recording(sink.bytes, recording) == "");
    REQUIRE(prepare(std::move(recording), replay, Partial::refuse) == "");
    return replay;
}

/// The same recording with another first world.
Replay beginning_with(const World& world, const Replay& replay) {
    Replay other = replay;
    const auto packed = pack(support::saved(world, replay.level));
    other.recording.snapshots.front().world = {other.recording.packed.size(), packed.size()};
    other.recording.packed.insert(other.recording.packed.end(), packed.begin(), packed.end());
    return other;
}

std::int64_t value_of(const std::string& path, const World& world) {
    FieldRef field;
    REQUIRE(field.find(path) == "");
    std::int64_t found = 0;
    REQUIRE(field.any(world, nullptr, [&](std::int64_t value) {
        found = value;
        return true;
    }));
    return found;
}

TEST_CASE("a single differing bit in two recordings' first worlds is found by its field, from a thousand seeds") {
    constexpr std::uint32_t kSeedsPerPlace = 50;
    const auto seeds = static_cast<std::uint32_t>(support::repetitions(1000, 1000, 200));
    const auto game = play(11, kTicks);
    const auto start = std::make_unique<World>(), world = std::make_unique<World>(), other = std::make_unique<World>();
    const auto now = std::make_unique<World>();
    const auto events = std::make_unique<Events>();
    const auto on = [&](World& next) {
        events->clear();
        step(next, game->level, game->frames[next.tick.value], *events);
    };
    std::uint32_t found = 0, healed = 0, diverged_later = 0;
    for (std::uint32_t place = 0; place < seeds / kSeedsPerPlace; ++place) {
        init(*start, game->level, {.seed = 11, .players = 3});
        const Tick from{60 + Random::seed(place, 5).below(kTicks - 60 - kAfter)};
        while (start->tick < from) on(*start);
        *world = *start;
        for (std::uint32_t t = 0; t < kHealedAfter; ++t) on(*world);
        const auto leaves = leaves_of(*world);
        const Replay from_world = record(*game, *world), from_start = record(*game, *start);

        for (std::uint32_t i = 0; i < kSeedsPerPlace; ++i) {
            CAPTURE(place);
            CAPTURE(i);
            Random random = Random::seed(place * kSeedsPerPlace + i, 3);
            std::string path;
            do {
                *other = *world;
                path = leaves[1 + random.below(static_cast<std::uint32_t>(leaves.size()) - 1)].first;
            } while (path.ends_with(".count") || !strike({world->tick, path}, *other, game->level));
            const Comparison at_once = compare(from_world, beginning_with(*other, from_world));
            REQUIRE(at_once.worlds);
            CHECK(at_once.worlds->tick == world->tick);
            CHECK(at_once.worlds->count == 1);
            CHECK(at_once.worlds->fields.at(0).path == path);
            CHECK(at_once.worlds->fields.at(0).a == value_of(path, *world));
            CHECK(at_once.worlds->fields.at(0).b == value_of(path, *other));
            ++found;
            if (i % 5 != 0) continue;

            // Healed with the changed world, the recording diverges at a later tick, or never if the bit has no effect.
            const Comparison later = compare(from_start, record(*game, *start, other.get()));
            std::vector<FieldDifference> expected;
            *now = *world;
            for (std::uint32_t t = kHealedAfter; t < kAfter && expected.empty(); ++t) {
                on(*now);
                on(*other);
                if (root_of(*now) != root_of(*other)) expected = differences(*now, *other);
            }
            ++healed;
            REQUIRE(later.worlds.has_value() == !expected.empty());
            if (expected.empty()) continue;
            ++diverged_later;
            CHECK(later.worlds->tick == now->tick);
            CHECK(later.worlds->count == expected.size());
            CHECK(later.worlds->fields.at(0).path == expected[0].path);
            CHECK(later.worlds->fields.at(0).a == expected[0].a);
            CHECK(later.worlds->fields.at(0).b == expected[0].b);
        }
    }
    CHECK(found == seeds);
    CHECK(diverged_later > healed / 2);
}

}  // namespace
}  // namespace albireo::replays
