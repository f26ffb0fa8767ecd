#pragma once
/// A level: everything the core needs to play it, as immutable plain data. A level script is compiled into it once
/// (sim/script); a server, a client or a replay gets the canonical bytes (level_bytes.hpp). Difficulty is already
/// applied.
///
/// 1. Every index in a Level is in range and every count within its limit. load_level() and the script compiler end
///    with check_level(), so the core never checks again.
/// 2. A Level does not change while a game uses it. The state of the game is in the World.
/// 3. Units: positions Q16.16 units, speeds units per tick, angles 65 536 to the turn, times in ticks.
/// 4. The records below are also the file format. A change of one must raise kLevelVersion.
#include <array>
#include <cstdint>
#include <string_view>
#include <vector>

#include "sim/base/angle.hpp"
#include "sim/base/field_list.hpp"
#include "sim/base/limits.hpp"
#include "sim/base/vec2.hpp"
#include "sim/level/behaviour_def.hpp"
#include "sim/level/bullet_def.hpp"
#include "sim/level/derived.hpp"

namespace albireo {

inline constexpr std::uint32_t kLevelVersion = 5;
inline constexpr std::uint8_t kNone = 0xff;       // "none", for indices of 8 bits
inline constexpr std::uint16_t kNone16 = 0xffff;  // … and of 16 bits

enum class Difficulty : std::uint8_t { calm = 0, standard = 1, storm = 2 };
inline constexpr int kDifficultyCount = 3;

/// A short name in printable ASCII, zero-filled. Only for display: the core never reads it. of() cuts off after kMax.
struct Name {
    static constexpr std::size_t kMax = 48;
    std::array<std::uint8_t, kMax> bytes{};

    constexpr bool operator==(const Name&) const = default;
    std::string_view view() const {
        std::size_t size = 0;
        while (size < kMax && bytes[size] != 0) ++size;
        return {reinterpret_cast<const char*>(bytes.data()), size};
    }
    static Name of(std::string_view text) {
        Name name;
        for (std::size_t i = 0; i < kMax && i < text.size(); ++i) name.bytes[i] = static_cast<std::uint8_t>(text[i]);
        return name;
    }
    ALBIREO_UNNAMED_FIELD(bytes);
};

// ---------------------------------------------------------------------------------------------------------- scenery

/// A wall is displaced by `by` at tick t of its own time.
struct WallKey {
    std::uint16_t t = 0;
    std::uint16_t spare = 0;  // always 0
    Vec2 by{};

    ALBIREO_FIELDS(t, spare, by);
};

/// A closed polygon of solid rock, in its tile's own coordinates; at least three points. With keys it moves as a whole
/// (wall_offset() in game/wall.hpp).
struct WallDef {
    Range points{};
    Range keys{};               // none, or at least two: the first at t = 0, in the order of their times
    std::uint16_t period = 0;   // of a cycle, which leads from the last key back to the first; 0: stays at the last key
    std::uint8_t flag = kNone;  // its time begins when this flag takes effect; kNone: when its tile is placed
    std::uint8_t even = 0;      // 1: constant speed from key to key; 0: eases out of each key and into the next

    constexpr bool moves() const { return keys.count != 0; }

    ALBIREO_FIELDS(points, keys, period, flag, even);
};

/// A wave of the sea (game/sea). Whole turns in 65 536 units, so that it has no seam.
struct WaveDef {
    std::uint16_t turns = 0;   // 4096: 16 units long
    std::int16_t period = 0;   // ticks of a whole turn at one place; negative: it runs to the left. Never 0
    Angle phase{};
    std::uint16_t spare = 0;   // always 0
    Fixed share{};             // the height of its crests above the level, as a share of the swell

    ALBIREO_FIELDS(turns, period, phase, spare, share);
};

/// A change of the sea: the swell is `swell` times that of the tiles, the level is `tide` higher than theirs.
struct TideDef {
    Fixed swell = 1_u;
    Fixed tide{};
    std::uint16_t over = 0;    // ticks that the change takes
    std::uint16_t spare = 0;   // always 0

    ALBIREO_FIELDS(swell, tide, over, spare);
};
inline constexpr Fixed kNoSea = Fixed{INT32_MIN};

/// A tile of scenery. While the camera is in it, the camera moves in a straight line from enter to exit.
struct TileDef {
    Vec2 enter{}, exit{};  // the camera (centre of the field), in tile coordinates; exit.x − enter.x ≥ kTileAdvanceMin
    std::uint16_t ticks = 0;  // time from enter to exit, > 0
    std::uint16_t model = 0;  // name index of its model
    Range walls{};
    Fixed sea = kNoSea, sea_to{};  // the level of the sea at `enter` and at `exit`, in the tile's coordinates
    Fixed swell{}, swell_to{};     // the height of the waves there

