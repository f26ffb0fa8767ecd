/// The point of a triangle nearest to another point, for one triangle or for several at a time. For this library's own
/// files: always inlined, so that each build of the kernels has its own (kernels.hpp).
#pragma once

namespace albireo::collide {

/// V has x, y and z: doubles, or the compiler's vectors of them.
template <class V>
inline __attribute__((always_inline)) V closest_on_triangle(const V& p, const V& a, const V& b, const V& c) {
    using Number = decltype(V{}.x);
    const Number zero{}, one = zero + 1.0;
    // Which corner, edge or face it is follows from the signs of p's coordinates along and across each edge.
    const V ab = b - a, ac = c - a, ap = p - a, bp = p - b, cp = p - c;
    const Number ab_a = dot(ab, ap), ac_a = dot(ac, ap), ab_b = dot(ab, bp), ac_b = dot(ac, bp), ab_c = dot(ab, cp),
                 ac_c = dot(ac, cp);
    const Number over_c = ab_a * ac_b - ab_b * ac_a, over_b = ab_c * ac_a - ab_a * ac_c,
                 over_a = ab_b * ac_c - ab_c * ac_b;
    // The weights of b and c, out of `whole`: for the face, unless it is on an edge, unless it is a corner.
    Number at_b = over_b, at_c = over_c, whole = over_a + over_b + over_c;
    const auto unless = [&](const auto& where, const Number& of_b, const Number& of_c, const Number& of_all)
        __attribute__((always_inline)) {
        at_b = where ? of_b : at_b, at_c = where ? of_c : at_c, whole = where ? of_all : whole;
    };
    const Number from_b = ac_b - ab_b, from_c = ab_c - ac_c;
    unless((over_a <= 0.0) & (from_b >= 0.0) & (from_c >= 0.0), from_c, from_b, from_b + from_c);
    unless((over_b <= 0.0) & (ac_a >= 0.0) & (ac_c <= 0.0), zero, ac_a, ac_a - ac_c);
    // An edge ab without length is skipped: the other two edges are then the same.
    unless((over_c <= 0.0) & (ab_a >= 0.0) & (ab_b <= 0.0) & (ab_a > ab_b), ab_a, zero, ab_a - ab_b);
    unless((ac_c >= 0.0) & (ab_c <= ac_c), zero, one, one);
    unless((ab_b >= 0.0) & (ac_b <= ab_b), one, zero, one);
    unless((ab_a <= 0.0) & (ac_a <= 0.0), zero, zero, one);
    return a + ab * (at_b / whole) + ac * (at_c / whole);
}

}  // namespace albireo::collide
