// What moving spheres have met, finished in double, four abreast. Part of a kernel file; see simd8.hpp.

namespace albireo::collide::ALBIREO_ISA {

namespace {

ALBIREO_INLINE Double4 wide(const float (&from)[4]) {
    Float4 a;
    __builtin_memcpy(&a, from, sizeof a);
    return __builtin_convertvector(a, Double4);
}
ALBIREO_INLINE V4 wide(const float (&from)[3][4]) {
    return {wide(from[0]), wide(from[1]), wide(from[2])};
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
        // One step of Newton's takes what float left over; a graze has no slope to step along.
        const Double4 distance2 = dot(apart, apart), dd = dot(move, move), closing = -dot(apart, move);
        const Double4 needed = (distance2 - radius * sqrt(distance2)) / closing;
        const Long4 sloping = (t > 0.0) & (closing > 0.0) & (closing * closing > distance2 * dd * 1e-6);
        const Double4 late = sloping ? min(max(t + needed, zero), one) - t : zero;
        t += late;
        core = at + move * t;
        // Mostly it is so short that the nearest point need not be looked for again.
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
    /// Where the centre lies in the triangle: the triangle's normal, if it has any, against the move.
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
        alignas(16) float at[3][4], move[3][4], radius[4], a[3][4], b[3][4], c[3][4], t[4];
        std::uint32_t face[4];
        for (std::size_t k = 0; k < 4; ++k) {
            const std::uint32_t i = which[first + k < count ? first + k : count - 1];
            const Shot& s = shots[i];
            at[0][k] = s.at.x, at[1][k] = s.at.y, at[2][k] = s.at.z;
            move[0][k] = s.move.x, move[1][k] = s.move.y, move[2][k] = s.move.z;
            radius[k] = s.radius;
            t[k] = found[i].t;
            face[k] = found[i].id;
            const Leaf8& leaf = tree.leaves[found[i].slot / kWide];
            const std::size_t lane = found[i].slot % kWide;
            for (int axis = 0; axis < 3; ++axis) {
                a[axis][k] = leaf.corner[axis][lane];
                b[axis][k] = leaf.corner[axis][lane] + leaf.edge1[axis][lane];
                c[axis][k] = leaf.corner[axis][lane] + leaf.edge2[axis][lane];
            }
        }
        Settling s{wide(at), wide(move), wide(radius), wide(a), wide(b), wide(c), wide(t), {}, {}, {}};
        s.settle();
        float point[3][4], normal[3][4], depth[4];
        narrow(t, s.t), narrow(point, s.point), narrow(normal, s.normal), narrow(depth, s.depth);
        for (std::size_t k = 0; k < 4; ++k)
            out[first + k] = {t[k],
                              {point[0][k], point[1][k], point[2][k]},
                              {normal[0][k], normal[1][k], normal[2][k]},
                              depth[k],
                              face[k]};
    }
}

}  // namespace

}  // namespace albireo::collide::ALBIREO_ISA
