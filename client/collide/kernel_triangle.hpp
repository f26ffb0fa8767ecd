// One shape against eight triangles abreast. Part of a kernel file; see simd8.hpp.

namespace albireo::collide::ALBIREO_ISA {

struct Eight {
    V8 corner, edge1, edge2;
};
ALBIREO_INLINE Eight load_leaf(const Leaf8& leaf) {
    return {load_three(leaf.corner), load_three(leaf.edge1), load_three(leaf.edge2)};
}

// Keeps a division finite when a triangle's edge has no length; far below the square of any edge that matters.
constexpr float kTiny = 1e-37F;

/// Whether p, measured from the corner, projects into the triangle. A triangle without area holds nothing.
ALBIREO_INLINE M8 projects_inside(V8 p, V8 edge1, V8 edge2, V8 normal, F8 normal2) {
    const F8 u = dot(cross(p, edge2), normal);
    const F8 v = dot(cross(edge1, p), normal);
    return (all(0.0F) <= u) & (all(0.0F) <= v) & (u + v <= normal2) & (all(0.0F) < normal2);
}

ALBIREO_INLINE F8 point_edge_distance2(V8 p, V8 edge) {
    const F8 s = clamped(dot(p, edge) / max(dot(edge, edge), all(kTiny)));
    const V8 apart = p - edge * s;
    return dot(apart, apart);
}

/// The edges are taken one by one and the face only where the point projects into it: a sliver whose projection is
/// badly rounded is then still answered by its edges. Lanes whose plane is further than sqrt(within2) may come back too
/// large.
ALBIREO_INLINE F8 point_distance2(V8 p, const Eight& e, F8 within2) {
    const V8 normal = cross(e.edge1, e.edge2);
    const F8 normal2 = dot(normal, normal);
    const F8 height = dot(p, normal);
    const F8 height2 = height * height;
    if (bits(height2 <= within2 * normal2 * all(1.0001F)) == 0) return all(kFar);
    const F8 edges = min(min(point_edge_distance2(p, e.edge1), point_edge_distance2(p, e.edge2)),
                         point_edge_distance2(p - e.edge1, e.edge2 - e.edge1));
    return pick(projects_inside(p, e.edge1, e.edge2, normal, normal2), min(height2 / normal2, edges), edges);
}

/// Segment p..p+d against segment 0..edge. The cross products keep near-parallel pairs exact: the parameters are poorly
/// known there, but only along the direction in which they do not matter.
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

/// The segment p..p+d (p measured from the corner) to the triangle.
ALBIREO_INLINE F8 segment_distance2(V8 p, V8 d, F8 dd, const Eight& e, F8 within2) {
    const V8 normal = cross(e.edge1, e.edge2);
    const F8 normal2 = dot(normal, normal);
    const F8 h0 = dot(p, normal), hd = dot(d, normal), h1 = h0 + hd;
    const F8 lowest = min(h0 * h0, h1 * h1);
    const M8 crosses = h0 * h1 <= all(0.0F);
    if (bits(crosses | (lowest <= within2 * normal2 * all(1.0001F))) == 0) return all(kFar);

    F8 best = min(min(segment_edge_distance2(p, d, dd, e.edge1), segment_edge_distance2(p, d, dd, e.edge2)),
                  segment_edge_distance2(p - e.edge1, d, dd, e.edge2 - e.edge1));
    const V8 q = p + d;
    best = pick(projects_inside(p, e.edge1, e.edge2, normal, normal2), min(best, h0 * h0 / normal2), best);
    best = pick(projects_inside(q, e.edge1, e.edge2, normal, normal2), min(best, h1 * h1 / normal2), best);
    // Through the face: where the plane is crossed. A segment in the plane (hd = 0) is left to the edges.
    const M8 slanted = all(0.0F) < abs(hd);
    const V8 x = p - d * (h0 / pick(slanted, hd, all(1.0F)));
    const M8 through = crosses & slanted & projects_inside(x, e.edge1, e.edge2, normal, normal2);
    return pick(through, all(0.0F), best);
}

/// Where the segment p..p+d meets the triangle, kFar where it does not. The edges are widened by what rounding can have
/// moved them, so that nothing slips between two triangles that share one.
ALBIREO_INLINE F8 segment_hit(V8 p, V8 d, float d_size, const Eight& e, bool one_sided) {
    const V8 across = cross(d, e.edge2);
    const F8 det = dot(e.edge1, across);
    const V8 q = cross(p, e.edge1);
    const F8 sign = pick(det < all(0.0F), all(-1.0F), all(1.0F));
    const F8 size = abs(det);
    const F8 u = dot(p, across) * sign;
    const F8 v = dot(d, q) * sign;
    const V8 a = {max(abs(e.edge1.x), abs(e.edge2.x)), max(abs(e.edge1.y), abs(e.edge2.y)),
                  max(abs(e.edge1.z), abs(e.edge2.z))};
    const F8 reach = max(max(abs(p.x), abs(p.y)), abs(p.z));
    const F8 slack = max(max(a.x, a.y), a.z) * reach * all(d_size * -2.4e-7F);
    const F8 t = dot(e.edge2, q) * sign / max(size, all(kTiny));
    M8 hit = (slack <= u) & (slack <= v) & (u + v <= size - slack) & (all(0.0F) < size) & (all(0.0F) <= t) &
             (t <= all(1.0F));
    if (one_sided) hit = hit & (all(0.0F) < det);
    return pick(hit, t, all(kFar));
}

/// When a sphere whose centre is p and moves by d comes within r of the corner's neighbour at the origin.
ALBIREO_INLINE F8 sphere_meets_point(V8 p, V8 d, F8 dd_inverse, F8 r2) {
    const F8 closing = dot(p, d);
    const F8 t = closing * dd_inverse * all(-1.0F);
    const V8 apart = p + d * t;  // at the closest approach: subtracting first keeps long sweeps exact
    const F8 room = r2 - dot(apart, apart);
    const F8 first = t - sqrt(max(room, all(0.0F)) * dd_inverse);
    const F8 later = pick((closing < all(0.0F)) & (all(0.0F) <= room), max(first, all(0.0F)), all(kFar));
    return pick(dot(p, p) <= r2, all(0.0F), later);
}

/// The same against the inside of the edge 0..edge: its ends are left to sphere_meets_point.
ALBIREO_INLINE F8 sphere_meets_edge(V8 p, V8 d, V8 edge, F8 r2) {
    const F8 ee_inverse = all(1.0F) / max(dot(edge, edge), all(kTiny));
    const F8 p_along = dot(p, edge) * ee_inverse, d_along = dot(d, edge) * ee_inverse;
    const V8 p_across = p - edge * p_along, d_across = d - edge * d_along;
    const F8 a_inverse = all(1.0F) / max(dot(d_across, d_across), all(kTiny));
    const F8 t = sphere_meets_point(p_across, d_across, a_inverse, r2);
    const F8 s = p_along + d_along * t;
    return pick((all(0.0F) <= s) & (s <= all(1.0F)), t, all(kFar));
}

/// When a moving sphere first touches each triangle, 0 where it already does, above `latest` where it never will.
ALBIREO_INLINE F8 sphere_meets(V8 p, V8 d, F8 dd_inverse, float r, const Eight& e, bool one_sided, float latest) {
    const V8 normal = cross(e.edge1, e.edge2);
    const F8 normal2 = dot(normal, normal);
    const F8 height = dot(p, normal), rising = dot(d, normal);
    const F8 gap = abs(height) - all(r) * sqrt(normal2);
    const M8 closing = height * rising < all(0.0F);
    const F8 t_plane = pick(gap <= all(0.0F), all(0.0F), pick(closing, gap / max(abs(rising), all(kTiny)), all(kFar)));
    M8 reachable = t_plane * all(0.9999F) <= all(latest);
    if (one_sided) reachable = reachable & (rising < all(0.0F));
    if (bits(reachable) == 0) return all(kFar);

    const V8 x = p + d * min(t_plane, all(1.0F));
    F8 best = pick(projects_inside(x, e.edge1, e.edge2, normal, normal2), t_plane, all(kFar));
    const F8 r2 = all(r * r);
    const V8 p1 = p - e.edge1, p2 = p - e.edge2;
    best = min(best, min(sphere_meets_point(p, d, dd_inverse, r2),
                         min(sphere_meets_point(p1, d, dd_inverse, r2), sphere_meets_point(p2, d, dd_inverse, r2))));
    best = min(best, min(sphere_meets_edge(p, d, e.edge1, r2),
                         min(sphere_meets_edge(p, d, e.edge2, r2), sphere_meets_edge(p1, d, e.edge2 - e.edge1, r2))));
    return pick(reachable, best, all(kFar));
}

/// One separating-axis test: do the triangle's shadow and the box's (half-width `reach`) part?
ALBIREO_INLINE M8 together(F8 a, F8 b, F8 c, F8 reach) {
    return (min(min(a, b), c) <= reach) & (all(0.0F) - reach <= max(max(a, b), c));
}

/// A box of half-widths h against the triangles; p is the box's centre measured from the corner.
ALBIREO_INLINE M8 box_meets(V8 p, V8 h, const Eight& e) {
    const V8 a = all(0.0F, 0.0F, 0.0F) - p, b = e.edge1 - p, c = e.edge2 - p;
    M8 hit = together(a.x, b.x, c.x, h.x) & together(a.y, b.y, c.y, h.y) & together(a.z, b.z, c.z, h.z);
    if (bits(hit) == 0) return hit;
    const V8 n = cross(e.edge1, e.edge2);
    hit = hit & (abs(dot(a, n)) <= h.x * abs(n.x) + h.y * abs(n.y) + h.z * abs(n.z));
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