    ALBIREO_FIELDS(enter, exit, ticks, model, walls, sea, sea_to, swell, swell_to);
};

// ------------------------------------------------------------------------------------------------------------- paths

/// A Catmull–Rom spline through its points (the first and last are doubled), followed at constant speed.
struct PathDef {
    std::uint16_t name = 0;
    std::uint16_t spare = 0;
    Range points{};  // at least two

    ALBIREO_FIELDS(name, spare, points);
};

// ------------------------------------------------------------------------------------------------- the parts of a kind

enum class Pattern : std::uint8_t {
    forward = 0,  // around `angle` (turned by the enemy's heading), evenly over `spread`
    aimed = 1,    // the same, around the direction to where a ship was kAimLagTicks ago, turned by `angle`
    ring = 2,     // evenly over the whole turn
    spiral = 3,   // a ring that turns by `spin` each salvo
    cone = 4,     // as forward, but in random directions within `spread`, from the enemy's own generator
    aimed_cone = 5,  // as aimed, but random likewise
    curtain = 6,  // a vertical row, `pitch` apart, that flies left; the places of its hole stay empty
};
inline constexpr int kPatternCount = 7;

/// A gun fires salvos of `count` places, each of `stack` shots of different speeds: `burst` salvos `burst_gap` ticks
/// apart, then a pause of `rest` ticks. It repeats this while it is switched on.
struct GunDef {
    Pattern pattern = Pattern::forward;
    std::uint8_t count = 1;       // places per salvo; count × stack is 1 … 64
    std::uint8_t burst = 1;       // salvos per burst, ≥ 1
    std::uint8_t look = 0;        // shape of the shot: 0 orb, 1 dart, 2 ring, 3 diamond
    std::uint16_t burst_gap = 6;  // ticks, ≥ 1
    std::uint16_t rest = 60;      // ticks after a burst, ≥ 1
    std::uint16_t delay = 0;      // ticks before the first salvo
    Angle angle{};   // by pattern, above
    Angle spread{};  // between the outermost shots
    Angle spin{};    // of a spiral, per salvo
    Fixed speed{};   // units per tick
    Fixed radius{};  // of the shot, for the clients' collisions
    std::uint8_t bullet = kNone;     // the program of its shots; kNone: they fly straight
    std::uint8_t stack = 1;          // shots at each place
    std::uint8_t hole_is_drawn = 0;  // curtain: 1: each hole has a random height, 0: `hole_at`
    std::uint8_t spare = 0;          // always 0
    std::uint16_t period = 0;        // ticks of a swing to and fro, by the enemy's age; 0: the gun does not swing
    std::uint16_t hold = 0;          // place i stays in its program's first wait for i × hold ticks longer
    Angle swing{};                   // to either side
    std::uint16_t spare_too = 0;     // always 0
    Fixed stack_speed{};             // from shot to shot of a stack
    Fixed pitch{}, hole{}, hole_at{};  // curtain: between places; size of the hole; height of its middle in the field

    ALBIREO_FIELDS(pattern, count, burst, look, burst_gap, rest, delay, angle, spread, spin, speed, radius, bullet, stack,
                   hole_is_drawn, spare, period, hold, swing, spare_too, stack_speed, pitch, hole, hole_at);
};

/// A beam waits `delay` ticks after it is switched on. Then it warns for `telegraph` ticks, burns for `burn`, rests for
/// `rest`, and repeats this. A straight beam runs `reach` units along `angle`. A curved beam is the quadratic Bézier
/// muzzle → muzzle + bend → muzzle + tip. Both turn with the enemy's heading, and by `sweep` per tick while they burn.
/// A linked beam is straight and runs to another part; it exists only while that part lives. Copies of a beam are parallel
/// to it, `pitch` apart. The muzzle is the part or, if `in_field`, a place of the field.
struct BeamDef {
    std::uint8_t curved = 0;
    std::uint8_t aimed = 0;  // straight only: towards where a ship was kAimLagTicks ago, set when the telegraph begins
    std::uint16_t telegraph = 45, burn = 60, rest = 120, delay = 0;
    Angle angle{};
    std::int16_t sweep = 0;  // angle steps per tick
    std::uint16_t spare = 0;  // always 0
    std::uint8_t copies = 1;  // 1 … kBeamCopiesMax
    std::uint8_t link = kNone;  // part of the same kind that it runs to
    std::uint8_t in_field = 0;
    std::uint8_t spare_too = 0;  // always 0
    Fixed reach{};
    Fixed half_width{};
    Vec2 bend{}, tip{};
    Fixed pitch{};
    Vec2 at{};  // the muzzle in the field

