// What the distance grid knows without asking the tree. Part of a kernel file; see simd8.hpp.

namespace albireo::collide::ALBIREO_ISA {

enum class Guess : std::uint8_t { miss, hit, unknown };

/// What is known of the distance to the surface: within [low, high], for high possibly kFar.
struct Bracket {
    float low, high;
};

/// Outside the grid the mesh's box is all there is to go by.
ALBIREO_INLINE Bracket bracket_outside(const TreeView& tree, const Vec3& p) {
    const float dx = at_least(at_least(tree.min[0] - p.x, p.x - tree.max[0]), 0.0F),
                dy = at_least(at_least(tree.min[1] - p.y, p.y - tree.max[1]), 0.0F),
                dz = at_least(at_least(tree.min[2] - p.z, p.z - tree.max[2]), 0.0F);
    return {__builtin_sqrtf(dx * dx + dy * dy + dz * dz) * 0.999999F, kFar};
}

/// The distance can change by no more than the way from the cell's centre, where it was measured.
ALBIREO_INLINE Bracket bracket(const TreeView& tree, const Vec3& p) {
    const GridView& g = tree.grid;
    const float x = (p.x - g.min[0]) * g.cell_inverse, y = (p.y - g.min[1]) * g.cell_inverse,
                z = (p.z - g.min[2]) * g.cell_inverse;
    if (!(x >= 0.0F && y >= 0.0F && z >= 0.0F && x < static_cast<float>(g.size[0]) &&
          y < static_cast<float>(g.size[1]) && z < static_cast<float>(g.size[2])))
        return bracket_outside(tree, p);
    const std::int32_t ix = static_cast<std::int32_t>(x), iy = static_cast<std::int32_t>(y),
                       iz = static_cast<std::int32_t>(z);
    const float dx = x - static_cast<float>(ix) - 0.5F, dy = y - static_cast<float>(iy) - 0.5F,
                dz = z - static_cast<float>(iz) - 0.5F;
    const float off = __builtin_sqrtf(dx * dx + dy * dy + dz * dz) * g.cell * kOneUp;
    const int v = g.value[(iz * g.size[1] + iy) * g.size[0] + ix];
    const float measured = static_cast<float>(v) * g.quantum;
    return {measured - off, v == kGridFar ? kFar : measured + kGridAbove * g.quantum + off};
}

ALBIREO_INLINE Guess guess(const TreeView& tree, const Sphere& s) {
    if (tree.grid.size[0] == 0) return Guess::unknown;
    const Bracket b = bracket(tree, s.center);
    return b.low > s.radius ? Guess::miss : b.high <= s.radius ? Guess::hit : Guess::unknown;
}

/// Along a sweep in strides that the distance allows. Surely nothing is touched before `earliest`, and surely something
/// at `latest` if the answer is a hit. Gives up where the surface is so near that strides get short.
struct March {
    Guess guess = Guess::unknown;
    float earliest = 0.0F, latest = 1.0F;

    ALBIREO_INLINE March(const TreeView& tree, const Vec3& start, const Vec3& along, float radius) {
        if (tree.grid.size[0] == 0) return;
        const float size = __builtin_sqrtf(dot(along, along));
        const float stride_least = tree.grid.cell * 0.5F;
        const float inverse = 0.9999F / at_least(size, kTiny);
        for (int step = 0; step < 16; ++step) {
            const float t = earliest;
            const Bracket b = bracket(tree, {start.x + along.x * t, start.y + along.y * t, start.z + along.z * t});
            if (b.high <= radius) {
                guess = Guess::hit;
                latest = t;
                return;
            }
            const float free = b.low - radius;
            if (free <= 0.0F) return;
            earliest = t + free * inverse;
            if (earliest > 1.0F) {
                guess = Guess::miss;
                return;
            }
            if (free < stride_least) return;
        }
    }
};

/// Eight spheres against the grid: bit masks of those that surely touch and of those it cannot settle.
ALBIREO_INLINE void guess_eight(const GridView& g, V8 c, F8 r, unsigned& touch, unsigned& unknown) {
    const F8 zero = all(0.0F), inverse = all(g.cell_inverse), half = all(0.5F);
    const F8 sx = all(static_cast<float>(g.size[0])), sy = all(static_cast<float>(g.size[1])),
             sz = all(static_cast<float>(g.size[2]));
    const V8 p = {(c.x - all(g.min[0])) * inverse, (c.y - all(g.min[1])) * inverse, (c.z - all(g.min[2])) * inverse};
    const M8 inside = (zero <= p.x) & (zero <= p.y) & (zero <= p.z) & (p.x < sx) & (p.y < sy) & (p.z < sz);
    const V8 q = {pick(inside, p.x, zero), pick(inside, p.y, zero), pick(inside, p.z, zero)};
    const V8 i = {truncated(q.x), truncated(q.y), truncated(q.z)};
    const V8 d = {q.x - i.x - half, q.y - i.y - half, q.z - i.z - half};
    const F8 off = sqrt(dot(d, d)) * all(g.cell) * all(kOneUp);
    const F8 v = gather_bytes(g.value, (i.z * sy + i.y) * sx + i.x);  // exact: a grid has fewer than 2^24 cells
    const F8 quantum = all(g.quantum);
    const M8 miss = r < v * quantum - off;
    const M8 hit = ((v + all(kGridAbove)) * quantum + off <= r) & (v < all(static_cast<float>(kGridFar)));
    touch = bits(hit & inside);
    unknown = ~(touch | bits(miss & inside)) & 0xffU;
}

}  // namespace albireo::collide::ALBIREO_ISA
