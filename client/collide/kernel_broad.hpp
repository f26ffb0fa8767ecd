// The boxes covered by a tick's shots, and the targets that share columns and rows with them. Part of a kernel file;
// see simd8.hpp. Processes the four sides of a box at a time.

namespace albireo::collide::ALBIREO_ISA {

namespace {

void cover_each(const Shot* shots, std::size_t count, Box* out) {
    // Loads and stores move four numbers where three are needed. The fourth of a position is the move's first, the
    // fourth of a move is the radius. The fourth number written after a box is overwritten by the next box.
    static_assert(sizeof(Shot) == 7 * sizeof(float) && sizeof(Box) == 6 * sizeof(float));
    constexpr std::size_t kThree = 3 * sizeof(float);
    for (std::size_t i = 0; i < count; ++i) {
        const char* const shot = reinterpret_cast<const char*>(shots + i);
        char* const box = reinterpret_cast<char*>(out + i);
        Float4 at, move;
        __builtin_memcpy(&at, shot, sizeof at);
        __builtin_memcpy(&move, shot + kThree, sizeof move);
        const Float4 end = at + move, radius = {move[3], move[3], move[3], move[3]};
        const Float4 low = min(at, end) - radius, high = max(at, end) + radius;
        __builtin_memcpy(box, &low, sizeof low);
        __builtin_memcpy(box + kThree, &high, sizeof high);
    }
}

std::size_t near_each(const GroundView& view, const Box* movers, std::size_t count, NearSet* out) {
    // The loop writes every candidate first and only then decides whether to keep it. There is no branch, so no branch
    // is mispredicted.
    const GroundView ground = view;
    const Float4 zero{}, last = zero + static_cast<float>(kGroundLines - 1);
    const Float4 low = {ground.min[0], ground.min[1], ground.min[0], ground.min[1]};
    const Float4 inverse = {ground.inverse[0], ground.inverse[1], ground.inverse[0], ground.inverse[1]};
    const auto sets = static_cast<std::int32_t>(ground.sets);
    NearSet* near = out;
    for (std::size_t i = 0; i < count; ++i) {
        const Box& b = movers[i];
        const Float4 sides = {b.min.x, b.min.y, b.max.x, b.max.y};
        const Float4 lines = min(max((sides - low) * inverse, zero), last);
        const Int4 first = __builtin_convertvector(lines, Int4) * sets;
        const auto sets_of = [&](GroundView::Side side) __attribute__((always_inline)) {
            return ground.sets_of[side] + static_cast<std::uint32_t>(first[side]);
        };
        const TargetSet *const left = sets_of(GroundView::kLeft), *const bottom = sets_of(GroundView::kBottom),
                               *const right = sets_of(GroundView::kRight), *const top = sets_of(GroundView::kTop);
        for (std::int32_t s = 0; s < sets; ++s) {
            const B256 set = load(left[s]) & load(bottom[s]) & load(right[s]) & load(top[s]);
            store(near->set, set);
            near->mover = static_cast<std::uint32_t>(i);
            near->first = static_cast<std::uint32_t>(s) * std::uint32_t{kTargetSetSize};
            near += static_cast<std::ptrdiff_t>(any(set));
        }
    }
    return static_cast<std::size_t>(near - out);
}

}  // namespace
}  // namespace albireo::collide::ALBIREO_ISA
