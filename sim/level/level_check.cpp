// One file: the bounds of every kind of definition in a level, which refer to each other.
#include <algorithm>
#include <array>

#include "sim/fields.hpp"
#include "sim/level/behaviour_check.hpp"
#include "sim/level/bullet_rules.hpp"
#include "sim/level/checker.hpp"
#include "sim/level/level_bytes.hpp"

namespace albireo {
namespace {

constexpr Bound kPlace = units(-kPlaceMax, kPlaceMax);
constexpr Bound kTilePlace = units(-kTilePlaceMax, kTilePlaceMax);
constexpr Bound kWallWay = units(-kTilePlaceMax * 2, kTilePlaceMax * 2);  // from one place in a tile to any other
constexpr Bound kOffset = units(-kOffsetMax, kOffsetMax);
constexpr Bound kRadius = units(0_u, kRadiusMax);
constexpr Bound kSpeed = units(0_u, kSpeedMax);
constexpr Bound kShotSpeed = units(kShotSpeedMin, kSpeedMax);
constexpr Bound kSomeTicks = {1, 65535};
constexpr Bound kSwitch = {0, 1};
constexpr Bound kZero = {0, 0};

Bound below(std::size_t size) {
    return {0, static_cast<std::int64_t>(size) - 1};
}

void check_sizes(Checker& check, const Level& level) {
    const auto check_size = [&](std::string_view name, const auto& list) {
        std::size_t most = kListMax;
        if (name == "names") most = kNamesMax;
        if (name == "tiles") most = kTilesMax;
        if (name == "spawns") most = kSpawnsMax;
        if (name == "bullets") most = kBulletsMax;
        if (name == "waves") most = kWavesMax;
        for (const std::string_view bytes : {"loops", "paths", "guns", "beams", "hatches", "missiles", "kinds"}) {
            if (name == bytes) most = kByteListMax;
        }
        check.at(name);
        check.number("count", static_cast<std::int64_t>(list.size()), {0, static_cast<std::int64_t>(most)});
    };
    visit_fields(check_size, level);
    check.at("level");
    check.number("bytes", static_cast<std::int64_t>(level_bytes(level).size()), {0, kLevelBytesMax});
}

void check_name(Checker& check, std::string_view field, const Name& name) {
    const auto end = std::find(name.bytes.begin(), name.bytes.end(), 0);
    const auto printable = [](std::uint8_t byte) { return byte >= 0x20 && byte < 0x7f; };
    if (!std::all_of(name.bytes.begin(), end, printable)) check.fail(field, "contains a byte that is not printable ASCII");
    if (std::any_of(end, name.bytes.end(), [](std::uint8_t byte) { return byte != 0; })) {
        check.fail(field, "has bytes after its terminating zero");
    }
}

void check_head(Checker& check, const Level& level) {
    check.at("level");
    check_name(check, "title", level.title);
    check_name(check, "backdrop", level.backdrop);
    check.number("difficulty", static_cast<std::int64_t>(level.difficulty), {0, kDifficultyCount - 1});
    check.number("ticks", level.ticks, {1, kLevelTicksMax});
    check.number("breath", level.breath, {1, 65535});
    if (level.tiles.empty()) check.fail("tiles", "there is none");
    for (std::size_t i = 0; i < level.names.size(); ++i) {
        check.at("names", i);
        check_name(check, "", level.names[i]);
    }
}

void check_sea(Checker& check, const Level& level) {
    for (std::size_t i = 0; i < level.waves.size(); ++i) {
        const WaveDef& wave = level.waves[i];
        check.at("waves", i);
        check.number("turns", wave.turns, kSomeTicks);
        if (wave.period == 0) check.fail("period", "is 0, so the wave would stand still");
        check.number("spare", wave.spare, kZero);
        check.number("share", wave.share.raw, units(0_u, 1_u));
    }
    for (std::size_t i = 0; i < level.tides.size(); ++i) {
        check.at("tides", i);
        check.number("swell", level.tides[i].swell.raw, units(0_u, kSwellMax));
        check.number("tide", level.tides[i].tide.raw, kPlace);
        check.number("spare", level.tides[i].spare, kZero);
    }
}

void check_wall(Checker& check, const Level& level, const WallDef& wall) {
    check.range("points", wall.points, level.points.size(), {3, kTilePointsMax});
    if (!check.range("keys", wall.keys, level.wall_keys.size(), {0, kWallKeysMax})) return;
    if (!wall.moves()) {
        check.number("period", wall.period, kZero);
        check.number("flag", wall.flag, {kNone, kNone});
        check.number("even", wall.even, kZero);
        return;
    }
    const auto keys = std::span(level.wall_keys).subspan(wall.keys.first, wall.keys.count);
    check.number("keys.count", wall.keys.count, {2, kWallKeysMax});
    check.number("keys.t", keys[0].t, kZero);
    for (std::size_t k = 0; k < keys.size() && check.ok(); ++k) {
        const bool is_last = k + 1 == keys.size();
        check.number("keys.spare", keys[k].spare, kZero);
        check.place("keys.by", keys[k].by, kWallWay);
        if (is_last && wall.period == 0) break;
        const std::int64_t next = is_last ? wall.period : keys[k + 1].t;
        check.number(is_last ? "period" : "keys.t", next, {keys[k].t + 1, 65535});
        const std::int64_t most = (next - keys[k].t) * kWallSpeedMax.raw;
        check.place("keys.by, from key to key", (is_last ? keys[0] : keys[k + 1]).by - keys[k].by, {-most, most, true});
    }
    check.number("even", wall.even, kSwitch);
    if (wall.flag != kNone) check.number("flag", wall.flag, {0, kFlagsMax - 1});
}

/// A wall's points must stay in the range of tile coordinates. Between two keys they stay between the positions at
/// those keys.
void check_wall_places(Checker& check, const Level& level, const WallDef& wall) {
    for (std::size_t p = 0; p < wall.points.count; ++p) {
        const Vec2 point = level.points[wall.points.first + p];
        check.place("walls", point, kTilePlace);
        for (std::size_t k = 0; k < wall.keys.count; ++k) {
            check.place("walls, displaced by a key", point + level.wall_keys[wall.keys.first + k].by, kTilePlace);
        }
    }
}

std::int64_t count_moving(const Level& level, const TileDef& tile) {
    const auto walls = std::span(level.walls).subspan(tile.walls.first, tile.walls.count);
    return std::count_if(walls.begin(), walls.end(), [](const WallDef& wall) { return wall.moves(); });
}

/// Counts the moving walls in every row of tiles that can be in sight at once, laps of loops included.
void check_moves_in_sight(Checker& check, const Level& level) {
    // All tiles of a row but its two ends are completely in sight, so together they are narrower than the sight.
    // moves[tile][w]: the most moving walls in a row that ends with this tile and whose inner tiles are w units wide
    // together; −1: there is no such row.
    constexpr auto kSight = static_cast<std::size_t>((kSightAhead + kSightBehind).floor()) + 1;
    using Row = std::array<std::int64_t, kSight>;
    const auto width = [&](std::size_t tile) {
        return static_cast<std::size_t>((level.tiles[tile].exit.x - level.tiles[tile].enter.x).floor());
    };
    std::vector<std::vector<std::size_t>> before(level.tiles.size());  // the tiles that a tile can follow
    for (std::size_t t = 1; t < level.tiles.size(); ++t) before[t].push_back(t - 1);
    const auto last_of = [](const LoopDef& loop) { return loop.tiles.first + loop.tiles.count - std::size_t{1}; };
    for (const LoopDef& loop : level.loops) {
        before[loop.tiles.first].push_back(last_of(loop));
        if (!level.is_endless()) continue;
        before[loop.tiles.first].push_back(level.loops.front().tiles.first - std::size_t{1});
        for (const LoopDef& card : level.loops) before[loop.tiles.first].push_back(last_of(card));
    }
    std::vector<std::int64_t> own;
    for (const TileDef& tile : level.tiles) own.push_back(count_moving(level, tile));
    std::vector<Row> moves(level.tiles.size());
    for (std::size_t w = 0; w < kSight; ++w) {
        for (std::size_t t = 0; t < level.tiles.size() && check.ok(); ++t) {
            moves[t][w] = w == 0 ? own[t] : -1;
            for (const std::size_t b : before[t]) {
                // b is the other end of the row, or becomes one of its inner tiles.
                if (w == 0) moves[t][w] = std::max(moves[t][w], own[t] + own[b]);
                if (w >= width(b) && moves[b][w - width(b)] >= 0) {
                    moves[t][w] = std::max(moves[t][w], own[t] + moves[b][w - width(b)]);
                }
            }
            check.at("tiles", t);
            check.number("moving walls in sight", moves[t][w], {-1, kSightMovesMax});
        }
    }
}

void check_tiles(Checker& check, const Level& level) {
    for (std::size_t i = 0; i < level.walls.size() && check.ok(); ++i) {
        check.at("walls", i);
        check_wall(check, level, level.walls[i]);
    }
    std::size_t all_points = 0;
    for (std::size_t i = 0; i < level.tiles.size() && check.ok(); ++i) {
        const TileDef& tile = level.tiles[i];
        check.at("tiles", i);
        check.place("enter", tile.enter, kTilePlace);
        check.place("exit", tile.exit, kTilePlace);
        check.number("exit.x - enter.x", std::int64_t{tile.exit.x.raw} - tile.enter.x.raw,
                     units(kTileAdvanceMin, kTileAdvanceMax));
        check.number("ticks", tile.ticks, kSomeTicks);
        // At most a unit a tick: tiles must be placed before they come into view.
        const std::int64_t way = std::int64_t{tile.ticks} * Fixed::kOneRaw;
        check.number("exit.x - enter.x", (tile.exit - tile.enter).x.raw, {0, way, true});
        check.number("exit.y - enter.y", (tile.exit - tile.enter).y.raw, {-way, way, true});
        check.number("model", tile.model, below(level.names.size()));
        if (tile.sea != kNoSea) check.number("sea", tile.sea.raw, kTilePlace);
        check.number("sea_to", tile.sea_to.raw, tile.sea != kNoSea ? kTilePlace : kZero);
        for (const Fixed swell : {tile.swell, tile.swell_to}) {
            check.number("swell", swell.raw, units(0_u, tile.sea != kNoSea ? kSwellMax : 0_u));
        }
        check.range("walls", tile.walls, level.walls.size(), {0, kTilePointsMax});
        if (!check.ok()) return;
        std::size_t points = 0;
        for (std::size_t w = 0; w < tile.walls.count; ++w) {
            const WallDef& wall = level.walls[tile.walls.first + w];
            points += wall.points.count;
            check_wall_places(check, level, wall);
        }
        check.number("moving walls", count_moving(level, tile), {0, kTileMovesMax});
        all_points += points;
        check.number("wall points", static_cast<std::int64_t>(points), {0, kTilePointsMax});
        check.number("wall points of all tiles so far", static_cast<std::int64_t>(all_points), {0, kWallPointsMax});
    }
}

void check_paths(Checker& check, const Level& level) {
    for (std::size_t i = 0; i < level.paths.size() && check.ok(); ++i) {
        const PathDef& path = level.paths[i];
        check.at("paths", i);
        check.number("name", path.name, below(level.names.size()));
        check.number("spare", path.spare, kZero);
        if (!check.range("points", path.points, level.points.size(), {2, 256})) return;
        std::int64_t way = 0;
        for (std::size_t p = 0; p < path.points.count && check.ok(); ++p) {
            const Vec2 point = level.points[path.points.first + p];
            if (check.place("points", point, kPlace) && p > 0)
                way += length(point - level.points[path.points.first + p - 1]).raw;
        }
        check.number("length from point to point", way, units(1_u, kPathLengthMax));
    }
}

void check_bullets(Checker& check, const Level& level) {
    for (std::size_t i = 0; i < level.bullets.size() && check.ok(); ++i) {
        check.at("bullets", i);
        check.number("name", level.bullets[i].name, below(level.names.size()));
        if (!check.range("steps", level.bullets[i].steps, level.bullet_steps.size(), {1, kBulletStepsMax})) return;
        if (const std::string fault = bullet_fault(level, i); !fault.empty()) check.fail("", fault);
    }
}

void check_weapons(Checker& check, const Level& level) {
    for (std::size_t i = 0; i < level.guns.size(); ++i) {
        const GunDef& gun = level.guns[i];
        check.at("guns", i);
        check.number("pattern", static_cast<std::int64_t>(gun.pattern), {0, kPatternCount - 1});
        check.number("count", gun.count, {1, 64});
        check.number("burst", gun.burst, {1, 255});
        check.number("look", gun.look, {0, 3});
        check.number("burst_gap", gun.burst_gap, kSomeTicks);
        check.number("rest", gun.rest, kSomeTicks);
        check.number("speed", gun.speed.raw, kShotSpeed);
        check.number("radius", gun.radius.raw, kRadius);
        if (!check.ok()) return;
        if (const std::string fault = gun_fault(level, gun); !fault.empty()) check.fail("", fault);
    }
    for (std::size_t i = 0; i < level.beams.size(); ++i) {
        const BeamDef& beam = level.beams[i];
        check.at("beams", i);
        check.number("curved", beam.curved, kSwitch);
        check.number("aimed", beam.aimed, {0, beam.curved ? 0 : 1});
        check.number("telegraph", beam.telegraph, kSomeTicks);
        check.number("burn", beam.burn, kSomeTicks);
        check.number("rest", beam.rest, kSomeTicks);
        check.number("sweep", beam.sweep, {-2048, 2048});
        check.number("spare", beam.spare, kZero);
        check.number("copies", beam.copies, {1, kBeamCopiesMax});
        check.number("in_field", beam.in_field, kSwitch);
        check.number("spare_too", beam.spare_too, kZero);
        check.number("pitch", beam.pitch.raw, units(0_u, kPlaceMax));
        check.place("at", beam.at, kPlace);
        if (beam.link != kNone) check.number("link, of a curved or aimed beam", beam.curved + beam.aimed, kZero);
        check.number("reach", beam.reach.raw, units(0_u, kPlaceMax));
        check.number("half_width", beam.half_width.raw, kRadius);
        check.place("bend", beam.bend, kPlace);
        check.place("tip", beam.tip, kPlace);
    }
    for (std::size_t i = 0; i < level.hatches.size(); ++i) {
        const HatchDef& hatch = level.hatches[i];
        check.at("hatches", i);
        check.number("count", hatch.count, {1, 64});
        check.number("missile", hatch.missile, below(level.missiles.size()));
        check.number("shielded_when_shut", hatch.shielded_when_shut, kSwitch);
        check.number("spare", hatch.spare, kZero);
        check.number("shut", hatch.shut, kSomeTicks);
        check.number("opening", hatch.opening, kSomeTicks);
        check.number("gap", hatch.gap, kSomeTicks);
    }
    for (std::size_t i = 0; i < level.missiles.size(); ++i) {
        const MissileDef& missile = level.missiles[i];
        check.at("missiles", i);
        check.number("name", missile.name, below(level.names.size()));
        check.number("turn", missile.turn, kSomeTicks);
        check.number("life", missile.life, kSomeTicks);
        check.number("launch_speed", missile.launch_speed.raw, kShotSpeed);
        check.number("speed", missile.speed.raw, kShotSpeed);
        check.number("radius", missile.radius.raw, kRadius);
        check.number("armour", missile.armour, {1, kArmourMax});
        check.number("worth", missile.worth, {0, kWorthMax});
        check.number("charge", missile.charge, {0, kArmourMax});
    }
}

// A part whose shields form a cycle could never be damaged.
bool shields_end(std::span<const PartDef> parts, std::size_t part) {
    std::size_t steps = 0;
    for (std::size_t at = part; parts[at].shield != kNone; at = parts[at].shield) {
        if (++steps > parts.size()) return false;
    }
    return true;
}

void check_kinds(Checker& check, const Level& level) {
    for (std::size_t i = 0; i < level.parts.size(); ++i) {
        const PartDef& part = level.parts[i];
        const auto index = [&](std::string_view field, std::uint8_t value, std::size_t size) {
            if (value != kNone) check.number(field, value, below(size));
        };
        check.at("parts", i);
        check.number("name", part.name, below(level.names.size()));
        check.number("motion", static_cast<std::int64_t>(part.motion), {0, 3});
        if (part.path != kNone16) check.number("path", part.path, below(level.paths.size()));
        check.number("spare", part.spare, kZero);
        check.number("lead", part.lead.raw, units(0_u, kPathLengthMax));
        check.number("pace", part.pace.raw, kSpeed);
        check.number("vital", part.vital, kSwitch);
        index("gun", part.gun, level.guns.size());
        index("beam", part.beam, level.beams.size());
        index("hatch", part.hatch, level.hatches.size());
        check.place("offset", part.offset, kOffset);
        check.place("amplitude", part.amplitude, kOffset);
        check.number("period", part.period, kSomeTicks);
        check.number("radius", part.radius.raw, kRadius);
        check.number("armour", part.armour, {0, kArmourMax});
        check.number("worth", part.worth, {0, kWorthMax});
    }
    for (std::size_t i = 0; i < level.kinds.size() && check.ok(); ++i) {
        const KindDef& kind = level.kinds[i];
        check.at("kinds", i);
        check.number("name", kind.name, below(level.names.size()));
        check.number("size", static_cast<std::int64_t>(kind.size), {0, 3});
        check.number("face", static_cast<std::int64_t>(kind.face), {0, static_cast<std::int64_t>(Facing::path)});
        check.range("machines", kind.machines, level.machines.size(), {0, kMachinesPerEnemyMax});
        check.number("speed", kind.speed.raw, kSpeed);
        check.number("radius", kind.radius.raw, kRadius);
        check.number("worth", kind.worth, {0, kWorthMax});
        check.number("charge", kind.charge, {0, kArmourMax});
        check.number("par", kind.par, {0, kind.size == KindSize::small ? 0 : 65535});
        check.number("spare", kind.spare, kZero);
        if (kind.raises != kNone) check.number("raises", kind.raises, {0, kFlagsMax - 1});
        if (!check.range("parts", kind.parts, level.parts.size(), {1, kPartsMax})) return;
        const auto parts = std::span(level.parts).subspan(kind.parts.first, kind.parts.count);
        for (std::size_t p = 0; p < parts.size() && check.ok(); ++p) {
            const std::uint8_t beam = parts[p].beam;
            const std::uint8_t link = beam != kNone ? level.beams[beam].link : kNone;
            if (link != kNone) check.number("parts.beam.link", link, below(parts.size()));
            if (parts[p].shield != kNone) check.number("parts.shield", parts[p].shield, below(parts.size()));
        }
        for (std::size_t p = 0; p < parts.size() && check.ok(); ++p) {
            if (!shields_end(parts, p)) check.fail("parts.shield", "parts shield each other in a ring");
        }
    }
}

// `used` marks the spawns that already have a cue, over all lists: an EnemyId must mean one enemy.
void check_cues(Checker& check, const Level& level, std::string_view list, std::span<const CueDef> cues,
                std::size_t first, std::uint32_t ticks_max, std::vector<std::uint8_t>& used) {
    const bool in_loop = list == "loop_cues";
    std::uint32_t before = 0;
    for (std::size_t i = 0; i < cues.size() && check.ok(); ++i) {
        const CueDef& cue = cues[i];
        check.at(list, first + i);
        check.number("tick", cue.tick, {before, ticks_max});
        check.number("kind", static_cast<std::int64_t>(cue.kind), {0, kCueKindCount - 1});
        check.number("once", cue.once, in_loop ? kSwitch : kZero);
        before = cue.tick;
        switch (cue.kind) {
            case CueKind::spawn:
                if (!check.number("a", cue.a, below(level.spawns.size()))) break;
                if (used[cue.a] != 0) check.fail("a", "spawn " + std::to_string(cue.a) + " has a cue already");
                used[cue.a] = 1;
                break;
            case CueKind::message:
                check.number("a", cue.a, below(level.names.size()));
                break;
            case CueKind::raise:
                check.number("a", cue.a, {0, kFlagsMax - 1});
                break;
            case CueKind::sea:
                check.number("a", cue.a, below(level.tides.size()));
                break;
            case CueKind::section:
                if (cue.a != kNone16) check.number("a", cue.a, below(level.names.size()));
                break;
            case CueKind::warn:
                check.number("a", cue.a, kZero);
                break;
        }
    }
}

/// The card is long enough that names are not used again too soon (limits.hpp).
void check_card(Checker& check, const Level& level, const LoopDef& card, std::uint32_t ticks) {
    check.number("tiles.count", card.tiles.count, {1, kCardTilesMax});
    check.number("ticks of its tiles", ticks, {card.has_trigger() ? kBossLapTicksMin : kCardTicksMin, kCardTicksMax});
    if (!card.has_trigger()) check.number("laps_max", card.laps_max, {1, 1});
    for (std::size_t i = 0; i < card.cues.count; ++i) {
        check.number("cues, of a section", level.loop_cues[card.cues.first + i].kind == CueKind::section, kZero);
    }
}

/// The cards are the last tiles of the level, and there are ordinary ones and bosses.
void check_deck(Checker& check, const Level& level) {
    check.at("loops");
    check.number("count", static_cast<std::int64_t>(level.loops.size()), {2, kCardsMax});
    std::size_t from = level.loops.front().tiles.first;
    bool bosses = false, others = false;
    for (const LoopDef& card : level.loops) {
        check.number("tiles.first", card.tiles.first, {static_cast<std::int64_t>(from), static_cast<std::int64_t>(from)});
        from = std::size_t{card.tiles.first} + card.tiles.count;
        bosses |= card.has_trigger();
        others |= !card.has_trigger();
    }
    check.number("tiles", static_cast<std::int64_t>(from), {static_cast<std::int64_t>(level.tiles.size()), static_cast<std::int64_t>(level.tiles.size())});
    check.number("tiles.first", level.loops.front().tiles.first, {1, kTilesMax});
    if (!bosses || !others) check.fail("", "an endless level needs cards with a boss, and cards without");
    for (std::size_t i = 0; i < level.missiles.size(); ++i) {
        check.at("missiles", i);
        check.number("life, in an endless level", level.missiles[i].life, {1, kReuseTicksMin / 2});
    }
}

void check_timeline(Checker& check, const Level& level) {
    for (std::size_t i = 0; i < level.spawns.size(); ++i) {
        const SpawnDef& spawn = level.spawns[i];
        check.at("spawns", i);
        check.number("kind", spawn.kind, below(level.kinds.size()));
        check.number("placement", static_cast<std::int64_t>(spawn.placement), {0, 2});
        if (spawn.placement == Placement::path) {
            check.number("path", spawn.path, below(level.paths.size()));
        } else {
            check.number("path", spawn.path, {kNone16, kNone16});
        }
        check.place("at", spawn.at, spawn.placement == Placement::wall ? kTilePlace : kPlace);
        check.number("abreast", spawn.abreast.raw, kOffset);
        check.number("speed", spawn.speed.raw, kSpeed);
    }
    std::size_t spawns_from = 0;
    for (std::size_t i = 0; i < level.formations.size() && check.ok(); ++i) {
        const Range spawns = level.formations[i].spawns;
        check.at("formations", i);
        check.range("spawns", spawns, level.spawns.size(), {kFormationMin, kListMax});
        check.number("spawns.first", spawns.first, {static_cast<std::int64_t>(spawns_from), kListMax});
        if (!check.ok()) return;
        spawns_from = std::size_t{spawns.first} + spawns.count;
        for (std::size_t n = spawns.first; n < spawns_from; ++n) {
            const std::uint8_t kind = level.spawns[spawns.first].kind;
            check.number("spawns.kind", level.spawns[n].kind, {kind, kind});
        }
    }
    std::vector<std::uint8_t> used(level.spawns.size(), 0);
    check_cues(check, level, "cues", level.cues, 0, level.ticks, used);

    std::size_t tiles_from = 0;
    std::size_t cues_from = 0;
    for (std::size_t i = 0; i < level.loops.size() && check.ok(); ++i) {
        const LoopDef& loop = level.loops[i];
        check.at("loops", i);
        check.range("tiles", loop.tiles, level.tiles.size(), {1, kTilesMax});
        check.number("tiles.first", loop.tiles.first, {static_cast<std::int64_t>(tiles_from), kListMax});
        check.range("cues", loop.cues, level.loop_cues.size(), {0, kListMax});
        check.number("cues.first", loop.cues.first, {static_cast<std::int64_t>(cues_from), kListMax});
        if (loop.spawn != kNone16) check.number("spawn", loop.spawn, below(level.spawns.size()));
        if (loop.flag != kNone) check.number("flag", loop.flag, {0, kFlagsMax - 1});
        check.number("laps_max", loop.laps_max, {1, kLapsMax});
        check.number("tier", loop.tier, level.is_endless() ? Bound{1, kTiersMax} : kZero);
        check.number("spare", loop.spare, kZero);
        if (!check.ok()) return;
        tiles_from = std::size_t{loop.tiles.first} + loop.tiles.count;
        cues_from = std::size_t{loop.cues.first} + loop.cues.count;
        std::uint32_t lap_ticks = 0;
        for (std::size_t t = loop.tiles.first; t < tiles_from; ++t) lap_ticks += level.tiles[t].ticks;
        check_cues(check, level, "loop_cues", std::span(level.loop_cues).subspan(loop.cues.first, loop.cues.count),
                   loop.cues.first, lap_ticks - 1, used);
        if (level.is_endless()) check_card(check, level, loop, lap_ticks);
    }
    if (level.is_endless() && check.ok()) check_deck(check, level);
}

}  // namespace

std::string check_level(const Level& level) {
    Checker check;
    check_sizes(check, level);
    check_head(check, level);
    check_sea(check, level);
    check_tiles(check, level);
    check_paths(check, level);
    check_bullets(check, level);
    check_weapons(check, level);
    check_kinds(check, level);
    check_behaviour(check, level);
    check_timeline(check, level);
    if (check.ok()) check_moves_in_sight(check, level);
    return check.error();
}

}  // namespace albireo
