// Goal: The Long Way deals the same cards on every replica, each once a bag, and gets harder by fixed steps. Hours of it need
// no more memory than minutes, and no name is given to a second thing while the first is there.
#include <doctest/doctest.h>

#include <algorithm>
#include <map>
#include <set>

#include "sim/game/deck.hpp"
#include "sim/game/enemy.hpp"
#include "sim/game/heat.hpp"
#include "sim/game/wall.hpp"
#include "sim/script/compile.hpp"
#include "tests/script/gunner.hpp"
#include "tests/support/game.hpp"
#include "tests/support/repetitions.hpp"

using namespace albireo;
using namespace albireo::support;

namespace {

const Level& endless(Difficulty difficulty = Difficulty::standard) {
    static const std::vector<Level> levels = [] {
        std::vector<Level> all;
        for (const Difficulty one : {Difficulty::calm, Difficulty::standard, Difficulty::storm}) {
            script::Compiled compiled = script::compile_builtin_level("endless", one);
            REQUIRE_MESSAGE(compiled.error.empty(), compiled.error);
            all.push_back(std::move(compiled.level));
        }
        return all;
    }();
    return levels[static_cast<std::size_t>(difficulty)];
}

/// The cards that a deck deals, without a game.
std::vector<std::uint8_t> deals(const Level& level, std::uint32_t seed, std::size_t count) {
    auto world = std::make_unique<World>();
    shuffle_deck(*world, level, seed);
    std::vector<std::uint8_t> cards;
    PlacedTile last{};
    while (cards.size() < count) {
        last = deal_card(*world, level, last);
        cards.push_back(world->deck.card);
        CHECK(last.tile == level.loops[world->deck.card].tiles.first);
        CHECK(last.turn == cards.size() % kLapsMax);
    }
    return cards;
}

/// A tick of two players whom nothing hurts, and who shoot well.
void fight_on(Game& game) {
    for (Ship& ship : game.world->ships) ship.invulnerable = 2;
    FramePair frames;
    for (const Slot slot : kSlots) frames[index(slot)] = Gunner{.slot = slot, .aim_permille = 1000}.frame(*game.world, game.level);
    game.step(frames);
}

bool is_name_of(EnemyId id, EnemyId parent) { return id.spawn == parent.spawn && id.lap == parent.lap; }

/// How many things bear the name of a spawn, besides the enemy itself.
std::size_t namesakes(const World& world, EnemyId name) {
    std::size_t count = 0;
    for (const Enemy& enemy : world.enemies.live()) count += is_name_of(enemy.id, name) && enemy.age > 1;
    for (const EnemyShot& shot : world.enemy_shots.live()) count += is_name_of(shot.owner, name);
    for (const Missile& missile : world.missiles.live()) count += is_name_of(missile.owner, name);
    return count;
}

}  // namespace

TEST_CASE("cards are dealt by the seed: each once a bag, never one twice in a row, a boss in every sixth place") {
    const Level& level = endless();
    std::size_t ordinary = 0, bosses = 0;
    for (const LoopDef& card : level.loops) (card.has_trigger() ? bosses : ordinary) += 1;
    CHECK(ordinary >= 20);
    CHECK(bosses == 6);
    for (const std::uint32_t seed : {1u, 2u, 77u}) {
        const auto cards = deals(level, seed, 3000);
        CHECK(cards == deals(level, seed, 3000));
        CHECK(cards != deals(level, seed + 1, 3000));
        std::vector<std::uint8_t> others, boss_cards;
        for (std::size_t i = 0; i < cards.size(); ++i) {
            const bool boss = level.loops[cards[i]].has_trigger();
            REQUIRE(boss == (i % kRoundCards == kRoundCards - 1));
            (boss ? boss_cards : others).push_back(cards[i]);
            if (i > 0) REQUIRE(cards[i] != cards[i - 1]);
        }
        for (const auto& [dealt, size] : {std::pair{others, ordinary}, std::pair{boss_cards, bosses}}) {
            for (std::size_t from = 0; from + size <= dealt.size(); from += size) {
                REQUIRE(std::set<std::uint8_t>(dealt.begin() + static_cast<std::ptrdiff_t>(from),
                                               dealt.begin() + static_cast<std::ptrdiff_t>(from + size)).size() == size);
            }
        }
        // It begins gently: the first round is of the first tier, and every tier is on the table in the fifth.
        for (std::size_t i = 0; i < kRoundCards; ++i) CHECK(level.loops[cards[i]].tier == 1);
        CHECK(std::any_of(cards.begin(), cards.begin() + 5 * kRoundCards, [&](std::uint8_t card) { return level.loops[card].tier == kTiersMax; }));
    }
}