    ALBIREO_FIELDS(curved, aimed, telegraph, burn, rest, delay, angle, sweep, spare, copies, link, in_field, spare_too, reach,
                   half_width, bend, tip, pitch, at);
};

/// A hatch: shut for `shut` ticks, opens over `opening` ticks, launches `count` missiles `gap` ticks apart, shuts, and
/// repeats. If `shielded_when_shut`, its part can be hurt only while the hatch is not shut.
struct HatchDef {
    std::uint8_t count = 1;
    std::uint8_t missile = 0;  // index in Level::missiles
    std::uint8_t shielded_when_shut = 0;
    std::uint8_t spare = 0;
    std::uint16_t shut = 180, opening = 30, gap = 20, delay = 0;
    Angle angle{};  // launch direction, turned by the enemy's heading

    ALBIREO_FIELDS(count, missile, shielded_when_shut, spare, shut, opening, gap, delay, angle);
};

/// A missile coasts for `coast` ticks. Then it turns once, over `turn` ticks, towards where a ship was kAimLagTicks
/// ago.
struct MissileDef {
    std::uint16_t name = 0;
    std::uint16_t coast = 30, turn = 30, life = 600;  // ticks
    Fixed launch_speed{}, speed{};                    // units per tick
    Fixed radius{};
    std::int32_t armour = 1;   // needle hits
    std::uint32_t worth = 0;   // points
    std::int32_t charge = 0;   // added to the blue bar

    ALBIREO_FIELDS(name, coast, turn, life, launch_speed, speed, radius, armour, worth, charge);
};

enum class PartMotion : std::uint8_t { fixed = 0, orbit = 1, sway = 2, trail = 3 };

/// A part of an enemy. Its position is the enemy's, plus `offset` and the part's own motion, both turned by the enemy's
/// heading. A trailing part follows a path, `lead` units behind. The path is the enemy's own, or a path of the part's
/// own, which is centred on the enemy and repeats.
struct PartDef {
    std::uint16_t name = 0;
    PartMotion motion = PartMotion::fixed;
    std::uint8_t vital = 0;       // 1: when the part dies, the enemy dies
    std::uint8_t shield = kNone;  // the part that must die before this one can be hurt
    std::uint8_t gun = kNone, beam = kNone, hatch = kNone;
    Vec2 offset{};
    Vec2 amplitude{};           // orbit: radii; sway: farthest displacement
    std::uint16_t period = 60;  // ticks of one orbit or sway, > 0
    Angle phase{};
    Fixed radius{};           // bound of the visible shape; a reported hit must be within it, plus a slack (tuning.hpp)
    std::int32_t armour = 0;  // needle hits; 0: cannot be hurt
    std::uint32_t worth = 0;  // points for destroying it
    std::uint16_t path = kNone16;  // trail: of its own; kNone16: the enemy's
    std::uint16_t spare = 0;       // always 0
    Fixed lead{};                  // trail: how far behind
    Fixed pace{};                  // trail: the speed along a path of its own, units per tick

    ALBIREO_FIELDS(name, motion, vital, shield, gun, beam, hatch, offset, amplitude, period, phase, radius, armour,
                   worth, path, spare, lead, pace);
};

// ---------------------------------------------------------------------------------------------------------- timeline

enum class Placement : std::uint8_t { point = 0, path = 1, wall = 2 };

/// One enemy that a cue spawns. Its index in the list, plus one, is EnemyId::spawn.
struct SpawnDef {
    std::uint8_t kind = 0;
    Placement placement = Placement::point;
    std::uint16_t path = kNone16;  // path placement
    Vec2 at{};                     // point: in the field; wall: in coordinates of the camera's tile at the spawn
    Fixed abreast{};               // path: shift across the direction of flight, to the left
    Fixed speed{};                 // 0: the kind's own

