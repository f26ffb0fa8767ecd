// Moving spheres. Part of a kernel file; see simd8.hpp.

namespace albireo::collide::ALBIREO_ISA {

namespace {

// The rounding error of a sphere's reach on a stretch of its path, as a factor; and of its position, relative to the
// length of its move and to its radius.
constexpr float kWayUp = 1.0001F, kWaySlack = 3e-7F, kRadiusSlack = 1e-6F;

/// By how much a sphere may seem further away or nearer than it is, after a move of that size.
ALBIREO_INLINE float sphere_slack(const TreeView& tree, float radius, float size) {
    return tree.slack + size * kWaySlack + radius * kRadiusSlack;
}

/// One sweep, from `earliest` on, the nearest box first.
ALBIREO_INLINE Found first_of_all(const TreeView& tree, const Sphere& s, const Vec3& move, float earliest) {
    const float dd = dot(move, move), size = __builtin_sqrtf(dd), slack = sphere_slack(tree, s.radius, size);
    const V8 center = all(s.center), d = all(move);
    const F8 dd_inverse = all(1.0F / at_least(dd, kTiny)), size_inverse = all(0.9999F / at_least(size, kTiny));
    SegmentTest boxes(s.center, move, s.radius * kOneUp + slack);
    boxes.earliest = earliest;
    // The slabs alone would admit every box near the start at once. So a box is also entered no sooner than the
    // distance to it allows.
    const PointTest ahead{center + d * all(earliest), all(0.0F)};
    const auto sooner = [&](const Node8& n, float latest, F8& t) __attribute__((always_inline)) {
        const M8 met = boxes(n, latest, t);
        t = max(t, all(earliest) + (sqrt(ahead.distance2(n)) - all(s.radius * kOneUp + slack)) * size_inverse);
        return met & (t <= all(latest * kOneUp));
    };
    Found best{1.0F};
    walk_nearest(
        tree, best, sooner, [&](std::int32_t n, Found & b) __attribute__((always_inline)) {
            // Most leaves near the first contact of a large sphere are nevertheless too far from it, and the discs show
            // that at a lower cost.
            const float reach = (s.radius + at_least(b.t - earliest, 0.0F) * size) * kWayUp + slack;
            if (bits(disc_reach(ahead.p, tree.discs[n]).least <= all(squared(reach))) == 0) return;
            const Eight e = load_leaf(tree.leaves[n]);
            take_best(
                tree, n,
                sphere_meets(center - e.corner, d, dd_inverse, all(s.radius), all(slack), e, tree.one_sided, all(b.t)),
                b);
        });
    return best;
}

/// The first hits of several sweeps, each on a short stretch of its path. Each step of the work is done in one loop for
/// all sweeps before the next step begins. So the loops have few unpredictable branches, and no sweep waits for
/// another's answer.
class Looks {
  public:
    static constexpr std::size_t kMost = 32;

    ALBIREO_INLINE explicit Looks(const TreeView& tree) : tree_(tree) {}

    /// Adds a sweep, which surely touches nothing before `from`, to be searched until `to`.
    ALBIREO_INLINE void start(const Shot& s, float from, float to) {
        Sweep& w = sweeps_[sweep_count_++];
        const float dd = dot(s.move, s.move);
        w.at = s.at, w.move = s.move, w.radius = s.radius;
        w.size = __builtin_sqrtf(dd);
        w.slack = sphere_slack(tree_, s.radius, w.size);
        w.dd_inverse = 1.0F / at_least(dd, kTiny);
        w.from = from;
        w.best = Found{to};
        const float half = (to - from) * 0.5F;
        w.here = on_way(w, from), w.middle = on_way(w, from + half);
        w.reach2 = squared((w.radius + half * w.size) * kWayUp + w.slack);
    }
    /// Finds the first hit of each sweep, numbered in the order in which they were started, and empties the list.
    ALBIREO_INLINE void finish() {
        collect();
        sweep_count_ = 0;
    }
    const Found& best(std::size_t i) const { return sweeps_[i].best; }

  private:
    struct alignas(32) Sweep {
        // Eight numbers in a row, loaded at once when eight meetings are computed at a time.
        Vec3 at, move;
        float radius, dd_inverse;