TEST_CASE("any card can follow any other: all begin and end with the same walls and the same sea") {
    for (const Difficulty difficulty : {Difficulty::calm, Difficulty::standard, Difficulty::storm}) {
        const Level& level = endless(difficulty);
        for (const LoopDef& card : level.loops) {
            const TileDef& first = level.tiles[card.tiles.first];
            const TileDef& last = level.tiles[card.tiles.first + card.tiles.count - 1u];
            CAPTURE(level.name(first.model));
            const auto edge = [&](std::size_t tile, Vec2 camera, Fixed inward) {
                Scroll scroll;
                scroll.count = 1;
                scroll.row[0].tile = static_cast<std::uint16_t>(tile);
                scroll.camera = camera;
                for (const Fixed y : {-7050_mu, -6950_mu, 7950_mu, 8050_mu}) {
                    const bool is_solid = is_rock(scroll, level, Vec2{inward, y});
                    CHECK_MESSAGE(is_solid == (y < -7_u || y > 8_u), "at height ", y.raw / 65.536);
                }
            };
            edge(card.tiles.first, first.enter, 1_mu);
            edge(card.tiles.first + card.tiles.count - 1u, last.exit, -1_mu);
            CHECK(first.sea == level.tiles.front().sea);
            CHECK(last.sea_to == first.sea);
            CHECK(last.swell_to == level.tiles.front().swell_to);
        }
    }
}

TEST_CASE("two hours: rounds go on, pools and row stay small, and no name is in use twice at the same time") {
    const auto ticks = static_cast<std::uint32_t>(repetitions(120, 600, 6)) * 60 * kTicksPerSecond;
    const Level& level = endless();
    Game game(level, {.seed = 3});
    std::uint32_t rounds = 0, bosses = 0, spawned = 0;
    std::uint32_t oldest = 0;
    std::size_t enemies = 0, shots = 0, missiles = 0;
    std::set<std::pair<std::uint16_t, std::uint8_t>> names;
    while (game.world->tick.value < ticks) {
        fight_on(game);
        const World& world = *game.world;
        REQUIRE(outcome_of(world) == Outcome::playing);
        for (const Event& event : game.events->all()) {
            if (event.kind == EventKind::round) REQUIRE(event.value == static_cast<std::int32_t>(++rounds));
            if (event.kind == EventKind::loop_ended) bosses += level.loops[event.cause].has_trigger();
            if (event.kind != EventKind::enemy_spawned || (event.cause >> 32 & 0xff) != 0) continue;
            const EnemyId name{static_cast<std::uint16_t>(event.cause >> 48), static_cast<std::uint8_t>(event.cause >> 40), 0};
            ++spawned;
            names.insert({name.spawn, name.lap});
            REQUIRE(namesakes(world, name) == 0);
        }
        if (world.tick.value % 60 == 0) {
            for (const Enemy& enemy : world.enemies.live()) oldest = std::max(oldest, enemy.age);
            REQUIRE(is_sound(world, level));
        }
        enemies = std::max(enemies, world.enemies.size());
        shots = std::max(shots, world.enemy_shots.size());
        missiles = std::max(missiles, world.missiles.size());
        REQUIRE(world.scroll.count < kTileRowMax);
    }
    MESSAGE(rounds, " rounds, ", bosses, " bosses, ", spawned, " spawns of ", names.size(), " names, at most ", enemies, " enemies, ",
            shots, " shots, ", missiles, " missiles; the oldest enemy ", oldest / kTicksPerSecond, " s");
    CHECK(rounds * 6 >= ticks / (6 * kCardTicksMax + 200 * kTicksPerSecond) * 6);
    CHECK(bosses >= rounds - 1);
    CHECK(enemies < kEnemiesMax / 2);
    CHECK(shots < kEnemyShotsMax / 2);
    for (const std::uint32_t refused : {game.world->enemies.refused, game.world->enemy_shots.refused, game.world->missiles.refused,
                                        game.world->beams.refused, game.world->formations.refused}) {
        CHECK(refused == 0);
    }
    CHECK(oldest < kReuseTicksMin / 2);
}

