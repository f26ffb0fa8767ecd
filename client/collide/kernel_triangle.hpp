// One shape against eight triangles at a time. Part of a kernel file; see simd8.hpp.

namespace albireo::collide::ALBIREO_ISA {

struct Eight {
    V8 corner, edge1, edge2;
};
ALBIREO_INLINE Eight load_leaf(const Leaf8& leaf) {
    return {load_three(leaf.corner), load_three(leaf.edge1), load_three(leaf.edge2)};
}

// Keeps a division finite when a triangle's edge has no length; far below the square of any edge that matters.
constexpr float kTiny = 1e-37F;
// The rounding error of twice the area that a segment spans with an edge, as a factor of the product of the lengths: 4
// ulp.
constexpr float kEdgeSlack = 2.4e-7F;

/// The plane of each triangle. A sliver thinner than one part in 10^4 of its length has none: in float its normal could
/// point anywhere, and its edges give the same answer to within the square of its width.
struct Plane8 {
    V8 normal;
    F8 normal2;
    M8 trusted;

    ALBIREO_INLINE explicit Plane8(const Eight& e)
        : normal(cross(e.edge1, e.edge2)),
          normal2(dot(normal, normal)),
          trusted(dot(e.edge1, e.edge1) * dot(e.edge2, e.edge2) * all(1e-8F) < normal2) {}

