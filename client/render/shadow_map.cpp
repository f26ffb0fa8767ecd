#include "client/render/shadow_map.hpp"

#include <cmath>

namespace albireo::render {
namespace {

struct Slab {
    float back = 0, front = 0;  // z
};
constexpr std::array<Slab, kCascades> kSlabs = {{{-2.5F, 2.5F}, {-8.0F, -2.5F}}};
constexpr float kCastersFront = 6;    // z of the nearest thing that casts
constexpr float kCastersBeside = 6;   // beyond the visible field
constexpr float kShake = 0.5F;        // the eye moves by less

struct Reach {
    float least = 1e9F, most = -1e9F;
    void add(float value) {
        least = std::min(least, value);
        most = std::max(most, value);
    }
};

/// The extent of a box of the visible field along an axis.
Reach reach_along(math::Vec3 axis, float back, float front, float beside) {
    Reach reach;
    for (const float z : {back, front}) {
        const float w = 1 - z / kEyeDistance;
        for (const float x : {-1.0F, 1.0F}) {
            for (const float y : {-1.0F, 1.0F}) {
                reach.add(math::dot(axis, {x * (16 * w + beside), y * (9 * w + beside), z}));
            }
        }
    }
    return reach;
}

}  // namespace

ShadowBlock shadow_block(math::Vec2 scroll, int texels) {
    const math::Vec3 sun = sun_way();
    const math::Vec3 across = math::normalized(math::cross(math::Vec3{0, 1, 0}, sun)), up = math::cross(sun, across);
    ShadowBlock block;
    block.extent = {static_cast<float>(texels), 0, 0, kSlabs[1].front};
    for (std::size_t i = 0; i < kCascades; ++i) {
        const Slab& slab = kSlabs[i];
        const Reach wide = reach_along(across, slab.back, slab.front, kShake),
                    high = reach_along(up, slab.back, slab.front, kShake);
        // A texel more, because the middle moves by up to half of one.
        const float side = std::max(wide.most - wide.least, high.most - high.least) *
                           (1 + 2 / static_cast<float>(texels));
        const float texel = side / static_cast<float>(texels);
        block.extent[1 + i] = texel;
        const auto snapped = [&](math::Vec3 axis, const Reach& reach) {
            const double come = static_cast<double>(axis.x) * scroll.x + static_cast<double>(axis.y) * scroll.y;
            const double middle = (reach.least + reach.most) / 2;
            return static_cast<float>(std::round((middle + come) / texel) * texel - come);
        };
        const auto row = [side](math::Vec3 axis, float middle) {
            return Four{axis.x / side, axis.y / side, axis.z / side, 0.5F - middle / side};
        };
        block.rows[i][0] = row(across, snapped(across, wide));
        block.rows[i][1] = row(up, snapped(up, high));
        const float far = reach_along(sun, slab.back, slab.front, kShake).least;
        const float near = reach_along(sun, slab.back, kCastersFront, kCastersBeside).most;
        const float deep = near - far;
        block.rows[i][2] = {-sun.x / deep, -sun.y / deep, -sun.z / deep, near / deep};
    }
    return block;
}

}  // namespace albireo::render
