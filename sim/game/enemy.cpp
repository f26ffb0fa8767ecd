#include "sim/game/enemy.hpp"

#include <algorithm>
#include <cassert>

#include "sim/game/beam.hpp"
#include "sim/game/behaviour.hpp"
#include "sim/game/burr.hpp"
#include "sim/game/deck.hpp"
#include "sim/game/dust.hpp"
#include "sim/game/flow.hpp"
#include "sim/game/formation.hpp"
#include "sim/game/gun.hpp"
#include "sim/game/hatch.hpp"
#include "sim/game/heat.hpp"
#include "sim/game/path.hpp"
#include "sim/game/score.hpp"
#include "sim/game/shot.hpp"
#include "sim/game/tuning.hpp"

namespace albireo {
namespace {

/// A part's position relative to its enemy, before the enemy's heading turns it.
Vec2 place_in_enemy(const Part& part, const PartDef& def, std::uint32_t age) {
    if (def.motion == PartMotion::fixed) return part.offset;
    const Angle angle = def.phase + Angle::from_raw(std::int64_t{age % def.period} * 65536 / def.period);
    const Fixed s = sine(angle);
    if (def.motion == PartMotion::sway) return part.offset + def.amplitude * s;
    return part.offset + Vec2{def.amplitude.x * cosine(angle), def.amplitude.y * s};
}

/// The position of a trailing part.
Vec2 place_in_trail(const Level& level, const Enemy& enemy, const Part& part, const PartDef& def) {
    if (def.path != kNone16) {
        assert(def.path < level.path_samples.size() && "a part trails along a path of the level");
        const PathSamples& path = level.path_samples[def.path];
        const std::int64_t whole = path.length.raw;
        const std::int64_t flown = (std::int64_t{def.pace.raw} * enemy.age - def.lead.raw) % whole;
        const Fixed along{static_cast<std::int32_t>(flown < 0 ? flown + whole : flown)};
        return enemy.at + rotated(part.offset + point_on(path, along).at, enemy.heading);
    }
    if (enemy.mover != Mover::path) return enemy.at + rotated(part.offset + Vec2{def.lead, {}}, enemy.heading);
    const PathPoint point = point_on(level.path_samples[enemy.path], enemy.along - def.lead);
    const Vec2 aside = enemy.abreast.raw != 0 ? perpendicular(point.direction) * enemy.abreast : Vec2{};
    return point.at + enemy.from + aside + part.offset;
}

void move_part(const Level& level, Enemy& enemy, Part& part, const PartDef& def) {
    if (part.offset_ticks > 0) {
        part.offset += (part.offset_to - part.offset) / part.offset_ticks;
        if (--part.offset_ticks == 0) part.offset = part.offset_to;
    }
    part.at = def.motion == PartMotion::trail ? place_in_trail(level, enemy, part, def)
                                              : enemy.at + rotated(place_in_enemy(part, def, enemy.age), enemy.heading);
}

void mark_gone(Enemy& enemy) {
    assert(!is_gone(enemy) && "an enemy dies or leaves once");
    enemy.flags |= kIsGone;
}

/// A new enemy of a kind. The caller sets its position and mover.
Enemy make_enemy(const Level& level, EnemyId id, std::uint8_t kind, Random random, std::uint16_t heat) {
    const KindDef& def = level.kinds[kind];
    assert(id && id.spawn <= level.spawns.size() && "an enemy is named by its place in the spawn list");
    assert(def.parts.count >= 1 && def.parts.count <= kPartsMax && "the parts of a kind fit an enemy");
    Enemy enemy{};
    enemy.id = id;
    enemy.kind = kind;
    enemy.part_count = static_cast<std::uint8_t>(def.parts.count);
    enemy.face = def.face;
    enemy.speed = def.speed;
    enemy.speed_to = def.speed;
    enemy.random = random;
    enemy.heat = heat;
    for (std::size_t i = 0; i < enemy.part_count; ++i) {
        const PartDef& part = part_def(level, enemy, i);
        enemy.parts[i].offset = part.offset;
        enemy.parts[i].offset_to = part.offset;
        enemy.parts[i].armour = whole_armour(part, heat);
        enemy.parts[i].flags = kPartAlive;
        enemy.parts[i].gun = part.gun;
    }
    return enemy;
}

void add_enemy(StepContext& step, const Enemy& enemy) {
    Enemy* added = step.world.enemies.add(enemy);
    if (added == nullptr) return note_end_of(step, enemy.id);
    step.emit(EventKind::enemy_spawned, cause_of(added->id), added->at, added->kind);
    for (std::size_t i = 0; i < added->part_count; ++i) {
        move_part(step.level, *added, added->parts[i], part_def(step.level, *added, i));
    }
}

/// One tick of the beams that run from part to part. To be called when all parts have moved.
void run_tripwires(StepContext& step, Enemy& enemy) {
    for (std::size_t i = 0; i < enemy.part_count; ++i) {
        const std::uint8_t beam = part_def(step.level, enemy, i).beam;
        const bool burns = (enemy.parts[i].flags & kBeamOn) != 0 && (enemy.parts[i].flags & kPartAlive) != 0;
        if (burns && step.level.beams[beam].link != kNone) run_beam(step, enemy, i, beam);
    }
}

/// Moves one enemy, with its guns, beams and hatches. Marks it gone when it has left permanently.
void move_one(StepContext& step, Enemy& enemy) {
    // Its machines start here and not when it was added, because an enemy's first state may spawn children.
    assert(enemy.part_count == step.level.kinds[enemy.kind].parts.count && "an enemy keeps its parts, dead or alive");
    if (enemy.age++ == 0) start_behaviour(step, enemy);
    for (std::uint8_t& left : enemy.struck) {
        if (left != 0) --left;
    }
    run_behaviour(step, enemy);
    if (is_gone(enemy)) return;
    move_enemy(step, enemy);
    const bool inside = is_in_field(enemy.at, {});
    if (inside) enemy.flags |= kHasEntered;
    const Fixed margin = (enemy.flags & kHasEntered) != 0 ? kEnemyMargin + step.level.kinds[enemy.kind].radius : kEnemyLost;
    if (!inside && !is_in_field(enemy.at, margin)) {
        mark_gone(enemy);
        note_end_of(step, enemy.id);
        offer_charge(step.world, step.level.kinds[enemy.kind].charge);
        return;
    }

    bool has_tripwires = false;
    for (std::size_t i = 0; i < enemy.part_count; ++i) {
        Part& part = enemy.parts[i];
        const PartDef& def = part_def(step.level, enemy, i);
        move_part(step.level, enemy, part, def);
        if (part.fuse != 0) {
            burn_fuse(step, enemy, i);
            if (is_gone(enemy)) return;
        }
        if ((part.flags & (kGunOn | kBeamOn | kHatchOn)) == 0) continue;
        // Guns and hatches of a dead part still count shots and draw random numbers, without firing. Otherwise the
        // names and the spread of the shots of the enemy's other parts would depend on when a player killed this one.
        if ((part.flags & kGunOn) != 0) run_gun(step, enemy, part, part.gun);
        if ((part.flags & kHatchOn) != 0) run_hatch(step, enemy, i, def.hatch);
        if ((part.flags & kBeamOn) == 0 || (part.flags & kPartAlive) == 0) continue;
        if (step.level.beams[def.beam].link == kNone) {
            run_beam(step, enemy, i, def.beam);
        } else {
            has_tripwires = true;
        }
    }
    if (has_tripwires) run_tripwires(step, enemy);
}

/// Loads the part of an enemy that every tick uses into the cache. An enemy is larger than what processors fetch ahead.
void prefetch(const Enemy& enemy) {
    constexpr std::size_t kCacheLine = 64, kUsed = 6 * kCacheLine;  // up to its third part
    static_assert(kUsed < sizeof(Enemy));
    const auto* bytes = reinterpret_cast<const char*>(&enemy);
    for (std::size_t at = 0; at < kUsed; at += kCacheLine) __builtin_prefetch(bytes + at, 1);
}

void kill_enemy(StepContext& step, Enemy& enemy) {
    const KindDef& kind = step.level.kinds[enemy.kind];
    step.emit(EventKind::enemy_died, cause_of(enemy.id), enemy.at, enemy.kind);
    for (std::size_t m = 0; m < kind.machines.count; ++m) {
        if (enemy.machines[m].pending == kNoState) pay_phase(step, enemy, m);  // a phase that cracks has been paid
    }
    const std::uint32_t worth = present_worth(step.world, kind, enemy.age);
    award(step, {worth, kind.charge, enemy.damage_by, enemy.at, cause_of(enemy.id), lap_of(step.world, enemy.id), true});
    count_in_formation(step, enemy);
    if (kind.raises != kNone) raise_flag(step.world, kind.raises, kLateTicks + 1);
    // The fire of a boss dies with it. So the shots that its script would have cancelled later never come back.
    if (kind.size == KindSize::boss) cancel_fire(step, enemy.id);
    note_end_of(step, enemy.id);
    mark_gone(enemy);
}

/// A name is used again after kLapsMax turns. An enemy that still has the name is removed, and scores nothing.
void take_away(StepContext& step, EnemyId id) {
    for (Enemy& old : step.world.enemies) {
        if (old.id.spawn == id.spawn && old.id.lap == id.lap && !is_gone(old)) mark_gone(old);
    }
}

}  // namespace

const PartDef& part_def(const Level& level, const Enemy& enemy, std::size_t part) {
    assert(enemy.kind < level.kinds.size() && "an enemy is of a kind of the level");
    assert(part < level.kinds[enemy.kind].parts.count && "an enemy has only the parts of its kind");
    return level.parts[std::size_t{level.kinds[enemy.kind].parts.first} + part];
}

void spawn_enemy(StepContext& step, std::uint16_t spawn, std::uint8_t lap) {
    assert(spawn < step.level.spawns.size() && "a cue spawns an enemy of the level's list");
    assert(lap < kLapsMax && "a lap with cues has its own number: names never repeat");
    const SpawnDef& def = step.level.spawns[spawn];
    const Random random = step.world.random.branch();
    const EnemyId id{static_cast<std::uint16_t>(spawn + 1), lap, 0};
    if (step.world.deck.dealt >= kLapsMax) take_away(step, id);
    Enemy enemy = make_enemy(step.level, id, def.kind, random, heat_of(step.world));
    if (def.speed.raw != 0) enemy.speed = enemy.speed_to = def.speed;
    switch (def.placement) {
        case Placement::point:
            enemy.at = def.at;
            break;
        case Placement::wall:
            enemy.at = def.at - step.world.scroll.camera;
            enemy.mover = Mover::anchor;
            break;
        case Placement::path:
            assert(def.path < step.level.path_samples.size() && "an enemy follows a path of the level");
            enemy.mover = Mover::path;
            enemy.path = def.path;
            enemy.abreast = def.abreast;
            enemy.at = point_on(step.level.path_samples[def.path], {}).at;
            break;
    }
    add_enemy(step, enemy);
}

void spawn_child(StepContext& step, Enemy& parent, std::uint8_t kind, Vec2 offset) {
    const bool is_child = parent.id.child != 0;
    const bool is_branched = is_child || step.level.branches[parent.kind] != 0;
    if (parent.children == (is_branched ? kBranchedChildrenMax : 0xff)) return;
    assert((!is_child || parent.id.child <= kBranchedChildrenMax) && "check_level(): a grandchild has no children");
    assert(&parent >= step.world.enemies.begin() && &parent < step.world.enemies.end() && "a parent is alive");
    const Random random = parent.random.branch();
    ++parent.children;
    assert(parent.children != 0 && "a child's number is never 0, which names the parent");
    // The children of child c follow those of child c − 1. Children themselves come first.
    const int name = is_child ? parent.id.child * (kBranchedChildrenMax + 1) + parent.children : parent.children;
    static_assert(kBranchedChildrenMax * (kBranchedChildrenMax + 1) + kBranchedChildrenMax == 0xff);
    const EnemyId id{parent.id.spawn, parent.id.lap, static_cast<std::uint8_t>(name)};
    Enemy child = make_enemy(step.level, id, kind, random, parent.heat);
    child.at = parent.at + offset;
    child.mover = Mover::drift;
    add_enemy(step, child);
}

void switch_part(const Level& level, Enemy& enemy, std::size_t index, PartFlag flag, bool on) {
    assert(flag != kPartAlive && flag != kHatchOpen && "no script kills a part or opens a hatch past its machine");
    Part& part = enemy.parts[index];
    const PartDef& def = part_def(level, enemy, index);
    const bool was_on = (part.flags & flag) != 0;
    const bool has = flag == kGunOn ? part.gun != kNone : flag == kBeamOn ? def.beam != kNone
                   : flag == kHatchOn ? def.hatch != kNone : true;
    if (on == was_on || !has) return;
    part.flags = static_cast<std::uint8_t>(on ? part.flags | flag : part.flags & ~flag);
    if (flag == kGunOn) start_gun(part, level.guns[part.gun]);
    if (flag == kBeamOn) start_beam(part, level.beams[def.beam]);
    if (flag == kHatchOn) start_hatch(part, level.hatches[def.hatch]);
}

void end_enemy(StepContext& step, Enemy& enemy) {
    if (is_gone(enemy)) return;
    step.emit(EventKind::enemy_ended, cause_of(enemy.id), enemy.at, enemy.kind);
    mark_gone(enemy);
    note_end_of(step, enemy.id);
    offer_charge(step.world, step.level.kinds[enemy.kind].charge);
}

void move_enemies(StepContext& step) {
    step.world.beams.count = 0;  // rebuilt below
    // By index: children are added at the end and move in the tick in which they are sent.
    auto& enemies = step.world.enemies;
    for (std::uint32_t i = 0; i < enemies.count; ++i) {
        if (i + 1 < enemies.count) prefetch(enemies.items[i + 1]);
        if (!is_gone(enemies.items[i])) move_one(step, enemies.items[i]);
    }
    move_missiles(step);
}

Enemy* find_enemy(World& world, EnemyId id) {
    for (Enemy& enemy : world.enemies) {
        if (enemy.id == id && !is_gone(enemy)) return &enemy;
    }
    return nullptr;
}

const Enemy* find_enemy(const World& world, EnemyId id) { return find_enemy(const_cast<World&>(world), id); }

namespace {

/// The armour mark of an `armour_below` of `permille`: the most armour at which its condition holds, in tenths of a
/// needle hit; 0 if it never holds.
std::int32_t mark_of(const PartDef& part, std::uint16_t heat, std::int32_t permille) {
    assert(permille >= 0 && permille <= 1000 && "an armour mark is a share of the whole armour");
    const std::int64_t mark = std::int64_t{whole_armour(part, heat)} * permille;
    return mark > 0 ? static_cast<std::int32_t>((mark - 1) / 1000) : 0;
}

/// Credits the players with the damage dealt. A remainder goes to the player who has dealt less to this enemy.
void credit(std::array<std::int32_t, kSlotCount>& damage_by, std::int32_t dealt, const Damage& damage) {
    const std::int64_t whole = std::int64_t{damage.shares[0]} + damage.shares[1];
    if (whole == 0) {
        damage_by[index(damage.slot)] += dealt;
        return;
    }
    const std::size_t lesser = damage_by[1] < damage_by[0] ? 1 : 0;
    const auto part = static_cast<std::int32_t>(std::int64_t{dealt} * damage.shares[1 - lesser] / whole);
    damage_by[1 - lesser] += part;
    damage_by[lesser] += dealt - part;
}

/// Notes a hit on a joint part.
void note_joint_hit(Enemy& enemy, const Damage& damage) {
    const bool is_of_both = damage.shares[0] != 0 && damage.shares[1] != 0;
    for (const Slot slot : kSlots) {
        if (slot == damage.slot || is_of_both) enemy.struck[index(slot)] = kJointTicks + 1;
    }
}

/// 5/4 of the damage, whole. What is lost in one hit is gained in a later one: `before`, the damage that the part has
/// taken so far, says how much of the next unit is due.
std::int32_t joint_amount(std::int32_t amount, std::int32_t before) {
    assert(amount >= 0 && before >= 0 && "damage is never negative");
    const std::int64_t plain_before = (std::int64_t{before} * 4 + 4) / 5;  // the least plain damage of which `before` is 5/4
    return static_cast<std::int32_t>((plain_before + amount) * 5 / 4 - before);
}

}  // namespace

bool are_both_striking(const Enemy& enemy) {
    return enemy.struck[0] != 0 && enemy.struck[1] != 0;
}

namespace {

/// Calls `visit` with each machine of the enemy and the state that it is in.
void for_each_state(const Level& level, const Enemy& enemy, auto&& visit) {
    const KindDef& kind = level.kinds[enemy.kind];
    for (std::size_t m = 0; m < kind.machines.count; ++m) {
        const MachineDef& machine = level.machines[std::size_t{kind.machines.first} + m];
        assert(enemy.machines[m].state < machine.states.count && "a machine is in a state of its own definition");
        visit(enemy.machines[m], level.states[std::size_t{machine.states.first} + enemy.machines[m].state]);
    }
}

/// Whether a phase of this boss began less than kLateTicks ago.
bool has_new_phase(const Level& level, const Enemy& enemy) {
    bool is_new = false;
    for_each_state(level, enemy, [&](const Machine& machine, const StateDef& state) { is_new |= state.practice != 0 && machine.age < kLateTicks; });
    return is_new;
}

}  // namespace

std::int32_t armour_mark(const Level& level, const Enemy& enemy, std::size_t index) {
    std::int32_t highest = 0;
    for_each_state(level, enemy, [&](const Machine&, const StateDef& state) {
        for (std::size_t i = 0; i < state.transitions.count; ++i) {
            const TransitionDef& way = level.transitions[std::size_t{state.transitions.first} + i];
            if (way.when != When::armour_below || way.a != index) continue;
            highest = std::max(highest, mark_of(part_def(level, enemy, index), enemy.heat, way.x));
        }
    });
    return highest;
}

std::int32_t armour_floor(const Level& level, const Enemy& enemy, std::size_t index) {
    const std::int32_t mark = armour_mark(level, enemy, index);
    return mark == 0 && part_def(level, enemy, index).vital != 0 && has_new_phase(level, enemy) ? 1 : mark;
}

bool is_exposed(const Level& level, const Enemy& enemy, std::size_t index, bool opens_lids) {
    const Part& part = enemy.parts[index];
    const PartDef& def = part_def(level, enemy, index);
    if ((part.flags & kPartAlive) == 0 || (part.flags & kHardened) != 0 || def.armour == 0) return false;
    if (part.armour <= armour_floor(level, enemy, index)) return false;
    assert((def.shield == kNone || def.shield < enemy.part_count) && "a part is shielded by a part of the same enemy");
    if (def.shield != kNone && (enemy.parts[def.shield].flags & kPartAlive) != 0) return false;
    return opens_lids || def.hatch == kNone || level.hatches[def.hatch].shielded_when_shut == 0 || state_of(part) == HatchState::open;
}

std::int32_t hurt_enemy(StepContext& step, Enemy& enemy, std::size_t index, const Damage& damage) {
    assert(!is_gone(enemy) && "an enemy that is gone cannot be hurt");
    if (!is_exposed(step.level, enemy, index, damage.opens_lids)) return 0;
    Part& part = enemy.parts[index];
    const PartDef& def = part_def(step.level, enemy, index);
    std::int32_t amount = damage.amount;
    if ((part.flags & kJoint) != 0) {
        note_joint_hit(enemy, damage);
        if (are_both_striking(enemy)) amount = joint_amount(amount, whole_armour(def, enemy.heat) - part.armour);
    }
    const std::int32_t dealt = std::min(amount, part.armour - armour_floor(step.level, enemy, index));
    assert(dealt >= 0 && "no hit repairs a part");
    part.armour -= dealt;
    assert(part.armour >= armour_floor(step.level, enemy, index) && "no hit, however large, skips a phase of a boss");
    credit(enemy.damage_by, dealt, damage);
    if (part.armour > 0) return dealt;
    part.flags &= static_cast<std::uint8_t>(~kPartAlive);
    stop_beam(part);
    if (enemy.part_count > 1) {
        step.emit(EventKind::part_died, cause_of(enemy.id, static_cast<std::uint32_t>(index)), part.at,
                  static_cast<std::int32_t>(index), damage.slot);
        // Shared like the worth of the whole enemy: by the damage dealt to the enemy so far.
        if (def.worth != 0) award(step, {def.worth, 0, enemy.damage_by, part.at, cause_of_part(enemy.id, index), lap_of(step.world, enemy.id)});
    }
    if (def.vital != 0) kill_enemy(step, enemy);
    return dealt;
}

}  // namespace albireo