TEST_CASE("an enemy still alive when its name is reused is removed without pay") {
    const Level& level = endless();
    Game game(level, {.seed = 3});
    while (game.world->deck.entered == 0) fight_on(game);
    // The same card, all names later: its enemies of the first time are still there.
    const auto early = std::make_unique<World>(*game.world);
    std::vector<EnemyId> seen;
    for (int t = 0; t < 400; ++t) {
        game.step({});
        for (const Event& event : game.events->all()) {
            if (event.kind != EventKind::enemy_spawned) continue;
            seen.push_back({static_cast<std::uint16_t>(event.cause >> 48), static_cast<std::uint8_t>(event.cause >> 40), 0});
        }
    }
    REQUIRE(!seen.empty());
    *game.world = *early;
    game.world->deck.dealt += kLapsMax;
    game.world->enemies.count = 0;
    Enemy old{};
    old.id = seen.front();
    const SpawnDef& def = level.spawns[old.id.spawn - 1u];
    old.kind = def.kind;
    old.part_count = static_cast<std::uint8_t>(level.kinds[def.kind].parts.count);
    old.age = 5000;
    game.world->enemies.add(old);
    Enemy child = old;
    child.id.child = 1;
    game.world->enemies.add(child);
    const auto count_old = [&] {
        const auto live = game.world->enemies.live();
        return std::count_if(live.begin(), live.end(), [](const Enemy& enemy) { return enemy.age >= 5000; });
    };
    const std::uint32_t kills = game.world->earnings[0].kills;
    bool came = false;
    for (int t = 0; t < 400 && !came; ++t) {
        REQUIRE(count_old() == 2);
        game.step({});
        came = find_enemy(*game.world, old.id) != nullptr && find_enemy(*game.world, old.id)->age < 5;
    }
    CHECK(came);
    CHECK(count_old() == 0);
    CHECK(game.world->earnings[0].kills == kills);
}

