// Goal: a level's bytes round-trip, no bytes at all can do harm, and derived data keeps its guarantees.
#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "sim/base/random.hpp"
#include "sim/level/level_bytes.hpp"
#include "tests/script/small_level.hpp"

using namespace albireo;

namespace {

bool is_inside(std::span<const Vec2> polygon, double x, double y) {
    bool inside = false;
    for (std::size_t i = 0, j = polygon.size() - 1; i < polygon.size(); j = i++) {
        const double px = polygon[j].x.raw, py = polygon[j].y.raw, qx = polygon[i].x.raw, qy = polygon[i].y.raw;
        if ((py > y) != (qy > y) && x < px + (y - py) * (qx - px) / (qy - py)) inside = !inside;
    }
    return inside;
}

void mutate(std::vector<std::uint8_t>& bytes, Random& random) {
    const std::uint32_t times = 1 + random.below(4);
    for (std::uint32_t i = 0; i < times && !bytes.empty(); ++i) {
        const auto at = random.below(static_cast<std::uint32_t>(bytes.size()));
        const auto there = bytes.begin() + static_cast<std::ptrdiff_t>(at);
        const auto value = static_cast<std::uint8_t>(random.below(256));
        switch (random.below(6)) {
            case 0:
                *there ^= static_cast<std::uint8_t>(1u << random.below(8));
                break;
            case 1:
                *there = value;
                break;
            case 2:
                *there = 0xff;
                break;
            case 3:
                bytes.insert(there, value);
                break;
            case 4:
                bytes.erase(there);
                break;
            case 5:
                std::swap(*there, bytes[random.below(static_cast<std::uint32_t>(bytes.size()))]);
                break;
        }
    }
}

}  // namespace

TEST_CASE("a level's bytes load into a level with the same bytes") {
    const Level level = small_level();
    REQUIRE(check_level(level) == "");
    const auto bytes = level_bytes(level);
    Level loaded;
    REQUIRE(load_level(loaded, bytes) == "");
    CHECK(level_bytes(loaded) == bytes);
    CHECK(loaded.digest == level.digest);
    CHECK(loaded.path_samples.size() == level.paths.size());
    CHECK(loaded.tile_profiles.size() == level.tiles.size());
}

TEST_CASE("a level cut short at any byte is an error") {
    const auto bytes = level_bytes(small_level());
    for (std::size_t size = 0; size < bytes.size(); ++size) {
        Level loaded;
        CHECK(load_level(loaded, std::span(bytes).first(size)) != "");
    }
}

TEST_CASE("a wrong count is refused before anything is allocated") {
    auto bytes = level_bytes(small_level());
    const std::size_t names_at = 8 + 4 + 4 + 4 + 2 * Name::kMax;
    for (std::size_t i = 0; i < 4; ++i) bytes[names_at + i] = 0xff;
    Level loaded;
    CHECK(load_level(loaded, bytes).starts_with("names: 4294967295 items of 48 bytes do not fit"));
    CHECK(loaded.names.capacity() == 0);
}

TEST_CASE("data that is not a level of this version is refused by its header, with a reason") {
    struct Row {
        std::size_t at;
        std::uint8_t value;
        const char* error;
    };
    const Row rows[] = {
        {0, 'a', "not a level: it does not begin with ALBLEVEL and a header"},
        {7, 0, "not a level: it does not begin with ALBLEVEL and a header"},
        {8, 2, "level of version 2, this program reads version 1; compile its script again"},
        {8, 0, "level of version 0, this program reads version 1; compile its script again"},
        {11, 1, "level of version 16777217, this program reads version 1; compile its script again"},
        {17, 1, "header.spare: must be 0"},
        {18, 0x80, "header.spare: must be 0"},
        {19, 1, "header.spare: must be 0"},
    };
    const auto good = level_bytes(small_level());
    for (const Row& row : rows) {
        auto bytes = good;
        bytes[row.at] = row.value;
        Level loaded;
        CHECK(load_level(loaded, bytes) == row.error);
    }
    auto longer = good;
    longer.push_back(0);
    Level loaded;
    CHECK(load_level(loaded, longer) == "1 bytes too many at the end of the level");
    CHECK(load_level(loaded, std::vector<std::uint8_t>(kLevelBytesMax + 1)) ==
          "level of 1048577 bytes; at most 1048576 are read");
}

