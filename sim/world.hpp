// One file: the columns of the world, which the list at its end names in order.
#pragma once
/// The whole state of a game, as a value.
///
/// 1. Trivially copyable, no pointer, no float, no padding; only step() changes it (step.hpp).
/// 2. Memory beyond a pool's count is never read, so copy_world() copies only the live items (snapshot.hpp).
/// 3. `Ship` and `shots[slot]` are functions of that slot's own frames and of late effects (docs/rules.md, rule 4).
///    State that both players decide together is elsewhere: `earnings`, `marks`, `touches`, the enemies.
/// 4. Names (EnemyId, ShotNumber, missile numbers) are causally local (rule 3).
/// 5. `tick` counts all ticks; `clock` counts only those in which the game was neither paused nor over.
#include <array>
#include <bit>

#include "sim/base/angle.hpp"
#include "sim/base/limits.hpp"
#include "sim/base/pool.hpp"
#include "sim/base/random.hpp"
#include "sim/base/state_machine.hpp"
#include "sim/base/types.hpp"
#include "sim/fields.hpp"
#include "sim/input.hpp"

namespace albireo {

// ------------------------------------------------------------------------------------------------------------ players

/// The form of a ship's ribbon in this tick: Ship::ribbon.
enum Ribbon : std::uint8_t {
    kNoRibbon = 0,
    kRibbon = 1,
    kWhip = 2,           // charged: leaps on from the target to further targets
    kBridge = 3,         // charged: runs straight to the partner's ship
    kRibbonFocused = 4,
};
constexpr bool is_charged_ribbon(std::uint8_t ribbon) { return ribbon == kWhip || ribbon == kBridge; }

/// A ship: a function of its own player's frames and of late effects.
struct Ship {
    Vec2 at;
    Machine life;                    // game/player: entering, flying, dead, watching, absent
    Machine arms;                    // game/weapon: ready, powered
    std::uint8_t lives = 0;          // including the current one: lives − 1 are in reserve
    Weapon weapon = Weapon::needle;  // selected
    std::uint8_t ribbon = kNoRibbon; // Ribbon
    std::uint8_t lightning_wait = 0; // ticks until a gold bar can be spent again, on lightning or a gift
    std::uint16_t cooldown = 0;      // ticks until the weapon fires again
    std::uint16_t invulnerable = 0;  // ticks left
    ShotNumber fired;                // number of the latest shot
    std::uint32_t deaths = 0;
    std::uint32_t bolts = 0;         // releases of lightning so far
    std::uint8_t lock_part = 0;
    std::uint8_t powered = 0;        // charged fire in this tick: 2 in its first tick, 1 in later ones, 0: none
    std::uint16_t rock_ticks = 0;    // consecutive ticks in rock while not invulnerable
    EnemyId lock;                    // of the ribbon, this tick
    Vec2 aim;                        // where the ribbon ends, this tick
    std::uint32_t present = 0;       // bit n: in the field, or about to return to it, n ticks of World::clock ago
    std::uint8_t guard = 0;          // 1: its bulwark is up this tick
    std::uint8_t dives = 0;          // 1: under water (game/sea)
    std::uint16_t breath = 0;        // ticks spent under water, or still to recover from it
    std::array<Vec2, kTrailTicks> trail{};  // positions in the last ticks, indexed by World::clock modulo kTrailTicks

    ALBIREO_FIELDS(at, life, arms, lives, weapon, ribbon, lightning_wait, cooldown, invulnerable, fired, deaths, bolts,
                   lock_part, powered, rock_ticks, lock, aim, present, guard, dives, breath, trail);
};

/// A player's shot. Straight shots have no bend. A seeker flies a quadratic Bézier curve, that is with constant
/// acceleration for `bend_ticks` ticks, then straight on. The whole curve is fixed when the seeker is fired.
struct Shot {
    Vec2 at;
    Vec2 speed;
    Vec2 bend;                     // added to the speed each tick while bend_ticks > 0
    ShotNumber number;
    std::uint16_t bend_ticks = 0;
    std::uint16_t age = 0;
    Weapon weapon = Weapon::needle;
    std::uint8_t powered = 0;
    std::uint16_t damage = 0;      // tenths of a needle hit; 0: gone in this tick (game/sweep)
    std::uint8_t pierce = 1;       // parts that it can still hit; more than 1 only for a lance
    std::uint8_t spare = 0;        // always 0
    std::uint16_t wet = 0;         // the distance flown under water, in 1/1024 units (game/sea)

