// Moving spheres. Part of a kernel file; see simd8.hpp.

namespace albireo::collide::ALBIREO_ISA {

namespace {

// Of a radius and a way, what the rounding of places on the way can add.
constexpr float kWayUp = 1.0001F;

/// One sweep, from `earliest` on, the nearest box first.
ALBIREO_INLINE Found first_of_all(const TreeView& tree, const Sphere& s, const Vec3& move, float earliest) {
    const float dd = dot(move, move), size = __builtin_sqrtf(dd);
    const V8 center = all(s.center), d = all(move);
    const F8 dd_inverse = all(1.0F / at_least(dd, kTiny)), size_inverse = all(0.9999F / at_least(size, kTiny));
    SegmentTest boxes(s.center, move, s.radius * kOneUp);
    boxes.earliest = earliest;
    // The slabs alone would enter every box near the start at once: so also, no sooner than the way to it takes.
    const PointTest ahead{center + d * all(earliest), all(0.0F)};
    const auto sooner = [&](const Node8& n, float latest, F8& t) __attribute__((always_inline)) {
        const M8 met = boxes(n, latest, t);
        t = max(t, all(earliest) + (sqrt(ahead.distance2(n)) - all(s.radius * kOneUp)) * size_inverse);
        return met & (t <= all(latest * kOneUp));
    };
    Found best{1.0F};
    walk_nearest(
        tree, best, sooner, [&](std::int32_t n, Found & b) __attribute__((always_inline)) {
            // Most leaves near the first contact of a large sphere are too far from it all the same, and that is
            // cheaper seen.
            const float reach = (s.radius + at_least(b.t - earliest, 0.0F) * size) * kWayUp + tree.slack;
            if (bits(disc_reach(ahead.p, tree.discs[n]).least <= all(squared(reach))) == 0) return false;
            const Eight e = load_leaf(tree.leaves[n]);
            take_best(tree, n,
                      sphere_meets(center - e.corner, d, dd_inverse, all(s.radius), e, tree.one_sided, all(b.t)), b);
            return b.t == 0.0F && b.id != kNoFace && !(tree.one_sided && dd > 0.0F);
        });
    return best;
}

/// What several sweeps meet first, each on a short stretch of its way. All that is to be done for any of them is done
/// in one loop, and then the next thing for all, so that the loops have few decisions in them that cannot be foreseen.
class Looks {
  public:
    static constexpr std::size_t kMost = 32;

    ALBIREO_INLINE explicit Looks(const TreeView& tree) : tree_(tree) {}

    /// Sets out with one more sweep, which surely touches nothing before `from`, to look until `to`.
    ALBIREO_INLINE void start(const Shot& s, float from, float to) {
        Sweep& w = sweeps_[sweep_count_++];
        const float dd = dot(s.move, s.move);
        w.at = s.at, w.move = s.move, w.radius = s.radius;
        w.size = __builtin_sqrtf(dd);
        w.dd_inverse = 1.0F / at_least(dd, kTiny);
        w.from = from;
        w.best = Found{to};
        w.first = w.last = leaf_count_;
        const float half = (to - from) * 0.5F;
        collect(w, on_way(w, from + half), squared((w.radius + half * w.size) * kWayUp));
    }
    /// What each has met, by the order of their starts. The next one to start is the first again.
    ALBIREO_INLINE void finish() {
        settle();
        sweep_count_ = 0;
    }
    const Found& best(std::size_t i) const { return sweeps_[i].best; }

  private:
    struct alignas(32) Sweep {
        // A row of eight, for those that meet something abreast.
        Vec3 at, move;
        float radius, dd_inverse;

        float size, from;
        int first, last;  // its leaves
        Found best;
    };
    static constexpr int kLeaves = 384, kWaiting = 64, kMeetings = 1024;

