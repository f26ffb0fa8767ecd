// Moving spheres. Part of a kernel file; see simd8.hpp.

namespace albireo::collide::ALBIREO_ISA {

namespace {

/// One sweep, from `earliest` on, the nearest box first.
ALBIREO_INLINE Found first_of_all(const TreeView& tree, const Sphere& s, const Vec3& move, float earliest) {
    const float dd = dot(move, move), size = __builtin_sqrtf(dd);
    const bool one_sided = tree.one_sided && dd > 0.0F;
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
        tree, best, sooner, [&](const Leaf8& l, Found& b) __attribute__((always_inline)) {
            const Eight e = load_leaf(l);
            // Most leaves near the first contact of a large sphere are too far from it all the same, and that is
            // cheaper seen.
            const float reach = (s.radius + at_least(b.t - earliest, 0.0F) * size) * 1.0001F;
            const F8 reach2 = all(reach * reach);
            if (bits(point_distance2_least(ahead.p - e.corner, e) <= reach2) == 0) return false;
            take_best(tree, l, sphere_meets(center - e.corner, d, dd_inverse, s.radius, e, one_sided, b.t), b);
            return b.t == 0.0F && b.id != kNoFace && !one_sided;
        });
    return best;
}

/// What several sweeps meet first, each on a short stretch of its way. All that is to be done for any of them is done
/// in one loop, and then the next thing for all, so that the loops have no decisions in them that cannot be foreseen.
class Looks {
  public:
    static constexpr std::size_t kMost = 32;

    ALBIREO_INLINE explicit Looks(const TreeView& tree) : tree_(tree) {}

    /// Sets out with one more sweep, which surely touches nothing before `from`, to look until `to`.
    ALBIREO_INLINE void start(const Shot& s, float from, float to) {
        Sweep& w = sweeps_[sweep_count_];
        const float dd = dot(s.move, s.move);
        w.center = s.at, w.move = s.move, w.radius = s.radius;
        w.size = __builtin_sqrtf(dd);
        w.dd_inverse = 1.0F / at_least(dd, kTiny);
        w.from = from;
        w.here = {s.at.x + s.move.x * from, s.at.y + s.move.y * from, s.at.z + s.move.z * from};
        w.best = Found{to};
        w.nearest2 = kFar, w.nearest = -1;
        narrow(w);
        ++sweep_count_;
        collect(sweep_count_ - 1);
    }
    /// What each has met, by the order of their starts. The next one to start is the first again.
    ALBIREO_INLINE void finish() {
        settle();
        sweep_count_ = 0;
    }
    const Found& best(std::size_t i) const { return sweeps_[i].best; }

  private:
    struct Sweep {
        Vec3 center, move, here;  // at the start; in all; where it is at `from`
        float radius, size, dd_inverse, from;
        float reach2;    // of what can be met from here on, until best.t
        float nearest2;  // of all leaves collected, that with the nearest triangle
        int nearest;
        Found best;
    };
    static constexpr int kItems = 384, kWaiting = 64;

    const TreeView& tree_;
    Sweep sweeps_[kMost];
    std::int32_t leaves_[kItems + kWide];
    std::uint32_t of_[kItems + kWide];
    float distance2_[kItems + kWide][8];
    int sweep_count_ = 0, count_ = 0;

    ALBIREO_INLINE static void narrow(Sweep& w) {
        const float reach = (w.radius + at_least(w.best.t - w.from, 0.0F) * w.size) * 1.0001F;
        w.reach2 = squared(reach);
    }

    /// Every leaf in reach of where the sweep is now. Nodes are taken in the order they were found, so that one need
    /// not wait for another; when many wait, the latest first, which bounds how many can.
    ALBIREO_INLINE void collect(int i) {
        std::int32_t waiting[kWaiting + kStackMax + 2 * kWide];
        const PointTest near{all(sweeps_[i].here), all(sweeps_[i].reach2)};
        waiting[0] = 0;
        for (int head = 0, tail = 1; head != tail;) {
            const Node8& node = tree_.nodes[tail <= kWaiting ? waiting[head++] : waiting[--tail]];
            const unsigned mask = near(node), leaf = negative(node.child);
            store_packed(leaves_ + count_, node.child, mask & leaf);
            for (int k = 0; k < kWide; ++k) of_[count_ + k] = static_cast<std::uint32_t>(i);
            count_ += __builtin_popcount(mask & leaf);
            store_packed(waiting + tail, node.child, mask & ~leaf);
            tail += __builtin_popcount(mask & ~leaf);
            if (count_ > kItems) settle();
        }
    }