    ALBIREO_FIELDS(at, speed, bend, number, bend_ticks, age, weapon, powered, damage, pierce, spare, wet);
};

/// A player's earnings from shared results. A prediction of them may be corrected, so they never decide what the player's
/// own ship does.
struct Earnings {
    // Blue bar, 0 … kChargeFull. Below 0 if the client spent, within its lead, charge that it had only predicted
    // (game/score).
    std::int32_t charge = 0;
    std::int32_t gold = 0;       // gold bar, 0 … kGoldFull; below 0 likewise
    std::uint32_t score = 0;
    std::uint32_t kills = 0;
    std::uint32_t grazes = 0;
    std::uint16_t multiplier = 1;
    std::uint16_t chain = 0;     // kills toward the next multiplier
    std::uint16_t chain_left = 0;// ticks until the multiplier falls
    std::uint16_t grazed_left = 0;  // ticks in which kills fill the bars faster, since the latest graze
    std::uint16_t overdrawn = 0; // 1 in ticks of charged fire that no lead could pay for: it deals plain damage
    std::uint16_t spare = 0;     // always 0
    Tick struck_at;              // World::clock of the last lightning that was paid for; 0 before the first
    // Charge of targets that died or left, whichever player got it: in the current span of kEarningSpan ticks, and in the
    // previous one.
    std::array<std::int32_t, 2> offered{};

    ALBIREO_FIELDS(charge, gold, score, kills, grazes, multiplier, chain, chain_left, grazed_left,
                   overdrawn, spare, struck_at, offered);
};

/// The earnings of both ships together. Shared state, as Earnings are.
struct Team {
    std::uint32_t links = 0;        // how often the ships have been linked
    std::uint32_t linked_ticks = 0; // how long, in total
    std::uint32_t extends = 0;      // earned so far, including a pending one
    std::uint16_t near_ticks = 0;   // consecutive ticks in which the ships were close; from kLinkTicks on they are linked
    std::uint16_t extend_wait = 0;  // ticks until the pending extend acts; 0: none is pending

    ALBIREO_FIELDS(links, linked_ticks, extends, near_ticks, extend_wait);
};

/// One bit for each of a player's latest shots, indexed by shot number modulo kCount. Fewer than kCount shots are fired
/// during the lifetime of any one shot (tuning.hpp), so live shots never share a bit.
struct ShotBits {
    static constexpr std::uint32_t kCount = 1024;
    std::array<std::uint32_t, kCount / 32> words{};

    constexpr bool get(ShotNumber shot) const { return (words[shot.value % kCount / 32] >> (shot.value % 32)) & 1; }
    constexpr void set(ShotNumber shot, bool to) {
        const std::uint32_t bit = std::uint32_t{1} << (shot.value % 32);
        std::uint32_t& word = words[shot.value % kCount / 32];
        word = to ? word | bit : word & ~bit;
    }
    ALBIREO_FIELDS(words);
};
static_assert(ShotBits::kCount >= 2 * kShotsPerPlayerMax);

/// A part or missile that a lance has pierced. A lance hits each only once.
struct Pierced {
    ShotNumber shot;
    EnemyId enemy;
    std::uint16_t part = 0;     // or the missile's number
    std::uint16_t missile = 0;  // 1: a missile

    constexpr bool operator==(const Pierced&) const = default;
    ALBIREO_FIELDS(shot, enemy, part, missile);
};

/// The state of a player's shots that both players decide. Shot itself is decided by its owner's frames alone.
struct ShotMarks {
    ShotBits spent;   // has dealt its damage, by the partner's report
    ShotBits unpaid;  // charged, but deals plain damage: no lead could explain the charge that it cost
    std::array<Pierced, kPiercedMax> pierced{};  // the latest, oldest first from pierced[next] on
    std::uint32_t next = 0;

