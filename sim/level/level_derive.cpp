#include <algorithm>
#include <array>
#include <span>

#include "sim/base/hash.hpp"
#include "sim/base/polygon.hpp"
#include "sim/level/level_bytes.hpp"

namespace albireo {
namespace {

// ---- paths

// a to d of a + b t + c t² + d t³, each doubled, because the Catmull–Rom basis has halves in it.
struct Cubic {
    std::int64_t a, b, c, d;

    // t in Q.16, within [0, 1]. Coefficients stay below 2^27, so the products fit in 44 bits.
    Fixed at(std::int64_t t) const {
        std::int64_t value = c + floor_shift(d * t, 16);
        value = b + floor_shift(value * t, 16);
        value = a + floor_shift(value * t, 16);
        return Fixed{wrap32(floor_shift(value + 1, 1))};
    }
};

// The piece of a Catmull–Rom spline from p1 to p2 (Catmull and Rom 1974, uniform, tension 1/2).
Cubic catmull_rom(Fixed p0, Fixed p1, Fixed p2, Fixed p3) {
    const std::int64_t a = p0.raw;
    const std::int64_t b = p1.raw;
    const std::int64_t c = p2.raw;
    const std::int64_t d = p3.raw;
    return {2 * b, c - a, 2 * a - 5 * b + 4 * c - d, 3 * (b - c) + d - a};
}

// Walks a curve from chord to chord and stores a point every kPathStep.
class EvenWalk {
  public:
    EvenWalk(PathSamples& samples, Vec2 start) : samples_(samples), at_(start) { samples_.points.push_back(start); }

    void line_to(Vec2 next) {
        const std::int64_t chord = length(next - at_).raw;
        if (chord == 0) return;
        direction_ = {next.x.raw - std::int64_t{at_.x.raw}, next.y.raw - std::int64_t{at_.y.raw}, chord};
        std::int64_t used = 0;
        while (chord - used >= left_) {
            used += left_;
            samples_.points.push_back(ahead(used));
            left_ = kPathStep.raw;
        }
        left_ -= chord - used;
        at_ = next;
    }

    // Continues straight to the next whole step, unless the walk ended on one.
    void finish() {
        if (left_ < kPathStep.raw || samples_.points.size() < 2) samples_.points.push_back(ahead(left_));
        samples_.length = kPathStep * static_cast<std::int32_t>(samples_.points.size() - 1);
    }

  private:
    struct Direction {
        std::int64_t x = 1, y = 0, length = 1;
    };

    Vec2 ahead(std::int64_t way) const {
        return {Fixed{wrap32(at_.x.raw + direction_.x * way / direction_.length)},
                Fixed{wrap32(at_.y.raw + direction_.y * way / direction_.length)}};
    }

