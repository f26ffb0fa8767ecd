// Goal: a world that is saved and loaded, or copied, continues unchanged; and no bytes, however they were made, load into
// a world that is not safe to step.
#include <doctest/doctest.h>

#include <cstdlib>
#include <set>

#include "sim/base/hash.hpp"
#include "sim/digest.hpp"
#include "sim/game/heat.hpp"
#include "sim/level/operation.hpp"
#include "tests/support/game.hpp"
#include "tests/support/small_level.hpp"

using namespace albireo;
using namespace albireo::support;

namespace {

/// The number of repetitions, larger under `./check --full`.
int full_times(int times) {
    return std::getenv("ALBIREO_FULL") != nullptr ? times : 1;
}

/// A world in which every byte is `fill`, so that unwritten fields show.
std::unique_ptr<World> filled_world(int fill) {
    auto world = std::make_unique<World>();
    std::memset(static_cast<void*>(world.get()), fill, sizeof(World));
    return world;
}

bool same_events(const Events& a, const Events& b) {
    return std::equal(a.all().begin(), a.all().end(), b.all().begin(), b.all().end());
}

void fix_checksum(std::vector<std::uint8_t>& bytes) {
    const std::span<std::uint8_t> all(bytes);
    ByteWriter out(all.last(8));
    out.put(hash_bytes(all.first(bytes.size() - 8)));
}

/// Changes some bytes of the body, sometimes whole words to values that break sums and indices.
void mutate(std::vector<std::uint8_t>& bytes, Random& random) {
    const std::uint32_t body = 20;
    const std::uint32_t times = 1 + random.below(6);
    // Half of the changes go to the part before the pools: flow, scroll, ships, earnings.
    const std::uint32_t near_end = static_cast<std::uint32_t>(std::min<std::size_t>(bytes.size() - 8, 1500));
    for (std::uint32_t i = 0; i < times; ++i) {
        const std::uint32_t end = random.below(2) == 0 ? near_end : static_cast<std::uint32_t>(bytes.size() - 8);
        const std::size_t at = body + random.below(end - body);
        const std::uint32_t words[] = {0, 0xffffffffu, 0x80000000u, 0x7fffffffu, 0x00ff00ffu, random.next()};
        const std::uint32_t word = words[random.below(6)];
        switch (random.below(3)) {
            case 0:
                bytes[at] = static_cast<std::uint8_t>(random.below(256));
                break;
            case 1:
                bytes[at] = static_cast<std::uint8_t>(random.below(4));
                break;
            default:
                for (std::size_t k = 0; k < 4; ++k) {
                    const std::size_t place = (at & ~std::size_t{3}) + k;
                    if (place >= body && place < bytes.size() - 8)
                        bytes[place] = static_cast<std::uint8_t>(word >> 8 * k);
                }
        }
    }
    fix_checksum(bytes);
}

}  // namespace

TEST_CASE("at every tick: save, step, load, step gives the same bytes, events and digest, and so does a copy") {
    const Level level = small_level();
    for (std::uint32_t seed = 1; seed <= 3; ++seed) {
        Game game(level, {.seed = seed});
        auto players = two_players({.seed = seed, .nonsense_permille = 50}, {.seed = seed + 50, .careless = true});
        const auto loaded = filled_world(0xa5);
        const auto copied = filled_world(0x5a);
        Events again;
        for (int t = 0; t < 2000; ++t) {
            FramePair frames;
            for (const Slot slot : kSlots) frames[index(slot)] = players[index(slot)].next(*game.world, level);
            const auto before = saved(*game.world, level);
            copy_world(*copied, *game.world);
            game.step(frames);
            REQUIRE(load_world(*loaded, level, before) == LoadError::none);
            REQUIRE(is_sound(*game.world, level));
            for (World* twin : {loaded.get(), copied.get()}) {
                again.clear();
                step(*twin, level, frames, again);
                REQUIRE_MESSAGE(saved(*twin, level) == saved(*game.world, level), difference(*twin, *game.world));
                REQUIRE(digest_of(*twin) == digest_of(*game.world));
                REQUIRE(same_events(again, *game.events));
            }
        }
    }
}

TEST_CASE("a snapshot is the world's memory, in order, on a little-endian machine") {
    const Level level = small_level();
    Game game(level);
    play(game, two_players({.seed = 4}, {.seed = 5}), 400);
    std::vector<std::uint8_t> expected;
    const auto append = [&](const auto& value, std::size_t size) {
        const auto* bytes = reinterpret_cast<const std::uint8_t*>(&value);
        expected.insert(expected.end(), bytes, bytes + size);
    };
    const World& world = *game.world;
    const auto append_pool = [&](const auto& pool) {
        append(pool, 2 * sizeof(std::uint32_t) + pool.count * sizeof(pool.items[0]));
    };
    append(world, offsetof(World, shots));
    append_pool(world.shots[0]);
    append_pool(world.shots[1]);
    append_pool(world.enemies);
    append_pool(world.enemy_shots);
    append_pool(world.beams);
    append_pool(world.missiles);
    append_pool(world.formations);
    const auto bytes = saved(world, level);
    REQUIRE(bytes.size() == 20 + expected.size() + 8);
    if (kLittleEndian) CHECK(std::memcmp(bytes.data() + 20, expected.data(), expected.size()) == 0);
}

