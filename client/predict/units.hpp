#pragma once
/// Converts the core's numbers to floats and back; clients do so only here. The conversion to float is exact for values
/// that fit 24 bits (below 256 units); the conversion back truncates toward zero.
#include "client/math/vec.hpp"
#include "sim/base/angle.hpp"

namespace albireo::client {

constexpr float units(Fixed value) {
    return static_cast<float>(value.raw) * (1.0F / static_cast<float>(Fixed::kOneRaw));
}
constexpr Fixed fixed(float value) {
    return Fixed{static_cast<std::int32_t>(value * static_cast<float>(Fixed::kOneRaw))};
}

/// Angle steps, such as turns and sweeps, as radians.
constexpr float radians(std::int32_t steps) {
    return static_cast<float>(steps) * (6.2831853F / 65536);
}
constexpr float radians(Angle angle) {
    return radians(std::int32_t{angle.raw});
}

/// A field position: in the plane of play, and in the space of the meshes, where the plane is z = 0.
constexpr math::Vec2 in_field(Vec2 at) {
    return {units(at.x), units(at.y)};
}
constexpr math::Vec3 in_plane(Vec2 at) {
    return {units(at.x), units(at.y), 0};
}

}  // namespace albireo::client
