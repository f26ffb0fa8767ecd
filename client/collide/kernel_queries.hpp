// Overlaps, segments and nearest points. Part of a kernel file; see simd8.hpp.

namespace albireo::collide::ALBIREO_ISA {

namespace {

// ---- tests of a leaf

struct SphereLeaf {
    const TreeView& tree;
    V8 center;
    F8 r2, reach2;
    ALBIREO_INLINE unsigned exactly(std::int32_t number) const {
        const Eight e = load_leaf(tree.leaves[number]);
        return bits(point_distance2(center - e.corner, e, r2) <= r2);
    }
    ALBIREO_INLINE unsigned operator()(std::int32_t number) const {
        return bits(disc_reach(center, tree.discs[number]).least <= reach2) != 0 ? exactly(number) : 0;
    }
    /// Whether any lane touches; touching a disc's centre is enough.
    ALBIREO_INLINE bool any(std::int32_t number) const {
        const Reach8 reach = disc_reach(center, tree.discs[number]);
        if (bits(reach.most <= r2) != 0) return true;
        return bits(reach.least <= reach2) != 0 && exactly(number) != 0;
    }
};
struct CapsuleLeaf {
    const TreeView& tree;
    V8 a, d;
    F8 dd, r2;
    Vec3 start, along;
    ALBIREO_INLINE unsigned operator()(std::int32_t number) const {
        const Leaf8& leaf = tree.leaves[number];
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
    const TreeView& tree;
    V8 center, half;
    ALBIREO_INLINE unsigned operator()(std::int32_t number) const {
        const Eight e = load_leaf(tree.leaves[number]);
        return bits(box_meets(center - e.corner, half, e));
    }
};
struct SegmentLeaf {
    const TreeView& tree;
    V8 a, d;
    Vec3 start, along;
    float size, slack_most;
    ALBIREO_INLINE F8 hits(std::int32_t number) const {
        const Leaf8& leaf = tree.leaves[number];
        const Eight e = load_leaf(leaf);
        unsigned unsure = 0;
        const F8 t8 = segment_hit(a - e.corner, d, size, slack_most, e, tree.one_sided, unsure);
        if (unsure == 0) return t8;
        float t[8];
        store_any(t, t8);
        for (; unsure != 0; unsure &= unsure - 1) {
            const int lane = __builtin_ctz(unsure);
            t[lane] = crossing(leaf, lane, start, along, tree.one_sided);
        }
        return load_any(t);
    }
    ALBIREO_INLINE unsigned operator()(std::int32_t number) const { return bits(hits(number) < all(kFar)); }
};

ALBIREO_INLINE PointTest point_test(const Sphere& s) {
    return {all(s.center), all(squared(s.radius) * kOneUp)};
}
ALBIREO_INLINE SphereLeaf sphere_leaf(const TreeView& tree, const Sphere& s) {
    return {tree, all(s.center), all(squared(s.radius)), all(squared(s.radius * kOneUp + tree.slack))};
}
ALBIREO_INLINE CapsuleLeaf capsule_leaf(const TreeView& tree, const Capsule& c) {
    const Vec3 d = minus(c.b, c.a);
    return {tree, all(c.a), all(d), all(at_least(dot(d, d), kTiny)), all(squared(c.radius)), c.a, d};
}
ALBIREO_INLINE BoxTest box_test(const Box& b) {
    return {all(b.min), all(at_most(b.max.x, kFar), b.max.y, b.max.z)};
}
ALBIREO_INLINE BoxLeaf box_leaf(const TreeView& tree, const Box& b) {
    const V8 lo = all(b.min), hi = all(b.max);
    const F8 half = all(0.5F);
    return {tree, (lo + hi) * half, (hi - lo) * half};
}
ALBIREO_INLINE SegmentLeaf segment_leaf(const TreeView& tree, const Segment& s) {
    const Vec3 d = minus(s.b, s.a);
    const float size = __builtin_sqrtf(dot(d, d));
    float reach = 0.0F;  // from the start to the furthest corner of the mesh, along any axis
    for (int axis = 0; axis < 3; ++axis) {
        const float at = axis == 0 ? s.a.x : axis == 1 ? s.a.y : s.a.z;
        reach = at_least(reach, at_least(at - tree.min[axis], tree.max[axis] - at));
    }
    return {tree, all(s.a), all(d), s.a, d, size, kEdgeSlack * kOneUp * size * tree.edge_most * reach};
}

// ---- any

ALBIREO_INLINE bool sphere_in_tree(const TreeView& tree, const Sphere& s) {
    const SphereLeaf leaf = sphere_leaf(tree, s);
    return walk(
        tree, point_test(s), [&](std::int32_t n) __attribute__((always_inline)) { return leaf.any(n); });
}
/// Tests a sphere that one cell of the grid could not settle.
ALBIREO_INLINE bool sphere_near_grid(const TreeView& tree, const Sphere& s) {
    const bool gridded = tree.grid.size[0] != 0;
    return !(gridded && clearance2(tree, s.center) > s.radius * s.radius) && sphere_in_tree(tree, s);
}
bool sphere_any(const TreeView& tree, const Sphere& s) {
    if (s.radius < tree.grid.cell * kGuessLeast) return sphere_in_tree(tree, s);
    const Guess g = guess(tree, s);
    return g == Guess::unknown ? sphere_near_grid(tree, s) : g == Guess::hit;
}
/// For a short capsule one cell is often enough: by the ball at its middle that it contains, and by the ball around it.
/// For a long capsule the tree answers sooner than the grid could cover each part of it.
ALBIREO_INLINE Guess guess_capsule(const TreeView& tree, const Capsule& c) {
    const Vec3 d = minus(c.b, c.a);
    const float length2 = dot(d, d), longest = tree.grid.cell * kCapsuleMost;
    if (!(length2 <= longest * longest)) return Guess::unknown;
    const Bracket b = bracket(tree, {c.a.x + d.x * 0.5F, c.a.y + d.y * 0.5F, c.a.z + d.z * 0.5F});
    if (b.high <= c.radius) return Guess::hit;
    const float free = b.low - c.radius;
    return free > 0.0F && 4.0F * free * free > length2 * kOneUp ? Guess::miss : Guess::unknown;
}
bool capsule_any(const TreeView& tree, const Capsule& c) {
    const Guess g = tree.grid.size[0] != 0 ? guess_capsule(tree, c) : Guess::unknown;
    if (g != Guess::unknown) return g == Guess::hit;
    return walk(tree, SegmentTest(c.a, minus(c.b, c.a), c.radius * kOneUp), capsule_leaf(tree, c));
}
bool box_any(const TreeView& tree, const Box& b) {
    return walk(tree, box_test(b), box_leaf(tree, b));
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

bool set_any(const TreeView& tree, const Transform& into, const SphereSet::Eight* eights, std::size_t count,
             const Sphere& bound) {
    const Sphere whole = {moved(into, bound.center), bound.radius * kOneUp};
    const bool gridded = tree.grid.size[0] != 0;
    if (gridded ? guess(tree, whole) == Guess::miss : !sphere_in_tree(tree, whole)) return false;
    const V8 x = all(into.turn.x), y = all(into.turn.y), z = all(into.turn.z), at = all(into.at);
    constexpr std::size_t kBatch = 8;  // up to sixty-four spheres wait for the tree
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
    // Widened by the possible rounding error, so that no triangle met at the same time is excluded by its box.
    const SegmentTest boxes(s.a, minus(s.b, s.a), tree.slack);
    const SegmentLeaf leaf = segment_leaf(tree, s);
    Found best{1.0F};
    walk_nearest(
        tree, best,
        boxes, [&](std::int32_t n, Found & b) __attribute__((always_inline)) { take_best(tree, n, leaf.hits(n), b); });
    return best;
}

Found nearest(const TreeView& tree, const Vec3& p, float within) {
    const PointTest boxes{all(p), all(0.0F)};
    Found best{at_least(squared(within), kTiny)};
    walk_nearest(
        tree, best,
        [&](const Node8& n, float latest, F8& t) __attribute__((always_inline)) {
            t = boxes.distance2(n);
            return t <= all(latest * kOneUp);
        },
        [&](std::int32_t n, Found & b) __attribute__((always_inline)) {
            const float reach = __builtin_sqrtf(b.t) * kOneUp + tree.slack;
            if (bits(disc_reach(boxes.p, tree.discs[n]).least <= all(squared(reach))) == 0) return;
            const Eight e = load_leaf(tree.leaves[n]);
            take_best(tree, n, point_distance2(boxes.p - e.corner, e, all(b.t)), b);
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
        tree, boxes, [&](std::int32_t n) __attribute__((always_inline)) { return c.take(tree.leaves[n], leaf(n)); });
    return c.count;
}
std::size_t sphere_all(const TreeView& tree, const Sphere& s, std::uint32_t* out, std::size_t room) {
    return collect(tree, point_test(s), sphere_leaf(tree, s), out, room);
}
std::size_t capsule_all(const TreeView& tree, const Capsule& c, std::uint32_t* out, std::size_t room) {
    return collect(tree, SegmentTest(c.a, minus(c.b, c.a), c.radius * kOneUp), capsule_leaf(tree, c), out, room);
}
std::size_t box_all(const TreeView& tree, const Box& b, std::uint32_t* out, std::size_t room) {
    return collect(tree, box_test(b), box_leaf(tree, b), out, room);
}
std::size_t segment_all(const TreeView& tree, const Segment& s, std::uint32_t* out, std::size_t room) {
    return collect(tree, SegmentTest(s.a, minus(s.b, s.a), 0.0F), segment_leaf(tree, s), out, room);
}

}  // namespace

}  // namespace albireo::collide::ALBIREO_ISA
