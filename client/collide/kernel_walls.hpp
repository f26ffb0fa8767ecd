// Wall edges, eight at a time. Part of a kernel file; see simd8.hpp.

namespace albireo::collide::ALBIREO_ISA {
namespace {

NearestEdge edge_nearest(const Edge8* blocks, std::size_t count, float x, float y, float within) {
    NearestEdge best{at_least(within * within, kTiny), kNoFace};
    const F8 px = all(x), py = all(y);
    for (std::size_t b = 0; b < count; ++b) {
        const Edge8& e = blocks[b];
        const float dx = at_least(at_least(e.min_x - x, x - e.max_x), 0.0F);
        const float dy = at_least(at_least(e.min_y - y, y - e.max_y), 0.0F);
        if (dx * dx + dy * dy > best.distance_squared * kOneUp) continue;
        const F8 ax = load(e.ax), ay = load(e.ay), ex = load(e.bx) - ax, ey = load(e.by) - ay;
        const F8 qx = px - ax, qy = py - ay;
        const F8 s = clamped((qx * ex + qy * ey) / max(ex * ex + ey * ey, all(kTiny)));
        const F8 rx = qx - ex * s, ry = qy - ey * s;
        const F8 d8 = rx * rx + ry * ry;
        unsigned mask = bits(d8 <= all(best.distance_squared));
        if (mask == 0) continue;
        float d[8];
        store_any(d, d8);
        for (; mask != 0; mask &= mask - 1) {
            const int lane = __builtin_ctz(mask);
            const std::uint32_t edge = static_cast<std::uint32_t>(b * 8) + static_cast<std::uint32_t>(lane);
            if (d[lane] < best.distance_squared || (d[lane] == best.distance_squared && edge < best.edge))
                best = {d[lane], edge};
        }
    }
    return best;
}

int edge_winding(const Edge8* blocks, std::size_t count, float x, float y) {
    const F8 px = all(x), py = all(y), zero = all(0.0F);
    int winding = 0;
    for (std::size_t b = 0; b < count; ++b) {
        const Edge8& e = blocks[b];
        if (y < e.min_y || y > e.max_y || x > e.max_x) continue;
        const F8 ax = load(e.ax), ay = load(e.ay), bx = load(e.bx), by = load(e.by);
        const F8 side = (bx - ax) * (py - ay) - (px - ax) * (by - ay);
        const M8 real = zero < load(e.counts);
        winding += __builtin_popcount(bits((ay <= py) & (py < by) & (zero < side) & real));
        winding -= __builtin_popcount(bits((by <= py) & (py < ay) & (side < zero) & real));
    }
    return winding;
}

}  // namespace
}  // namespace albireo::collide::ALBIREO_ISA