        float size, slack, from;
        Vec3 here;    // at `from`
        Vec3 middle;  // of the stretch
        float reach2;
        Found best;
    };
    static constexpr int kLeaves = 384, kLeafBits = 9, kWaiting = 512;
    static_assert(kLeaves + kWide <= 1 << kLeafBits);

    const TreeView& tree_;
    Sweep sweeps_[kMost];
    int sweep_count_ = 0;
    // Leaves by their numbers as children (tree.hpp, 2), the sweep that passes near each, and a lower bound of the
    // squared distance of the leaf's triangles from that sweep's start.
    std::int32_t leaves_[kLeaves + kWide], visitors_[kLeaves + kWide];
    float distance2_[kLeaves + kWide][8];
    // The meetings to compute: the triangle, as Found names it; the sweep; and the resulting time.
    static constexpr int kMeetings = (kLeaves + 2 * kWide) * kWide;
    std::int32_t slots_[kMeetings], guests_[kMeetings];
    float times_[kMeetings];

    ALBIREO_INLINE static Vec3 on_way(const Sweep& w, float t) {
        return {w.at.x + w.move.x * t, w.at.y + w.move.y * t, w.at.z + w.move.z * t};
    }

    /// Collects every leaf within reach of the middle of a stretch. Nodes are taken in the order in which they were
    /// found. Once kWaiting have been found, the latest is taken first, which bounds the number of further ones.
    __attribute__((noinline)) void collect() {
        static_assert(kMost <= kWaiting);
        constexpr int kRoom = kWaiting + kStackMax + 2 * kWide;
        std::int32_t waiting[kRoom], visitor[kRoom];
        const Node8* const nodes = tree_.nodes;
        int leaves = 0, tail = 0;
        for (; tail < sweep_count_; ++tail) waiting[tail] = 0, visitor[tail] = tail;
        for (int head = 0; head != tail;) {
            const int next = tail <= kWaiting ? head++ : --tail;
            const std::int32_t who = visitor[next];
            const Sweep& w = sweeps_[who];
            const Node8& node = nodes[waiting[next]];
            const unsigned mask = PointTest{all(w.middle), all(w.reach2)}(node), leaf = negative(node.child);
            store_packed(leaves_ + leaves, node.child, mask & leaf);
            store_eight(visitors_ + leaves, who);
            leaves += __builtin_popcount(mask & leaf);
            store_packed(waiting + tail, node.child, mask & ~leaf);
            store_eight(visitor + tail, who);
            tail += __builtin_popcount(mask & ~leaf);
            if (leaves > kLeaves) settle(leaves), leaves = 0;
        }
        settle(leaves);
    }

    /// Computes the meetings eight at a time, each of one triangle and one sweep. The first of each sweep is determined
    /// after all of them, so that no group of eight waits for another.
    __attribute__((noinline)) void meet(int count) {
        if (count == 0) return;
        store_eight(slots_ + count, slots_[count - 1]);  // the last group is filled up to eight
        store_eight(guests_ + count, guests_[count - 1]);
        for (int first = 0; first < count; first += kWide) {
            const float *rows[kWide], *triangles[kWide];
            for (int j = 0; j < kWide; ++j) {
                rows[j] = reinterpret_cast<const float*>(&sweeps_[guests_[first + j]]);
                const std::int32_t slot = slots_[first + j];
                triangles[j] = &tree_.leaves[slot / kWide].corner[0][slot % kWide];
            }
            const auto three = [&](int row) __attribute__((always_inline)) {
                return V8{load_column(triangles, row * kWide), load_column(triangles, (row + 1) * kWide),
                          load_column(triangles, (row + 2) * kWide)};
            };
            const Eight e = {three(0), three(3), three(6)};
            const F8 latest = load_column(rows, offsetof(Sweep, best) / sizeof(float)),
                     slack = load_column(rows, offsetof(Sweep, slack) / sizeof(float));
            F8 s[kWide];
            static_assert(offsetof(Sweep, size) == kWide * sizeof(float));
            load_columns(s, rows, 4);
            const V8 at = {s[0], s[1], s[2]}, move = {s[3], s[4], s[5]};
            const F8 t = sphere_meets(at - e.corner, move, s[7], s[6], slack, e, tree_.one_sided, latest);
            store_any(times_ + first, t);
        }
        for (int m = 0; m < count; ++m) {
            Found& best = sweeps_[guests_[m]].best;
            if (times_[m] <= best.t) take(tree_, slots_[m] / kWide, slots_[m] % kWide, times_[m], best);
        }
    }