    ALBIREO_FIELDS(kind, placement, path, at, abreast, speed);
};

/// A formation: consecutive spawns of one kind. Killing all of them in time pays a bonus (game/formation). Formations
/// are in the order of their spawns and share none.
struct FormationDef {
    Range spawns{};  // at least kFormationMin
    ALBIREO_FIELDS(spawns);
};
inline constexpr std::uint16_t kFormationMin = 3;

enum class CueKind : std::uint8_t {
    spawn = 0,    // a: spawn index
    section = 1,  // a checkpoint, where a new section begins: lives may come back; a: index of its name, or kNone16
    message = 2,  // a: name index
    warn = 3,
    raise = 4,  // a: flag
    sea = 5,    // a: index in Level::tides
};
inline constexpr int kCueKindCount = 6;

/// An entry of the timeline. In the level's own list `tick` counts from the start of the level, without time spent in
/// loops. In a loop's list it counts from the beginning of each lap. A loop's cue runs in every lap, or only in the
/// first if `once` is 1.
struct CueDef {
    std::uint32_t tick = 0;
    CueKind kind = CueKind::spawn;
    std::uint8_t once = 0;
    std::uint16_t a = 0;

    ALBIREO_FIELDS(tick, kind, once, a);
};

/// The tiles repeat until the trigger, or for `laps_max` laps if there is no trigger. Cues run in the first kLapsMax
/// laps. In an endless level every loop is a *card* that the deck deals (game/deck): with a trigger it is a boss's.
struct LoopDef {
    Range tiles{};
    Range cues{};                   // of Level::loop_cues, sorted by tick
    std::uint16_t spawn = kNone16;  // trigger: this spawn (of the first lap) is dead or has left permanently …
    std::uint8_t flag = kNone;      // … or this flag is raised
    std::uint8_t laps_max = 40;     // 1 … 200; ignored if there is a trigger
    std::uint8_t tier = 0;          // of a card: 1 … kTiersMax, the first round in which it is dealt; 0: not a card
    std::uint8_t spare = 0;         // always 0

    constexpr bool has_trigger() const { return spawn != kNone16 || flag != kNone; }

    ALBIREO_FIELDS(tiles, cues, spawn, flag, laps_max, tier, spare);
};

struct Level {
    Name title, backdrop;
    Difficulty difficulty = Difficulty::standard;
    std::uint32_t ticks = 0;  // length of the level's own timeline; the level is cleared at its end
    std::uint16_t breath = kBreathTicks;  // ticks that a ship can stay under water
    std::vector<Name> names;
    std::vector<Vec2> points;
    std::vector<WallDef> walls;
    std::vector<WallKey> wall_keys;
    std::vector<WaveDef> waves;  // of its sea
    std::vector<TideDef> tides;
    std::vector<TileDef> tiles;
    std::vector<LoopDef> loops;
    std::vector<PathDef> paths;
    std::vector<BulletDef> bullets;
    std::vector<BulletStepDef> bullet_steps;
    std::vector<GunDef> guns;
    std::vector<BeamDef> beams;
    std::vector<HatchDef> hatches;
    std::vector<MissileDef> missiles;
    std::vector<PartDef> parts;
    std::vector<ActionDef> actions;
    std::vector<TransitionDef> transitions;
    std::vector<StateDef> states;
    std::vector<MachineDef> machines;
    std::vector<KindDef> kinds;
    std::vector<SpawnDef> spawns;
    std::vector<FormationDef> formations;
    std::vector<CueDef> cues;  // sorted by tick
    std::vector<CueDef> loop_cues;

    // Derived from the above by derive(), never saved.
    std::vector<std::uint16_t> formation_of;  // for each spawn; kNone16: it is in none
    std::vector<std::uint8_t> branches;  // for each kind; 1: its children spawn children of their own
    std::vector<std::uint32_t> loop_flags;  // for each loop: the flags that it, its walls and its enemies use
    std::vector<PathSamples> path_samples;
    std::vector<TileProfile> tile_profiles;
    std::vector<std::vector<WallProfile>> moving_walls;  // of each tile
    std::uint64_t digest = 0;  // hash of the canonical bytes

    /// Its loops are cards, and the game ends only when the players are out of continues.
    bool is_endless() const { return !loops.empty() && loops.front().tier != 0; }
    std::string_view name(std::uint16_t index) const { return index < names.size() ? names[index].view() : "?"; }

    /// The lists that are saved, in file order.
    ALBIREO_FIELDS(names, points, walls, wall_keys, waves, tides, tiles, loops, paths, bullets, bullet_steps, guns, beams, hatches,
                   missiles, parts, actions, transitions, states, machines, kinds, spawns, formations, cues, loop_cues);
};

}  // namespace albireo
