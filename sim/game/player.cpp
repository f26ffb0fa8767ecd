#include "sim/game/player.hpp"

#include <algorithm>
#include <cassert>

#include "sim/game/lightning.hpp"
#include "sim/game/tuning.hpp"
#include "sim/game/weapon.hpp"

namespace albireo {
namespace {

struct ShipContext {
    StepContext& step;
    Slot slot;
    Ship& ship;
    const Frame& frame;
};

void begin_entering(ShipContext& c) {
    c.ship.at = {kShipEnterFrom, kShipStart[index(c.slot)].y};
    c.ship.invulnerable = kEnterTicks + kSafeTicks;
    c.step.emit(EventKind::ship_returned, cause_of(c.slot, c.ship.deaths), c.ship.at, 0, c.slot);
}

void fly_in(ShipContext& c, Machine& machine) {
    assert(machine.age < kEnterTicks && "a ship that has come in is flying");
    const Fixed distance = kShipStart[index(c.slot)].x - kShipEnterFrom;
    c.ship.at.x = kShipEnterFrom + distance * Fixed::ratio(machine.age + 1, kEnterTicks);
}

Vec2 steering(const Frame& frame) {
    const int x = (frame.held(kRight) ? 1 : 0) - (frame.held(kLeft) ? 1 : 0);
    const int y = (frame.held(kUp) ? 1 : 0) - (frame.held(kDown) ? 1 : 0);
    Fixed speed = frame.held(kFocus) ? kShipFocusSpeed : kShipSpeed;
    if (x != 0 && y != 0) speed = speed * kDiagonal;
    return {speed * x, speed * y};
}

void fly(ShipContext& c, Machine&) {
    assert(c.ship.lives > 0 && "a ship that flies has the life that it flies with");
    const Vec2 way = steering(c.frame);
    const Vec2 to = c.ship.at + (c.ship.dives != 0 ? way_under_water(c.step.level, c.ship, way) : way);
    constexpr Fixed kX = kFieldHalfWidth - kShipEdge;
    constexpr Fixed kY = kFieldHalfHeight - kShipEdge;
    c.ship.at = {clamp(to.x, -kX, kX), clamp(to.y, -kY, kY)};
}

void begin_dead(ShipContext& c) {
    assert(c.ship.lives > 0 && "a ship loses only a life that it has");
    if (c.step.world.flow.practice == 0) --c.ship.lives;
    ++c.ship.deaths;
}

void begin_watching(ShipContext& c) {
    c.step.emit(EventKind::ship_out, cause_of(c.slot, c.ship.deaths), c.ship.at, 0, c.slot);
}

void end_watching(ShipContext& c) {
    if (c.frame.held(kAbsent)) return;
    c.step.world.flow.life_wait[index(c.slot)] = 0;
    c.ship.lives = 1;
    c.step.emit(EventKind::life_returned, cause_of(c.slot, c.ship.deaths), c.ship.at, 0, c.slot);
}

bool is_absent(const ShipContext& c) { return c.frame.held(kAbsent); }
bool is_back(const ShipContext& c) { return !c.frame.held(kAbsent); }
bool is_back_without_lives(const ShipContext& c) { return is_back(c) && c.ship.lives == 0; }
bool has_entered(const ShipContext& c) { return c.ship.life.age >= kEnterTicks; }
bool has_died(const ShipContext& c) { return c.step.died[index(c.slot)]; }
bool has_waited(const ShipContext& c) { return c.ship.life.age >= kDeadTicks; }
bool has_waited_and_is_out(const ShipContext& c) { return has_waited(c) && c.ship.lives == 0; }
bool gets_a_life(const ShipContext& c) { return c.step.world.flow.life_wait[index(c.slot)] == 1; }

constexpr auto kLife = machine_table<ShipContext>({
    {"entering", {begin_entering, fly_in}, {{{"absent", is_absent}, {"flying", has_entered}}}},
    {"flying", {nullptr, fly}, {{{"absent", is_absent}, {"dead", has_died}}}},
    {"dead", {begin_dead}, {{{"absent", is_absent}, {"watching", has_waited_and_is_out}, {"entering", has_waited}}}},
    {"watching", {begin_watching, nullptr, end_watching}, {{{"absent", is_absent}, {"entering", gets_a_life}}}},
    {"absent", {}, {{{"watching", is_back_without_lives}, {"entering", is_back}}}},
});
static_assert(kLife.state("entering") == static_cast<std::uint8_t>(Life::entering));
static_assert(kLife.state("flying") == static_cast<std::uint8_t>(Life::flying));
static_assert(kLife.state("dead") == static_cast<std::uint8_t>(Life::dead));
static_assert(kLife.state("watching") == static_cast<std::uint8_t>(Life::watching));
static_assert(kLife.state("absent") == static_cast<std::uint8_t>(Life::absent));

/// Rock is the same in every world, so the ship's own frames still decide this (rule 4).
void die_in_rock(StepContext& step, Slot slot) {
    if (step.died[index(slot)]) return;
    const Ship& ship = step.world.ships[index(slot)];
    assert(is_vulnerable(ship) && "rock ends no ship that is safe or not in play");
    step.died[index(slot)] = true;
    step.emit(EventKind::ship_died, cause_of(slot, ship.deaths), ship.at, static_cast<std::int32_t>(Cause::wall), slot);
}

/// To be called when the ship has moved: decides whether it is in the air or under water. Only a flying ship dives.
void dip(StepContext& step, Slot slot) {
    Ship& ship = step.world.ships[index(slot)];
    const std::uint8_t before = ship.dives;
    dive(ship, step.level, is_flying(ship) && step.sea.covers(ship.at));
    if (ship.dives == before) return;
    step.emit(EventKind::splash, cause_of(slot, ship.deaths), ship.at, ship.dives, slot);
}

void move_ship(StepContext& step, Slot slot) {
    Ship& ship = step.world.ships[index(slot)];
    // A slot without a player stays absent, whatever its frames contain.
    const bool takes_part = (step.world.flow.players >> index(slot)) & 1;
    const Frame nobody = absent_frame();
    ShipContext context{step, slot, ship, takes_part ? step.frames[index(slot)] : nobody};
    TableHost host(kLife, context);

    // An absent player's ship is withdrawn. That is not a death.
    const bool is_steered = !context.frame.held(kAbsent);
    if (is_steered && is_vulnerable(ship) && ship.rock_ticks >= kRockTicks) die_in_rock(step, slot);
    run(ship.life, host);
    dip(step, slot);
    const bool in_rock = is_vulnerable(ship) && !step.band->is_clear(ship.at) && is_rock(step.level, step.moving_walls, ship.at);
    ship.rock_ticks = in_rock ? static_cast<std::uint16_t>(ship.rock_ticks + 1) : 0;
    assert(ship.rock_ticks <= kRockTicks && "a ship that has been in rock for kRockTicks is dead");
    if (ship.invulnerable > 0) --ship.invulnerable;
    cool_lightning(ship);
    run_weapon(step, slot, context.frame);
    const Life life = life_of(ship);
    const bool present = life == Life::entering || life == Life::flying || (life == Life::dead && ship.lives > 0);
    ship.present = ship.present << 1 | (present ? 1u : 0u);
    ship.trail[step.world.clock.value % kTrailTicks] = ship.at;
}

}  // namespace

Life life_of(const Ship& ship) {
    assert(ship.life.state < kLife.size() && "a ship is in a state of its life");
    return static_cast<Life>(ship.life.state);
}
bool is_flying(const Ship& ship) { return life_of(ship) == Life::flying; }
bool is_vulnerable(const Ship& ship) { return is_flying(ship) && ship.invulnerable == 0; }

bool is_out_of_lives(const Ship& ship) {
    return life_of(ship) == Life::watching || (life_of(ship) == Life::dead && ship.lives == 0);
}

bool is_in_play(const World& world, Slot slot) {
    const Ship& ship = world.ships[index(slot)];
    switch (life_of(ship)) {
        case Life::entering:
        case Life::flying: return true;
        case Life::dead: return ship.lives > 0 || world.flow.life_wait[index(slot)] > 0;
        case Life::watching: return world.flow.life_wait[index(slot)] > 0;
        case Life::absent: return false;
    }
    return false;
}

void init_ship(World& world, Slot slot, bool takes_part) {
    Ship& ship = world.ships[index(slot)];
    ship = Ship{};
    ship.at = kShipStart[index(slot)];
    ship.lives = kLivesAtStart;
    ship.life.state = takes_part ? kLife.state("flying") : kLife.state("absent");
    ship.invulnerable = kSafeTicks;
    ship.present = takes_part ? 0xffffffffu : 0;
    ship.trail.fill(ship.at);
    init_weapon(ship);
}

void move_ships(StepContext& step) {
    for (const Slot slot : kSlots) move_ship(step, slot);
}

void refill_lives(StepContext& step, Slot slot) {
    Ship& ship = step.world.ships[index(slot)];
    if (((step.world.flow.players >> index(slot)) & 1) == 0) return;
    ShipContext context{step, slot, ship, step.frames[index(slot)]};
    TableHost host(kLife, context);
    step.world.flow.life_wait[index(slot)] = 0;
    if (life_of(ship) != Life::absent) enter(ship.life, host, kLife.state("entering"));
    ship.lives = kLivesAtStart;
    assert(!is_out_of_lives(ship) && "after \"continue\" nobody is left watching");
}

void extend_lives(StepContext& step, Slot slot) {
    Ship& ship = step.world.ships[index(slot)];
    if (((step.world.flow.players >> index(slot)) & 1) == 0) return;
    if (ship.lives == kLivesMax) return;
    if (ship.lives == 0) {
        step.world.flow.life_wait[index(slot)] = 1;
    } else {
        ++ship.lives;
    }
    step.emit(EventKind::extended, 0, ship.at, std::max<std::int32_t>(ship.lives, 1), slot);
}

Vec2 lagged_place(const World& world, Slot slot) {
    return world.ships[index(slot)].trail[(world.clock.value - kAimLagTicks) % kTrailTicks];
}

Slot aim_target(const World& world, std::uint32_t n) {
    const Slot turn = kSlots[n % kSlotCount];
    static_assert(kAimLagTicks < 32);
    return ((world.ships[index(turn)].present >> kAimLagTicks) & 1) != 0 ? turn : other(turn);
}

}  // namespace albireo
