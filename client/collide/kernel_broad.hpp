// Which targets share columns and rows with each mover. Part of a kernel file; see simd8.hpp.

namespace albireo::collide::ALBIREO_ISA {
namespace {

std::size_t near_each(const GroundView& ground, const Box* movers, std::size_t count, NearSet* out) {
    // It writes what it has at hand and only then decides whether to keep it: nothing is foretold, so nothing is
    // foretold wrong.
    const F8 zero = all(0.0F), last = all(static_cast<float>(kGroundLines - 1));
    std::size_t near = 0;
    for (std::size_t first = 0; first < count; first += 8) {
        float lines[kGroundSides][8];
        for (std::size_t i = 0; i < 8; ++i) {
            const Box& b = movers[first + i < count ? first + i : count - 1];
            lines[kLeft][i] = b.min.x, lines[kBottom][i] = b.min.y;
            lines[kRight][i] = b.max.x, lines[kTop][i] = b.max.y;
        }
        for (int side = 0; side < kGroundSides; ++side) {
            const int axis = side % 2;
            const F8 line = (load_any(lines[side]) - all(ground.min[axis])) * all(ground.inverse[axis]);
            store_any(lines[side], min(max(line, zero), last));
        }
        for (std::size_t i = 0; i < 8 && first + i < count; ++i) {
            const auto sets = [&](int side) __attribute__((always_inline)) {
                return ground.sets_of[side] +
                       static_cast<std::size_t>(static_cast<std::int32_t>(lines[side][i])) * ground.sets;
            };
            const TargetSet *const left = sets(kLeft), *const bottom = sets(kBottom), *const right = sets(kRight),
                                   *const top = sets(kTop);
            for (std::size_t s = 0; s < ground.sets; ++s) {
                const B256 set = load(left[s]) & load(bottom[s]) & load(right[s]) & load(top[s]);
                store(out[near].set, set);
                out[near].mover = static_cast<std::uint32_t>(first + i);
                out[near].first = static_cast<std::uint32_t>(s * kTargetSetSize);
                near += static_cast<std::size_t>(any(set));
            }
        }
    }
    return near;
}

}  // namespace
}  // namespace albireo::collide::ALBIREO_ISA
