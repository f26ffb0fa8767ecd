#pragma once
/// Closed polygons of any shape and either orientation.
#include <span>

#include "sim/base/vec2.hpp"

namespace albireo {

/// Whether a point is inside, by the even-odd rule; exact. Every edge is half-open towards the same sides, whatever its
/// orientation. So a point on an edge that two polygons share is in exactly one of them. All coordinates, in units,
/// must be within ±16 384. No point is inside an empty polygon.
constexpr bool is_inside(std::span<const Vec2> polygon, Vec2 at) {
    bool inside = false;
    bool is_above = !polygon.empty() && polygon.back().y > at.y;  // the corner before the edge's end
    for (std::size_t i = 0; i < polygon.size(); ++i) {
        const Vec2 q = polygon[i];
        if (is_above == (q.y > at.y)) continue;
        is_above = !is_above;
        const Vec2 p = i == 0 ? polygon.back() : polygon[i - 1];
        // Whether a ray to the left meets the edge: at.x is greater than the edge's x at this height. Both sides are
        // multiplied by the edge's rise.
        const std::int64_t rise = std::int64_t{q.y.raw} - p.y.raw;
        const std::int64_t left = (std::int64_t{at.x.raw} - p.x.raw) * rise;
        const std::int64_t right = (std::int64_t{at.y.raw} - p.y.raw) * (std::int64_t{q.x.raw} - p.x.raw);
        if (rise > 0 ? left > right : left < right) inside = !inside;
    }
    return inside;
}

}  // namespace albireo