    PathSamples& samples_;
    Vec2 at_;
    Direction direction_;
    std::int64_t left_ = kPathStep.raw;  // distance to the next sample
};

PathSamples sample_path(const Level& level, Range points) {
    PathSamples samples;
    const auto point = [&](std::int32_t i) {
        const std::int32_t last = points.count - 1;
        return level.points[points.first + static_cast<std::size_t>(std::clamp(i, 0, last))];
    };
    EvenWalk walk(samples, point(0));
    for (std::int32_t i = 0; i + 1 < points.count; ++i) {
        const Cubic x = catmull_rom(point(i - 1).x, point(i).x, point(i + 1).x, point(i + 2).x);
        const Cubic y = catmull_rom(point(i - 1).y, point(i).y, point(i + 1).y, point(i + 2).y);
        // Eight chords per unit: at a radius of curvature of one unit a chord is 0.07 % shorter than its arc. The curve
        // is no longer than its Bézier polygon, and these bounds cover the three sides of that.
        const std::int64_t bound = length(point(i + 1) - point(i)).raw * std::int64_t{2} +
                                   length(point(i) - point(i - 1)).raw + length(point(i + 2) - point(i + 1)).raw;
        const std::int64_t chords = 16 + 8 * bound / Fixed::kOneRaw;
        for (std::int64_t k = 1; k <= chords; ++k) {
            const std::int64_t t = k * Fixed::kOneRaw / chords;
            walk.line_to({x.at(t), y.at(t)});
        }
    }
    walk.finish();
    return samples;
}

// ---- profiles

struct Span64 {
    std::int64_t low, high;
};

// The heights of the line from p to q within [left, right], rounded outward by a step on either side; nothing if it is
// not there. An end that just touches counts.
bool heights_within(Vec2 p, Vec2 q, std::int64_t left, std::int64_t right, Span64& heights) {
    if (p.x > q.x) std::swap(p, q);
    if (q.x.raw < left || p.x.raw > right) return false;
    const std::int64_t run = std::int64_t{q.x.raw} - p.x.raw;
    const std::int64_t rise = std::int64_t{q.y.raw} - p.y.raw;
    const auto height = [&](std::int64_t x) { return p.y.raw + (run == 0 ? 0 : rise * (x - p.x.raw) / run); };
    const std::int64_t a = p.x.raw >= left ? p.y.raw : height(left);
    const std::int64_t b = q.x.raw <= right ? q.y.raw : height(right);
    heights = {std::min(a, b) - 1, std::max(a, b) + 1};
    return true;
}

// The space between the static walls of a tile in the column that begins at `left`: the two gaps of which most is in
// view while the camera is there.
Gaps profile_column(const Level& level, const TileDef& tile, std::int64_t left) {
    const auto walls = std::span(level.walls).subspan(tile.walls.first, tile.walls.count);
    std::vector<Span64> edges = {{TileProfile::kOpen.raw, TileProfile::kOpen.raw}};  // sorted from below
    for (const WallDef& wall : walls) {
        if (wall.moves()) continue;
        const auto polygon = std::span(level.points).subspan(wall.points.first, wall.points.count);
        for (std::size_t i = 0, j = polygon.size() - 1; i < polygon.size(); j = i++) {
            Span64 edge{};
            if (!heights_within(polygon[j], polygon[i], left, left + kWallColumn, edge)) continue;
            const auto is_lower = [](Span64 a, Span64 b) { return a.low < b.low; };
            edges.insert(std::upper_bound(edges.begin(), edges.end(), edge, is_lower), edge);
        }
    }

    const std::int64_t run = tile.exit.x.raw - tile.enter.x.raw;
    const std::int64_t rise = tile.exit.y.raw - tile.enter.y.raw;
    const std::int64_t camera =
        tile.enter.y.raw + rise * std::clamp<std::int64_t>(left - tile.enter.x.raw, 0, run) / run;
    const auto in_view = [&](const Span64& gap) {
        return std::min(gap.high, camera + kFieldHalfHeight.raw) - std::max(gap.low, camera - kFieldHalfHeight.raw);
    };
    std::array<Span64, 2> best{};
    std::int64_t low = -TileProfile::kOpen.raw;
    for (const Span64 edge : edges) {
        const Span64 gap = {low, edge.low};
        low = std::max(low, edge.high);
        if (gap.low >= gap.high || in_view(gap) <= std::max<std::int64_t>(0, in_view(best[1]))) continue;
        // No edge enters the gap, so each polygon contains all of it or none of it.
        const Vec2 middle = {Fixed{wrap32(left + kWallColumn / 2)}, Fixed{wrap32((gap.low + gap.high) / 2)}};
        const bool is_rock = std::any_of(walls.begin(), walls.end(), [&](const WallDef& wall) {
            const auto polygon = std::span(level.points).subspan(wall.points.first, wall.points.count);
            return !wall.moves() && is_inside(polygon, middle);
        });
        if (is_rock) continue;
        best[1] = gap;
        if (in_view(best[1]) > in_view(best[0])) std::swap(best[0], best[1]);
    }
    const auto gap_of = [](const Span64& gap) { return Gap{Fixed{wrap32(gap.low)}, Fixed{wrap32(gap.high)}}; };
    return {gap_of(best[0]), gap_of(best[1])};
}

WallProfile profile_wall(const Level& level, std::uint16_t wall) {
    const Range points = level.walls[wall].points;
    const auto polygon = std::span(level.points).subspan(points.first, points.count);
    const auto is_left = [](Vec2 p, Vec2 q) { return p.x < q.x; };
    const auto [left, right] = std::minmax_element(polygon.begin(), polygon.end(), is_left);
    WallProfile profile{.wall = wall, .first_column = wall_column(left->x), .columns = {}};
    profile.columns.resize(static_cast<std::size_t>(wall_column(right->x) - profile.first_column + 1),
                           {TileProfile::kOpen, -TileProfile::kOpen});
    for (std::size_t i = 0, j = polygon.size() - 1; i < polygon.size(); j = i++) {
        // An edge's end on the line between two columns is in both.
        const std::int32_t last = wall_column(max(polygon[i].x, polygon[j].x)) - profile.first_column;
        const std::int32_t first = wall_column(min(polygon[i].x, polygon[j].x)) - profile.first_column - 1;
        for (std::int32_t c = std::max(first, 0); c <= last; ++c) {
            const std::int64_t x = std::int64_t{profile.first_column + c} * kWallColumn;
            Span64 rock{};
            if (!heights_within(polygon[j], polygon[i], x, x + kWallColumn, rock)) continue;
            WallProfile::Column& column = profile.columns[static_cast<std::size_t>(c)];
            column.low = min(column.low, Fixed{wrap32(rock.low)});
            column.high = max(column.high, Fixed{wrap32(rock.high)});
        }
    }
    return profile;
}

// The profiles of those walls of a tile that move, or of those that do not.
std::vector<WallProfile> profile_walls(const Level& level, const TileDef& tile, bool moving) {
    std::vector<WallProfile> profiles;
    for (std::size_t w = tile.walls.first; w < std::size_t{tile.walls.first} + tile.walls.count; ++w) {
        if (level.walls[w].moves() == moving) profiles.push_back(profile_wall(level, static_cast<std::uint16_t>(w)));
    }
    return profiles;
}

TileProfile profile_tile(const Level& level, const TileDef& tile) {
    TileProfile profile;
    profile.walls = profile_walls(level, tile, false);
    std::int32_t first = wall_column(tile.enter.x), last = wall_column(tile.exit.x);
    for (const WallProfile& wall : profile.walls) {
        first = std::min(first, wall.first_column);
        last = std::max(last, wall.first_column + static_cast<std::int32_t>(wall.columns.size()) - 1);
    }
    profile.first_column = first;
    for (std::int32_t column = first; column <= last; ++column) {
        profile.columns.push_back(profile_column(level, tile, std::int64_t{column} * kWallColumn));
    }
    profile.pairs.add(profile.columns.front());
    for (std::size_t i = 1; i < profile.columns.size(); ++i) {
        profile.pairs.add(common(profile.columns[i - 1], profile.columns[i]));
    }
    profile.pairs.add(profile.columns.back());
    for (std::size_t i = 0; i < profile.columns.size(); ++i) {
        if (profile.columns[i].is_one()) continue;
        profile.split.add(ColumnRange{static_cast<std::int32_t>(i), static_cast<std::int32_t>(i + 2)});
    }
    return profile;
}

/// Whether one of these actions spawns a kind for which is_meant(kind).
template <class IsMeant>
bool spawns(const Level& level, const KindDef& kind, IsMeant&& is_meant) {
    const auto items = [](const auto& list, Range range) { return std::span(list).subspan(range.first, range.count); };
    for (const MachineDef& machine : items(level.machines, kind.machines)) {
        for (const StateDef& state : items(level.states, machine.states)) {
            for (const Range list : {state.begin, state.tick, state.end}) {
                for (const ActionDef& action : items(level.actions, list)) {
                    if (action.op == Op::spawn && is_meant(action.a)) return true;
                }
            }
        }
    }
    return false;
}

std::uint32_t flag_bit(std::uint8_t flag) { return flag < kFlagsMax ? std::uint32_t{1} << flag : 0; }

/// The flags that a kind raises, or waits for, and those of the children that it spawns.
std::uint32_t flags_of_kind(const Level& level, const KindDef& kind, int depth = 0) {
    const auto items = [](const auto& list, Range range) { return std::span(list).subspan(range.first, range.count); };
    std::uint32_t flags = flag_bit(kind.raises);
    for (const MachineDef& machine : items(level.machines, kind.machines)) {
        for (const StateDef& state : items(level.states, machine.states)) {
            for (const TransitionDef& way : items(level.transitions, state.transitions)) {
                if (way.when == When::flag) flags |= flag_bit(way.a);
            }
            for (const Range list : {state.begin, state.tick, state.end}) {
                for (const ActionDef& action : items(level.actions, list)) {
                    if (action.op == Op::raise) flags |= flag_bit(action.a);
                    if (action.op == Op::spawn && depth < 2) flags |= flags_of_kind(level, level.kinds[action.a], depth + 1);
                }
            }
        }
    }
    return flags;
}

std::uint32_t flags_of_loop(const Level& level, const LoopDef& loop) {
    std::uint32_t flags = flag_bit(loop.flag);
    for (std::size_t t = 0; t < loop.tiles.count; ++t) {
        const Range walls = level.tiles[loop.tiles.first + t].walls;
        for (std::size_t w = 0; w < walls.count; ++w) flags |= flag_bit(level.walls[walls.first + w].flag);
    }
    for (std::size_t c = 0; c < loop.cues.count; ++c) {
        const CueDef& cue = level.loop_cues[loop.cues.first + c];
        if (cue.kind == CueKind::raise) flags |= flag_bit(static_cast<std::uint8_t>(cue.a));
        if (cue.kind == CueKind::spawn) flags |= flags_of_kind(level, level.kinds[level.spawns[cue.a].kind]);
    }
    return flags;
}

}  // namespace

void derive(Level& level) {
    level.formation_of.assign(level.spawns.size(), kNone16);
    for (std::size_t i = 0; i < level.formations.size(); ++i) {
        const Range spawns = level.formations[i].spawns;
        for (std::size_t n = 0; n < spawns.count; ++n)
            level.formation_of[spawns.first + n] = static_cast<std::uint16_t>(i);
    }
    level.branches.clear();
    for (const KindDef& kind : level.kinds) {
        const auto is_parent = [&](std::uint8_t child) {
            return spawns(level, level.kinds[child], [](std::uint8_t) { return true; });
        };
        level.branches.push_back(spawns(level, kind, is_parent) ? 1 : 0);
    }
    level.path_samples.clear();
    for (const PathDef& path : level.paths) level.path_samples.push_back(sample_path(level, path.points));
    level.tile_profiles.clear();
    for (const TileDef& tile : level.tiles) level.tile_profiles.push_back(profile_tile(level, tile));
    level.moving_walls.clear();
    for (const TileDef& tile : level.tiles) level.moving_walls.push_back(profile_walls(level, tile, true));
    level.loop_flags.clear();
    for (const LoopDef& loop : level.loops) level.loop_flags.push_back(flags_of_loop(level, loop));
    level.digest = hash_bytes(level_bytes(level));
}

}  // namespace albireo
