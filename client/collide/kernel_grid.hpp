// Queries that the distance grid answers without the tree. Part of a kernel file; see simd8.hpp.

namespace albireo::collide::ALBIREO_ISA {

enum class Guess : std::uint8_t { miss, hit, unknown };

// Where reading the grid pays (tests/bench, collide/grid), in cells: for spheres of at least this radius, and capsules
// of at most this length.
constexpr float kGuessLeast = 0.6F, kCapsuleMost = 3.0F;

// ---- by one cell: the distance changes by no more than the distance from the cell's centre, where it was measured

/// Bounds of the distance to the surface: within [low, high]; high may be kFar.
struct Bracket {
    float low, high;
};

ALBIREO_INLINE float box_distance2(const TreeView& tree, const Vec3& p) {
    const float dx = at_least(at_least(tree.min[0] - p.x, p.x - tree.max[0]), 0.0F),
                dy = at_least(at_least(tree.min[1] - p.y, p.y - tree.max[1]), 0.0F),
                dz = at_least(at_least(tree.min[2] - p.z, p.z - tree.max[2]), 0.0F);
    return dx * dx + dy * dy + dz * dz;
}

/// Outside the grid only the mesh's box is known.
ALBIREO_INLINE Bracket bracket(const TreeView& tree, const Vec3& p) {
    const GridView& g = tree.grid;
    const float x = (p.x - g.min[0]) * g.cell_inverse, y = (p.y - g.min[1]) * g.cell_inverse,
                z = (p.z - g.min[2]) * g.cell_inverse;
    if (!(x >= 0.0F && y >= 0.0F && z >= 0.0F && x < static_cast<float>(g.size[0]) &&
          y < static_cast<float>(g.size[1]) && z < static_cast<float>(g.size[2])))
        return {__builtin_sqrtf(box_distance2(tree, p)) * 0.999999F, kFar};
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

/// Eight spheres against the grid: bit masks of those that surely touch and of those that the grid cannot settle.
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
    // Exact: a grid has fewer than 2^24 cells.
    const F8 v = gather_bytes(g.value, (i.z * sy + i.y) * sx + i.x).first;
    const F8 quantum = all(g.quantum);
    const M8 miss = r < v * quantum - off;
    const M8 hit = ((v + all(kGridAbove)) * quantum + off <= r) & (v < all(static_cast<float>(kGridFar)));
    touch = bits(hit & inside);
    unknown = ~(touch | bits(miss & inside)) & 0xffU;
}

// ---- between eight cells
// The square of the distance, less |p|^2, is the minimum of many planes, one for each point of the surface. So it is
// concave, and between measured points it is no less than their interpolation. Hence, at p among eight centres with
// weights w, distance^2 >= sum w (v^2 - |x|^2) + |p|^2 = sum w v^2 - sum w |x - p|^2, and with trilinear weights the
// last sum is f (1 - f) for each axis. Some cells away from a smooth surface this is exact to a few hundredths of a
// cell. The rounding error is far below the twentieth of a quantum by which every measurement was rounded down.

/// A lower bound of the squared distance of each point from the surface.
ALBIREO_INLINE F8 clearance2(const TreeView& tree, V8 p) {
    const GridView& g = tree.grid;
    const F8 zero = all(0.0F), one = all(1.0F), inverse = all(g.cell_inverse), half = all(0.5F);
    const V8 low = all(tree.min[0], tree.min[1], tree.min[2]) - p,
             high = p - all(tree.max[0], tree.max[1], tree.max[2]);
    const V8 beyond = {max(max(low.x, high.x), zero), max(max(low.y, high.y), zero), max(max(low.z, high.z), zero)};
    const V8 c = {(p.x - all(g.min[0])) * inverse - half, (p.y - all(g.min[1])) * inverse - half,
                  (p.z - all(g.min[2])) * inverse - half};
    const F8 sx = all(static_cast<float>(g.size[0])), sy = all(static_cast<float>(g.size[1])),
             sz = all(static_cast<float>(g.size[2]));
    const M8 inside =
        (zero <= c.x) & (zero <= c.y) & (zero <= c.z) & (c.x < sx - one) & (c.y < sy - one) & (c.z < sz - one);
    const V8 q = {pick(inside, c.x, zero), pick(inside, c.y, zero), pick(inside, c.z, zero)};
    const V8 i = {truncated(q.x), truncated(q.y), truncated(q.z)};
    const V8 f = q - i;
    const F8 at = (i.z * sy + i.y) * sx + i.x;
    const std::int32_t row = g.size[0], sheet = row * g.size[1];
    const auto along_x = [&](const std::uint8_t* value) __attribute__((always_inline)) {
        const Two8 v = gather_bytes(value, at);
        const F8 a = v.first * v.first;
        return a + (v.second * v.second - a) * f.x;
    };
    const F8 v00 = along_x(g.value), v10 = along_x(g.value + row), v01 = along_x(g.value + sheet),
             v11 = along_x(g.value + sheet + row);
    const F8 v0 = v00 + (v10 - v00) * f.y, v1 = v01 + (v11 - v01) * f.y;
    const F8 spread = f.x * (one - f.x) + f.y * (one - f.y) + f.z * (one - f.z);
    const F8 cells2 = (v0 + (v1 - v0) * f.z) * all(1.0F / (kGridQuanta * kGridQuanta)) - spread;
    return pick(inside, cells2 * all(g.cell * g.cell), dot(beyond, beyond) * all(0.999998F));
}

/// The same for one point.
ALBIREO_INLINE float clearance2(const TreeView& tree, const Vec3& p) {
    const GridView& g = tree.grid;
    const float x = (p.x - g.min[0]) * g.cell_inverse - 0.5F, y = (p.y - g.min[1]) * g.cell_inverse - 0.5F,
                z = (p.z - g.min[2]) * g.cell_inverse - 0.5F;
    if (!(x >= 0.0F && y >= 0.0F && z >= 0.0F && x < static_cast<float>(g.size[0]) - 1.0F &&
          y < static_cast<float>(g.size[1]) - 1.0F && z < static_cast<float>(g.size[2]) - 1.0F))
        return box_distance2(tree, p) * 0.999998F;
    const std::int32_t ix = static_cast<std::int32_t>(x), iy = static_cast<std::int32_t>(y),
                       iz = static_cast<std::int32_t>(z);
    const float fx = x - static_cast<float>(ix), fy = y - static_cast<float>(iy), fz = z - static_cast<float>(iz);
    const std::int32_t row = g.size[0], sheet = row * g.size[1];
    const std::uint8_t* const at = g.value + (iz * g.size[1] + iy) * row + ix;
    const auto along_x = [&](const std::uint8_t* value) __attribute__((always_inline)) {
        const auto a = static_cast<float>(value[0] * value[0]), b = static_cast<float>(value[1] * value[1]);
        return a + (b - a) * fx;
    };
    const float v00 = along_x(at), v10 = along_x(at + row), v01 = along_x(at + sheet), v11 = along_x(at + sheet + row);
    const float v0 = v00 + (v10 - v00) * fy, v1 = v01 + (v11 - v01) * fy;
    const float spread = fx * (1.0F - fx) + fy * (1.0F - fy) + fz * (1.0F - fz);
    const float cells2 = (v0 + (v1 - v0) * fz) * (1.0F / (kGridQuanta * kGridQuanta)) - spread;
    return cells2 * (g.cell * g.cell);
}

}  // namespace albireo::collide::ALBIREO_ISA
