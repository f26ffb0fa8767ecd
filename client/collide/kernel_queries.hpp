// The kernels themselves, and their table. Part of a kernel file; see simd8.hpp.

namespace albireo::collide::ALBIREO_ISA {

// Vec3 by its fields alone: its own functions, compiled here, could be the ones another file is linked with.
ALBIREO_INLINE V8 all(const Vec3& v) {
    return all(v.x, v.y, v.z);
}
ALBIREO_INLINE Vec3 minus(const Vec3& a, const Vec3& b) {
    return {a.x - b.x, a.y - b.y, a.z - b.z};
}
ALBIREO_INLINE float dot(const Vec3& a, const Vec3& b) {
    return a.x * b.x + a.y * b.y + a.z * b.z;
}
ALBIREO_INLINE float at_least(float a, float low) {
    return a > low ? a : low;
}

namespace {

// ---- what a leaf is asked

struct SphereLeaf {
    V8 center;
    F8 r2;
    ALBIREO_INLINE unsigned operator()(const Leaf8& leaf) const {
        const Eight e = load_leaf(leaf);
        return bits(point_distance2(center - e.corner, e, r2) <= r2);
    }
};
struct CapsuleLeaf {
    V8 a, d;
    F8 dd, r2;
    Vec3 start, along;
    ALBIREO_INLINE unsigned operator()(const Leaf8& leaf) const {
        const Eight e = load_leaf(leaf);
        unsigned unsure = 0;
        unsigned hit = bits(segment_distance2(a - e.corner, d, dd, e, r2, unsure) <= r2);
        for (unsure &= ~hit; unsure != 0; unsure &= unsure - 1) {
            const int lane = __builtin_ctz(unsure);
            if (crossing(leaf, lane, start, along, false) < kFar) hit |= 1U << lane;
        }
        return hit;
    }
};
struct BoxLeaf {
    V8 center, half;
    ALBIREO_INLINE unsigned operator()(const Leaf8& leaf) const {
        const Eight e = load_leaf(leaf);
        return bits(box_meets(center - e.corner, half, e));
    }
};
struct SegmentLeaf {
    V8 a, d;
    Vec3 start, along;
    float size, slack_most;
    bool one_sided;
    ALBIREO_INLINE F8 hits(const Leaf8& leaf) const {
        const Eight e = load_leaf(leaf);
        unsigned unsure = 0;
        const F8 t8 = segment_hit(a - e.corner, d, size, slack_most, e, one_sided, unsure);
        if (unsure == 0) return t8;
        float t[8];
        store_any(t, t8);
        for (; unsure != 0; unsure &= unsure - 1) {
            const int lane = __builtin_ctz(unsure);
            t[lane] = crossing(leaf, lane, start, along, one_sided);
        }
        return load_any(t);
    }
    ALBIREO_INLINE unsigned operator()(const Leaf8& leaf) const { return bits(hits(leaf) < all(kFar)); }
};

ALBIREO_INLINE PointTest point_test(const Sphere& s) {
    return {all(s.center), all(s.radius * s.radius * kOneUp)};
}
ALBIREO_INLINE SphereLeaf sphere_leaf(const Sphere& s) {
    return {all(s.center), all(s.radius * s.radius)};
}
ALBIREO_INLINE CapsuleLeaf capsule_leaf(const Capsule& c) {
    const Vec3 d = minus(c.b, c.a);
    return {all(c.a), all(d), all(at_least(dot(d, d), kTiny)), all(c.radius * c.radius), c.a, d};
}
ALBIREO_INLINE BoxTest box_test(const Box& b) {
    return {all(b.min), all(b.max)};
}
ALBIREO_INLINE BoxLeaf box_leaf(const Box& b) {
    const V8 lo = all(b.min), hi = all(b.max);
    const F8 half = all(0.5F);
    return {(lo + hi) * half, (hi - lo) * half};
}
ALBIREO_INLINE SegmentLeaf segment_leaf(const TreeView& tree, const Segment& s) {
    const Vec3 d = minus(s.b, s.a);
    const float size = __builtin_sqrtf(dot(d, d));
    float reach = 0.0F;  // from the start to the furthest corner of anything, along any axis
    for (int axis = 0; axis < 3; ++axis) {
        const float at = axis == 0 ? s.a.x : axis == 1 ? s.a.y : s.a.z;
        reach = at_least(reach, at_least(at - tree.min[axis], tree.max[axis] - at));
    }
    return {all(s.a), all(d), s.a, d, size, kEdgeSlack * kOneUp * size * tree.edge_most * reach, tree.one_sided};
}

// ---- the distance grid

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

// ---- any

ALBIREO_INLINE bool sphere_in_tree(const TreeView& tree, const Sphere& s) {
    return walk(tree, point_test(s), sphere_leaf(s));
}
bool sphere_any(const TreeView& tree, const Sphere& s) {
    const Guess g = guess(tree, s);
    return g == Guess::unknown ? sphere_in_tree(tree, s) : g == Guess::hit;
}
bool capsule_any(const TreeView& tree, const Capsule& c) {
    const Vec3 d = minus(c.b, c.a);
    const March march(tree, c.a, d, c.radius);
    if (march.guess != Guess::unknown) return march.guess == Guess::hit;
    SegmentTest boxes(c.a, d, c.radius * kOneUp);
    boxes.earliest = march.earliest;
    return walk(tree, boxes, capsule_leaf(c));
}
bool box_any(const TreeView& tree, const Box& b) {
    return walk(tree, box_test(b), box_leaf(b));
}
bool segment_any(const TreeView& tree, const Segment& s) {
    return walk(tree, SegmentTest(s.a, minus(s.b, s.a), 0.0F), segment_leaf(tree, s));
}

ALBIREO_INLINE Vec3 moved(const Transform& t, const Vec3& p) {
    return {t.turn.x.x * p.x + t.turn.y.x * p.y + t.turn.z.x * p.z + t.at.x,
            t.turn.x.y * p.x + t.turn.y.y * p.y + t.turn.z.y * p.z + t.at.y,
            t.turn.x.z * p.x + t.turn.y.z * p.y + t.turn.z.z * p.z + t.at.z};
}

void sphere_each(const TreeView& tree, const Transform& into, const Sphere* spheres, std::size_t count,
                 std::uint8_t* out) {
    for (std::size_t i = 0; i < count; ++i)
        out[i] = sphere_any(tree, {moved(into, spheres[i].center), spheres[i].radius});
}

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

bool set_any(const TreeView& tree, const Transform& into, const SphereSet::Eight* eights, std::size_t count,
             const Sphere& bound) {
    const Sphere whole = {moved(into, bound.center), bound.radius * kOneUp};
    const bool gridded = tree.grid.size[0] != 0;
    if (gridded ? guess(tree, whole) == Guess::miss : !sphere_in_tree(tree, whole)) return false;
    const V8 x = all(into.turn.x), y = all(into.turn.y), z = all(into.turn.z), at = all(into.at);
    constexpr std::size_t kBatch = 8;  // sixty-four spheres at a time wait for the tree
    for (std::size_t first = 0; first < count; first += kBatch) {
        float px[kBatch][8], py[kBatch][8], pz[kBatch][8];
        unsigned unknown[kBatch];
        const std::size_t n = count - first < kBatch ? count - first : kBatch;
        for (std::size_t k = 0; k < n; ++k) {
            const SphereSet::Eight& e = eights[first + k];
            const V8 c = x * load_any(e.x) + y * load_any(e.y) + z * load_any(e.z) + at;
            unsigned touch = 0;
            unknown[k] = 0xff;
            if (gridded) guess_eight(tree.grid, c, load_any(e.radius), touch, unknown[k]);
            if (touch != 0) return true;
            store_any(px[k], c.x);
            store_any(py[k], c.y);
            store_any(pz[k], c.z);
        }
        for (std::size_t k = 0; k < n; ++k)
            for (unsigned mask = unknown[k]; mask != 0; mask &= mask - 1) {
                const int i = __builtin_ctz(mask);
                if (sphere_in_tree(tree, {{px[k][i], py[k][i], pz[k][i]}, eights[first + k].radius[i]})) return true;
            }
    }
    return false;
}

// ---- first

Found segment_first(const TreeView& tree, const Segment& s) {
    const SegmentTest boxes(s.a, minus(s.b, s.a), 0.0F);
    const SegmentLeaf leaf = segment_leaf(tree, s);
    Found best{1.0F};
    walk_nearest(
        tree, best, boxes, [&](const Leaf8& l, Found& b) __attribute__((always_inline)) {
            take_best(tree, l, leaf.hits(l), b);
            return false;
        });
    return best;
}

Found nearest(const TreeView& tree, const Vec3& p, float within) {
    const PointTest boxes{all(p), all(0.0F)};
    Found best{at_least(within * within, kTiny)};
    walk_nearest(
        tree, best,
        [&](const Node8& n, float latest, F8& t) __attribute__((always_inline)) {
            t = boxes.distance2(n);
            return bits(t <= all(latest * kOneUp));
        },
        [&](const Leaf8& l, Found& b) __attribute__((always_inline)) {
            const Eight e = load_leaf(l);
            take_best(tree, l, point_distance2(boxes.p - e.corner, e, all(b.t)), b);
            return false;
        });
    return best;
}

/// When the sphere touches at the start, t is 0 and the triangle any at all: `nearest` knows which is touched most.
/// (Of a mesh with one side it is one that the sphere moves against.)
Found sphere_first(const TreeView& tree, const Sphere& s, const Vec3& move) {
    const March march(tree, s.center, move, s.radius);
    if (march.guess == Guess::miss) return {};
    if (march.guess == Guess::hit && march.latest == 0.0F && !tree.one_sided) return {0.0F, 0};
    const float dd = dot(move, move), size = __builtin_sqrtf(dd);
    const bool one_sided = tree.one_sided && dd > 0.0F;
    const float earliest = march.earliest;
    SegmentTest boxes(s.center, move, s.radius * kOneUp);
    boxes.earliest = earliest;
    const V8 center = all(s.center), d = all(move);
    const F8 dd_inverse = all(1.0F / at_least(dd, kTiny)), size_inverse = all(0.9999F / at_least(size, kTiny));
    // The slabs alone would enter every box near the start at once: so also, no sooner than the way to it takes.
    const PointTest ahead{center + d * all(earliest), all(0.0F)};
    const auto sooner = [&](const Node8& n, float latest, F8& t) __attribute__((always_inline)) {
        const unsigned mask = boxes(n, latest, t);
        if (mask == 0) return mask;
        const F8 way = sqrt(ahead.distance2(n)) - all(s.radius * kOneUp);
        t = max(t, all(earliest) + way * size_inverse);
        return mask & bits(t <= all(latest * kOneUp));
    };
    Found best{one_sided ? 1.0F : march.latest};  // of a mesh with one side, a touch may be with the other
    walk_nearest(
        tree, best, sooner, [&](const Leaf8& l, Found& b) __attribute__((always_inline)) {
            const Eight e = load_leaf(l);
            // Most leaves near the first contact of a large sphere are too far from it all the same, and that is
            // cheaper seen.
            const float reach = (s.radius + at_least(b.t - earliest, 0.0F) * size) * 1.0001F;
            const F8 reach2 = all(reach * reach);
            if (bits(point_distance2(ahead.p - e.corner, e, reach2) <= reach2) == 0) return false;
            take_best(tree, l, sphere_meets(center - e.corner, d, dd_inverse, s.radius, e, one_sided, b.t), b);
            return b.t == 0.0F && b.id != kNoFace;
        });
    return best;
}

// ---- all

template <class BoxTester, class Leaf>
ALBIREO_INLINE std::size_t collect(const TreeView& tree, const BoxTester& boxes, const Leaf& leaf, std::uint32_t* out,
                                   std::size_t room) {
    if (room == 0) return 0;
    Collector c{out, room, 0};
    walk(
        tree, boxes, [&](const Leaf8& l) __attribute__((always_inline)) { return c.take(l, leaf(l)); });
    return c.count;
}
std::size_t sphere_all(const TreeView& tree, const Sphere& s, std::uint32_t* out, std::size_t room) {
    return collect(tree, point_test(s), sphere_leaf(s), out, room);
}
std::size_t capsule_all(const TreeView& tree, const Capsule& c, std::uint32_t* out, std::size_t room) {
    return collect(tree, SegmentTest(c.a, minus(c.b, c.a), c.radius * kOneUp), capsule_leaf(c), out, room);
}
std::size_t box_all(const TreeView& tree, const Box& b, std::uint32_t* out, std::size_t room) {
    return collect(tree, box_test(b), box_leaf(b), out, room);
}
std::size_t segment_all(const TreeView& tree, const Segment& s, std::uint32_t* out, std::size_t room) {
    return collect(tree, SegmentTest(s.a, minus(s.b, s.a), 0.0F), segment_leaf(tree, s), out, room);
}

// ---- walls

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

const Kernels& table() {
    static constexpr Kernels kTable = {
#ifdef __AVX2__
        "avx2",
#else
        "portable",
#endif
        sphere_any, capsule_any, box_any,     segment_any, set_any,     sphere_each,  segment_first, sphere_first,
        nearest,    sphere_all,  capsule_all, box_all,     segment_all, edge_nearest, edge_winding};
    return kTable;
}

}  // namespace albireo::collide::ALBIREO_ISA
