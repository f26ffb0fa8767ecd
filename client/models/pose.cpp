#include "client/models/pose.hpp"

#include <algorithm>
#include <cassert>
#include <cmath>

namespace albireo::models {
namespace {

constexpr float kTiny = 1e-6F;
constexpr int kRounds = 40;             // of cyclic coordinate descent, at most
constexpr float kNear = 1e-3F;          // of an arm's first bone: near enough
constexpr float kTurnMost = 0.6F;       // radians that a joint turns in a round: larger turns would flip it over
constexpr float kStretchMost = 0.999F;  // of an arm's length: a straight arm has no side for its elbow

Vec3 rotated(const Quat& q, const Vec3& p) {
    const Vec3 axis{q.x, q.y, q.z};
    return p + math::cross(axis, math::cross(axis, p) + p * q.w) * 2.0F;
}

Quat conjugate(const Quat& q) {
    return {-q.x, -q.y, -q.z, q.w};
}

/// The shortest turn from one direction to another, by at most `most` radians. None if one of them is zero, or if they are opposite.
Quat between(const Vec3& from, const Vec3& to, float most) {
    const Vec3 axis = math::cross(from, to);
    const float sine = math::length(axis), cosine = math::dot(from, to);
    if (sine < kTiny * kTiny) return {};
    return math::turn(axis / sine, std::min(std::atan2(sine, cosine), most));
}

/// Motions along the chain and the place of its tip, kept up to date while joints turn. The turns of bones outside the chain stay.
struct Chain {
    const Skeleton& skeleton;
    std::span<const std::uint8_t> bones;
    Pose& pose;
    Motion root;  // of the first bone's parent
    std::array<Vec3, kBonesMax> joints{};  // as posed; one more than there are bones: the tip

