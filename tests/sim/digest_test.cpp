// Goal: the digest covers every live field and nothing else; diff names the field that differs; two games in one process,
// or the same game played twice, do not affect each other.
#include <doctest/doctest.h>

#include <concepts>
#include <cstddef>
#include <cstring>
#include <set>
#include <string>
#include <vector>

#include "sim/digest.hpp"
#include "tests/support/game.hpp"
#include "tests/support/small_level.hpp"

using namespace albireo;
using namespace albireo::support;

namespace {

/// A live leaf of a world: where it is, and how its bits are read. The walk over the fields is instantiated only once,
/// because it is what takes longest to compile here.
struct LeafPlace {
    std::string path;
    std::byte* at = nullptr;
    std::size_t size = 0;
    std::int64_t (*read)(const std::byte* at) = nullptr;

    std::int64_t value() const { return read(at); }
    /// Flips a bit of it, from 0.
    void flip(std::uint32_t bit) const { at[bit / 8] ^= std::byte{1} << bit % 8; }
};

template <class T>
void add_leaves(T& value, const std::string& path, std::vector<LeafPlace>& leaves) {
    if constexpr (Leaf<T>) {
        static_assert(!std::same_as<T, bool>, "a flipped bit of a bool need not be another bool");
        leaves.push_back({path, reinterpret_cast<std::byte*>(&value), sizeof value, [](const std::byte* at) {
                              T read;
                              std::memcpy(&read, at, sizeof read);
                              return static_cast<std::int64_t>(read);
                          }});
    } else if constexpr (kIsArray<T> || kIsPool<T>) {
        if constexpr (kIsPool<T>) add_leaves(value.refused, path + ".refused", leaves);
        std::size_t i = 0;
        for (auto& item : value) add_leaves(item, path + "[" + std::to_string(i++) + "]", leaves);
    } else {
        const auto visit = [&](std::string_view name, auto& field) {
            const std::string dot = path.empty() || name.empty() ? "" : ".";
            add_leaves(field, path + dot + std::string(name), leaves);
        };
        visit_fields(visit, value);
    }
}

std::vector<LeafPlace> leaves_of(World& world) {
    std::vector<LeafPlace> leaves;
    add_leaves(world, "", leaves);
    return leaves;
}

/// A game in the middle of its boss fight, with something in every pool.
Game busy_game(const Level& level, std::uint32_t seed) {
    Game game(level, {.seed = seed});
    auto players = two_players({.seed = seed}, {.seed = seed + 1});
    const World& world = *game.world;
    while (world.shots[0].count == 0 || world.shots[1].count == 0 || world.enemies.count == 0 ||
           world.enemies.items[0].part_count < 3 || world.enemy_shots.count == 0 || world.beams.count == 0 ||
           world.missiles.count == 0) {
        FramePair frames;
        for (const Slot slot : kSlots) frames[index(slot)] = players[index(slot)].next(world, level);
        game.step(frames);
        REQUIRE(world.tick.value < 3000);
    }
    return game;
}

/// Checks that diff finds exactly this field, with its value in both worlds.
void check_found(const World& world, const World& twin, const LeafPlace& leaf, std::int64_t before) {
    int found = 0;
    diff_worlds(world, twin, [&](std::string_view path, std::int64_t a, std::int64_t b) {
        ++found;
        CHECK(path == leaf.path);
        CHECK(a == leaf.value());
        CHECK(b == before);
    });
    REQUIRE(found == 1);
}

int columns_that_differ(const Digest& a, const Digest& b) {
    int differ = 0;
    for (std::size_t i = 0; i < kColumns; ++i) differ += a.columns[i] != b.columns[i];
    return differ;
}

}  // namespace

TEST_CASE("changing any one field changes the root and exactly one column, and diff finds exactly that field") {
    const Level level = small_level();
    const Game game = busy_game(level, 3);
    World& world = *game.world;
    const Digest before = digest_of(world);
    const Game twin(game);
    std::set<std::string> paths;
    const std::vector<LeafPlace> leaves = leaves_of(world);
    for (std::size_t i = 0; i < leaves.size(); ++i) {
        const LeafPlace& leaf = leaves[i];
        const std::int64_t old = leaf.value();
        leaf.flip(0);
        const Digest after = digest_of(world);
        REQUIRE(after.root != before.root);
        REQUIRE(columns_that_differ(before, after) == 1);
        // Walking two whole worlds is slow, so only every seventh field is tried.
        if (i % 7 == 6) {
            check_found(world, *twin.world, leaf, old);
            CHECK(paths.insert(leaf.path).second);
        }
        leaf.flip(0);
    }
    CHECK(leaves.size() > 1000);
    CHECK(digest_of(world) == before);
}

