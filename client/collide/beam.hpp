/// A curved beam: everything within `radius` of a quadratic Bézier curve, cut into capsules for the queries.
///
/// Cutting into n equal parts of the parameter leaves each chord within |a - 2b + c| / (4 n²) of its arc, because the
/// curve's second derivative is the constant 2 (a - 2b + c). n is the smallest that brings this below the tolerance,
/// so:
/// 1. every point of the beam is within the tolerance of some capsule, and every point of a capsule is within it of the
///    beam;
/// 2. if kBeamCapsulesMost does not suffice, `error` holds the tolerance that was reached.
#pragma once

#include <array>

#include "client/collide/shapes.hpp"

namespace albireo::collide {

struct Beam {
    Vec3 a, b, c;  ///< from a to c, pulled towards b
    float radius{};
};

inline constexpr int kBeamCapsulesMost = 64;

struct BeamCapsules {
    std::array<Capsule, kBeamCapsulesMost> capsule;
    int count{};
    float error{};  ///< how far the capsules and the beam can be apart: at most the tolerance, if there were enough

    std::span<const Capsule> all() const { return {capsule.data(), static_cast<std::size_t>(count)}; }
};

/// The point of the curve at t, 0 … 1.
Vec3 point_on(const Beam& beam, float t);
/// `tolerance` > 0, in the unit of the beam.
BeamCapsules cut(const Beam& beam, float tolerance);

}  // namespace albireo::collide
