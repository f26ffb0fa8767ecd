// Goal: bones turn as their clips say and reach for their targets. Whatever is asked of them, no bone changes its length, no number is
// NaN, a small move of a target is a small move of the pose, and what can be hit stays where it is seen.
#include <doctest/doctest.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <random>
#include <set>

#include "client/models/catalog.hpp"
#include "client/models/collision_spheres.hpp"
#include "client/models/look_bytes.hpp"
#include "client/models/pose.hpp"

using namespace albireo;
using namespace albireo::models;

namespace {

using Numbers = std::minstd_rand;
float between(Numbers& numbers, float low, float high) {
    return low + (high - low) * static_cast<float>(numbers()) / static_cast<float>(Numbers::max());
}
Vec3 somewhere(Numbers& numbers, float far) {
    const float x = between(numbers, -far, far);
    const float y = between(numbers, -far, far);
    const float z = between(numbers, -far, far);
    return {x, y, z};
}

/// A chain of bones of different lengths, bent at random, none of them straight.
Skeleton chain_of(int bones, Numbers& numbers) {
    Skeleton skeleton;
    skeleton.bones.resize(1);
    Vec3 at = somewhere(numbers, 1);
    for (int i = 1; i <= bones; ++i) {
        const Vec3 way = Vec3{1, 0.5F * static_cast<float>(i % 2 * 2 - 1), 0} + somewhere(numbers, 0.3F);
        const Vec3 tip = at + way * between(numbers, 0.4F, 0.9F);
        skeleton.bones.push_back({static_cast<std::uint8_t>(i - 1), at, tip});
        at = tip;
    }
    return skeleton;
}
std::vector<std::uint8_t> all_of(const Skeleton& skeleton) {
    std::vector<std::uint8_t> chain;
    for (std::size_t i = 1; i < skeleton.bones.size(); ++i) chain.push_back(static_cast<std::uint8_t>(i));
    return chain;
}
Vec3 tip_of(const Skeleton& skeleton, std::size_t bone, const Pose& pose) {
    return motions(skeleton, pose)[bone].point(skeleton.bones[bone].tip);
}
float length_of(const Skeleton& skeleton) {
    float sum = 0;
    for (std::size_t i = 1; i < skeleton.bones.size(); ++i) sum += math::length(skeleton.bones[i].tip - skeleton.bones[i].at);
    return sum;
}
bool is_unit(const Quat& q) {
    return std::abs(q.x * q.x + q.y * q.y + q.z * q.z + q.w * q.w - 1) < 1e-4F;  // false for NaN
}
/// Bones keep their lengths, and each begins where its parent ends.
void check_whole(const Skeleton& skeleton, const Pose& pose) {
    const auto moved = motions(skeleton, pose);
    for (std::size_t i = 1; i < skeleton.bones.size(); ++i) {
        const Bone& bone = skeleton.bones[i];
        REQUIRE(is_unit(pose.turns[i]));
        REQUIRE(is_unit(moved[i].turn));
        const float rest = math::length(bone.tip - bone.at);
        REQUIRE(std::abs(math::length(moved[i].point(bone.tip) - moved[i].point(bone.at)) - rest) < 1e-4F);
        REQUIRE(math::length(moved[i].point(bone.at) - moved[bone.parent].point(bone.at)) < 1e-4F);
    }
}

void reach(const Skeleton& skeleton, const Vec3& target, Pose& pose) {
    const auto chain = all_of(skeleton);
    chain.size() == 2 ? reach_with_two(skeleton, chain, target, pose) : reach_with_many(skeleton, chain, target, pose);
}

Model moved(const Model& model, const Pose& pose) {
    const auto bones = motions(model.skeleton, pose);
    Model out = model;
    for (std::size_t v = 0; v < model.positions.size(); ++v) {
        const Hold& hold = model.paints[v].hold;
        out.positions[v] = math::lerp(bones[hold.bone].point(model.positions[v]), bones[hold.other].point(model.positions[v]), hold.share);
    }
    return out;
}

}  // namespace