    Chain(const Skeleton& all, std::span<const std::uint8_t> chain, Pose& to) : skeleton(all), bones(chain), pose(to) {
        assert(!bones.empty() && bones.size() < kBonesMax);
        root = motions(skeleton, pose)[skeleton.bones[bones[0]].parent];
        place();
    }
    void place() {
        Motion motion = root;
        for (std::size_t i = 0; i < bones.size(); ++i) {
            const Bone& bone = skeleton.bones[bones[i]];
            joints[i] = rotated(motion.turn, bone.at) + motion.shift;
            motion.turn = motion.turn * pose.turns[bones[i]];
            motion.shift = joints[i] - rotated(motion.turn, bone.at);
        }
        const Bone& last = skeleton.bones[bones.back()];
        joints[bones.size()] = rotated(motion.turn, last.tip) + motion.shift;
    }
    const Vec3& tip() const { return joints[bones.size()]; }
    /// Turns the bone, and with it the rest of the chain, in the skeleton's space.
    void turn(std::size_t i, const Quat& by) {
        Quat above = root.turn;
        for (std::size_t k = 0; k < i; ++k) above = above * pose.turns[bones[k]];
        Quat& own = pose.turns[bones[i]];
        own = math::normalized(conjugate(above) * by * above * own);
        place();
    }
};

}  // namespace

float angle_at(const Track& track, float at, bool loops) {
    const std::vector<Key>& keys = track.keys;
    const auto count = static_cast<std::ptrdiff_t>(keys.size());
    assert(count > 0);
    if (count == 1) return keys[0].radians;
    if (!loops && at <= keys.front().at) return keys.front().radians;
    if (!loops && at >= keys.back().at) return keys.back().radians;
    if (loops) at -= std::floor(at);
    const auto after = std::upper_bound(keys.begin(), keys.end(), at, [](float time, const Key& key) { return time < key.at; });
    const std::ptrdiff_t i = after - keys.begin() - 1;  // −1: before the first one
    // A key by its number, also beyond the ends: a loop goes on, a clip that does not loop stays.
    const auto key = [&](std::ptrdiff_t n) -> Key {
        if (!loops) return keys[static_cast<std::size_t>(std::clamp<std::ptrdiff_t>(n, 0, count - 1))];
        const std::ptrdiff_t round = n < 0 ? -1 : n >= count ? 1 : 0;
        const Key& found = keys[static_cast<std::size_t>(n - round * count)];
        return {found.at + static_cast<float>(round), found.radians};
    };
    const Key a = key(i - 1), b = key(i), c = key(i + 1), d = key(i + 2);
    const float gap = c.at - b.at;
    if (gap < kTiny) return c.radians;
    // A cubic through the keys whose slope at each is that between its neighbours (Catmull and Rom).
    const auto slope = [&](const Key& before, const Key& behind) {
        return behind.at - before.at < kTiny ? 0.0F : (behind.radians - before.radians) / (behind.at - before.at) * gap;
    };
    const float t = (at - b.at) / gap, m = slope(a, c), n = slope(b, d);
    return b.radians + t * (m + t * (3 * (c.radians - b.radians) - 2 * m - n + t * (m + n - 2 * (c.radians - b.radians))));
}

Pose blended(const Skeleton& skeleton, std::span<const Playing> playing) {
    assert(playing.size() == skeleton.clips.size());
    std::array<Quat, kBonesMax> sums;
    sums.fill({0, 0, 0, 0});
    std::array<float, kBonesMax> weights{};
    for (std::size_t i = 0; i < playing.size(); ++i) {
        if (!(playing[i].weight > 0)) continue;
        const Clip& clip = skeleton.clips[i];
        std::array<Quat, kBonesMax> turns{};
        std::uint32_t moved = 0;
        for (const Track& track : clip.tracks) {
            const float angle = angle_at(track, playing[i].at - track.late, clip.when != When::turning);
            turns[track.bone] = turns[track.bone] * math::turn(track.axis, angle);
            moved |= 1U << track.bone;
        }
        for (std::size_t bone = 1; bone < skeleton.bones.size(); ++bone) {
            if ((moved >> bone & 1) == 0) continue;
            // q and −q are the same turn; the nearer to none is summed up.
            const float weight = turns[bone].w < 0 ? -playing[i].weight : playing[i].weight;
            const Quat& q = turns[bone];
            Quat& sum = sums[bone];
            sum = {sum.x + q.x * weight, sum.y + q.y * weight, sum.z + q.z * weight, sum.w + q.w * weight};
            weights[bone] += playing[i].weight;
        }
    }
    Pose pose;
    for (std::size_t bone = 1; bone < skeleton.bones.size(); ++bone) {
        Quat sum = sums[bone];
        sum.w += std::max(0.0F, 1 - weights[bone]);
        const float size = sum.x * sum.x + sum.y * sum.y + sum.z * sum.z + sum.w * sum.w;
        if (size > kTiny) pose.turns[bone] = math::normalized(sum);
    }
    return pose;
}

std::array<Motion, kBonesMax> motions(const Skeleton& skeleton, const Pose& pose) {
    std::array<Motion, kBonesMax> all{};
    for (std::size_t i = 1; i < skeleton.bones.size(); ++i) {
        const Bone& bone = skeleton.bones[i];
        const Motion& parent = all[bone.parent];
        all[i].turn = math::normalized(parent.turn * pose.turns[i]);
        all[i].shift = rotated(parent.turn, bone.at) + parent.shift - rotated(all[i].turn, bone.at);
    }
    return all;
}

void reach_with_two(const Skeleton& skeleton, std::span<const std::uint8_t> chain, const Vec3& target, Pose& pose) {
    assert(chain.size() == 2);
    Chain arm(skeleton, chain, pose);
    const float upper = math::length(arm.joints[1] - arm.joints[0]), lower = math::length(arm.tip() - arm.joints[1]);
    const Vec3 way = target - arm.joints[0];
    const float far = math::length(way);
    if (upper < kTiny || lower < kTiny || far < kTiny) return;
    const float most = (upper + lower) * kStretchMost, least = std::min(std::abs(upper - lower) / kStretchMost, most);
    const float reach = std::clamp(far, least, most);
    // The elbow's angle from the sides of the triangle, then the whole arm toward the target.
    const Vec3 up = arm.joints[0] - arm.joints[1], down = arm.tip() - arm.joints[1];
    const float now = std::atan2(math::length(math::cross(up, down)), math::dot(up, down));
    const float wanted =
        std::acos(std::clamp((upper * upper + lower * lower - reach * reach) / (2 * upper * lower), -1.0F, 1.0F));
    // A straight arm bends in the plane of the picture.
    const Vec3 hinge = math::cross(up, down) + Vec3{0, 0, 1e-4F * upper * lower};
    arm.turn(1, math::turn(math::normalized_or(hinge, Vec3{0, 0, 1}), wanted - now));
    arm.turn(0, between(arm.tip() - arm.joints[0], way, 4));
}

void reach_with_many(const Skeleton& skeleton, std::span<const std::uint8_t> chain, const Vec3& target, Pose& pose) {
    Chain arm(skeleton, chain, pose);
    const float near = kNear * math::length(arm.joints[1] - arm.joints[0]);
    for (int round = 0; round < kRounds && math::length(target - arm.tip()) > near; ++round) {
        for (std::size_t i = chain.size(); i-- > 0;) {
            arm.turn(i, between(arm.tip() - arm.joints[i], target - arm.joints[i], kTurnMost));
        }
    }
}

void reach_for(const Skeleton& skeleton, const Reach& reach, const Vec3& target, Pose& pose) {
    const Vec3 tip = Chain(skeleton, reach.bones, pose).tip();
    const Vec3 way = target - tip;
    const float far = math::length(way);
    if (!(far > kTiny)) return;
    // Slower and slower toward the limit, so that no motion of the target is a jolt.
    const Vec3 goal = tip + way * (reach.within / (reach.within + far));
    if (reach.bones.size() == 2) {
        reach_with_two(skeleton, reach.bones, goal, pose);
    } else {
        reach_with_many(skeleton, reach.bones, goal, pose);
    }
}

}  // namespace albireo::models
