// Goal: each level of a campaign begins with what the players had at the end of the one before, whatever that game was like.
// Nothing else of that game has an effect.
#include <doctest/doctest.h>

#include <algorithm>

#include "sim/digest.hpp"
#include "sim/game/player.hpp"
#include "sim/game/tuning.hpp"
#include "tests/support/game.hpp"
#include "tests/support/small_level.hpp"

namespace albireo {
namespace {

using support::Game;

std::int32_t between(Random& random, std::int32_t low, std::int32_t high) {
    return low + static_cast<std::int32_t>(random.below(static_cast<std::uint32_t>(high - low + 1)));
}

/// Gives the players any lives, bars and scores that a game may end with.
void deal(World& world, Random& random) {
    for (const Slot slot : kSlots) {
        Ship& ship = world.ships[index(slot)];
        Earnings& earnings = world.earnings[index(slot)];
        const bool is_here = life_of(ship) == Life::entering || life_of(ship) == Life::flying;
        ship.lives = static_cast<std::uint8_t>(between(random, is_here ? 1 : 0, kLivesMax));
        ship.weapon = static_cast<Weapon>(random.below(kWeaponCount));
        earnings.score = random.next();
        earnings.charge = between(random, -kChargeDebtMax, kChargeFull);
        earnings.gold = between(random, -kGoldDebtMax, kGoldFull);
        earnings.multiplier = static_cast<std::uint16_t>(between(random, 1, kMultiplierMax));
    }
    world.team.extends = random.below(1000);
    world.team.extend_wait = static_cast<std::uint16_t>(random.below(2) == 0 ? 0 : 1 + random.below(kLateTicks));
    world.flow.continues = static_cast<std::uint8_t>(random.below(256));
}

TEST_CASE("the next game begins with the carry of the last, over many games") {
    const Level level = support::small_level();
    int out = 0, in_debt = 0, pending = 0;
    for (std::uint32_t seed = 1; seed <= 60; ++seed) {
        Random random = Random::seed(seed, 77);
        Game ended(level, {.seed = seed});
        support::play(ended, support::two_players({.seed = seed, .death_permille = 60}, {.seed = seed + 1000, .death_permille = 60}), 200 + random.below(400));
        for (int hand = 0; hand < 10; ++hand) {
            deal(*ended.world, random);
            REQUIRE(is_sound(*ended.world, level));
            const Carry carry = carry_of(*ended.world);
            REQUIRE(is_valid(carry));
            CHECK(carry.ended_with == root_of(*ended.world));
            const GameSetup setup{.seed = seed + 1, .carry = carry};
            const Game next(level, setup);
            REQUIRE(is_sound(*next.world, level));
            CHECK(next.world->team.extends == ended.world->team.extends);
            CHECK(next.world->team.extend_wait == 0);
            CHECK(next.world->flow.continues == ended.world->flow.continues);
            const int extend = ended.world->team.extend_wait > 0 ? 1 : 0;
            pending += extend;
            for (const Slot slot : kSlots) {
                const Ship& before = ended.world->ships[index(slot)];
                const Ship& after = next.world->ships[index(slot)];
                out += before.lives == 0 && extend == 0;
                CHECK(after.lives == std::clamp(before.lives + extend, 1, int{kLivesMax}));
                CHECK(after.weapon == before.weapon);
                CHECK(is_flying(after));
                const Earnings& had = ended.world->earnings[index(slot)];
                const Earnings& has = next.world->earnings[index(slot)];
                in_debt += had.charge < 0 || had.gold < 0;
                CHECK(has.score == had.score);
                CHECK(has.charge == std::max(had.charge, 0));
                CHECK(has.gold == std::max(had.gold, 0));
                CHECK(has.multiplier == std::max(had.multiplier / 2, 1));
                CHECK((has.chain_left > 0) == (has.multiplier > 1));
            }
            // Nothing else of the game that ended has an effect.
            Game plain(level, {.seed = seed + 1});
            apply_carry(*plain.world, carry);
            CHECK(root_of(*plain.world) == root_of(*next.world));
        }
    }
    CHECK(out > 20);
    CHECK(in_debt > 100);
    CHECK(pending > 100);
}

TEST_CASE("a multiplier that was carried falls like any other, and a game without a carry is unaffected") {
    Level level = support::small_level();
    level.cues.clear();  // nothing comes that could be grazed
    Carry carry;
    carry.players[0].multiplier = 3;
    Game game(level, {.seed = 4, .carry = carry});
    const auto multiplier = [&] { return game.world->earnings[0].multiplier; };
    game.steps(kChainTicks - 1);
    CHECK(multiplier() == 3);
    game.steps(1);
    CHECK(multiplier() == 2);
    game.steps(kChainFallTicks);
    CHECK(multiplier() == 1);
    game.steps(kChainTicks + kChainFallTicks);
    CHECK(multiplier() == 1);

    const Game fresh(level, {.seed = 4});
    CHECK(fresh.world->ships[0].lives == kLivesAtStart);
    CHECK(fresh.world->earnings[0].score == 0);
}

TEST_CASE("extends that were paid before are not paid again") {
    const Level level = support::small_level();
    Carry carry;
    carry.players[0].score = kExtendFirst + 5;
    for (const std::uint32_t extends : {0u, 1u}) {
        carry.extends = extends;
        Game game(level, {.seed = 4, .carry = carry});
        game.steps(1);
        CHECK(game.world->team.extends == 1);
        CHECK((game.world->team.extend_wait > 0) == (extends == 0));
    }
}

TEST_CASE("a carry outside its range is refused") {
    CHECK(is_valid(Carry{}));
    const auto with = [](auto&& change) {
        Carry carry;
        change(carry.players[1]);
        return is_valid(carry);
    };
    CHECK(with([](PlayerCarry& each) { each = {.score = ~0u, .charge = kChargeFull, .gold = kGoldFull, .multiplier = kMultiplierMax, .lives = kLivesMax, .weapon = Weapon::ribbon}; }));
    CHECK_FALSE(with([](PlayerCarry& each) { each.lives = 0; }));
    CHECK_FALSE(with([](PlayerCarry& each) { each.lives = kLivesMax + 1; }));
    CHECK_FALSE(with([](PlayerCarry& each) { each.charge = -1; }));
    CHECK_FALSE(with([](PlayerCarry& each) { each.charge = kChargeFull + 1; }));
    CHECK_FALSE(with([](PlayerCarry& each) { each.gold = -1; }));
    CHECK_FALSE(with([](PlayerCarry& each) { each.gold = kGoldFull + 1; }));
    CHECK_FALSE(with([](PlayerCarry& each) { each.multiplier = 0; }));
    CHECK_FALSE(with([](PlayerCarry& each) { each.multiplier = kMultiplierMax + 1; }));
    CHECK_FALSE(with([](PlayerCarry& each) { each.weapon = static_cast<Weapon>(kWeaponCount); }));
}

}  // namespace
}  // namespace albireo
