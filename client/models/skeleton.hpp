#pragma once
/// The bones of a shape, and how they move: data that a look file declares (sculptor.hpp reads it) and pose.hpp evaluates.
/// 1. Bone 0 is the trunk: it never moves, and holds every vertex that no other bone holds. A shape without bones has none at
///    all, not even that.
/// 2. A bone's parent comes before it.
/// 3. At rest no bone is turned: places and axes are those of the shape.
#include <array>
#include <cstdint>
#include <vector>

#include "client/math/transform.hpp"
#include "client/models/cage.hpp"

namespace albireo::models {

inline constexpr std::size_t kBonesMax = 32;  // with bone 0: a vertex stores the numbers of its bones in 5 bits each

struct Bone {
    std::uint8_t parent = 0;
    Vec3 at;   // the joint about which it turns
    Vec3 tip;  // its other end
};

/// What a clip follows.
enum class When : std::uint8_t {
    always,   // time, from the creature's own start: over and over
    turning,  // the lean into a turn: its middle is straight ahead
    firing,   // time too, but only as strongly as the creature recoils,
    aiming,   // … as its gun is about to fire,
    hurt,     // … as it is wounded
};

/// `at`: 0 … 1 of the clip.
struct Key {
    float at = 0, radians = 0;
};

/// Turns a bone about an axis through its joint.
struct Track {
    std::uint8_t bone = 0;
    Vec3 axis{0, 0, 1};  // of length 1
    float late = 0;      // 0 … 1 of the clip
    std::vector<Key> keys;  // rising; one or more
};

struct Clip {
    When when = When::always;
    float seconds = 1;  // of one round
    std::vector<Track> tracks;
};

/// A chain of bones whose tip reaches for a target (inverse kinematics), but moves no farther than `within` units from where the
/// clips have it: so that what can be hit stays where it is seen.
struct Reach {
    std::vector<std::uint8_t> bones;  // from the root of the chain; each one's parent is the one before it
    float within = 0;
};

struct Skeleton {
    std::vector<Bone> bones;
    std::vector<Clip> clips;
    std::vector<Reach> reaches;

    bool empty() const { return bones.empty(); }
};

/// As mirrored() for a cage.
Vec3 mirrored(const Vec3& p, Mirror mirror);
Skeleton mirrored(Skeleton skeleton, Mirror mirror);
Skeleton scaled(Skeleton skeleton, float scale);
/// Turned about the origin.
Skeleton posed(Skeleton skeleton, const math::Mat3& pose);

/// The image of the axis of a rotation across the planes across which `mirror` reflects: seen in a mirror, a screw turns the other
/// way.
Vec3 mirrored_axis(const Vec3& axis, Mirror mirror);

}  // namespace albireo::models
