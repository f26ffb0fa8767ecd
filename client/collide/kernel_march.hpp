// How far a moving sphere gets before the grid can no longer exclude a touch. Part of a kernel file; see simd8.hpp.

namespace albireo::collide::ALBIREO_ISA {

// Strides are as long as the clearance. Below this length, the grid no longer helps.
constexpr float kStrideLeast = 0.1F;  // of a cell
constexpr int kStridesMost = 16;

/// One sweep. Nothing is touched before `earliest`, which is above 1 when nothing is touched at all. If the strides
/// continue to shrink at the same rate, the surface is about `ahead` later.
struct March {
    float earliest = 0.0F, ahead = 1.0F;

    ALBIREO_INLINE void go_on(const TreeView& tree, const Vec3& start, const Vec3& along, float radius,
                              int strides_most = kStridesMost) {
        const float cell = tree.grid.cell;
        const float inverse = 0.9999F / at_least(__builtin_sqrtf(dot(along, along)), kTiny);
        float before = kFar;
        for (int step = 0; step < strides_most; ++step) {
            const float t = earliest;
            const float clear =
                clearance2(tree, Vec3{start.x + along.x * t, start.y + along.y * t, start.z + along.z * t});
            const float free = __builtin_sqrtf(at_least(clear, 0.0F)) - radius;
            ahead = stretch(free, before, cell) * inverse;
            if (!(free > 0.0F)) return;
            earliest = t + free * inverse;
            if (earliest > 1.0F || free < cell * kStrideLeast) return;
            before = free;
        }
    }

    /// The estimated distance of the surface, if the clearance keeps shrinking as it did from the last stride (of
    /// length `before`) to this one.
    ALBIREO_INLINE static float stretch(float free, float before, float cell) {
        const float shrank = at_least(before - free, before * 0.1F);
        return (at_least(free, 0.0F) + 0.2F * cell) * before / shrank;
    }
};

/// Many sweeps, eight at a time. In each round every sweep makes a stride, finished sweeps are removed, and the
/// remaining ones are compacted.
struct Marches {
    static constexpr std::size_t kMost = 256;
    // Results are written eight at a time.
    static constexpr std::size_t kRoom = kMost + 8;

    // The sweeps that may touch something, in the order in which they finished; all others touch nothing.
    float numbers[kRoom], earliest[kRoom], ahead[kRoom];
    std::size_t left = 0;

    ALBIREO_INLINE Marches(const TreeView& tree, const Shot* shots, std::size_t shot_count) {
        enter(tree, shots, shot_count);
        for (int step = 0; step < kStridesMost && going_ != 0; ++step) stride(tree, step + 1 == kStridesMost);
    }

  private:
    enum Field : std::uint8_t { kX, kY, kZ, kDx, kDy, kDz, kRadius, kInverse, kTime, kBefore, kNumber, kFields };
    float going_on_[kFields][kRoom];
    std::size_t going_ = 0;

    /// Sweeps whose path leads through the mesh's bounding ball start where they enter it.
    ALBIREO_INLINE void enter(const TreeView& tree, const Shot* shots, std::size_t count) {
        const V8 middle = {all((tree.min[0] + tree.max[0]) * 0.5F), all((tree.min[1] + tree.max[1]) * 0.5F),
                           all((tree.min[2] + tree.max[2]) * 0.5F)};
        const float numbers_from_0[8] = {0, 1, 2, 3, 4, 5, 6, 7};
        for (std::size_t first = 0; first < count; first += 8) {
            // A shot is seven numbers: the fourth is loaded twice.
            static_assert(sizeof(Shot) == 7 * sizeof(float));
            const float* rows[8];
            for (std::size_t i = 0; i < 8; ++i)
                rows[i] = reinterpret_cast<const float*>(&shots[first + i < count ? first + i : count - 1]);
            F8 in[8];
            load_columns(in, rows, 3);
            const V8 at = {in[0], in[1], in[2]}, move = {in[4], in[5], in[6]};
            const F8 radius = in[7], number = load_any(numbers_from_0) + all(static_cast<float>(first));
            const F8 dd = max(dot(move, move), all(kTiny));
            // On a long path, the rounding error is proportional to the path's length.
            const F8 size = sqrt(dd), reach = (radius + all(tree.ball)) * all(1.0001F) + size * all(2e-6F);
            const F8 t = sphere_meets_point(at - middle, move, all(1.0F) / dd, reach * reach) * all(0.999996F);
            const unsigned enter = bits((t <= all(1.0F)) & (number < all(static_cast<float>(count))));
            keep(enter, {at, move, radius, all(0.9999F) / size, t, all(kFar), number});
        }
        // The last eight are read as a whole.
        for (auto& field : going_on_) store_any(&field[going_], all(0.0F));
    }

    struct State {
        V8 at, move;
        F8 radius, inverse, time, before, number;
    };
    ALBIREO_INLINE void keep(unsigned mask, const State& e) {
        const F8 fields[kFields] = {e.at.x,   e.at.y,    e.at.z, e.move.x, e.move.y, e.move.z,
                                    e.radius, e.inverse, e.time, e.before, e.number};
        for (int f = 0; f < kFields; ++f) store_packed(&going_on_[f][going_], fields[f], mask);
        going_ += static_cast<std::size_t>(__builtin_popcount(mask));
    }
    ALBIREO_INLINE void step_out(unsigned mask, const State& e, F8 expected) {
        store_packed(numbers + left, e.number, mask);
        store_packed(earliest + left, e.time, mask);
        store_packed(ahead + left, expected, mask);
        left += static_cast<std::size_t>(__builtin_popcount(mask));
    }

    ALBIREO_INLINE void stride(const TreeView& tree, bool last) {
        const std::size_t walking = going_;
        const F8 zero = all(0.0F), one = all(1.0F), cell = all(tree.grid.cell);
        const F8 shortest = cell * all(kStrideLeast);
        going_ = 0;  // never exceeds the number already read
        for (std::size_t first = 0; first < walking; first += 8) {
            const auto field = [&](Field f) __attribute__((always_inline)) {
                return load_any(&going_on_[f][first]);
            };
            State e = {{field(kX), field(kY), field(kZ)},
                       {field(kDx), field(kDy), field(kDz)},
                       field(kRadius),
                       field(kInverse),
                       field(kTime),
                       field(kBefore),
                       field(kNumber)};
            const F8 free = sqrt(max(clearance2(tree, e.at + e.move * e.time), zero)) - e.radius;
            const F8 shrank = max(e.before - free, e.before * all(0.1F));
            const F8 expected = (max(free, zero) + cell * all(0.2F)) * e.before / shrank * e.inverse;
            e.before = free;
            e.time = e.time + max(free, zero) * e.inverse;
            const unsigned real = walking - first < 8 ? (1U << (walking - first)) - 1 : 0xffU;
            const unsigned still = bits(e.time <= one) & real, on = last ? 0U : bits(shortest <= free) & still;
            step_out(still & ~on, e, expected);
            keep(on, e);
        }
    }
};

}  // namespace albireo::collide::ALBIREO_ISA