    const TreeView& tree_;
    Sweep sweeps_[kMost];
    int sweep_count_ = 0, leaf_count_ = 0, meeting_count_ = 0;
    std::int32_t leaves_[kLeaves + kWide];  // by their numbers as children (tree.hpp, 2)
    float distance2_[kLeaves + kWide][8];   // of their triangles from the sweep when it sets out, at least
    // Triangles to be met: a lane of a leaf, and by which sweep.
    std::int32_t lanes_[kMeetings + kWide], leaf_of_[kMeetings + kWide], sweep_of_[kMeetings + kWide];

    ALBIREO_INLINE static Vec3 on_way(const Sweep& w, float t) {
        return {w.at.x + w.move.x * t, w.at.y + w.move.y * t, w.at.z + w.move.z * t};
    }

    /// Every leaf in reach of the middle of the sweep's stretch. Nodes are taken in the order they were found, so that
    /// one need not wait for another; when many wait, the latest first, which bounds how many can.
    ALBIREO_INLINE void collect(Sweep& w, const Vec3& middle, float reach2) {
        std::int32_t waiting[kWaiting + kStackMax + 2 * kWide];
        const PointTest near{all(middle), all(reach2)};
        waiting[0] = 0;
        for (int head = 0, tail = 1; head != tail;) {
            const Node8& node = tree_.nodes[tail <= kWaiting ? waiting[head++] : waiting[--tail]];
            const unsigned mask = near(node), leaf = negative(node.child);
            store_packed(leaves_ + leaf_count_, node.child, mask & leaf);
            leaf_count_ += __builtin_popcount(mask & leaf);
            store_packed(waiting + tail, node.child, mask & ~leaf);
            tail += __builtin_popcount(mask & ~leaf);
            if (leaf_count_ > kLeaves) {
                w.last = leaf_count_;
                settle();
            }
        }
        w.last = leaf_count_;
    }

    /// The lanes of a leaf, for the sweep to meet.
    ALBIREO_INLINE void invite(int sweep, std::int32_t leaf, unsigned mask) {
        store_packed(lanes_ + meeting_count_, kLanes, mask);
        for (int k = 0; k < kWide; ++k) leaf_of_[meeting_count_ + k] = leaf, sweep_of_[meeting_count_ + k] = sweep;
        meeting_count_ += __builtin_popcount(mask);
        if (meeting_count_ > kMeetings) meet();
    }

    /// Eight meetings abreast, each of one triangle and one sweep.
    __attribute__((noinline)) void meet() {
        for (int first = 0; first < meeting_count_; first += kWide) {
            Leaf8 l;
            const float* rows[kWide];
            alignas(32) float latest[kWide];
            const auto meeting = [&](int j) __attribute__((always_inline)) {
                return first + j < meeting_count_ ? first + j : meeting_count_ - 1;
            };
            for (int j = 0; j < kWide; ++j) {
                const int m = meeting(j);
                const Sweep& w = sweeps_[sweep_of_[m]];
                const Leaf8& from = tree_.leaves[~leaf_of_[m]];
                const std::int32_t lane = lanes_[m];
                for (int axis = 0; axis < 3; ++axis) {
                    l.corner[axis][j] = from.corner[axis][lane];
                    l.edge1[axis][j] = from.edge1[axis][lane];
                    l.edge2[axis][j] = from.edge2[axis][lane];
                }
                rows[j] = reinterpret_cast<const float*>(&w);
                latest[j] = w.best.t;
            }
            const Eight e = load_leaf(l);
            F8 s[kWide];
            load_columns(s, rows);
            const V8 at = {s[0], s[1], s[2]}, move = {s[3], s[4], s[5]};
            float t[8];
            store_any(t, sphere_meets(at - e.corner, move, s[7], s[6], e, tree_.one_sided, load(latest)));
            for (int j = 0; j < kWide; ++j) {
                const int m = meeting(j);
                take(tree_, ~leaf_of_[m], lanes_[m], t[j], sweeps_[sweep_of_[m]].best);
            }
        }
        meeting_count_ = 0;
    }