    ALBIREO_INLINE const Leaf8& leaf(int i) const { return tree_.leaves[~leaves_[i]]; }

    ALBIREO_INLINE F8 meets(const Sweep& w, const Leaf8& l) const {
        const Eight e = load_leaf(l);
        return sphere_meets(all(w.center) - e.corner, all(w.move), all(w.dd_inverse), w.radius, e,
                            tree_.one_sided && w.size > 0.0F, w.best.t);
    }

    __attribute__((noinline)) void settle() {
        for (int i = 0; i < count_; ++i) {
            Sweep& w = sweeps_[of_[i]];
            const F8 d2 = point_distance2_least(all(w.here) - load_three(leaf(i).corner), load_leaf(leaf(i)));
            store_any(distance2_[i], d2);
            const float d2_least = least(d2);
            // Arithmetic, lest the compiler make a decision of it.
            w.nearest += (i - w.nearest) * static_cast<int>(d2_least < w.nearest2);
            w.nearest2 = d2_least < w.nearest2 ? d2_least : w.nearest2;
        }
        // The leaf with the nearest triangle is likely to have what is met first.
        for (int i = 0; i < sweep_count_; ++i) {
            Sweep& w = sweeps_[i];
            if (w.nearest < 0) continue;
            take_best(tree_, leaf(w.nearest), meets(w, leaf(w.nearest)), w.best);
            narrow(w);
        }
        // Of the others, those that are in reach until then,
        int count = 0;
        for (int i = 0; i < count_; ++i) {
            const Sweep& w = sweeps_[of_[i]];
            const unsigned mask = bits(load_any(distance2_[i]) <= all(w.reach2));
            some_[count] = i;
            count += static_cast<int>(mask != 0 && i != w.nearest);
        }
        // and that may have been touched by then: see below.
        int rest = 0;
        for (int k = 0; k < count; ++k) {
            const int i = some_[k];
            const Sweep& w = sweeps_[of_[i]];
            some_[rest] = i;
            rest += static_cast<int>(may_meet(w, leaf(i), load_any(distance2_[i])) != 0);
        }
        for (int k = 0; k < rest; ++k) {
            const int i = some_[k];
            Sweep& w = sweeps_[of_[i]];
            take_best(tree_, leaf(i), meets(w, leaf(i)), w.best);
        }
        for (int i = 0; i < sweep_count_; ++i) {
            narrow(sweeps_[i]);
            sweeps_[i].nearest2 = kFar, sweeps_[i].nearest = -1;
        }
        count_ = 0;
    }
    int some_[kItems + kWide];

    /// Between two points of the way, L apart, the squared distance from a triangle is at least the chord between the
    /// squares at both, less L^2 u (1 - u): as between the cells of the grid, because its second derivative along the
    /// way is at most twice the speed squared.
    ALBIREO_INLINE unsigned may_meet(const Sweep& w, const Leaf8& l, F8 before) const {
        const float t = w.best.t, length = at_least(t - w.from, 0.0F) * w.size;
        const Vec3 there = {w.center.x + w.move.x * t, w.center.y + w.move.y * t, w.center.z + w.move.z * t};
        const F8 after = point_distance2_least(all(there) - load_three(l.corner), load_leaf(l));
        const F8 length2 = all(length * length), one = all(1.0F);
        const F8 u = clamped((length2 + before - after) / max(length2 + length2, all(kTiny)));
        const F8 lowest = before + u * (after - before - length2 * (one - u));
        return bits(lowest <= all(w.radius * w.radius * 1.0001F));
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