    __attribute__((noinline)) void settle(int leaf_count) {
        if (leaf_count == 0) return;
        // The triangle that seems nearest to a sweep's start is likely to be near the first one met. The lowest bits of
        // a distance store its index in leaves_.
        const Disc8* const discs = tree_.discs;
        alignas(32) float nearest[kMost][8];
        for (int s = 0; s < sweep_count_; ++s) store_any(nearest[s], with_note<kLeafBits>(all(kFar), 0));
        for (int i = 0; i < leaf_count; ++i) {
            const int s = visitors_[i];
            const Reach8 reach = disc_reach(all(sweeps_[s].here), discs[~leaves_[i]]);
            store_any(distance2_[i], reach.least);
            store_any(nearest[s], min(with_note<kLeafBits>(reach.least + reach.most, i), load(nearest[s])));
        }
        int count = 0;
        for (int s = 0; s < sweep_count_; ++s) {
            const int lane = lowest(load(nearest[s])), i = note_of<kLeafBits>(nearest[s][lane]);
            slots_[count] = ~leaves_[i] * kWide + lane;
            guests_[count] = s;
            if (visitors_[i] != s) continue;  // nothing was stored, and index 0 belongs to another sweep
            ++count;
            distance2_[i][lane] = kFar;  // it need not be met again
        }
        meet(count);
        // Of the other triangles, those that may have been touched by then.
        struct Nearer {
            Vec3 there;
            float reach2, length2, half_inverse, touch2;
        };
        Nearer nearer[kMost];
        for (int s = 0; s < sweep_count_; ++s) {
            const Sweep& w = sweeps_[s];
            const float length = at_least(w.best.t - w.from, 0.0F) * w.size;
            // Between the two positions after rounding, because the distances were measured from those.
            const Vec3 there = on_way(w, w.best.t), apart = minus(there, w.here);
            const float length2 = dot(apart, apart) * kOneUp;
            nearer[s] = {there, squared((w.radius + length) * kWayUp + w.slack), length2,
                         0.5F / at_least(length2, kTiny), squared(w.radius * kWayUp + w.slack)};
        }
        int some[kLeaves + kWide], some_count = 0;
        for (int i = 0; i < leaf_count; ++i) {
            some[some_count] = i;
            some_count += static_cast<int>(bits(load_any(distance2_[i]) <= all(nearer[visitors_[i]].reach2)) != 0);
        }
        count = 0;
        for (int k = 0; k < some_count; ++k) {
            const int i = some[k];
            const Nearer& n = nearer[visitors_[i]];
            const F8 before = load_any(distance2_[i]);
            const F8 after = disc_reach(all(n.there), discs[~leaves_[i]]).least;
            const F8 least = least_between(before, after, all(n.length2), all(n.half_inverse));
            const unsigned mask = bits((before <= all(n.reach2)) & (least <= all(n.touch2)));
            store_numbers(slots_ + count, ~leaves_[i] * kWide, mask);
            store_eight(guests_ + count, visitors_[i]);
            count += __builtin_popcount(mask);
        }
        meet(count);
    }

