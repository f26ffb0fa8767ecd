// Traversals of the tree. Part of a kernel file; see simd8.hpp. Each keeps a stack of fixed size (tree.hpp, 5).

namespace albireo::collide::ALBIREO_ISA {

// Uses only Vec3's fields. If its member functions were compiled here, the linker could use these copies for other
// files too.
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

ALBIREO_INLINE float at_most(float a, float high) {
    return a > high ? high : a;
}

// The rounding error of a box test, as a factor: a few ulp.
constexpr float kOneUp = 1.000001F;

// No test may admit a spare lane, whose box is at infinity (tree.hpp, 3). So squares are kept below infinity, and below
// kFar, which means "none". Where a maximum may receive NaN, the NaN is its second operand: the result is then NaN,
// which admits nothing.
constexpr float kSquareMost = 9e29F;
ALBIREO_INLINE float squared(float length) {
    return at_most(length * length, kSquareMost);
}

struct PointTest {  // boxes within reach of a point
    V8 p;
    F8 r2;
    ALBIREO_INLINE F8 distance2(const Node8& n) const {
        const F8 zero = all(0.0F);
        const V8 lo = load_three(n.min) - p, hi = p - load_three(n.max);
        const V8 d = {max(zero, max(lo.x, hi.x)), max(zero, max(lo.y, hi.y)), max(zero, max(lo.z, hi.z))};
        return dot(d, d);
    }
    ALBIREO_INLINE unsigned operator()(const Node8& n) const { return bits(distance2(n) <= r2); }
};

struct BoxTest {  // boxes that meet a box
    V8 lo, hi;
    ALBIREO_INLINE unsigned operator()(const Node8& n) const {
        const V8 a = load_three(n.min), b = load_three(n.max);
        return bits((a.x <= hi.x) & (lo.x <= b.x) & (a.y <= hi.y) & (lo.y <= b.y) & (a.z <= hi.z) & (lo.z <= b.z));
    }
};

/// Boxes that a segment meets, each widened by r. Which side of a box is entered first depends on the direction alone,
/// so it is computed once, as an offset into the node.
struct SegmentTest {
    V8 enter, leave, inverse, inverse_up;  // the last one a few ulp further from zero
    int near[3], far[3];
    float earliest = 0.0F;  // nothing is met before