    __attribute__((noinline)) void settle() {
        // The triangle that seems nearest to where each sets out is likely to be near what is met first.
        std::int32_t nearest_leaf[kMost], nearest_lane[kMost];
        for (int s = 0; s < sweep_count_; ++s) {
            const Sweep& w = sweeps_[s];
            nearest_leaf[s] = nearest_lane[s] = -1;
            if (w.first == w.last) continue;
            const V8 here = all(on_way(w, w.from));
            F8 nearest = all(kFar), which = all(static_cast<float>(w.first));
            for (int i = w.first; i < w.last; ++i) {
                const Reach8 reach = disc_reach(here, tree_.discs[~leaves_[i]]);
                store_any(distance2_[i], reach.least);
                const F8 about = reach.least + reach.most;
                which = pick(about < nearest, all(static_cast<float>(i)), which);
                nearest = min(about, nearest);
            }
            float leaf[8];
            store_any(leaf, which);
            nearest_lane[s] = lowest(nearest);
            nearest_leaf[s] = static_cast<std::int32_t>(leaf[nearest_lane[s]]);
            invite(s, leaves_[nearest_leaf[s]], 1U << nearest_lane[s]);
        }
        meet();
        // Of the others, those that may have been touched by then.
        for (int s = 0; s < sweep_count_; ++s) {
            const Sweep& w = sweeps_[s];
            const float length = at_least(w.best.t - w.from, 0.0F) * w.size;
            const F8 reach2 = all(squared((w.radius + length) * kWayUp + tree_.slack));
            int some[kLeaves + kWide], count = 0;
            for (int i = w.first; i < w.last; ++i) {
                some[count] = i;
                count += static_cast<int>(bits(load_any(distance2_[i]) <= reach2) != 0);
            }
            const V8 there = all(on_way(w, w.best.t));
            const F8 length2 = all(length * length), touch2 = all(squared(w.radius * kWayUp + tree_.slack));
            for (int k = 0; k < count; ++k) {
                const int i = some[k];
                const F8 after = disc_reach(there, tree_.discs[~leaves_[i]]).least;
                unsigned mask = bits(least_between(load_any(distance2_[i]), after, length2) <= touch2);
                if (i == nearest_leaf[s]) mask &= ~(1U << nearest_lane[s]);
                invite(s, leaves_[i], mask);
            }
        }
        meet();
        for (int s = 0; s < sweep_count_; ++s) sweeps_[s].first = sweeps_[s].last = 0;
        leaf_count_ = 0;
    }

    /// Between two points of the way, L apart, the squared distance from a triangle is at least the chord between the
    /// squares at both, less L^2 u (1 - u): as between the cells of the grid, because its second derivative along the
    /// way is at most twice the speed squared.
    ALBIREO_INLINE static F8 least_between(F8 before, F8 after, F8 length2) {
        const F8 u = clamped((length2 + before - after) / max(length2 + length2, all(kTiny)));
        return before + u * (after - before - length2 * (all(1.0F) - u));
    }
};

// Each look is twice as far as the last, and none is of no length, however long the move: so looking comes to an end.
constexpr float kLookLeast = 1e-9F;

/// A sweep that the grid has seen off so far.
struct Pending {
    std::uint32_t number;
    March march;
};

/// Looks closely where the grid sees something near, and lets it go on where there was nothing.
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

/// What is touched at the start is told apart before it comes to looking. True when that is the answer.
ALBIREO_INLINE bool starts_touching(const TreeView& tree, const Shot& s, float earliest, Found& out) {
    if (earliest > 0.0F || (tree.one_sided && dot(s.move, s.move) > 0.0F)) return false;
    out = touched_now(tree, {s.at, s.radius});
    return out.id != kNoFace;
}

Found sphere_first(const TreeView& tree, const Sphere& s, const Vec3& move) {
    const March march(tree, s.center, move, s.radius);
    Found out;
    if (march.earliest > 1.0F) return out;
    const Shot shot = {s.center, move, s.radius};
    const bool gridded = tree.grid.size[0] != 0;
    if (gridded && starts_touching(tree, shot, march.earliest, out)) return out;
    const Found best = first_of_all(tree, s, move, march.earliest);
    if (gridded || best.id == kNoFace || best.t > 0.0F || !starts_touching(tree, shot, 0.0F, out)) out = best;
    return out;
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
