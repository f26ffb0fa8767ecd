#include "sim/carry.hpp"

#include <algorithm>
#include <cassert>

#include "sim/digest.hpp"
#include "sim/game/tuning.hpp"
#include "sim/world.hpp"

namespace albireo {
namespace {

bool is_valid(const PlayerCarry& carry) {
    return carry.charge >= 0 && carry.charge <= kChargeFull && carry.gold >= 0 && carry.gold <= kGoldFull &&
           carry.multiplier >= 1 && carry.multiplier <= kMultiplierMax && carry.lives >= 1 && carry.lives <= kLivesMax &&
           static_cast<int>(carry.weapon) < kWeaponCount;
}

}  // namespace

Carry carry_of(const World& world) {
    Carry carry;
    carry.extends = world.team.extends;
    carry.continues = world.flow.continues;
    carry.ended_with = root_of(world);
    const int pending = world.team.extend_wait > 0 ? 1 : 0;
    for (const Slot slot : kSlots) {
        const Ship& ship = world.ships[index(slot)];
        const Earnings& earnings = world.earnings[index(slot)];
        PlayerCarry& player = carry.players[index(slot)];
        player.score = earnings.score;
        // A bar is below 0 only while a client has spent what it had predicted to earn.
        player.charge = std::max(earnings.charge, 0);
        player.gold = std::max(earnings.gold, 0);
        player.multiplier = std::max<std::uint16_t>(earnings.multiplier / 2, 1);
        player.lives = static_cast<std::uint8_t>(std::clamp<int>(ship.lives + pending, 1, kLivesMax));
        player.weapon = ship.weapon;
    }
    assert(is_valid(carry) && "the next level can begin with what a sound world ended with");
    return carry;
}

bool is_valid(const Carry& carry) {
    return std::all_of(carry.players.begin(), carry.players.end(), [](const PlayerCarry& each) { return is_valid(each); });
}

void apply_carry(World& world, const Carry& carry) {
    assert(world.tick == Tick{} && "a carry is applied before the first tick");
    assert(is_valid(carry) && "a carry from outside is checked before it is applied");
    world.team.extends = carry.extends;
    world.flow.continues = carry.continues;
    for (const Slot slot : kSlots) {
        const PlayerCarry& player = carry.players[index(slot)];
        Ship& ship = world.ships[index(slot)];
        ship.lives = player.lives;
        ship.weapon = player.weapon;
        Earnings& earnings = world.earnings[index(slot)];
        earnings.score = player.score;
        earnings.charge = player.charge;
        earnings.gold = player.gold;
        earnings.multiplier = player.multiplier;
        earnings.chain_left = player.multiplier > 1 ? kChainTicks : std::uint16_t{0};  // otherwise it would never fall
    }
}

}  // namespace albireo