    ALBIREO_INLINE SegmentTest(const Vec3& a, const Vec3& d, float r) {
        // The sign is unpredictable, so there are no branches. A direction of nearly zero would produce 0 * infinity;
        // at 1e-18 the mover is practically at rest.
        const Float4 zero{}, origin = {a.x, a.y, a.z, 0}, along = {d.x, d.y, d.z, 0};
        const Int4 sign = reinterpret_cast<Int4>(along) & INT32_MIN;
        const auto times_sign = [&](Float4 v) __attribute__((always_inline)) {
            return reinterpret_cast<Float4>(reinterpret_cast<Int4>(v) ^ sign);
        };
        const Float4 inv = 1.0F / times_sign(max(times_sign(along), zero + 1e-18F)), ahead = times_sign(zero + r);
        const Float4 inv_up = inv * kOneUp, in = origin + ahead, out = origin - ahead;
        inverse = all(inv[0], inv[1], inv[2]);
        inverse_up = all(inv_up[0], inv_up[1], inv_up[2]);
        enter = all(in[0], in[1], in[2]);
        leave = all(out[0], out[1], out[2]);
        for (int i = 0; i < 3; ++i) {
            const int back = sign[i] < 0 ? 3 : 0;
            near[i] = (i + back) * kWide;
            far[i] = (i + 3 - back) * kWide;
        }
    }
    /// Where each box is entered; the mask says whether it is before `latest`.
    ALBIREO_INLINE M8 operator()(const Node8& n, float latest, F8& t_enter) const {
        const float* planes = &n.min[0][0];
        const F8 nx = (load(planes + near[0]) - enter.x) * inverse.x,
                 fx = (load(planes + far[0]) - leave.x) * inverse_up.x;
        const F8 ny = (load(planes + near[1]) - enter.y) * inverse.y,
                 fy = (load(planes + far[1]) - leave.y) * inverse_up.y;
        const F8 nz = (load(planes + near[2]) - enter.z) * inverse.z,
                 fz = (load(planes + far[2]) - leave.z) * inverse_up.z;
        t_enter = max(max(nx, ny), max(all(earliest), nz));
        return t_enter <= min(min(fx, fy), min(fz, all(latest * kOneUp)));
    }
    ALBIREO_INLINE unsigned operator()(const Node8& n) const {
        F8 t;
        return bits((*this)(n, 1.0F, t));
    }
};

/// Prefetches a child's data before it is visited.
ALBIREO_INLINE void fetch(const TreeView& tree, std::int32_t child) {
    const void* const from = child < 0 ? static_cast<const void*>(tree.leaves + ~child) : tree.nodes + child;
    for (std::size_t line = 0; line < sizeof(Leaf8); line += 64)
        __builtin_prefetch(static_cast<const char*>(from) + line);
}

/// Visits every leaf whose box passes, by its number and in a fixed order, until `leaf` returns true. Returns whether
/// it did.
template <class BoxTester, class LeafTester>
ALBIREO_INLINE bool walk(const TreeView& tree, const BoxTester& passes, LeafTester&& leaf) {
    std::int32_t stack[kStackMax];
    int top = 0;
    const Node8* node = tree.nodes;
    for (;;) {
        for (unsigned mask = passes(*node); mask != 0; mask &= mask - 1) {
            const std::int32_t child = node->child[__builtin_ctz(mask)];
            if (child >= 0) {
                stack[top++] = child;
                fetch(tree, child);
            } else if (leaf(~child))
                return true;
        }
        if (top == 0) return false;
        node = tree.nodes + stack[--top];
    }
}

/// Visits leaves, in each node approximately the nearest child first. `boxes(node, latest, out t)` masks the children
/// to visit and returns their distances; `leaf(number, best)` may lower best.t.
template <class BoxTester, class LeafTester>
ALBIREO_INLINE void walk_nearest(const TreeView& tree, Found& best, const BoxTester& boxes, LeafTester&& leaf) {
    float waiting_t[kStackMax + kWide];
    std::int32_t waiting[kStackMax + kWide];
    int top = 0;
    std::int32_t child = 0;
    for (;;) {
        if (child < 0) {
            leaf(~child, best);
        } else {
            const Node8& node = tree.nodes[child];
            F8 t8;
            const M8 met = boxes(node, best.t, t8);
            unsigned mask = bits(met);
            if (mask != 0) {
                if ((mask & (mask - 1)) == 0) {
                    child = node.child[__builtin_ctz(mask)];
                    continue;
                }
                // Usually there are at most two children, the first and the last: one of them is next, but determining
                // which one takes time.
                fetch(tree, node.child[__builtin_ctz(mask)]);
                fetch(tree, node.child[31 - __builtin_clz(mask)]);
                // Approximately the nearest is next; the order changes no answer, only the time. The others wait in any
                // order, because most of them will be too far by their turn.
                const int next = about_lowest(t8, met);
                mask &= ~(1U << next);
                store_packed(waiting_t + top, t8, mask);
                store_packed(waiting + top, node.child, mask);
                top += __builtin_popcount(mask);
                child = node.child[next];
                continue;
            }
        }
        do {
            if (top == 0) return;
            --top;
        } while (waiting_t[top] > best.t * kOneUp);
        child = waiting[top];
    }
}

/// Of two triangles the one with the smaller t wins, and of equals the one with the lower id.
ALBIREO_INLINE void take(const TreeView& tree, std::int32_t leaf, int lane, float t, Found& best) {
    const std::uint32_t id = tree.leaves[leaf].id[lane];
    if (t < best.t || (t == best.t && t < kFar && id < best.id))
        best = {t, id, static_cast<std::uint32_t>(leaf * kWide + lane)};
}
/// Takes the best lane of a leaf.
ALBIREO_INLINE void take_best(const TreeView& tree, std::int32_t leaf, F8 t8, Found& best) {
    unsigned mask = bits(t8 <= all(best.t));
    if (mask == 0) return;
    float t[8];
    store_any(t, t8);
    for (; mask != 0; mask &= mask - 1) {
        const int lane = __builtin_ctz(mask);
        take(tree, leaf, lane, t[lane], best);
    }
}

/// Collects the ids of the lanes in the mask until the output is full. Returns true when full.
struct Collector {
    std::uint32_t* out;
    std::size_t room, count;
    ALBIREO_INLINE bool take(const Leaf8& leaf, unsigned mask) {
        for (; mask != 0; mask &= mask - 1) {
            const int lane = __builtin_ctz(mask);
            if (lane > 0 && leaf.id[lane] == leaf.id[lane - 1]) continue;  // a spare lane
            if (count == room) return true;
            out[count++] = leaf.id[lane];
        }
        return count == room;
    }
};

}  // namespace albireo::collide::ALBIREO_ISA
