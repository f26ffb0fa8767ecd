#pragma once
/// How the bones of a skeleton stand at one moment. Pure functions without allocation: the same arguments give the same pose, so that
/// a seek shows what playing to the same moment shows.
/// 1. A Pose holds one turn for each bone, about its joint and on top of its parent's; the rest pose has none.
/// 2. Whatever is put in, the turns are unit quaternions and no bone changes its length.
#include <span>

#include "client/math/transform.hpp"
#include "client/models/skeleton.hpp"

namespace albireo::models {

using math::Quat;

struct Pose {
    std::array<Quat, kBonesMax> turns{};
};

/// How strongly a clip plays, and where it is.
struct Playing {
    float weight = 0;  // 0 … 1
    float at = 0;      // 0 … 1 of the clip; clips that run over and over take any number
};

/// The angle of a track at `at`, interpolated smoothly between the keys. `loops`: the last key is followed by the first.
float angle_at(const Track& track, float at, bool loops);

/// The mean of the skeleton's clips, weighted by `playing`, which has one entry for each. A bone that no playing clip moves rests;
/// weights whose sum is below 1 leave a bone as much of its rest, above 1 they count in proportion. So the mean is never farther out than
/// the farthest clip.
Pose blended(const Skeleton& skeleton, std::span<const Playing> playing);

/// A rigid motion: turns, then moves.
struct Motion {
    Quat turn;
    Vec3 shift;

    Vec3 point(const Vec3& p) const { return math::rotation(turn) * p + shift; }
};
/// The motion of each bone from its place at rest, in the skeleton's own space.
std::array<Motion, kBonesMax> motions(const Skeleton& skeleton, const Pose& pose);

/// Turns a chain of two bones so that its tip comes to `target`, or as near as their lengths allow; the elbow stays on the side on
/// which it is.
void reach_with_two(const Skeleton& skeleton, std::span<const std::uint8_t> chain, const Vec3& target, Pose& pose);
/// The same for a chain of any length: cyclic coordinate descent.
void reach_with_many(const Skeleton& skeleton, std::span<const std::uint8_t> chain, const Vec3& target, Pose& pose);

/// Lets a reach of the skeleton reach for `target` within its limit, with the solver that suits its length.
void reach_for(const Skeleton& skeleton, const Reach& reach, const Vec3& target, Pose& pose);

}  // namespace albireo::models