    ALBIREO_FIELDS(spent, unpaid, pierced, next);
};

/// An enemy part that a ribbon burns, from the beam_begins report to the beam_ends report.
struct Touch {
    EnemyId enemy;
    std::uint16_t part = 0;
    std::uint16_t used = 0;  // 0: this entry is free; 1: on the ribbon itself; 1 + n: the n-th hop of a whip

    ALBIREO_FIELDS(enemy, part, used);
};
using Touches = std::array<Touch, kTouchesMax>;

// ------------------------------------------------------------------------------------------------------------ enemies

enum PartFlag : std::uint8_t {
    kPartAlive = 1 << 0,
    kGunOn = 1 << 1,
    kBeamOn = 1 << 2,
    kHatchOn = 1 << 3,
    kHatchOpen = 1 << 4,  // game/hatch: open or shut
    kHardened = 1 << 5,   // cannot be hurt at the moment; set by the level script
    kJoint = 1 << 6,      // hits of both players soon after each other do more damage; set by the level script
};

/// The states of a part's beam: off, telegraphed, or deadly.
enum class BeamPhase : std::uint8_t { rests = 0, warns = 1, burns = 2 };

struct Part {
    Vec2 at;                        // in the field
    Vec2 offset;                    // current position relative to the enemy, moved by Op::part_to
    Vec2 offset_to;
    std::int32_t armour = 0;        // left, in tenths of a needle hit
    std::uint16_t offset_ticks = 0; // until offset reaches offset_to
    std::uint8_t flags = 0;         // PartFlag
    std::uint8_t gun_salvos = 0;    // left in this burst
    std::uint16_t gun_wait = 0;     // ticks until the next salvo
    std::uint16_t beam_wait = 0;    // … until the end of the beam's phase
    std::uint16_t hatch_wait = 0;   // … until the hatch's next action
    BeamPhase beam_phase = BeamPhase::rests;  // game/beam
    std::uint8_t hatch_left = 0;    // missiles left in this opening
    Angle spin;                     // current turn of a spiral gun
    Angle beam_turn;                // added to the beam's angle: aim and sweep
    std::array<std::uint8_t, kSlotCount> burrs{};  // of each player, stuck to it
    std::uint8_t fuse = 0;          // ticks until they burst
    std::uint8_t gun = 0xff;        // index of the GunDef it fires: its own or the one that a script chose; 0xff: none

    ALBIREO_FIELDS(at, offset, offset_to, armour, offset_ticks, flags, gun_salvos, gun_wait, beam_wait, hatch_wait,
                   beam_phase, hatch_left, spin, beam_turn, burrs, fuse, gun);
};

enum EnemyFlag : std::uint8_t {
    kHasEntered = 1 << 0,  // has been inside the field
    kIsGone = 1 << 1,     // has died or left in this tick (game/sweep)
};

/// How an enemy moves. Enemies of a formation follow one path: their spawn times keep them apart along it,
/// Enemy::abreast across it.
enum class Mover : std::uint8_t { none = 0, path = 1, hover = 2, drift = 3, anchor = 4, leave = 5, floats = 6, falls = 7 };

struct Enemy {
    EnemyId id;
    std::uint8_t kind = 0;
    std::uint8_t part_count = 0;
    Mover mover = Mover::none;
    Facing face = Facing::fixed;
    Vec2 at;
    Vec2 from;                        // hover: start point; path: offset added to the path's points; falls: {0, pull}
    Vec2 to;                          // hover: end point; drift, leave, falls: velocity; floats: {speed, height}
    Fixed along;                      // path: distance flown
    Fixed speed, speed_to;            // path: units per tick, now and at the end of speed_ticks
    Fixed abreast;                    // path: shift across the direction of flight
    std::uint16_t path = 0;
    std::uint16_t speed_ticks = 0;    // until speed reaches speed_to
    std::uint16_t move_ticks = 0;     // hover, floats: ticks flown
    std::uint16_t move_total = 0;     // … ticks to fly
    Angle heading;
    std::int16_t turn = 0;            // Facing::turning: angle steps a tick
    std::uint16_t missiles = 0;       // launched so far: the next missile's number − 1
    std::uint8_t children = 0;        // spawned so far
    std::uint8_t flags = 0;           // EnemyFlag
    std::uint32_t shots = 0;          // fired so far
    std::uint32_t age = 0;
    std::uint16_t heat = 0;           // of an endless level when it was spawned (game/deck)
    std::array<std::uint8_t, kSlotCount> struck{};  // ticks for which this player's last hit on a joint part still counts
    Random random;
    std::array<std::int32_t, kSlotCount> damage_by{};  // tenths of a needle hit; shares the credit
    std::array<Machine, kMachinesPerEnemyMax> machines{};
    std::array<std::uint16_t, kMachinesPerEnemyMax> overtime{};  // ticks spent beyond the pars of a machine's phases
    std::array<Part, kPartsMax> parts{};  // the first part_count are used; the rest stay zero

