// Hits of moving spheres, finished in double, four at a time. Part of a kernel file; see simd8.hpp.

namespace albireo::collide::ALBIREO_ISA {

namespace {

ALBIREO_INLINE Double4 wide(Float4 from) {
    return __builtin_convertvector(from, Double4);
}
ALBIREO_INLINE V4 wide(const Points<Float4>& from) {
    return {wide(from.x), wide(from.y), wide(from.z)};
}
ALBIREO_INLINE void narrow(float (&to)[4], Double4 from) {
    const Float4 a = __builtin_convertvector(from, Float4);
    __builtin_memcpy(to, &a, sizeof a);
}
ALBIREO_INLINE void narrow(float (&to)[3][4], const V4& from) {
    narrow(to[0], from.x), narrow(to[1], from.y), narrow(to[2], from.z);
}
ALBIREO_INLINE V4 pick(Long4 m, const V4& yes, const V4& no) {
    return {m ? yes.x : no.x, m ? yes.y : no.y, m ? yes.z : no.z};
}

/// A sphere that first touches its triangle at about t.
struct Settling {
    V4 at, move;
    Double4 radius;
    V4 a, b, c;  // the triangle's corners
    Double4 t;
    V4 point, normal;
    Double4 depth;

    ALBIREO_INLINE void settle() {
        const Double4 zero{}, one = zero + 1.0;
        V4 core = at + move * t, apart;
        point = closest_on_triangle(core, a, b, c);
        apart = core - point;
        // One Newton step removes the error that float left; a graze has no slope for a step.
        const Double4 distance2 = dot(apart, apart), dd = dot(move, move), closing = -dot(apart, move);
        const Double4 needed = (distance2 - radius * sqrt(distance2)) / closing;
        const Long4 sloping = (t > 0.0) & (closing > 0.0) & (closing * closing > distance2 * dd * 1e-6);
        const Double4 late = sloping ? min(max(t + needed, zero), one) - t : zero;
        t += late;
        core = at + move * t;
        // The step is usually so short that the nearest point need not be searched for again.
        const Long4 moved = late * late * dd > distance2 * 1e-12;
        if (any(moved)) point = pick(moved, closest_on_triangle(core, a, b, c), point);

        apart = core - point;
        const Double4 distance = sqrt(dot(apart, apart));
        const Double4 size = max(max(max(core.x, -core.x), max(core.y, -core.y)), max(max(core.z, -core.z), radius));
        const Long4 parted = distance > size * 1e-12;
        normal = {apart.x / distance, apart.y / distance, apart.z / distance};
        if (any(~parted)) normal = pick(parted, normal, way_out());
        depth = t > 0.0 ? zero : max(radius - distance, zero);
    }

  private:
    /// For a centre that lies in the triangle: the triangle's normal, if it has one, facing against the move.
    ALBIREO_INLINE V4 way_out() const {
        const Double4 zero{}, one = zero + 1.0;
        const V4 n = cross(b - a, c - a);
        const Double4 length = sqrt(dot(n, n));
        const Long4 flat = length > 0.0;
        const V4 unit = {flat ? n.x / length : zero, flat ? n.y / length : zero, flat ? n.z / length : one};
        return unit * (dot(unit, move) > 0.0 ? -one : one);
    }
};

void settle_each(const TreeView& tree, const Shot* shots, const Found* found, const std::uint32_t* which,
                 std::size_t count, Hit* out) {
    for (std::size_t first = 0; first < count; first += 4) {
        const float *shot[4], *triangle[4];
        const Found* hit[4];
        for (std::size_t k = 0; k < 4; ++k) {
            const std::uint32_t i = which[first + k < count ? first + k : count - 1];
            hit[k] = &found[i];
            shot[k] = reinterpret_cast<const float*>(&shots[i]);
            triangle[k] = &tree.leaves[hit[k]->slot / kWide].corner[0][hit[k]->slot % kWide];
        }
        const auto one = [](const float* const(&rows)[4], int i) __attribute__((always_inline)) {
            return Float4{rows[0][i], rows[1][i], rows[2][i], rows[3][i]};
        };
        const auto three = [&](const float* const(&rows)[4], int i, int apart) __attribute__((always_inline)) {
            return Points<Float4>{one(rows, i), one(rows, i + apart), one(rows, i + 2 * apart)};
        };
        const Points<Float4> a = three(triangle, 0, kWide), b = a + three(triangle, 3 * kWide, kWide),
                             c = a + three(triangle, 6 * kWide, kWide);
        const Float4 about = {hit[0]->t, hit[1]->t, hit[2]->t, hit[3]->t};
        Settling s{wide(three(shot, 0, 1)),
                   wide(three(shot, 3, 1)),
                   wide(one(shot, 6)),
                   wide(a),
                   wide(b),
                   wide(c),
                   wide(about),
                   {},
                   {},
                   {}};
        s.settle();
        float t[4], point[3][4], normal[3][4], depth[4];
        narrow(t, s.t), narrow(point, s.point), narrow(normal, s.normal), narrow(depth, s.depth);
        for (std::size_t k = 0; k < 4; ++k)
            out[first + k] = {t[k],
                              {point[0][k], point[1][k], point[2][k]},
                              {normal[0][k], normal[1][k], normal[2][k]},
                              depth[k],
                              hit[k]->id};
    }
}

}  // namespace

}  // namespace albireo::collide::ALBIREO_ISA