TEST_CASE("whichever bit of whichever field flips, from a thousand seeds, diff names the field and both its values") {
    constexpr std::uint32_t kSeeds = 1000, kSeedsPerGame = 500;
    const Level level = small_level();
    std::set<std::string> columns;
    for (std::uint32_t first = 0; first < kSeeds; first += kSeedsPerGame) {
        const Game game = busy_game(level, first == 0 ? 3 : 5);
        const Game twin(game);
        World& world = *game.world;
        const Digest before = digest_of(world);
        const std::vector<LeafPlace> leaves = leaves_of(world);
        for (std::uint32_t seed = first; seed < first + kSeedsPerGame; ++seed) {
            CAPTURE(seed);
            Random random = Random::seed(seed, 17);
            const LeafPlace& leaf = leaves[random.below(static_cast<std::uint32_t>(leaves.size()))];
            const std::int64_t old = leaf.value();
            const std::uint32_t bit = random.below(static_cast<std::uint32_t>(8 * leaf.size));
            leaf.flip(bit);
            CHECK(columns_that_differ(before, digest_of(world)) == 1);
            check_found(world, *twin.world, leaf, old);
            columns.insert(leaf.path.substr(0, leaf.path.find_first_of(".[")));
            leaf.flip(bit);
        }
        CHECK(digest_of(world) == before);
    }
    CHECK(columns.size() >= 8);  // of seventeen; some columns have only a field or two
}

TEST_CASE("data beyond a pool's count is neither hashed nor saved nor compared") {
    const Level level = small_level();
    const Game game = busy_game(level, 5);
    const Game dirty(game);
    const auto spoil = [](auto& pool) {
        std::memset(static_cast<void*>(pool.items.data() + pool.count), 0xee,
                    (pool.items.size() - pool.count) * sizeof(pool.items[0]));
    };
    World& world = *dirty.world;
    for (auto& pool : world.shots) spoil(pool);
    spoil(world.enemies);
    spoil(world.enemy_shots);
    spoil(world.beams);
    spoil(world.missiles);
    CHECK(digest_of(world) == digest_of(*game.world));
    CHECK(saved(world, level) == saved(*game.world, level));
    CHECK(difference(world, *game.world) == "");
}

TEST_CASE("a differing count is found, and fields are found by path") {
    const Level level = small_level();
    const Game game = busy_game(level, 5);
    const Game other(game);
    --other.world->enemy_shots.count;
    other.world->flow.timeline += 5;
    other.world->enemies.items[0].parts[2].armour = 11;
    game.world->enemies.items[0].parts[2].armour = 12;
    std::string text;
    diff_worlds(*game.world, *other.world, [&](std::string_view path, std::int64_t a, std::int64_t b) {
        text += std::string(path) + " " + std::to_string(a - b) + "\n";
    });
    CHECK(text == "flow.timeline -5\nenemies[0].parts[2].armour 1\nenemy_shots.count 1\n");
}

TEST_CASE("columns are named after the world's members") {
    CHECK(column_name(0) == "tick");
    CHECK(column_name(7) == "earnings");
    CHECK(column_name(kColumns - 1) == "formations");
    CHECK(column_name(kColumns) == "?");
}

TEST_CASE("two interleaved games, and one game played twice, have the digests of a game played alone") {
    const Level level = small_level();
    const Level other_level = overfull_level(20);
    const auto run = [](const Level& on, std::uint32_t seed) {
        std::vector<std::uint64_t> roots;
        Game game(on, {.seed = seed});
        auto players = two_players({.seed = seed}, {.seed = seed + 7, .nonsense_permille = 100});
        for (int t = 0; t < 600; ++t) {
            FramePair frames;
            for (const Slot slot : kSlots) frames[index(slot)] = players[index(slot)].next(*game.world, on);
            game.step(frames);
            roots.push_back(root_of(*game.world));
        }
        return roots;
    };
    const auto first = run(level, 1);
    CHECK(run(other_level, 2) != first);
    CHECK(run(level, 1) == first);

    Game a(level, {.seed = 1});
    Game b(other_level, {.seed = 2});
    Game c(level, {.seed = 3});
    auto players_a = two_players({.seed = 1}, {.seed = 8, .nonsense_permille = 100});
    auto players_b = two_players({.seed = 2}, {.seed = 9, .nonsense_permille = 100});
    for (std::size_t t = 0; t < first.size(); ++t) {
        FramePair frames;
        for (const Slot slot : kSlots) frames[index(slot)] = players_b[index(slot)].next(*b.world, other_level);
        b.step(frames);
        c.step(frames);
        for (const Slot slot : kSlots) frames[index(slot)] = players_a[index(slot)].next(*a.world, level);
        a.step(frames);
        REQUIRE(root_of(*a.world) == first[t]);
    }
}