TEST_CASE("a chain comes to a target within its reach, and stretches toward one beyond it") {
    for (const int bones : {2, 3, 4, 6}) {
        float farthest = 0, least_stretched = 1;
        for (unsigned seed = 1; seed <= 400; ++seed) {
            CAPTURE(bones);
            CAPTURE(seed);
            Numbers numbers(seed);
            const Skeleton skeleton = chain_of(bones, numbers);
            const float length = length_of(skeleton);
            const Vec3 root = skeleton.bones[1].at;
            const Vec3 way = math::normalized_or(somewhere(numbers, 1), Vec3{1, 0, 0});
            const bool is_far = seed % 4 == 0;
            // A bone that is longer than all others keeps a tip from coming closer to the root than this.
            float longest = 0;
            for (std::size_t i = 1; i < skeleton.bones.size(); ++i) {
                longest = std::max(longest, math::length(skeleton.bones[i].tip - skeleton.bones[i].at));
            }
            const float least = std::max(0.2F * length, 2 * longest - length);
            const float far = is_far ? length * between(numbers, 1.2F, 20) : between(numbers, least + 0.02F, 0.9F * length);
            const Vec3 target = root + way * far;
            Pose pose;
            reach(skeleton, target, pose);
            check_whole(skeleton, pose);
            const Vec3 tip = tip_of(skeleton, static_cast<std::size_t>(bones), pose);
            if (is_far) {
                least_stretched = std::min(least_stretched, math::dot(tip - root, way) / length);
            } else {
                farthest = std::max(farthest, math::length(tip - target) / length);
            }
        }
        MESSAGE(bones << " bones: at most " << farthest << " of the length away from a target within reach; stretched "
                      << least_stretched << " toward one beyond it");
        CHECK(farthest < (bones == 2 ? 0.001F : 0.08F));
        CHECK(least_stretched > (bones == 2 ? 0.99F : 0.9F));
    }
}

TEST_CASE("targets that no direction leads to, at a joint or on the tip, do no harm") {
    for (const int bones : {2, 5}) {
        Numbers numbers(7);
        const Skeleton skeleton = chain_of(bones, numbers);
        for (std::size_t i = 1; i < skeleton.bones.size(); ++i) {
            for (const Vec3& target : {skeleton.bones[i].at, skeleton.bones[i].tip, Vec3{1e8F, -1e8F, 0}, Vec3{1e-20F, 0, 0}}) {
                Pose pose;
                reach(skeleton, target, pose);
                check_whole(skeleton, pose);
            }
        }
    }
}

TEST_CASE("a small move of the target moves a limb a little, and never farther than its limit") {
    for (const int bones : {2, 4}) {
        float fastest = 0;
        for (unsigned seed = 1; seed <= 300; ++seed) {
            Numbers numbers(seed);
            const Skeleton skeleton = chain_of(bones, numbers);
            const float within = 0.25F * length_of(skeleton);
            const Reach reach{all_of(skeleton), within};
            const Vec3 rest = skeleton.bones.back().tip;
            const Vec3 from = rest + math::normalized_or(somewhere(numbers, 1), Vec3{1, 0, 0}) * between(numbers, 0.3F, 12);
            const Vec3 step = somewhere(numbers, 0.01F);
            Vec3 last;
            for (int i = 0; i < 40; ++i) {
                Pose pose;
                reach_for(skeleton, reach, from + step * static_cast<float>(i), pose);
                check_whole(skeleton, pose);
                const Vec3 tip = tip_of(skeleton, static_cast<std::size_t>(bones), pose);
                REQUIRE(math::length(tip - rest) < within * 1.02F);
                if (i > 0) fastest = std::max(fastest, math::length(tip - last) / std::max(math::length(step), 1e-4F));
                last = tip;
            }
        }
        MESSAGE(bones << " bones: the tip moves at most " << fastest << " times as far as the target");
        CHECK(fastest < 3);
        CHECK(fastest > 0.1F);
    }
}