    ALBIREO_FIELDS(id, kind, part_count, mover, face, at, from, to, along, speed, speed_to, abreast, path, speed_ticks,
                   move_ticks, move_total, heading, turn, missiles, children, flags, shots, age, heat, struck, random, damage_by,
                   machines, overtime, parts);
};

/// An enemy's shot. Most fly straight on. A bullet runs a program of the level (game/bullet). Its name is owner, number
/// and branch.
struct EnemyShot {
    Vec2 at;
    Vec2 speed;                // of the last tick
    EnemyId owner;
    std::uint16_t number = 0;  // the owner's own shot count, low 16 bits
    std::uint8_t gun = 0;      // index of its GunDef
    std::uint8_t step = 0;     // of its program
    Fixed pace;                // units per tick along `heading`
    Angle heading;
    std::uint16_t left = 0;    // ticks of this step; 0: it has no program
    std::uint16_t dice = 0;    // random bits, drawn when it was fired; with a gun's `hold`: ticks that it is held
    std::uint8_t branch = 0;   // 0: fired by a gun; n: the n-th descendant of that shot
    // From the lowest bit: two bits for the bounces left, two for the surfaces it bounces off, two for the splits so
    // far (game/bullet), and one for each slot that has been paid for a graze by it (game/graze).
    std::uint8_t flags = 0;

    ALBIREO_FIELDS(at, speed, owner, number, gun, step, pace, heading, left, dice, branch, flags);
};
static_assert(sizeof(EnemyShot) == 36);
inline constexpr int kGrazedShift = 6;  // in EnemyShot::flags: bit kGrazedShift + n is of slot n
inline constexpr std::uint8_t kGrazedMask = 3 << kGrazedShift;

/// A beam that warns or burns. The pool is rebuilt each tick from the parts with an active beam, so no beam outlives
/// its part.
struct Beam {
    EnemyId owner;
    std::uint8_t part = 0;
    std::uint8_t def = 0;      // index of its BeamDef
    std::uint8_t burning = 0;
    std::uint8_t copy = 0;     // of beams that run beside each other
    Vec2 from, bend, tip;      // the bend of a straight beam is its midpoint
    std::uint16_t left = 0;    // ticks until this phase ends
    std::uint16_t unused = 0;

    ALBIREO_FIELDS(owner, part, def, burning, copy, from, bend, tip, left, unused);
};

struct Missile {
    EnemyId owner;
    std::uint16_t number = 0;  // the owner's own count of missiles, from 1
    std::uint8_t def = 0;      // index of its MissileDef
    std::uint8_t target = 0;   // slot that it is aimed at
    Vec2 at;
    Angle heading, heading_to;
    std::uint16_t age = 0;
    std::uint16_t spare = 0;
    std::int32_t armour = 0;   // as in Part
    std::array<std::int32_t, kSlotCount> damage_by{};  // as in Enemy

    ALBIREO_FIELDS(owner, number, def, target, at, heading, heading_to, age, spare, armour, damage_by);
};

/// A formation of which players have killed at least one enemy. For the bonus, all must be killed before `left` is 0.
struct OpenFormation {
    std::uint16_t formation = 0;  // index in Level::formations
    std::uint8_t lap = 0;         // of its enemies' names
    std::uint8_t players = 0;     // bit n: slot n took part
    std::uint16_t killed = 0;
    std::uint16_t left = 0;       // ticks

