#pragma once
/// The placement of the shadow maps: the sun's cascades for a frame.
///
/// 1. The eye looks along z and never turns, so a cascade is a slab of depth: the plane of play with the faces of rock,
///    then the cliffs behind it. Nothing further back is lit by the sun.
/// 2. Extents and directions are constant, and each map's grid stays at its place in the scenery, to whole texels: a
///    shadow's edge does not crawl while the scenery scrolls through the field.
/// 3. Geometry between a slab and the sun, outside of the map's depth, is drawn at its near plane and still casts a
///    shadow.
#include "client/render/frame_block.hpp"

namespace albireo::render {

inline constexpr std::size_t kCascades = 2;

/// Matches the uniform block Shadows of shaders/shadow.glsl.
struct ShadowBlock {
    /// A point (x, y, z, 1) times three rows is its place in the map: x and y from 0 to 1, depth from 0 at the sun's side.
    std::array<std::array<Four, 3>, kCascades> rows{};
    Four extent{};  // texels of a map's side; a texel in units, of each cascade; the z at which the second one begins
};
static_assert(sizeof(ShadowBlock) == 7 * 16);

/// `scroll`: how far the camera has moved, View::scroll.
ShadowBlock shadow_block(math::Vec2 scroll, int texels);

}  // namespace albireo::render
