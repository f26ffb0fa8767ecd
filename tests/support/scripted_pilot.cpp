#include "tests/support/scripted_pilot.hpp"

#include <algorithm>
#include <vector>

#include "sim/game/enemy.hpp"
#include "sim/game/lightning.hpp"
#include "sim/game/player.hpp"
#include "sim/game/shot.hpp"
#include "sim/game/tuning.hpp"
#include "sim/game/wall.hpp"
#include "sim/game/weapon.hpp"
#include "sim/step.hpp"

namespace albireo::support {

namespace {

constexpr std::int32_t kHorizon = 48;  // ticks that a move is simulated ahead
constexpr std::int32_t kStride = 3;    // … in steps of this many ticks
constexpr std::int32_t kHeldFor = 12;  // ticks for which a move is held
constexpr Fixed kSightRange = 11_u;
constexpr Fixed kComfort = 700_mu;  // preferred distance between the ship's edge and a danger's
constexpr std::uint8_t kCommandDelay = 60;

/// Something round that moves in a straight line.
struct Danger {
    Vec2 at, speed;
    Fixed radius;
};

struct Dangers {
    std::vector<Danger> round;
    std::vector<const Beam*> beams;
};

Dangers dangers_near(const World& world, const Level& level, Vec2 ship) {
    Dangers dangers;
    const auto add = [&](const Danger& danger) {
        if (within(danger.at, ship, kSightRange + danger.radius)) dangers.round.push_back(danger);
    };
    for (const EnemyShot& shot : world.enemy_shots) add({shot.at, shot.speed, level.guns[shot.gun].radius});
    for (const Missile& missile : world.missiles) {
        const MissileDef& def = level.missiles[missile.def];
        add({missile.at, polar(missile.heading, def.speed), def.radius + 200_mu});
    }
    for (const Enemy& enemy : world.enemies) {
        for (std::size_t i = 0; i < enemy.part_count; ++i) {
            // Its future turns are not in the world; a larger radius covers them.
            if ((enemy.parts[i].flags & kPartAlive) != 0) {
                add({enemy.parts[i].at, {-60_mu, {}}, part_radius(level, enemy, i) + 500_mu});
            }
        }
    }
    for (const Beam& beam : world.beams) dangers.beams.push_back(&beam);
    return dangers;
}

bool is_rock_near(const World& world, const Level& level, Vec2 at, Fixed room) {
    for (const Vec2 side : {Vec2{{}, room}, Vec2{{}, -room}, Vec2{room, {}}}) {
        if (is_rock(world.scroll, level, at + side)) return true;
    }
    return false;
}

/// The cost for the ship to be at `at` in `ticks` ticks.
std::int64_t harm_at(const World& world, const Level& level, const Dangers& dangers, Vec2 at, std::int32_t ticks) {
    std::int64_t harm = 0;
    for (const Danger& danger : dangers.round) {
        const Vec2 there = danger.at + danger.speed * ticks;
        const Fixed reach = danger.radius + kShipRadius;
        if (!within(there, at, reach + kComfort)) continue;
        const Fixed room = length(there - at) - reach;
        harm += room.raw <= 0 ? 4000 : (kComfort - room).raw / 100;
    }
    for (const Beam* beam : dangers.beams) {
        const Fixed half_width = level.beams[beam->def].half_width;
        if (touches_beam(*beam, half_width, at, kShipRadius + 400_mu)) harm += beam->burning != 0 ? 5000 : 1500;
    }
    // The scenery moves against the camera: rock that is there then is further ahead now.
    const Vec2 then = at + world.scroll.moved * ticks;
    if (is_rock_near(world, level, then, kShipRadius + 350_mu)) harm += 6000;
    if (is_rock_near(world, level, then, kShipRadius + 1200_mu)) harm += 300;
    return harm * (kHorizon + 12 - ticks) / kHorizon;
}

Vec2 speed_of(std::uint16_t moves) {
    const int x = ((moves & kRight) != 0 ? 1 : 0) - ((moves & kLeft) != 0 ? 1 : 0);
    const int y = ((moves & kUp) != 0 ? 1 : 0) - ((moves & kDown) != 0 ? 1 : 0);
    Fixed speed = (moves & kFocus) != 0 ? kShipFocusSpeed : kShipSpeed;
    if (x != 0 && y != 0) speed = speed * kDiagonal;
    return {speed * x, speed * y};
}

Vec2 kept_inside(Vec2 at) {
    constexpr Fixed kX = kFieldHalfWidth - kShipEdge, kY = kFieldHalfHeight - kShipEdge;
    return {clamp(at.x, -kX, kX), clamp(at.y, -kY, kY)};
}

/// The part of an enemy to shoot at: the first that can be damaged.
std::uint8_t best_part(const Level& level, const Enemy& enemy) {
    for (std::uint8_t i = 0; i < enemy.part_count; ++i) {
        if (is_exposed(level, enemy, i)) return i;
    }
    return 0;
}

const Enemy* best_target(const World& world, const Level& level, Vec2 ship) {
    const Enemy* best = nullptr;
    std::uint64_t least = 0;
    for (const Enemy& enemy : world.enemies) {
        if (!is_in_field(enemy.at, {}) || enemy.at.x < ship.x + 1_u) continue;
        if (!is_exposed(level, enemy, best_part(level, enemy))) continue;
        const std::uint64_t far = length_squared({(enemy.at.x - ship.x) / 2, enemy.at.y - ship.y});
        if (best != nullptr && far >= least) continue;
        best = &enemy;
        least = far;
    }
    return best;
}

}  // namespace

Frame ScriptedPilot::next(const World& world, const Level& level) {
    const Ship& ship = world.ships[index(own_)];
    if (decide_in_ == 0) decide(world, level);
    --decide_in_;
    Frame frame;
    frame.buttons = static_cast<std::uint16_t>(moves_ | weapon_ | (fires_ ? kFire : 0));
    if (is_flying(ship)) {
        aim(frame, world, level);
        spend(frame, world, level);
    }
    frame.lock = lock_;
    frame.lock_part = lock_part_;
    frame.aim = aim_;
    command(frame, world);
    const std::uint8_t bolts = frame.report_count;
    reporter_.look(frame, world, level);
    for (std::size_t i = bolts; i < frame.report_count; ++i) {
        const Report& report = frame.reports[i];
        if (report.kind != ReportKind::died) continue;
        if (style_.seeks_death && report.part == static_cast<std::uint16_t>(*style_.seeks_death))
            style_.seeks_death.reset();
    }
    return frame;
}

void ScriptedPilot::decide(const World& world, const Level& level) {
    decide_in_ = 4 + random_.below(7);
    if (random_.below(1000) < style_.lapse_permille) return;
    choose_weapon(world);
    fires_ = random_.below(40) != 0;
    if (const auto doom = place_to_die(world, level)) {
        decide_in_ = 3;
        fires_ = false;  // the enemy that it flies into must survive until then
        goal_ = *doom;
        const Vec2 way = goal_ - world.ships[index(own_)].at;
        moves_ = static_cast<std::uint16_t>((way.x > 200_mu    ? kRight
                                             : way.x < -200_mu ? kLeft
                                                               : 0) |
                                            (way.y > 200_mu    ? kUp
                                             : way.y < -200_mu ? kDown
                                                               : 0));
        return;
    }
    goal_ = place_to_be(world, level);
    moves_ = steer(world, level, goal_);
}

/// Behind the target, at its height; near the partner if a combined storm is to be joined.
Vec2 ScriptedPilot::place_to_be(const World& world, const Level& level) {
    const Ship& ship = world.ships[index(own_)];
    const Ship& partner = world.ships[index(other(own_))];
    Vec2 goal = goal_;
    if (random_.below(6) == 0) goal.x = Fixed::from_int(random_.between(-12, -5));
    if (const Enemy* enemy = best_target(world, level, ship.at)) {
        goal.y = enemy->parts[best_part(level, *enemy)].at.y;
    } else if (random_.below(5) == 0) {
        goal.y = Fixed::from_int(random_.between(-5, 5));
    }
    if (style_.waits_for_partner && has_gold(world, own_) && is_flying(partner)) {
        goal = partner.at + Vec2{-1_u, own_ == Slot::gold ? 2_u : -2_u};
    }
    return kept_inside(goal);
}

std::optional<Vec2> ScriptedPilot::place_to_die(const World& world, const Level& level) const {
    const Vec2 ship = world.ships[index(own_)].at;
    if (!style_.seeks_death || !is_vulnerable(world.ships[index(own_)])) return std::nullopt;
    std::optional<Vec2> place;
    // Waits until the thing is near: on a long way the ship might die of something else.
    const auto offer = [&](Vec2 at) {
        if (is_in_field(at, {}) && within(at, ship, 7_u) &&
            (!place || length_squared(at - ship) < length_squared(*place - ship)))
            place = at;
    };
    switch (*style_.seeks_death) {
        case Cause::enemy:
            for (const Enemy& enemy : world.enemies) offer(enemy.at);
            break;
        case Cause::enemy_shot:
            for (const EnemyShot& shot : world.enemy_shots) offer(shot.at + shot.speed * 6);
            break;
        case Cause::missile:
            for (const Missile& missile : world.missiles) offer(missile.at);
            break;
        case Cause::beam:
            // Along it: a beam that warns will burn soon.
            for (const Beam& beam : world.beams) {
                for (std::int32_t i = 1; i < 16; ++i) {
                    const Fixed t = Fixed::ratio(i, 16);
                    offer(mix(mix(beam.from, beam.bend, t), mix(beam.bend, beam.tip, t), t));
                }
            }
            break;
        case Cause::wall:
            for (std::int32_t y = -8; y <= 8; ++y) {
                if (is_rock(world.scroll, level, {ship.x, Fixed::from_int(y)})) offer({ship.x, Fixed::from_int(y)});
            }
            break;
    }
    return place;
}

/// The best of seventeen moves: eight directions, each slow and fast, or none.
std::uint16_t ScriptedPilot::steer(const World& world, const Level& level, Vec2 goal) {
    const Ship& ship = world.ships[index(own_)];
    const Dangers dangers = dangers_near(world, level, ship.at);
    std::uint16_t best = 0;
    std::int64_t least = -1;
    for (const std::uint16_t focus : {std::uint16_t{0}, std::uint16_t{kFocus}}) {
        for (std::uint16_t moves = 0; moves < 16; ++moves) {
            const bool both =
                (moves & (kUp | kDown)) == (kUp | kDown) || (moves & (kLeft | kRight)) == (kLeft | kRight);
            if (both || (moves == 0 && focus != 0)) continue;
            const auto held = static_cast<std::uint16_t>(moves | focus);
            const Vec2 speed = speed_of(held);
            std::int64_t harm = 0;
            Vec2 at = ship.at;
            for (std::int32_t t = kStride; t <= kHorizon; t += kStride) {
                at = kept_inside(ship.at + speed * std::min(t, kHeldFor));
                harm += harm_at(world, level, dangers, at, t);
            }
            harm += length(at - goal).raw / 2000;
            if (held != moves_) harm += 15;  // people tend to keep their fingers in place
            if (least >= 0 && harm >= least) continue;
            least = harm;
            best = held;
        }
    }
    return best;
}

void ScriptedPilot::choose_weapon(const World& world) {
    if (style_.weapon) {
        weapon_ = static_cast<std::uint16_t>(static_cast<unsigned>(*style_.weapon) << kWeaponShift);
        return;
    }
    if (world.clock.value < weapon_for_) return;
    weapon_for_ = world.clock.value + 400 + random_.below(900);
    weapon_ = static_cast<std::uint16_t>(random_.below(kWeaponCount) << kWeaponShift);
}

/// A ribbon's lock follows its target every tick, and seekers take theirs when fired. Otherwise both stay.
void ScriptedPilot::aim(Frame& frame, const World& world, const Level& level) {
    const Ship& ship = world.ships[index(own_)];
    const Weapon weapon = frame.weapon();
    const bool fires = frame.held(kFire) || releases_;
    const bool seekers = weapon == Weapon::seekers && fires && will_fire(ship, weapon);
    if (weapon == Weapon::ribbon && fires) {
        const Enemy* enemy = find_enemy(world, lock_);
        if (enemy == nullptr || !is_in_field(enemy->at, {}) || !is_exposed(level, *enemy, lock_part_)) {
            enemy = best_target(world, level, ship.at);
            lock_ = enemy != nullptr ? enemy->id : EnemyId{};
            lock_part_ = enemy != nullptr ? best_part(level, *enemy) : std::uint8_t{0};
        }
        if (enemy != nullptr) aim_ = AimPoint::at(enemy->parts[lock_part_].at);
    } else if (seekers) {
        const Enemy* enemy = best_target(world, level, ship.at);
        lock_ = enemy != nullptr ? enemy->id : EnemyId{};
        lock_part_ = enemy != nullptr ? best_part(level, *enemy) : std::uint8_t{0};
        if (enemy != nullptr) aim_ = AimPoint::at(enemy->parts[lock_part_].at);
    }
}

void ScriptedPilot::spend(Frame& frame, const World& world, const Level& level) {
    const Ship& ship = world.ships[index(own_)];
    const Ship& partner = world.ships[index(other(own_))];
    const Tick partner_struck_at = world.earnings[index(other(own_))].struck_at;
    if (has_gold(world, own_) && ship.lightning_wait == 0) {
        const bool partner_ready =
            has_gold(world, other(own_)) && is_flying(partner) && within(partner.at, ship.at, 5_u);
        const bool partner_struck = partner_struck_at.value != 0 && world.clock - partner_struck_at <= kCombinedStormTicks;
        const bool may = !style_.waits_for_partner || partner_ready || partner_struck;
        if (may && world.enemies.count > 2) strike(frame, world, level);
    }
    const Earnings& earnings = world.earnings[index(own_)];
    if (releases_) {
        releases_ = earnings.charge >= 2 * kReleasePerTick && has_charge(world, own_);
    } else if (earnings.charge >= (style_.hoards ? kChargeFull : kChargeFull * 6 / 10) && world.enemies.count > 1) {
        releases_ = !style_.hoards;
    }
    if (releases_) frame.buttons |= kRelease;
}

void ScriptedPilot::strike(Frame& frame, const World& world, const Level& level) {
    frame.buttons |= kLightning;
    for (const Enemy& enemy : world.enemies) {
        if (frame.report_count == kBoltsPerLightningMax) break;
        const std::uint8_t part = best_part(level, enemy);
        if (!is_in_field(enemy.parts[part].at, {})) continue;
        Report bolt;
        bolt.kind = ReportKind::bolt;
        bolt.slot = own_;
        bolt.enemy = enemy.id;
        bolt.part = part;
        frame.reports[frame.report_count++] = bolt;
    }
}

void ScriptedPilot::command(Frame& frame, const World& world) {
    const auto ask = [&](Command command) {
        frame.command = command;
        frame.command_delay = kCommandDelay;
        asked_at_ = world.tick.value;
    };
    const bool may_ask = asked_at_ == 0 || world.tick.value > asked_at_ + 2 * kCommandDelay;
    if (!may_ask) return;
    if (is_over(world)) {
        if (style_.continues && world.flow.hold_ticks > 90) ask(Command::carry_on);
    } else if (is_paused(world)) {
        if (style_.pause_at != 0 && world.flow.hold_ticks >= style_.pause_ticks) ask(Command::resume);
    } else if (style_.pause_at != 0 && world.tick.value == style_.pause_at) {
        ask(Command::pause);
    }
}

}  // namespace albireo::support
