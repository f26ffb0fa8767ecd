// Goal: no pair is missed, none is reported twice, and a tick's first hits are the first.

#include <doctest/doctest.h>

#include <algorithm>
#include <vector>

#include "client/collide/broad.hpp"
#include "tests/client/collide/reference.hpp"
#include "tests/client/collide/scenes.hpp"

using namespace albireo;
using namespace albireo::collide;

TEST_CASE("pairs are those whose boxes overlap, each once") {
    scenes::Random random(1);
    BroadPhase broad;
    for (int round = 0; round < 200; ++round) {
        const float depth = round % 2 == 0 ? 0.0F : 5.0F;
        std::vector<Box> targets(static_cast<std::size_t>(random.next() % (round % 10 == 0 ? 300 : 60)));
        const auto box = [&](float most) {
            const Vec3 a = random.in_box({{-16, -9, -depth}, {16, 9, depth}});
            const Vec3 size = {random.between(0, most), random.between(0, most), random.between(0, most)};
            return Box{a, a + size};
        };
        for (Box& b : targets) b = box(random.unit() < 0.1F ? 20.0F : 2.0F);
        broad.place(targets);
        std::vector<Box> movers(50);
        for (Box& b : movers) b = box(random.unit() < 0.1F ? 30.0F : 0.5F);
        std::vector<BroadPhase::Pair> found;
        broad.find(movers, found);
        std::size_t next = 0;
        for (std::uint32_t i = 0; i < movers.size(); ++i)
            for (std::uint32_t t = 0; t < targets.size(); ++t) {
                if (!overlaps(movers[i], targets[t])) continue;
                REQUIRE(next < found.size());
                CHECK(found[next].mover == i);
                CHECK(found[next].target == t);
                ++next;
            }
        CHECK(next == found.size());
    }
}

TEST_CASE("boxes of zero size, all in one place, still overlap") {
    BroadPhase broad;
    const std::vector<Box> targets(5, Box{{1, 1, 0}, {1, 1, 0}});
    broad.place(targets);
    const std::vector<Box> movers = {{{0, 0, 0}, {1, 1, 0}}, {{2, 0, 0}, {3, 3, 0}}};
    std::vector<BroadPhase::Pair> found;
    broad.find(movers, found);
    CHECK(found.size() == 5);
    CHECK(std::all_of(found.begin(), found.end(), [](const BroadPhase::Pair& p) { return p.mover == 0; }));
    broad.find({}, found);
    CHECK(found.empty());
    broad.place({});
    broad.find(movers, found);
    CHECK(found.empty());
}

TEST_CASE("each shot's first hit in a tick is the first over all targets") {
    const scenes::Model model = scenes::rock(4);
    const Mesh small = Mesh::build(model.vertices, model.indices, {.scale = 0.6F});
    const Mesh boss = Mesh::build(model.vertices, model.indices, {.scale = 3});
    scenes::Random random(2);
    std::vector<Target> targets = {{&boss, transform(random.turn(), {6, 0, 0})}};
    for (int i = 0; i < 40; ++i) {
        const Vec3 at = {random.between(-16, 16), random.between(-9, 9), 0};
        targets.push_back({&small, transform(random.turn(), at)});
    }
    std::vector<Shot> shots(1000);
    for (Shot& s : shots) {
        const Vec3 at = {random.between(-16, 16), random.between(-9, 9), 0}, along = random.direction();
        s = {at, {along.x * 2, along.y * 2, 0}, random.between(0.02F, 0.2F)};
    }
    ShotTick tick;
    tick.place(targets);
    std::vector<ShotHit> hits;
    tick.find(shots, hits);
    std::size_t next = 0;
    for (std::uint32_t i = 0; i < shots.size(); ++i) {
        std::optional<Hit> first;
        std::uint32_t target = 0;
        for (std::uint32_t k = 0; k < targets.size(); ++k) {
            const auto hit =
                first_hit(*targets[k].mesh, targets[k].pose, {shots[i].at, shots[i].radius}, shots[i].move);
            if (hit && (!first || hit->t < first->t)) first = hit, target = k;
        }
        const bool listed = next < hits.size() && hits[next].shot == i;
        CHECK(listed == first.has_value());
        if (listed && first) {
            CHECK(hits[next].target == target);
            CHECK(hits[next].hit.t == first->t);
            CHECK(hits[next].hit.face == first->face);
        }
        next += listed;
    }
    CHECK(next == hits.size());
    std::vector<Sphere> spheres;
    for (const Shot& s : shots) spheres.push_back({s.at, s.radius});
    std::vector<ShotTouch> found;
    tick.touching(spheres, found);
    std::size_t at = 0;
    for (std::uint32_t i = 0; i < shots.size(); ++i)
        for (std::uint32_t k = 0; k < targets.size(); ++k)
            if (touches(*targets[k].mesh, targets[k].pose, spheres[i])) {
                REQUIRE(at < found.size());
                CHECK(found[at].shot == i);
                CHECK(found[at].target == k);
                ++at;
            }
    CHECK(at == found.size());
    CHECK(at > 50);
    CHECK(hits.size() > 100);
}