    /// Between two points of the path, L apart, the squared distance from a triangle is at least the chord between the
    /// squares at both, less L^2 u (1 - u): as between the cells of the grid, because its second derivative along the
    /// path is at most twice the speed squared. `half_inverse` is 1 / (2 L^2). Its rounding error is that of an
    /// interpolation: near an end, it is proportional to the value at that end.
    ALBIREO_INLINE static F8 least_between(F8 before, F8 after, F8 length2, F8 half_inverse) {
        const F8 u = clamped((length2 + before - after) * half_inverse), rest = all(1.0F) - u;
        return before * rest + u * (after - length2 * rest);
    }
};

// Each stretch to search is twice as long as the last, and none has length zero, however long the move, so the loop ends.
constexpr float kLookLeast = 1e-9F;

/// A sweep that the grid has advanced so far.
struct Pending {
    std::uint32_t number;
    March march;
};

/// Searches closely where the grid finds something near, and strides on through the grid where nothing was met.
__attribute__((noinline)) void follow(const TreeView& tree, const Shot* shots, Pending* pending, std::size_t count,
                                      Found* out) {
    Looks looks(tree);
    while (count != 0) {
        std::size_t left = 0;
        for (std::size_t first = 0; first < count; first += Looks::kMost) {
            const std::size_t n = count - first < Looks::kMost ? count - first : Looks::kMost;
            for (std::size_t i = 0; i < n; ++i) {
                const Pending& p = pending[first + i];
                const float to = p.march.earliest + p.march.ahead;
                looks.start(shots[p.number], p.march.earliest, to < 1.0F ? to : 1.0F);
            }
            looks.finish();
            for (std::size_t i = 0; i < n; ++i) {
                Pending p = pending[first + i];
                const Found& best = looks.best(i);
                const Shot& s = shots[p.number];
                if (best.id != kNoFace) out[p.number] = best;
                if (best.id != kNoFace || best.t >= 1.0F) continue;
                const float looked = p.march.ahead;
                p.march.earliest = best.t;
                p.march.go_on(tree, s.at, s.move, s.radius);
                p.march.ahead = at_least(p.march.ahead, at_least(looked * 2.0F, kLookLeast));
                if (p.march.earliest <= 1.0F) pending[left++] = p;
            }
        }
        count = left;
    }
}

ALBIREO_INLINE Found touched_now(const TreeView& tree, const Sphere& s) {
    const Found f = nearest(tree, s.center, s.radius * kOneUp);
    return f.id != kNoFace && f.t <= s.radius * s.radius ? Found{0.0F, f.id, f.slot} : Found{};
}

/// A touch at the start is handled separately, before any search. Returns true if it is the answer.
ALBIREO_INLINE bool starts_touching(const TreeView& tree, const Shot& s, float earliest, Found& out) {
    if (earliest > 0.0F || (tree.one_sided && dot(s.move, s.move) > 0.0F)) return false;
    out = touched_now(tree, {s.at, s.radius});
    return out.id != kNoFace;
}

/// The first stride through the grid always pays: it settles most sweeps that touch nothing, and shows which sweeps
/// start clear of everything. Further strides, each of which depends on the last, pay where the triangles are smaller
/// than the cells. Elsewhere the tree answers sooner.
Found sphere_first(const TreeView& tree, const Sphere& s, const Vec3& move) {
    March march;
    if (tree.grid.size[0] != 0)
        march.go_on(tree, s.center, move, s.radius, tree.edge_most < tree.grid.cell ? kStridesMost : 1);
    Found out;
    if (march.earliest > 1.0F || starts_touching(tree, {s.center, move, s.radius}, march.earliest, out)) return out;
    return first_of_all(tree, s, move, march.earliest);
}

void sphere_first_each(const TreeView& tree, const Shot* shots, std::size_t count, Found* out) {
    if (tree.grid.size[0] == 0) {
        for (std::size_t i = 0; i < count; ++i)
            out[i] = sphere_first(tree, {shots[i].at, shots[i].radius}, shots[i].move);
        return;
    }
    for (; count != 0;) {
        const std::size_t n = count < Marches::kMost ? count : Marches::kMost;
        const Marches marches(tree, shots, n);
        for (std::size_t i = 0; i < n; ++i) out[i] = {};
        Pending pending[Marches::kMost];
        std::size_t left = 0;
        for (std::size_t k = 0; k < marches.left; ++k) {
            const auto i = static_cast<std::size_t>(marches.numbers[k]);
            if (starts_touching(tree, shots[i], marches.earliest[k], out[i])) continue;
            pending[left].number = static_cast<std::uint32_t>(i);
            pending[left].march.earliest = marches.earliest[k];
            pending[left++].march.ahead = marches.ahead[k];
        }
        follow(tree, shots, pending, left, out);
        shots += n, out += n, count -= n;
    }
}

}  // namespace

}  // namespace albireo::collide::ALBIREO_ISA