    /// Whether p, measured from the corner, projects into the triangle.
    ALBIREO_INLINE M8 projects_inside(V8 p, const Eight& e) const {
        const F8 u = dot(cross(p, e.edge2), normal);
        const F8 v = dot(cross(e.edge1, p), normal);
        return (all(0.0F) <= u) & (all(0.0F) <= v) & (u + v <= normal2) & trusted;
    }
    /// Lanes whose plane is within reach, and lanes without a plane.
    ALBIREO_INLINE M8 near(F8 height2, F8 within2) const {
        return (height2 <= within2 * normal2 * all(1.0001F)) | !trusted;
    }
};

/// Where the segment a..a+d crosses one triangle, in double, for the few triangles for which float is not accurate
/// enough; kFar if it does not.
ALBIREO_INLINE float crossing(const Leaf8& leaf, int lane, const Vec3& a, const Vec3& d, bool one_sided) {
    const double px = double{a.x} - leaf.corner[0][lane], py = double{a.y} - leaf.corner[1][lane],
                 pz = double{a.z} - leaf.corner[2][lane];
    const double ex = leaf.edge1[0][lane], ey = leaf.edge1[1][lane], ez = leaf.edge1[2][lane];
    const double fx = leaf.edge2[0][lane], fy = leaf.edge2[1][lane], fz = leaf.edge2[2][lane];
    const double hx = d.y * fz - d.z * fy, hy = d.z * fx - d.x * fz, hz = d.x * fy - d.y * fx;
    const double det = ex * hx + ey * hy + ez * hz;
    if (one_sided ? det <= 0 : det == 0) return kFar;
    constexpr double kSlack = 1e-6;  // the edge shared by two triangles is stored slightly differently in each
    const double qx = py * ez - pz * ey, qy = pz * ex - px * ez, qz = px * ey - py * ex;
    const double u = (px * hx + py * hy + pz * hz) / det, v = (d.x * qx + d.y * qy + d.z * qz) / det;
    const double t = (fx * qx + fy * qy + fz * qz) / det;
    return u >= -kSlack && v >= -kSlack && u + v <= 1 + kSlack && t >= 0 && t <= 1 ? static_cast<float>(t) : kFar;
}

ALBIREO_INLINE F8 point_edge_distance2(V8 p, V8 edge) {
    const F8 s = clamped(dot(p, edge) / max(dot(edge, edge), all(kTiny)));
    const V8 apart = p - edge * s;
    return dot(apart, apart);
}

/// Tests each edge, and the face where the point projects into it. In lanes whose plane is further away than sqrt(within2)
/// the result may be too large.
ALBIREO_INLINE F8 point_distance2(V8 p, const Eight& e, F8 within2) {
    const Plane8 plane(e);
    const F8 height = dot(p, plane.normal);
    const F8 height2 = height * height;
    if (bits(plane.near(height2, within2)) == 0) return all(kFar);
    const F8 edges = min(min(point_edge_distance2(p, e.edge1), point_edge_distance2(p, e.edge2)),
                         point_edge_distance2(p - e.edge1, e.edge2 - e.edge1));
    return pick(plane.projects_inside(p, e), min(height2 / plane.normal2, edges), edges);
}

/// The bounds that the discs give for the squared distance from p to each triangle: it is no less than `least`, and no
/// more than `most`, which is that of the disc's centre. Both are exact but for the discs' own rounding, TreeView's
/// slack.
struct Reach8 {
    F8 least, most;
};
ALBIREO_INLINE Reach8 disc_reach(V8 p, const Disc8& disc) {
    const F8 zero = all(0.0F);
    const V8 q = p - load_three(disc.center);
    const F8 qq = dot(q, q), height = dot(q, load_three(disc.normal)), height2 = height * height;
    const F8 beside = max(sqrt(max(qq - height2, zero)) - load(disc.radius), zero);
    return {height2 + beside * beside - qq * all(2e-6F), qq};
}

/// Segment p..p+d against segment 0..edge. The cross products keep near-parallel pairs exact: the parameters are
/// inaccurate there, but only along the direction in which they do not matter.
ALBIREO_INLINE F8 segment_edge_distance2(V8 p, V8 d, F8 dd, V8 edge) {
    const F8 ee = max(dot(edge, edge), all(kTiny));
    const V8 across = cross(d, edge);
    const F8 de = dot(d, edge);
    const F8 s0 = clamped(dot(cross(edge, p), across) / max(dot(across, across), all(kTiny)));
    const F8 t = clamped((dot(p, edge) + de * s0) / ee);
    const F8 s = clamped((de * t - dot(p, d)) / dd);
    const V8 apart = p + d * s - edge * t;
    return dot(apart, apart);
}

/// The distance of the segment p..p+d (p measured from the corner) from the triangle. `unsure` marks the lanes that it
/// may nevertheless cross.
ALBIREO_INLINE F8 segment_distance2(V8 p, V8 d, F8 dd, const Eight& e, F8 within2, unsigned& unsure) {
    const Plane8 plane(e);
    const F8 h0 = dot(p, plane.normal), hd = dot(d, plane.normal), h1 = h0 + hd;
    const M8 crosses = h0 * h1 <= all(0.0F);
    if (bits(crosses | plane.near(min(h0 * h0, h1 * h1), within2)) == 0) return all(kFar);

    F8 best = min(min(segment_edge_distance2(p, d, dd, e.edge1), segment_edge_distance2(p, d, dd, e.edge2)),
                  segment_edge_distance2(p - e.edge1, d, dd, e.edge2 - e.edge1));
    const V8 q = p + d;
    best = pick(plane.projects_inside(p, e), min(best, h0 * h0 / plane.normal2), best);
    best = pick(plane.projects_inside(q, e), min(best, h1 * h1 / plane.normal2), best);
    // Through the face: where the plane is crossed. A segment in the plane (hd = 0) is handled by the edges.
    const M8 slanted = all(0.0F) < abs(hd);
    const V8 x = p - d * (h0 / pick(slanted, hd, all(1.0F)));
    const M8 through = crosses & slanted & plane.projects_inside(x, e);
    unsure = bits(!plane.trusted);
    return pick(through, all(0.0F), best);
}

/// Where the segment p..p+d meets the triangle, kFar where it does not. The edges are widened by their possible
/// rounding error, so that nothing slips between two triangles that share one. Where the segment is so slanted, or the
/// triangle so thin, that the quotients are mostly rounding, `unsure` marks the lane and `crossing` gives the answer.
/// `slack_most` is an upper bound of any slack here: what it rules out needs no closer test.
ALBIREO_INLINE F8 segment_hit(V8 p, V8 d, float d_size, float slack_most, const Eight& e, bool one_sided,
                              unsigned& unsure) {
    const V8 across = cross(d, e.edge2);
    const F8 det = dot(e.edge1, across);
    const V8 q = cross(p, e.edge1);
    const F8 sign = sign_of(det), size = abs(det);
    const F8 u = signed_by(dot(p, across), sign);
    const F8 v = signed_by(dot(d, q), sign);
    const F8 inside = min(min(u, v), size - u - v);
    if (bits(all(-slack_most) <= inside) == 0) return all(kFar);

    const F8 a = max(max(max(abs(e.edge1.x), abs(e.edge2.x)), max(abs(e.edge1.y), abs(e.edge2.y))),
                     max(abs(e.edge1.z), abs(e.edge2.z)));
    const F8 edge = a * all(d_size);
    const F8 reach = max(max(abs(p.x), abs(p.y)), abs(p.z));
    M8 hit = (edge * reach * all(-kEdgeSlack) <= inside) & (all(0.0F) < size);
    unsure = bits(hit & (size <= edge * a * all(0.01F)));
    if (one_sided) hit = hit & (all(0.0F) < det);
    const F8 t = signed_by(dot(e.edge2, q), sign) / max(size, all(kTiny));
    return pick(hit & (all(0.0F) <= t) & (t <= all(1.0F)), t, all(kFar));
}

/// The time at which a sphere with centre p and move d comes within r of a vertex at the origin.
ALBIREO_INLINE F8 sphere_meets_point(V8 p, V8 d, F8 dd_inverse, F8 r2) {
    const F8 closing = dot(p, d);
    const F8 t = closing * dd_inverse * all(-1.0F);
    const V8 apart = p + d * t;  // at the closest approach: subtracting first keeps long sweeps exact
    const F8 room = r2 - dot(apart, apart);
    const F8 first = t - sqrt(max(room, all(0.0F)) * dd_inverse);
    const F8 later = pick((closing < all(0.0F)) & (all(0.0F) <= room), max(first, all(0.0F)), all(kFar));
    return pick(dot(p, p) <= r2, all(0.0F), later);
}

/// The same against the interior of the edge 0..edge: its ends are handled by sphere_meets_point.
ALBIREO_INLINE F8 sphere_meets_edge(V8 p, V8 d, V8 edge, F8 r2) {
    const F8 ee_inverse = all(1.0F) / max(dot(edge, edge), all(kTiny));
    const F8 p_along = dot(p, edge) * ee_inverse, d_along = dot(d, edge) * ee_inverse;
    const V8 p_across = p - edge * p_along, d_across = d - edge * d_along;
    const F8 a_inverse = all(1.0F) / max(dot(d_across, d_across), all(kTiny));
    const F8 t = sphere_meets_point(p_across, d_across, a_inverse, r2);
    const F8 s = p_along + d_along * t;
    return pick((all(0.0F) <= s) & (s <= all(1.0F)), t, all(kFar));
}

/// The time at which a moving sphere first touches each triangle: 0 where it already does, above `latest` where it
/// never will. One-sided triangles are met only from their front, unless there is no move. Whether a triangle can be
/// met in time is decided by its plane, with `slack` for rounding, so that a result before `latest` does not depend on
/// `latest`.
ALBIREO_INLINE F8 sphere_meets(V8 p, V8 d, F8 dd_inverse, F8 r, F8 slack, const Eight& e, bool one_sided, F8 latest) {
    const Plane8 plane(e);
    const F8 height = dot(p, plane.normal), rising = dot(d, plane.normal), size = sqrt(plane.normal2);
    const F8 gap = abs(height) - r * size, speed = abs(rising);
    const M8 closing = height * rising < all(0.0F);
    const F8 t_plane = pick(gap <= all(0.0F), all(0.0F), pick(closing, gap / max(speed, all(kTiny)), all(kFar)));
    const F8 surely = gap * all(0.9999F) - slack * size;
    M8 reachable = (surely <= all(0.0F)) | (closing & (surely <= latest * speed)) | !plane.trusted;
    if (one_sided) reachable = reachable & ((rising < all(0.0F)) | (dot(d, d) <= all(0.0F)));
    if (bits(reachable) == 0) return all(kFar);

    const V8 x = p + d * min(t_plane, all(1.0F));
    F8 best = pick(plane.projects_inside(x, e), t_plane, all(kFar));
    const F8 r2 = r * r;
    const V8 p1 = p - e.edge1, p2 = p - e.edge2;
    best = min(best, min(sphere_meets_point(p, d, dd_inverse, r2),
                         min(sphere_meets_point(p1, d, dd_inverse, r2), sphere_meets_point(p2, d, dd_inverse, r2))));
    best = min(best, min(sphere_meets_edge(p, d, e.edge1, r2),
                         min(sphere_meets_edge(p, d, e.edge2, r2), sphere_meets_edge(p1, d, e.edge2 - e.edge1, r2))));
    return pick(reachable, best, all(kFar));
}

/// One separating-axis test: do the projections of the triangle and the box (half-width `reach`) overlap?
ALBIREO_INLINE M8 together(F8 a, F8 b, F8 c, F8 reach) {
    return (min(min(a, b), c) <= reach) & (all(0.0F) - reach <= max(max(a, b), c));
}

/// A box of half-widths h against the triangles; p is the box's centre measured from the corner.
ALBIREO_INLINE M8 box_meets(V8 p, V8 h, const Eight& e) {
    const V8 a = all(0.0F, 0.0F, 0.0F) - p, b = e.edge1 - p, c = e.edge2 - p;
    M8 hit = together(a.x, b.x, c.x, h.x) & together(a.y, b.y, c.y, h.y) & together(a.z, b.z, c.z, h.z);
    if (bits(hit) == 0) return hit;
    const V8 n = cross(e.edge1, e.edge2);
    // All three corners, although exact arithmetic would give one projection: for a sliver, n may not be the normal at
    // all.
    hit = hit & together(dot(a, n), dot(b, n), dot(c, n), h.x * abs(n.x) + h.y * abs(n.y) + h.z * abs(n.z));
    const V8 edges[3] = {e.edge1, e.edge2, e.edge2 - e.edge1};
    for (const V8& f : edges) {
        hit = hit & together(a.z * f.y - a.y * f.z, b.z * f.y - b.y * f.z, c.z * f.y - c.y * f.z,
                             h.y * abs(f.z) + h.z * abs(f.y));
        hit = hit & together(a.x * f.z - a.z * f.x, b.x * f.z - b.z * f.x, c.x * f.z - c.z * f.x,
                             h.x * abs(f.z) + h.z * abs(f.x));
        hit = hit & together(a.y * f.x - a.x * f.y, b.y * f.x - b.x * f.y, c.y * f.x - c.x * f.y,
                             h.x * abs(f.y) + h.y * abs(f.x));
    }
    return hit;
}

}  // namespace albireo::collide::ALBIREO_ISA