    ALBIREO_FIELDS(formation, lap, players, killed, left);
};

// --------------------------------------------------------------------------------------------------- scenery and flow

/// A tile in the row: its index in Level::tiles, and the lap of the loop it was placed in.
struct PlacedTile {
    std::uint16_t tile = 0;
    std::uint8_t lap = 0;         // of its loop, 0 outside
    // The lap number in its enemies' ids. In an endless level: the number of laps of all cards placed before, modulo
    // kLapsMax; otherwise `lap`.
    std::uint8_t turn = 0;
    std::uint16_t age = 0;        // ticks since it was placed; stops at 65 535

    ALBIREO_FIELDS(tile, lap, turn, age);
};

/// The cards of an endless level (game/deck). Untouched in other levels.
struct Deck {
    Random random;                         // its own: nothing else draws from it
    std::array<std::uint32_t, 2> used{};   // bit n: the bag no longer holds card n
    std::uint32_t dealt = 0;               // cards that have been placed
    std::uint32_t entered = 0;             // cards that the camera has reached
    std::uint8_t card = 0;                 // dealt last: an index of Level::loops
    std::uint8_t done = 0;                 // 1: it has been triggered
    std::uint16_t spare = 0;               // always 0

    constexpr bool operator==(const Deck&) const = default;
    ALBIREO_FIELDS(random, used, dealt, entered, card, done, spare);
};

/// Tide and swell, in addition to those of the tiles (game/sea).
struct Tides {
    Fixed swell = 1_u, swell_to = 1_u;  // times the swell of the tiles, now and at the end of `ticks`
    Fixed tide{}, tide_to{};            // added to their level
    std::uint16_t ticks = 0;
    std::uint16_t spare = 0;            // always 0

    ALBIREO_FIELDS(swell, swell_to, tide, tide_to, ticks, spare);
};

/// A change of the sea that an enemy has requested. It takes effect late, because players may have killed that enemy.
struct SeaDue {
    Fixed swell{}, tide{};
    std::uint16_t over = 0;  // ticks that the change will take
    std::uint16_t wait = 0;  // ticks until it begins; 0: nothing is due

    ALBIREO_FIELDS(swell, tide, over, wait);
};

/// The scenery. `row` holds the tiles that are visible or about to be, oldest first. row[origin] is the tile that the
/// camera is in. The next tile of the row is chosen just before it comes into view, so players never see the row change.
/// The position of rock depends on this alone (game/wall.hpp).
struct Scroll {
    std::array<PlacedTile, kTileRowMax> row{};
    std::uint8_t count = 0;
    std::uint8_t origin = 0;
    std::uint16_t ticks = 0;   // spent in the origin tile
    Vec2 camera;               // in the origin tile's coordinates
    Vec2 moved;                // how far the camera moved in the last tick; anchored enemies move by −moved
    std::array<std::uint16_t, kFlagsMax> flag_ages{};  // ticks since each flag took effect; 0: not yet; stop at 65 535
    Fixed travel;              // how far the camera has moved to the right, modulo 65 536 units
    Tides tides;