TEST_CASE("clips pass through their keys, loop without a jump, and are blended by weight") {
    Track track{.bone = 1, .axis = {0, 0, 1}, .late = 0, .keys = {{0.1F, 0.5F}, {0.4F, -0.3F}, {0.8F, 0.2F}}};
    for (const Key& key : track.keys) {
        CHECK(angle_at(track, key.at, true) == doctest::Approx(key.radians));
        CHECK(angle_at(track, key.at + 3, true) == doctest::Approx(key.radians).epsilon(0.001));
        CHECK(angle_at(track, key.at, false) == doctest::Approx(key.radians));
    }
    CHECK(angle_at(track, -1, false) == 0.5F);
    CHECK(angle_at(track, 2, false) == 0.2F);
    float last = angle_at(track, 0, true);
    for (int i = 1; i <= 3000; ++i) {
        const float here = angle_at(track, static_cast<float>(i) / 1000, true);
        REQUIRE(std::abs(here - last) < 0.01F);
        last = here;
    }

    Numbers numbers(3);
    Skeleton skeleton = chain_of(1, numbers);
    skeleton.clips = {{.tracks = {{.bone = 1, .keys = {{0, 0.8F}}}}}, {.tracks = {{.bone = 1, .keys = {{0, -0.4F}}}}}};
    const auto angle = [&](float first, float second) {
        const std::array playing = {Playing{first, 0}, Playing{second, 0}};
        const Quat q = blended(skeleton, playing).turns[1];
        return 2 * std::atan2(q.z, q.w);
    };
    CHECK(angle(0, 0) == 0);
    CHECK(angle(1, 0) == doctest::Approx(0.8F));
    CHECK(angle(0.5F, 0) == doctest::Approx(0.4F).epsilon(0.02));
    CHECK(angle(1, 1) == doctest::Approx(0.2F).epsilon(0.02));
    CHECK(angle(0, 1) == doctest::Approx(-0.4F));
}

TEST_CASE("a mirror image moves as a mirror image") {
    const Shape& shape = *builtin_looks()->find("warden_claw");
    const Model model = sculpted(shape), image = sculpted(shape, true);
    REQUIRE(model.skeleton.clips.size() == 3);
    for (const float weight : {0.0F, 0.7F}) {
        const std::array playing = {Playing{1, 0.3F}, Playing{weight, 0.2F}, Playing{0, 0}};
        Pose pose = blended(model.skeleton, playing), other = blended(image.skeleton, playing);
        reach_for(model.skeleton, model.skeleton.reaches[0], {-5, 3, 0}, pose);
        reach_for(image.skeleton, image.skeleton.reaches[0], {-5, -3, 0}, other);
        for (std::size_t i = 1; i < model.skeleton.bones.size(); ++i) {
            const Vec3 a = tip_of(model.skeleton, i, pose), b = tip_of(image.skeleton, i, other);
            CHECK(math::length(Vec3{a.x, -a.y, a.z} - b) < 1e-4F);
            CHECK(math::length(a - model.skeleton.bones[i].tip) > 0.01F);
        }
    }
}

TEST_CASE("bones survive the way to the replay page") {
    const LookBook packed = looks_of(bytes_of(*builtin_looks()));
    int with_bones = 0;
    for (const Shape& shape : builtin_looks()->shapes) {
        const Skeleton& there = packed.find(shape.name)->skeleton;
        REQUIRE(there.bones.size() == shape.skeleton.bones.size());
        REQUIRE(there.reaches.size() == shape.skeleton.reaches.size());
        REQUIRE(there.clips.size() == shape.skeleton.clips.size());
        for (std::size_t i = 0; i < there.clips.size(); ++i) {
            REQUIRE(there.clips[i].tracks.size() == shape.skeleton.clips[i].tracks.size());
            CHECK(there.clips[i].tracks.back().keys.back().radians == shape.skeleton.clips[i].tracks.back().keys.back().radians);
        }
        with_bones += shape.skeleton.empty() ? 0 : 1;
    }
    CHECK(with_bones >= 8);
}