TEST_CASE("randomly changed bytes load or are refused, and a loaded level is canonical") {
    const auto good = level_bytes(small_level());
    Random random = Random::seed(1, 2);
    int loaded_count = 0;
    for (int i = 0; i < 20000; ++i) {
        auto bytes = good;
        mutate(bytes, random);
        Level loaded;
        if (!load_level(loaded, bytes).empty()) continue;
        ++loaded_count;
        CHECK(level_bytes(loaded) == bytes);
    }
    CHECK(loaded_count > 100);  // the test would show nothing if all were refused
    CHECK(loaded_count < 19000);
}

TEST_CASE("check_level names the first error") {
    struct Row {
        const char* error;
        void (*spoil)(Level&);
    };
    const Row rows[] = {
        {"level.ticks: 0 is not within 1 ... 216000", [](Level& level) { level.ticks = 0; }},
        {"names[0]: holds a byte that is not printable ASCII", [](Level& level) { level.names[0].bytes[0] = 10; }},
        {"names[0]: goes on behind its end", [](Level& level) { level.names[0].bytes[Name::kMax - 1] = 'x'; }},
        {"tiles[0].ticks: 0 is not within 1 ... 65535", [](Level& level) { level.tiles[0].ticks = 0; }},
        {"tiles[0].exit.x - enter.x: 0.500 is not within 4.000 ... 64.000",
         [](Level& level) { level.tiles[0].exit.x = level.tiles[0].enter.x + 500_mu; }},
        {"tiles[1].walls: ends at 65537, the list at ",
         [](Level& level) {
             level.tiles[1].walls = {65535, 2};
         }},
        {"guns[0].count: 65 is not within 1 ... 64", [](Level& level) { level.guns[0].count = 65; }},
        {"guns[0].speed: 9.000 is not within ", [](Level& level) { level.guns[0].speed = 9_u; }},
        {"guns[0].speed: 0.000 is not within ", [](Level& level) { level.guns[0].speed = 0_u; }},
        {"parts[0].gun: 7 is not within 0 ... 0", [](Level& level) { level.parts[0].gun = 7; }},
        {"kinds[0].parts.shield: parts shield each other in a ring",
         [](Level& level) { level.parts[0].shield = 1, level.parts[1].shield = 0; }},
        {"kinds[0].parts: 0 is not within 1 ... 16", [](Level& level) { level.kinds[0].parts.count = 0; }},
        {"actions[0].op: 18 is not within 0 ... 17", [](Level& level) { level.actions[0].op = Op{18}; }},
        {"actions[0].x: 0 is not within 1 ... 65535", [](Level& level) { level.actions[0] = {.op = Op::sleep}; }},
        {"actions[0].y: 5 is not within 0 ... 0",
         [](Level& level) { level.actions[0] = {.op = Op::sleep, .x = 1, .y = 5}; }},
        {"actions[0].a: 1 is not within 0 ... 0", [](Level& level) { level.actions[0] = {.op = Op::anchor, .a = 1}; }},
        {"actions[0].a: kind 0 sends out others, so it cannot be sent out itself",
         [](Level& level) { level.actions[0] = {.op = Op::spawn}; }},
        {"transitions[0].to: 9 is not within 0 ... 1", [](Level& level) { level.transitions[0].to = 9; }},
        {"transitions[0].x: 70000 is not within 0 ... 65535", [](Level& level) { level.transitions[0].x = 70000; }},
        {"transitions[0].to: armour_below leads back to its own state, so the part could never fall below the mark",
         [](Level& level) { level.transitions[0] = {.when = When::armour_below, .a = 0, .to = 0, .x = 500}; }},
        {"machines[0].states: 0 is not within 1 ... 254", [](Level& level) { level.machines[0].states.count = 0; }},
        {"spawns[0].kind: 3 is not within 0 ... 1", [](Level& level) { level.spawns[0].kind = 3; }},
        {"cues[1].tick: 9 is not within 10 ... 600", [](Level& level) { level.cues[1].tick = 9; }},
        {"cues[1].a: spawn 0 has a cue already", [](Level& level) { level.cues[1].a = 0; }},
        {"loops[0].tiles: ends at 3, the list at 2", [](Level& level) { level.loops[0].tiles.count = 2; }},
        {"loops[0].laps_max: 0 is not within 1 ... 200", [](Level& level) { level.loops[0].laps_max = 0; }},
        {"loop_cues[0].tick: 600 is not within 0 ... 299", [](Level& level) { level.loop_cues[0].tick = 600; }},
        {"paths[0].length from point to point: 0.000 is not within ",
         [](Level& level) { level.points[0] = level.points[1] = level.points[2] = {}; }},
    };
    for (const Row& row : rows) {
        Level level = small_level();
        row.spoil(level);
        const std::string error = check_level(level);
        CHECK_MESSAGE(error.starts_with(row.error), error, " instead of ", row.error);
    }
}