    ALBIREO_FIELDS(row, count, origin, ticks, camera, moved, flag_ages, travel, tides);
};

/// The progress of the game in its level. Plain counters mark the next cues, so copying the world copies them too.
struct Flow {
    Machine machine;             // game/flow: playing, paused, over, cleared, ended
    std::uint32_t timeline = 0;  // the level's own clock; stopped in loops
    std::uint32_t lap_ticks = 0; // since this lap began
    std::uint16_t cue = 0;       // index in Level::cues of the next cue
    std::uint16_t loop_cue = 0;  // … in the current loop's cues, counted from its first
    std::uint8_t loop = kNoLoop; // the loop that the camera is in
    std::uint8_t lap = 0;
    std::uint8_t loops_done = 0; // loops [0, loops_done) have been triggered or have run all their laps
    std::uint8_t continues = 0;
    std::uint16_t trigger_wait = 0;  // ticks until the pending trigger acts; 0: none is pending
    std::uint8_t trigger_loop = kNoLoop;  // the loop that it ends
    std::uint8_t asked = 0;      // the Command that is waiting; 0: none
    std::uint8_t asked_wait = 0; // ticks until it acts
    std::uint8_t asked_lead = 0; // the largest lead that its sender may have until then
    std::uint16_t over_wait = 0; // ticks until the game is over, plus 1; 0: not pending
    std::array<std::uint16_t, kSlotCount> life_wait{};  // the same for the slot's next life
    std::uint32_t flags = 0;     // raised
    std::uint32_t flags_due = 0; // raised, but not yet in effect
    std::array<std::uint8_t, 32> flag_wait{};  // ticks until each of the due flags takes effect
    std::uint8_t players = 0;    // bit n: slot n takes part
    std::uint8_t asked_by = 0;   // slot that sent the waiting or the latest command
    std::uint16_t hold_ticks = 0;// spent in the current pause or game over
    std::uint8_t paused_by = 0;  // slot that called the current pause, or the latest
    std::array<std::uint8_t, kSlotCount> pauses{};  // called in this section by each slot
    std::uint8_t practice = 0;   // 1: no death costs a life
    SeaDue sea_due;
    static constexpr std::uint8_t kNoLoop = 0xff;
    ALBIREO_FIELDS(machine, timeline, lap_ticks, cue, loop_cue, loop, lap, loops_done, continues, trigger_wait,
                   trigger_loop, asked, asked_wait, asked_lead, over_wait, life_wait, flags, flags_due, flag_wait,
                   players, asked_by, hold_ticks, paused_by, pauses, practice, sea_due);
};

/// The results of a slot's reports, for the netgraph, the logs, and the search for cheats and bugs.
struct ReportCounters {
    std::uint32_t applied = 0;      // took effect
    std::uint32_t late = 0;         // about something already gone: used up their shot, no other effect
    std::uint32_t implausible = 0;  // refused: no such target, too far, too often
    std::uint32_t unpaid = 0;       // charged fire or lightning that no lead could explain

    ALBIREO_FIELDS(applied, late, implausible, unpaid);
};

// ---------------------------------------------------------------------------------------------------------- the world

struct World {
    Tick tick;
    Tick clock;
    Random random;               // the level's generator, which seeds every enemy's own
    Flow flow;
    Scroll scroll;
    Deck deck;
    std::array<Ship, kSlotCount> ships;
    std::array<Earnings, kSlotCount> earnings;
    Team team;
    std::array<ShotMarks, kSlotCount> marks;
    std::array<Touches, kSlotCount> touches;
    std::array<ReportCounters, kSlotCount> counters;
    std::array<Pool<Shot, kShotsPerPlayerMax>, kSlotCount> shots;
    Pool<Enemy, kEnemiesMax> enemies;
    Pool<EnemyShot, kEnemyShotsMax> enemy_shots;
    Pool<Beam, kBeamsMax> beams;
    Pool<Missile, kMissilesMax> missiles;
    Pool<OpenFormation, kOpenFormationsMax> formations;

    /// The columns of the world. A digest has one number for each.
    ALBIREO_FIELDS(tick, clock, random, flow, scroll, deck, ships, earnings, team, marks, touches, counters, shots, enemies,
                   enemy_shots, beams, missiles, formations);
};

static_assert(kFlat<Ship> && kFlat<Shot> && kFlat<Earnings> && kFlat<Team> && kFlat<ShotMarks> && kFlat<Touch>);
static_assert(kFlat<Part> && kFlat<Enemy> && kFlat<EnemyShot> && kFlat<Beam> && kFlat<Missile> &&
              kFlat<OpenFormation>);
static_assert(kFlat<Tides> && kFlat<SeaDue> && kFlat<Scroll> && kFlat<Deck> && kFlat<Flow> && kFlat<ReportCounters> && kFlat<Frame> && kFlat<Report>);
static_assert(kListsAll<World> && std::has_unique_object_representations_v<World>);

}  // namespace albireo