TEST_CASE("in every pose, what can be hit is where it is seen") {
    // Of the plane in which shots fly, in cells of 0.05 of the radius: those that can be hit, and those that are seen.
    constexpr float kCell = 0.05F;
    const auto cells = [&](const Model& model, float depth) {
        std::set<std::pair<int, int>> found;
        for (const Vec3& at : samples_inside(model, kCell)) {
            if (std::abs(at.z) < depth) found.insert({static_cast<int>(std::lround(at.x / kCell)), static_cast<int>(std::lround(at.y / kCell))});
        }
        return found;
    };
    for (const Shape& shape : builtin_looks()->shapes) {
        if (shape.skeleton.empty()) continue;
        CAPTURE(shape.name);
        const Model model = fitted(sculpted(shape), 1);
        const auto hit = cells(model, 0.15F);
        Numbers numbers(5);
        double worst = 0, farthest_cell = 0;
        for (int trial = 0; trial < 12; ++trial) {
            std::vector<Playing> playing;
            for (std::size_t i = 0; i < model.skeleton.clips.size(); ++i) {
                const float weight = i == 0 ? 1 : between(numbers, 0, 1);
                playing.push_back({weight, between(numbers, 0, 1)});
            }
            Pose pose = blended(model.skeleton, playing);
            const Vec3 target = somewhere(numbers, 12);
            for (const Reach& each : model.skeleton.reaches) reach_for(model.skeleton, each, {target.x, target.y, 0}, pose);
            check_whole(model.skeleton, pose);
            const Model posed = moved(model, pose);
            CHECK(volume(posed) > 0.8 * volume(model));
            const auto seen = cells(posed, 2);
            std::size_t missing = 0;
            for (const auto& [x, y] : hit) {
                if (seen.contains({x, y})) continue;
                ++missing;
                int nearest = 1000;
                for (const auto& [sx, sy] : seen) nearest = std::min(nearest, (sx - x) * (sx - x) + (sy - y) * (sy - y));
                farthest_cell = std::max(farthest_cell, static_cast<double>(std::sqrt(static_cast<float>(nearest)) * kCell));
            }
            worst = std::max(worst, static_cast<double>(missing) / static_cast<double>(hit.size()));
        }
        MESSAGE(shape.name << ": at most " << worst * 100 << " % of what can be hit is not covered, at most " << farthest_cell
                           << " of the radius away from what is seen");
        CHECK(worst < 0.35);  // arms are thin
        CHECK(farthest_cell < 0.25);
    }
}

TEST_CASE("only what a bone holds follows it, and skin between two bones is shared") {
    const Model model = sculpted(*builtin_looks()->find("skimmer"));
    REQUIRE(model.skeleton.bones.size() == 7);
    std::size_t at_rest = 0, shared = 0, wing = 0;
    for (const Paint& paint : model.paints) {
        REQUIRE(paint.hold.bone < model.skeleton.bones.size());
        REQUIRE(paint.hold.share >= 0);
        REQUIRE(paint.hold.share <= 0.5F);
        at_rest += paint.hold.bone == 0 && paint.hold.share == 0 ? 1 : 0;
        shared += paint.hold.share > 0.1F ? 1 : 0;
        wing += paint.hold.bone == 1 ? 1 : 0;
    }
    CHECK(at_rest > 50);
    CHECK(shared > 20);
    CHECK(wing > 10);
    for (const Paint& paint : sculpted(*builtin_looks()->find("pod")).paints) REQUIRE(paint.hold.bone + paint.hold.share == 0);
}
