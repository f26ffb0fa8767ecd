// Goal: every name in a level gets a mesh within its radius, always the same one.
#include "client/models/catalog.hpp"

#include <doctest/doctest.h>

#include <cmath>
#include <set>

using namespace albireo;
using namespace albireo::models;

namespace {

float farthest(const Model& model) {
    float most = 0;
    for (const Vec3& at : model.positions) most = std::max(most, math::length(at));
    return most;
}

const Shape& shape_for(const Wanted& wanted) {
    return *builtin_looks()->choose(wanted).shape;
}

}  // namespace

TEST_CASE("kinds and their parts get their own shapes") {
    CHECK(shape_for({"skimmer", "body"}).name == "skimmer");
    CHECK(shape_for({"skimmer_swift", ""}).name == "skimmer");
    CHECK(shape_for({"turret", "turret"}).name == "turret");
    CHECK(shape_for({"warden", "body", 4}).name == "warden_body");
    CHECK(shape_for({"warden", "claw_upper", 2}).name == "warden_claw");
    CHECK(shape_for({"warden", "hatch_2", 1}).name == "warden_hatch");
    CHECK(shape_for({"sentinel", "core", 1}).name == "sentinel_eye");
    CHECK(shape_for({"carrier", "hatch", 1}).name == "warden_hatch");
}

TEST_CASE("a kind without a shape of its own gets a creature of its size") {
    CHECK(shape_for({"gnat", "body", 0.4F}).name == "mote");
    CHECK(shape_for({"drifter", "body", 1.2F}).name == "medusa");
    CHECK(shape_for({"behemoth", "body", 3.0F}).name == "leviathan");
    CHECK(shape_for({"", "", 1.0F}).name == "medusa");
}

TEST_CASE("the same name gives the same model, in another catalogue the same bits") {
    Catalog one, two;
    const std::vector<Shape>& all = builtin_looks()->shapes;
    const Model& first = one.model_for({"wedge", "body", 0.7F});
    for (const Shape& shape : all) one.model_for({shape.name, "", 1.5F});
    CHECK(&one.model_for({"wedge", "hull", 0.7F}) == &first);
    CHECK(&one.model_for({"wedge", "body", 0.8F}) != &first);
    for (const Shape& shape : all) {  // in reverse order
        const Shape& back = all[all.size() - 1 - static_cast<std::size_t>(&shape - all.data())];
        two.model_for({back.name, "", 1.5F});
    }
    const Model& twin = two.model_for({"wedge", "body", 0.7F});
    CHECK(twin.positions == first.positions);
    CHECK(twin.normals == first.normals);
    CHECK(twin.indices == first.indices);
}

TEST_CASE("a model stays within the radius to which the core limits reports") {
    Catalog catalog;
    for (const char* kind : {"skimmer", "lancer", "warden", "nobody"}) {
        for (const char* part : {"body", "claw", "eye", "hatch", "core", "tail"}) {
            for (const float radius : {0.3F, 1.0F, 5.0F}) {
                CHECK(farthest(catalog.model_for({kind, part, radius})) <= radius);
            }
        }
    }
}

TEST_CASE("a mirrored model is the reflection across y = 0 and still faces outward") {
    Catalog catalog;
    const Model& claw = catalog.model_for({"warden", "claw", 2.0F});
    const Model& twin = catalog.model_for({.kind = "warden", .part = "claw", .radius = 2.0F, .mirrored = true});
    CHECK(&claw != &twin);
    CHECK(volume(twin) == doctest::Approx(volume(claw)));
    std::set<std::array<float, 3>> places;
    for (const Vec3& at : claw.positions) places.insert({at.x, -at.y, at.z});
    std::size_t missing = 0;
    for (const Vec3& at : twin.positions) {
        bool near = places.contains({at.x, at.y, at.z});
        for (auto place = places.begin(); !near && place != places.end(); ++place) {
            near = math::length(Vec3{(*place)[0], (*place)[1], (*place)[2]} - at) < 1e-4F;
        }
        missing += near ? 0 : 1;
    }
    CHECK(missing == 0);
}

TEST_CASE("the ship has the size that the field expects") {
    Catalog catalog;
    const Model& ship = catalog.ship();
    Vec3 low{9, 9, 9}, high{-9, -9, -9};
    for (const Vec3& at : ship.positions) {
        low = math::min(low, at);
        high = math::max(high, at);
    }
    CHECK(high.x - low.x == doctest::Approx(1.4).epsilon(0.03));
    CHECK(high.y - low.y == doctest::Approx(0.7).epsilon(0.08));
}