TEST_CASE("anything but a whole snapshot of this level and version is refused, with its reason") {
    const Level level = small_level();
    Game game(level);
    play(game, two_players({.seed = 1}, {.seed = 2}), 100);
    const auto good = saved(*game.world, level);
    const auto world = std::make_unique<World>();
    REQUIRE(load_world(*world, level, good) == LoadError::none);
    for (std::size_t size = 0; size < good.size(); ++size) {
        REQUIRE(load_world(*world, level, std::span(good).first(size)) != LoadError::none);
    }
    for (std::size_t i = 0; i < good.size(); i += 1 + i / 97) {
        auto bad = good;
        bad[i] ^= 0x10;
        REQUIRE(load_world(*world, level, bad) != LoadError::none);
    }
    auto other = good;
    other[8] ^= 1;
    fix_checksum(other);
    CHECK(load_world(*world, level, other) == LoadError::wrong_version);
    Level harder = small_level();
    harder.digest ^= 1;
    CHECK(load_world(*world, harder, good) == LoadError::wrong_level);
    auto longer = good;
    longer.insert(longer.end() - 8, 4, 0);
    fix_checksum(longer);
    CHECK(load_world(*world, level, longer) == LoadError::damaged);
    std::vector<std::uint8_t> small(good.size() - 1);
    CHECK(save_world(*game.world, level, small) == 0);
    std::set<std::string_view> texts;
    for (int error = 0; error <= static_cast<int>(LoadError::out_of_range); ++error) {
        texts.insert(text_of(static_cast<LoadError>(error)));
    }
    CHECK(texts.size() == 6);
}

TEST_CASE("a snapshot with numbers that a step could carry beyond their range, or that no game has, is refused") {
    const Level level = small_level();
    Game game(level, {.seed = 4});
    const auto players = two_players({.seed = 4}, {.seed = 5});
    while (game.world->enemies.count == 0 || game.world->shots[0].count == 0) play(game, players, 1);
    struct Row {
        std::string_view what;
        void (*edit)(World&);
    };
    const Row rows[] = {
        {"damage at its limit beside armour that is left",
         [](World& world) { world.enemies.items[0].damage_by[0] = whole_armour({.armour = kArmourMax}, kHeatMax) * int{kPartsMax}; }},
        {"more heat than there is", [](World& world) { world.enemies.items[0].heat = kHeatMax + 1; }},
        {"a deck in a level without cards", [](World& world) { world.deck.dealt = 1; }},
        {"a turn that no name has", [](World& world) { world.scroll.row[0].turn = kLapsMax; }},
        {"a camera outside of every tile", [](World& world) { world.scroll.camera.x = kTilePlaceMax + 1_u; }},
        {"an age of a flag that is not raised", [](World& world) { world.scroll.flag_ages[31] = 1; }},
        {"a shot that is still to be fired",
         [](World& world) { world.shots[0].items[0].number = {world.ships[0].fired.value + 1}; }},
        {"a shot that should have been removed", [](World& world) { world.shots[0].items[0].age = kShotTicksMax; }},
        {"an enemy that the level does not spawn", [](World& world) { world.enemies.items[0].id.spawn = 0; }},
        {"a wait longer than any late effect's", [](World& world) { world.flow.life_wait[1] = kLateTicks + 2; }},
        {"a third player", [](World& world) { world.flow.players = 7; }},
        {"a wait longer than any weapon's", [](World& world) { world.ships[1].cooldown = 0xffff; }},
    };
    const auto edited = std::make_unique<World>();
    const auto loaded = std::make_unique<World>();
    for (const Row& row : rows) {
        INFO(row.what);
        copy_world(*edited, *game.world);
        REQUIRE(load_world(*loaded, level, saved(*edited, level)) == LoadError::none);
        row.edit(*edited);
        CHECK(load_world(*loaded, level, saved(*edited, level)) == LoadError::out_of_range);
    }
}

TEST_CASE("an enemy with a facing that does not exist is not sound") {
    const Level level = small_level();
    Game game(level);
    while (game.world->enemies.count == 0) game.step({});
    Enemy& enemy = game.world->enemies.items[0];
    for (const Facing facing : {Facing::fixed, Facing::path, Facing::turning}) {
        enemy.face = facing;
        CHECK(is_sound(*game.world, level));
    }
    enemy.face = Facing{3};
    CHECK_FALSE(is_sound(*game.world, level));
}

TEST_CASE("any world loaded from changed bytes is safe to step") {
    const Level level = small_level();
    const auto world = std::make_unique<World>();
    Events events;
    int loaded = 0;
    int refused = 0;
    for (std::uint32_t game_seed = 1; game_seed <= 6; ++game_seed) {
        Game game(level, {.seed = game_seed});
        play(game, two_players({.seed = game_seed, .greedy = true}, {.seed = game_seed + 9, .careless = true}),
             100 + 350 * game_seed);
        const auto good = saved(*game.world, level);
        Random random = Random::seed(game_seed, 77);
        for (int i = 0; i < 250 * full_times(20); ++i) {
            auto bytes = good;
            mutate(bytes, random);
            if (load_world(*world, level, bytes) != LoadError::none) {
                ++refused;
                continue;
            }
            ++loaded;
            const auto style = [&] {
                return MadeStyle{
                    .seed = random.next(), .nonsense_permille = 300, .command_permille = 5, .greedy = true};
            };
            auto players = two_players(style(), style());
            for (int t = 0; t < 200; ++t) {
                FramePair frames;
                for (const Slot slot : kSlots) frames[index(slot)] = players[index(slot)].next(*world, level);
                events.clear();
                step(*world, level, frames, events);
            }
            REQUIRE(is_sound(*world, level));  // a sound world steps to a sound world
        }
    }
    CHECK(loaded > 300);  // enough loads succeeded for the test to count
    CHECK(refused > 200);
}