TEST_CASE("path samples are one step apart and pass near every point") {
    const Level level = small_level();
    for (std::size_t i = 0; i < level.paths.size(); ++i) {
        const PathSamples& samples = level.path_samples[i];
        REQUIRE(samples.points.size() >= 2);
        CHECK(samples.length.raw == kPathStep.raw * static_cast<std::int32_t>(samples.points.size() - 1));
        for (std::size_t s = 0; s + 1 < samples.points.size(); ++s) {
            const double way = length(samples.points[s + 1] - samples.points[s]).raw;
            CHECK(way <= kPathStep.raw + 8);  // each chord's length is rounded down, and a step has about six chords
            CHECK(way >= kPathStep.raw * 0.98);
        }
        const Range points = level.paths[i].points;
        for (std::size_t p = 0; p < points.count; ++p) {
            std::int32_t nearest = 1 << 30;
            for (const Vec2 sample : samples.points) {
                nearest = std::min(nearest, length(sample - level.points[points.first + p]).raw);
            }
            CHECK(nearest <= kPathStep.raw);
        }
        CHECK(samples.points.front() == level.points[points.first]);
    }
}

TEST_CASE("a straight path is sampled exactly, with its length rounded up to a step") {
    Level level = small_level();
    level.points[0] = {-4_u, 1_u};
    level.points[1] = {0_u, 1_u};
    level.points[2] = {3_u + 100_mu, 1_u};
    derive(level);
    const PathSamples& samples = level.path_samples[0];
    CHECK(samples.length == 7_u + 250_mu);
    for (std::size_t i = 0; i < samples.points.size(); ++i) {
        CHECK(samples.points[i].y == 1_u);
        CHECK(std::abs(samples.points[i].x.raw + 4 * 65536 - static_cast<std::int32_t>(i) * 16384) <= 24);
    }
}

TEST_CASE("a profile never calls rock clear") {
    Random random = Random::seed(3, 4);
    int open = 0;
    int narrow = 0;
    for (int round = 0; round < 300; ++round) {
        Level level = small_level();
        const auto place = [&](std::int32_t most) { return Fixed{random.between(-most, most)}; };
        level.tiles.resize(1);
        level.loops.clear();
        level.loop_cues.clear();
        level.walls.clear();
        level.points.resize(3);  // keeps the path's points
        TileDef& tile = level.tiles[0];
        tile.enter = {-place(1 << 18), place(1 << 18)};
        tile.exit = {tile.enter.x + 6_u + abs(place(1 << 19)), place(1 << 18)};
        tile.walls = {0, 3};
        for (int w = 0; w < 3; ++w) {  // triangles to decagons with unordered corners: they cross themselves
            const auto count = static_cast<std::uint16_t>(random.between(3, 10));
            level.walls.push_back({{static_cast<std::uint16_t>(level.points.size()), count}});
            const std::int32_t lift = w == 2 ? 0 : (w == 0 ? -9 : 9) * 65536;
            for (int p = 0; p < count; ++p) level.points.push_back({place(12 << 16), place(5 << 16) + Fixed{lift}});
        }
        if (random.below(2) == 0) {
            level.walls.pop_back();
            tile.walls.count = 2;
        }
        REQUIRE(check_level(level) == "");
        derive(level);
        const TileProfile& profile = level.tile_profiles[0];
        for (int sample = 0; sample < 2000; ++sample) {
            const Fixed place_x{random.between(-40 << 16, 40 << 16)};
            const double x = place_x.raw;
            const auto column = wall_column(place_x) - profile.first_column;
            double low = -20 * 65536.0;
            double high = 20 * 65536.0;
            if (column >= 0 && column < static_cast<std::int32_t>(profile.columns.size())) {
                const auto& free = profile.columns[static_cast<std::size_t>(column)];
                if (free.shut()) continue;
                low = std::max<double>(low, free.low.raw);
                high = std::min<double>(high, free.high.raw);
                ++open;
                narrow += high - low < 36 * 65536.0;
            }
            const double y = low + (high - low) * random.below(65536) / 65536.0;
            for (const WallDef& wall : level.walls) {
                REQUIRE_FALSE(is_inside(std::span(level.points).subspan(wall.points.first, wall.points.count), x, y));
            }
        }
    }
    CHECK(open > 10000);  // and it does not call everything blocked either
    CHECK(narrow > 5000);
}
