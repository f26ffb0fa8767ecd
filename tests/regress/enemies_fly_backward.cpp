// Symptom: every enemy was drawn, and hit, flying tail first. Models face −x, the direction in which an enemy of heading 0
// flies, and were turned by another half turn.
#include <doctest/doctest.h>

#include <algorithm>
#include <memory>

#include "client/models/catalog.hpp"
#include "client/predict/bodies.hpp"
#include "tests/support/small_level.hpp"

using namespace albireo;

namespace {

/// Where the farthest points of a part's model are, to the left and to the right of the part's place.
struct Reach {
    float left = 0, right = 0;
};

Reach reach_of(const models::Model& model, const Enemy& enemy) {
    const math::Transform pose = client::part_pose(enemy, 0);
    Reach reach;
    for (const math::Vec3& point : model.positions) {
        const float x = (pose.turn * point).x;
        reach.left = std::max(reach.left, -x);
        reach.right = std::max(reach.right, x);
    }
    return reach;
}

}  // namespace

TEST_CASE("an enemy that flies left shows its tail to the right, and one that flies right to the left") {
    models::Catalog catalog;
    // The skimmer's tail is far longer than its head.
    const models::Model& skimmer = catalog.model_for({.kind = "skimmer", .part = {}, .radius = 1.0F});
    const auto enemy = std::make_unique<Enemy>();
    enemy->part_count = 1;
    const Reach leftward = reach_of(skimmer, *enemy);
    CHECK(leftward.right > leftward.left * 1.3F);
    enemy->heading = Angle::from_raw(32768);
    const Reach rightward = reach_of(skimmer, *enemy);
    CHECK(rightward.left > rightward.right * 1.3F);
}

TEST_CASE("the twin below is the mirror image of the one above") {
    const Level level = support::small_level();
    for (const KindDef& kind : level.kinds) {
        for (std::size_t i = 0; i < kind.parts.count; ++i) {
            CHECK(client::wanted_part(level, kind, i).mirrored == (level.parts[kind.parts.first + i].offset.y < Fixed{}));
        }
    }
}
