#include "sim/game/weapon.hpp"

#include <algorithm>
#include <cassert>

#include "sim/game/player.hpp"
#include "sim/game/tuning.hpp"

namespace albireo {
namespace {

struct ArmsContext {
    StepContext& step;
    Slot slot;
    Ship& ship;
    const Frame& frame;
};

/// Sets the seeker's path. With a lock it is a curve that swings out from the nose and ends at the frame's aim point;
/// without, a straight line.
void bend_seeker(Shot& shot, const Frame& frame, const Volley& volley, Form form, std::int32_t side) {
    shot.speed = {volley.speed, {}};
    const Vec2 way = frame.aim.point() - shot.at;
    if (!frame.lock || (form == Form::focused && !is_in_focus(way))) return;
    // If the aim point is beyond the reach of the longest curve, the curve ends on the line to it, as far as the
    // seeker flies at its own speed in kSeekerTicksMax.
    const Fixed reach = volley.speed * kSeekerTicksMax;
    const Fixed whole = length(way);
    const Fixed distance = min(whole, reach);
    const Vec2 target = whole > reach ? shot.at + Vec2{way.x * reach / whole, way.y * reach / whole} : frame.aim.point();
    const std::int32_t ticks = std::clamp<std::int32_t>(distance.raw / volley.speed.raw, kSeekerTicksMin, kSeekerTicksMax);
    assert(distance.raw / volley.speed.raw <= kSeekerTicksMax && "a seeker reaches its target within its longest curve");
    // B(t) = a + 2t(c − a) + t²(a − 2c + b), where t advances by 1/ticks each tick. One step is speed += bend;
    // at += speed. The bends of n steps add up to n(n + 1)/2 bends. The first speed is computed from the rounded bend
    // and b, so that the rounding of the bend does not move the end point.
    const Fixed swing = form == Form::focused ? kSeekerSwing / 3 : kSeekerSwing;
    const Vec2 control = shot.at + Vec2{distance / 3, swing * side};
    const Vec2 bow = shot.at - control * 2 + target;
    shot.bend = bow * 2 / (ticks * ticks);
    shot.speed = (target - shot.at - shot.bend * (ticks * (ticks + 1) / 2)) / ticks;
    shot.bend_ticks = static_cast<std::uint16_t>(ticks);
}

static_assert(std::all_of(kVolleys.begin(), kVolleys.end(), [](const auto& forms) { return forms[0].every > 0; }),
              "every weapon has its numbers in kVolleys");

void fire_volley(ArmsContext& c, Form form) {
    assert(static_cast<int>(c.ship.weapon) < kWeaponCount && "a ship carries a weapon that there is");
    const Volley& volley = volley_of(c.ship.weapon, form);
    const bool powered = form == Form::charged;
    const Vec2 nose = c.ship.at + kNose;
    for (std::int32_t i = 0; i < volley.shots; ++i) {
        // −(n − 1) … n − 1 in steps of two: half-places either side of the middle
        const std::int32_t place = 2 * i - (volley.shots - 1);
        ++c.ship.fired.value;
        Shot shot{};
        shot.number = c.ship.fired;
        shot.weapon = c.ship.weapon;
        shot.powered = powered ? 1 : 0;
        shot.damage = volley.damage;
        shot.pierce = volley.pierce;
        shot.at = nose + Vec2{{}, volley.gap * place / 2};
        if (c.ship.weapon == Weapon::seekers) {
            bend_seeker(shot, c.frame, volley, form, place);
        } else {
            const Angle angle =
                Angle::from_raw(volley.shots > 1 ? volley.spread.raw * place / (2 * (volley.shots - 1)) : 0);
            shot.speed = polar(angle, volley.speed);
        }
        auto& shots = c.step.world.shots[index(c.slot)];
        assert(std::none_of(shots.begin(), shots.end(), [&](const Shot& other) { return other.number == shot.number; }) &&
               "no two live shots of a slot have one name");
        if (shots.add(shot) != nullptr) {
            c.step.world.marks[index(c.slot)].spent.set(shot.number, false);
            c.step.world.marks[index(c.slot)].unpaid.set(shot.number, false);
        }
    }
    c.step.emit(EventKind::shot_fired, cause_of(c.slot, c.ship.fired.value), nose,
                static_cast<std::int32_t>(c.ship.weapon) + (powered ? kWeaponCount : 0), c.slot);
}

/// The ribbon's form. Only a charged ribbon can run to the partner; the frame says whether it does.
Ribbon ribbon_form(const Frame& frame, Form form) {
    const bool bridges = frame.lock == kLockPartner;
    if (form == Form::charged) return bridges ? kBridge : kWhip;
    if (bridges) return kNoRibbon;
    return form == Form::focused ? kRibbonFocused : kRibbon;
}

void burn_ribbon(ArmsContext& c, Form form) {
    if (!c.frame.lock) return;
    c.ship.ribbon = ribbon_form(c.frame, form);
    if (c.ship.ribbon == kNoRibbon) return;
    c.ship.lock = c.frame.lock;
    c.ship.lock_part = c.frame.lock_part;
    c.ship.aim = c.frame.aim.point();
}

void use_weapon(ArmsContext& c, Form form) {
    c.ship.weapon = c.frame.weapon();
    if (c.ship.weapon == Weapon::ribbon) return burn_ribbon(c, form);
    if (c.ship.cooldown > 0) return;
    fire_volley(c, form);
    c.ship.cooldown = volley_of(c.ship.weapon, form).every;
}

void tick_ready(ArmsContext& c, Machine&) {
    c.ship.weapon = c.frame.weapon();
    if (is_flying(c.ship) && c.frame.held(kFire)) use_weapon(c, form_of(c.frame, false));
}

void begin_powered(ArmsContext& c) {
    c.step.emit(EventKind::released, cause_of(c.slot, c.ship.fired.value), c.ship.at,
                static_cast<std::int32_t>(c.frame.weapon()), c.slot);
}

void tick_powered(ArmsContext& c, Machine& machine) {
    c.ship.powered = machine.age == 0 ? 2 : 1;
    use_weapon(c, Form::charged);
    c.ship.guard = c.ship.weapon == Weapon::fan && c.frame.held(kGuard) ? 1 : 0;
}

bool releases(const ArmsContext& c) { return is_flying(c.ship) && c.frame.held(kRelease); }
bool releases_not(const ArmsContext& c) { return !releases(c); }

constexpr auto kArms = machine_table<ArmsContext>({
    {"ready", {nullptr, tick_ready}, {{{"powered", releases}}}},
    {"powered", {begin_powered, tick_powered}, {{{"ready", releases_not}}}},
});
static_assert(kArms.state("ready") == static_cast<std::uint8_t>(Arms::ready));
static_assert(kArms.state("powered") == static_cast<std::uint8_t>(Arms::powered));

}  // namespace

void init_weapon(Ship& ship) { ship.arms = Machine{}; }

void run_weapon(StepContext& step, Slot slot, const Frame& frame) {
    Ship& ship = step.world.ships[index(slot)];
    if (ship.cooldown > 0) --ship.cooldown;
    ship.ribbon = kNoRibbon;
    ship.powered = 0;
    ship.guard = 0;
    ship.lock = {};
    ship.lock_part = 0;
    ship.aim = {};
    ArmsContext context{step, slot, ship, frame};
    TableHost host(kArms, context);
    run(ship.arms, host);
    assert((ship.guard == 0 || ship.powered != 0) && "a bulwark costs charge");
    assert((ship.ribbon == 0 || ship.weapon == Weapon::ribbon) && "a ship burns only what it has selected");
    assert((ship.ribbon == 0 || is_flying(ship)) && "only a flying ship burns its ribbon");
    assert((ship.powered == 0 || is_flying(ship)) && "only a flying ship spends charge");
    assert(ship.cooldown <= kCooldownMax && "a ship waits for its slowest volley at most");
}

Form form_of(const Frame& frame, bool powered) {
    return powered ? Form::charged : frame.held(kFocus) ? Form::focused : Form::plain;
}

bool is_in_focus(Vec2 way) { return way.x.raw > 0 && abs(way.y) <= way.x * kSeekerFocusSlope; }

bool has_charge(const World& world, Slot slot) {
    const bool releases = static_cast<Arms>(world.ships[index(slot)].arms.state) == Arms::powered;
    return world.earnings[index(slot)].charge >= (releases ? kReleasePerTick : kReleaseBegin);
}

bool will_fire(const Ship& ship, Weapon weapon) {
    return weapon != Weapon::ribbon && is_flying(ship) && ship.cooldown <= 1;
}

}  // namespace albireo
