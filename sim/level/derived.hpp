#pragma once
/// Data derived from a level's paths and tiles when it is loaded: sampled paths, and the space known to be free of
/// rock. Computed by derive() (level_bytes.hpp), never saved.
#include <algorithm>
#include <cstdint>
#include <vector>

#include "sim/base/vec2.hpp"

namespace albireo {

/// Points of a path, kPathStep apart along it, so that constant speed means a constant number of points per tick. There
/// are at least two. `length` is a whole number of steps, so the last point may be up to one step beyond the path's
/// end, straight on.
struct PathSamples {
    std::vector<Vec2> points;
    Fixed length{};  // (points.size() − 1) × kPathStep
};
inline constexpr Fixed kPathStep = 250_mu;

/// Columns of the field and of tiles are a quarter of a unit wide. The finer they are, the fewer shots need a test
/// against the polygons.
inline constexpr int kWallColumnBits = Fixed::kFractionBits - 2;
inline constexpr std::int32_t kWallColumn = 1 << kWallColumnBits;  // as a raw Fixed
constexpr std::int32_t wall_column(Fixed x) {
    return x.raw >> kWallColumnBits;  // the floor
}

/// Heights from low to high, both exclusive. Empty if low ≥ high.
struct Gap {
    Fixed low{}, high{};

    constexpr bool is_empty() const { return low >= high; }
    constexpr bool holds(Fixed y) const { return y > low && y < high; }
};

/// Up to two gaps of a column, which do not overlap. Of more gaps it keeps the two largest.
struct Gaps {
    Gap gap{};
    Gap other{};

    constexpr bool holds(Fixed y) const { return gap.holds(y) || other.holds(y); }
    constexpr bool is_one() const { return other.is_empty(); }
    constexpr void add(Gap more) {
        const auto is_larger = [](Gap a, Gap b) { return a.high - a.low > b.high - b.low; };
        if (more.is_empty()) return;
        if (gap.is_empty() || is_larger(more, gap)) {
            other = gap;
            gap = more;
        } else if (other.is_empty() || is_larger(more, other)) {
            other = more;
        }
    }
};

/// The intersection.
constexpr Gap common(Gap a, Gap b) {
    return {max(a.low, b.low), min(a.high, b.high)};
}
constexpr Gaps common(const Gaps& a, const Gaps& b) {
    if (a.is_one()) return {common(a.gap, b.gap), common(a.gap, b.other)};
    if (b.is_one()) return {common(a.gap, b.gap), common(a.other, b.gap)};
    Gaps both;
    for (const Gap one : {a.gap, a.other}) {
        for (const Gap two : {b.gap, b.other}) both.add(common(one, two));
    }
    return both;
}

/// The gaps of a row of columns. Each bound has a list of its own, so that the compiler can work on several columns at
/// once.
template <class Bounds>
struct GapRow {
    Bounds low{}, high{};              // of Gaps::gap
    Bounds other_low{}, other_high{};  // of Gaps::other

    constexpr std::size_t size() const { return low.size(); }
    constexpr Gaps at(std::size_t i) const { return {{low[i], high[i]}, {other_low[i], other_high[i]}}; }
    constexpr void set(std::size_t i, const Gaps& gaps) {
        low[i] = gaps.gap.low;
        high[i] = gaps.gap.high;
        other_low[i] = gaps.other.low;
        other_high[i] = gaps.other.high;
    }
    constexpr bool holds(std::size_t i, Fixed y) const {
        return (y > low[i] && y < high[i]) || (y > other_low[i] && y < other_high[i]);
    }
    constexpr void add(const Gaps& gaps) {
        for (Bounds* bounds : {&low, &high, &other_low, &other_high}) bounds->emplace_back();
        set(size() - 1, gaps);
    }
};

/// A range of columns, [first, end).
struct ColumnRange {
    std::int32_t first = 1 << 20, end = 0;

    constexpr bool is_empty() const { return first >= end; }
    constexpr std::size_t count() const { return static_cast<std::size_t>(end - first); }
    constexpr ColumnRange moved(std::int32_t by) const { return {first + by, end + by}; }
    /// The intersection with `all`. If they do not meet: an empty range at the end or the beginning of `all`.
    constexpr ColumnRange within(ColumnRange all) const {
        const std::int32_t from = std::clamp(first, all.first, all.end);
        return {from, std::clamp(end, from, all.end)};
    }
    /// Extends it to contain these.
    constexpr void add(ColumnRange more) {
        if (more.is_empty()) return;
        first = std::min(first, more.first);
        end = std::max(end, more.end);
    }
    constexpr void add(std::int32_t column) { add({column, column + 1}); }
};

/// The rock of a wall, column by column, in coordinates of the wall's points. Column i covers every x whose
/// wall_column() is first_column + i, and has rock only where low ≤ y ≤ high.
struct WallProfile {
    struct Column {
        Fixed low, high;
    };
    std::uint16_t wall = 0;  // index in Level::walls
    std::int32_t first_column = 0;
    std::vector<Column> columns;

    /// Whether the wall can have rock at this point.
    bool covers(Vec2 at) const {
        const auto i = static_cast<std::uint32_t>(wall_column(at.x) - first_column);
        return i < columns.size() && at.y >= columns[i].low && at.y <= columns[i].high;
    }
};

/// The static rock of a tile, and the space in it that is known to be free of static rock, column by column. Moving
/// walls are not considered. Column i covers every x whose wall_column() is first_column + i. The bound is conservative:
/// a shot in a gap needs no test against static polygons. Values are in tile coordinates.
/// 1. A point of column i that is in one of its gaps is in no static polygon of this tile.
/// 2. The columns cover the tile's camera line and all its static polygons; outside them the tile has no static rock.
struct TileProfile {
    static constexpr Fixed kOpen = Fixed{1024 * Fixed::kOneRaw};  // low −kOpen: no rock below; high kOpen: none above
    std::int32_t first_column = 0;
    std::vector<Gaps> columns;
    GapRow<std::vector<Fixed>> pairs;  // item i: free in columns i − 1 and i both, where they exist; one more than columns
    ColumnRange split;                 // contains every column of `pairs` with two gaps, so also those of `columns`
    std::vector<WallProfile> walls;    // those that do not move
};

}  // namespace albireo
