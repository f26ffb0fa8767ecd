#pragma once
/// Puts the poses of creatures with bones into a view: the clips of their skeleton, blended by how hard they lean, fire, aim or
/// are hurt, and limbs that reach for what the part aims at.
/// 1. A pose is a function of its arguments alone. Only the picture shows it; hits are detected at rest.
/// 2. Lazy: bones of what is outside the picture, or too small to see them move, are not evaluated.
#include <optional>

#include "client/math/transform.hpp"
#include "client/models/pose.hpp"
#include "client/scene/view.hpp"
#include "sim/level/level.hpp"
#include "sim/world.hpp"

namespace albireo::scene {

/// What moves the bones of a part.
struct Urge {
    float seconds = 0;   // of its life
    float turning = 0;   // the lean into a turn, −1 … 1
    float firing = 0;    // 0 … 1, as recoil_of() has it
    float aiming = 0;    // … as warning_of()
    float hurt = 0;      // … as wound_of()
    std::optional<Vec2> target;  // in the field: what its limbs reach for
};

inline constexpr float kPosedRadiusLeast = 0.2F;  // units: five pixels of a picture 450 high

/// Whether the picture shows a part of this radius well enough for its bones to matter. A shaking picture may show what is just outside.
bool is_worth_a_pose(Vec2 at, float radius);

/// Adds the pose of a part that is drawn at `place` to the view. Returns InstanceData::pose.
float add_pose(const models::Skeleton& skeleton, const Urge& urge, const math::Transform& place, View& view);

/// Where the part's gun aims between two ticks, as the core aims: at where a ship was half a second ago. `aiming`: its warning_of(). At 0
/// the aim is between the two ships, at 1 it is on the target of the next salvo. A gun that fires forward aims along its own direction.
/// Guns of other patterns aim nowhere.
std::optional<Vec2> aim_of(const Level& level, const World& before, const World& now, const Enemy& enemy, const Part& part,
                           float aiming, float alpha);

}  // namespace albireo::scene