TEST_CASE("a round makes enemies a step harder, up to twenty steps") {
    CHECK(heated(100, 1, kHeatShots) == 102);
    CHECK(heated(100, 1, kHeatRests) == 98);
    CHECK(heated(100, 1, kHeatArmour) == 104);
    CHECK(heated(8, kHeatMax, kHeatShots) == 11);
    CHECK(heated_rest(100, kHeatMax) == 60);
    const Level& level = endless();
    for (const auto& [entered, heat] : {std::pair{0u, 0u}, {1u, 0u}, {6u, 0u}, {7u, 1u}, {12u, 1u}, {13u, 2u}, {120u, 19u}, {126u, 20u}, {100'000u, 20u}}) {
        Game game(level);
        game.world->deck.dealt = game.world->deck.entered = entered;
        CHECK(heat_of(*game.world) == heat);
        while (game.world->enemies.count == 0) game.step({});
        const Enemy& enemy = game.world->enemies.items[0];
        CHECK(enemy.heat == heat);
        const PartDef& part = part_def(level, enemy, 0);
        CHECK(enemy.parts[0].armour == (part.armour * (100 + 4 * static_cast<std::int32_t>(heat)) + 50) / 100 * kDamageUnit);
        game.world->deck.dealt = game.world->deck.entered = 0;
        game.steps(5);
        CHECK(game.world->enemies.items[0].heat == heat);  // that of its spawn
    }
}

TEST_CASE("heat reaches guns, armour marks and rests") {
    script::Compiled script = script::compile_level(R"(
        level { name = "Hot", backdrop = "none", ticks = 400 }
        kind { name = "ring", size = "boss", radius = 1, parts = { radius = 0.5, armour = 100, gun = { pattern = "ring", count = 10, rest = 50, speed = 0.1 } },
               machines = { { name = "m", { name = "a", begin = { guns = true }, next = { armour_below = 0.5, part = "body", to = "b" } }, { name = "b" } } } }
        tile { model = "a", exit = {16, 0}, ticks = 400 }
        spawn { kind = "ring", place = { 8, 0 } }
    )", "hot.lua", Difficulty::standard, script::builtin_source);
    REQUIRE(script.error == "");
    for (const std::uint16_t heat : {std::uint16_t{0}, std::uint16_t{10}, std::uint16_t{kHeatMax}}) {
        Game game(script.level);
        game.step({});
        Enemy& enemy = game.world->enemies.items[0];
        enemy.heat = heat;
        enemy.parts[0].armour = whole_armour(part_def(script.level, enemy, 0), heat);
        CHECK(is_sound(*game.world, script.level));
        CHECK(armour_floor(script.level, enemy, 0) == (500 * (100 + 4 * heat) - 1) / 100);
        std::vector<std::uint32_t> salvos;
        for (int t = 0; t < 300; ++t) {
            game.step({});
            for (const Event& event : game.events->all()) {
                if (event.kind != EventKind::enemy_fired) continue;
                CHECK(event.value == 10 + heat / 5);
                salvos.push_back(event.tick.value);
            }
        }
        REQUIRE(salvos.size() > 3);
        CHECK(salvos[3] - salvos[2] == 50 - heat);
        enemy.parts[0].armour = whole_armour(part_def(script.level, enemy, 0), heat) + 1;
        CHECK(!is_sound(*game.world, script.level));
    }
}

TEST_CASE("a snapshot within any card goes on as the game does, and a hostile deck is refused") {
    const Level& level = endless();
    Game game(level, {.seed = 11});
    const auto twin = std::make_unique<World>();
    while (game.world->deck.dealt < 14) {
        fight_on(game);
        if (game.world->tick.value % 997 != 0) continue;
        REQUIRE(load_world(*twin, level, saved(*game.world, level)) == LoadError::none);
        Game ahead(game), rejoined(level);
        *rejoined.world = *twin;
        for (int t = 0; t < 300; ++t) {
            fight_on(ahead);
            fight_on(rejoined);
        }
        REQUIRE(saved(*ahead.world, level) == saved(*rejoined.world, level));
    }
    const auto is_refused = [&](auto&& spoil) {
        World& world = *twin;
        world = *game.world;
        REQUIRE(is_sound(world, level));
        spoil(world.deck);
        return !is_sound(world, level);
    };
    const auto cards = static_cast<std::uint8_t>(level.loops.size());
    CHECK(is_refused([&](Deck& deck) { deck.card = cards; }));
    CHECK(is_refused([&](Deck& deck) { deck.used[cards / 32] |= 1u << cards % 32; }));
    CHECK(is_refused([](Deck& deck) { deck.done = 2; }));
    CHECK(is_refused([](Deck& deck) { deck.spare = 1; }));
    CHECK(is_refused([](Deck& deck) { deck.entered = deck.dealt + 1; }));
    // Any other deck is one that deals.
    game.world->deck.used = {0xffffffffu >> (32 - cards % 32), 0};
    game.world->deck.dealt = 0xfffffff0u;
    REQUIRE(is_sound(*game.world, level));
    for (int t = 0; t < 5000; ++t) fight_on(game);
    CHECK(is_sound(*game.world, level));
    // No other level has a deck.
    const script::Compiled cut = script::compile_builtin_level("the_cut", Difficulty::standard);
    Game other(cut.level);
    other.world->deck.dealt = 1;
    CHECK(!is_sound(*other.world, cut.level));
}

TEST_CASE("whatever an endless snapshot's flow, row and deck hold: it is refused, or safe to play on") {
    const Level& level = endless(Difficulty::storm);
    Game game(level, {.seed = 2});
    while (game.world->deck.dealt < 8) fight_on(game);
    Random random = Random::seed(9, 9);
    int played = 0;
    for (int i = 0; i < repetitions(1500, 15'000, 200); ++i) {
        Game spoilt(game);
        auto* bytes = reinterpret_cast<std::uint8_t*>(&spoilt.world->flow);
        const auto size = static_cast<std::uint32_t>(offsetof(World, ships) - offsetof(World, flow));
        // A change or two: most worlds with more are refused.
        for (std::uint32_t k = 0; k <= random.below(2); ++k) {
            bytes[random.below(size)] = static_cast<std::uint8_t>(random.below(2) == 0 ? random.below(256) : random.below(4));
        }
        if (!is_sound(*spoilt.world, level)) continue;
        ++played;
        for (int t = 0; t < 200; ++t) fight_on(spoilt);
        REQUIRE(is_sound(*spoilt.world, level));
    }
    CHECK(played > 100);
}

TEST_CASE("a card dealt again finds its flags down and its walls at rest") {
    const Level& level = endless();
    Game game(level, {.seed = 5});
    std::map<std::uint8_t, int> times;
    while (game.world->deck.entered < 6 * kRoundCards * 2 + 1) {
        fight_on(game);
        for (const Event& event : game.events->all()) {
            if (event.kind != EventKind::loop_ended) continue;
            if (level.loops[event.cause].has_trigger()) ++times[static_cast<std::uint8_t>(event.cause)];
        }
        const std::uint8_t card = game.world->flow.loop;
        if (card == Flow::kNoLoop || game.world->flow.lap > 0 || game.world->flow.lap_ticks > 100) continue;
        REQUIRE((game.world->flow.flags & level.loop_flags[card]) == 0);
    }
    for (const auto& [card, count] : times) CHECK(count == 2);
    CHECK(times.size() == 6);
}
