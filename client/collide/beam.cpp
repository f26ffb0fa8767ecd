#include "client/collide/beam.hpp"

#include <algorithm>
#include <cmath>

namespace albireo::collide {

Vec3 point_on(const Beam& beam, float t) {
    return math::lerp(math::lerp(beam.a, beam.b, t), math::lerp(beam.b, beam.c, t), t);
}

BeamCapsules cut(const Beam& beam, float tolerance) {
    BeamCapsules out;
    const float bend = math::length(beam.a - beam.b * 2.0F + beam.c) * 0.25F;  // the error of a single chord
    const float wanted = std::ceil(std::sqrt(bend / tolerance));
    out.count = static_cast<int>(std::clamp(wanted, 1.0F, static_cast<float>(kBeamCapsulesMost)));
    const auto n = static_cast<float>(out.count);
    out.error = bend / (n * n);
    Vec3 from = beam.a;
    for (int i = 0; i < out.count; ++i) {
        const Vec3 to = i + 1 == out.count ? beam.c : point_on(beam, static_cast<float>(i + 1) / n);
        out.capsule[static_cast<std::size_t>(i)] = {from, to, beam.radius};
        from = to;
    }
    return out;
}

}  // namespace albireo::collide
