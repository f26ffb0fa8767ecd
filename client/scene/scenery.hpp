#pragma once
/// Draws the things that a game's stage and an interlude have in common: the scenery of a level, and ships.
#include "client/math/transform.hpp"
#include "client/scene/cast.hpp"
#include "client/scene/view.hpp"
#include "sim/base/types.hpp"
#include "sim/level/level.hpp"
#include "sim/world.hpp"

namespace albireo::scene {

/// A mesh in this pose, `size` times its own size.
InstanceData at_place(const math::Transform& pose, float size = 1);

/// Adds the rock, moved by `off`, and the far backdrop, which moves by view.scroll. `left`: the part of the tick that remains,
/// 0 … 1.
void draw_scenery(const Scroll& scroll, const Level& level, const Cast& cast, Vec2 off, float left, View& view);

/// The far backdrop of the level alone, without rock.
void draw_far(const Cast& cast, View& view);

struct ShipDef {
    Slot slot = Slot::gold;
    Vec2 at;
    float lean = 0;   // radians: positive rolls the upper side toward the eye
    float pitch = 0;  // radians: positive points the nose up
    float size = 1;
    bool is_safe = false;  // it blinks
};
/// A ship, its engine's flame and its lights. view.seconds must be set.
void draw_ship(const ShipDef& ship, std::uint32_t mesh, View& view);

}  // namespace albireo::scene
