// Goal: lightning's strip and the canyon's mesh keep their invariants.
#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <map>

#include "client/scene/canyon.hpp"
#include "client/scene/displace.hpp"
#include "client/scene/lightning.hpp"
#include "tests/script/small_level.hpp"

using namespace albireo;
using scene::BoltVertex;
using scene::FixedList;
using Point = math::Vec2;

namespace {

/// Whether the interiors of two convex quads overlap: not if the other lies entirely beyond an edge of one.
bool overlap(const std::array<Point, 4>& a, const std::array<Point, 4>& b) {
    for (const auto& [one, other] : {std::pair{&a, &b}, std::pair{&b, &a}}) {
        for (std::size_t i = 0; i < 4; ++i) {
            const Point from = (*one)[i], way = (*one)[(i + 1) % 4] - from;
            const bool apart =
                std::all_of(other->begin(), other->end(), [&](Point p) { return math::cross(way, p - from) <= 1e-5F; });
            if (apart) return false;
        }
    }
    return true;
}

}  // namespace

TEST_CASE("displacement keeps its ends, and halves its amplitude at each level") {
    std::array<float, 65> line{};
    line.back() = 3;
    scene::VisualRandom random(5);
    scene::displace(line, 1, 0.5F, random);
    CHECK(line.front() == 0);
    CHECK(line.back() == 3);
    // The first midpoint is within the first amplitude; the finest within 2^-5 of its neighbours' mean.
    CHECK(std::abs(line[32] - 1.5F) <= 1);
    for (std::size_t i = 1; i < 64; i += 2) CHECK(std::abs(line[i] - (line[i - 1] + line[i + 1]) / 2) <= 1.0F / 32);
    bool moved = false;
    for (std::size_t i = 1; i < 64; ++i) moved = moved || std::abs(line[i] - 3.0F * static_cast<float>(i) / 64) > 0.05F;
    CHECK(moved);
}

TEST_CASE("a bolt runs from end to end as one strip whose quads do not overlap") {
    struct Game {
        float length, half_width;
    };
    // As long and wide as the game's: fine ones, to enemies, in a storm, from ship to ship.
    for (const Game game :
         {Game{12, 0.1F}, Game{4, 0.22F}, Game{20, 0.22F}, Game{12, 0.30F}, Game{2, 0.45F}, Game{6, 0.45F}})
        for (std::uint32_t seed = 1; seed < 200; ++seed) {
            CAPTURE(game.length);
            CAPTURE(game.half_width);
            const Point from{-5, 1}, to = from + Point{0.97F, -0.243F} * game.length;
            FixedList<BoltVertex, 16384> strip;
            scene::add_bolt(
                strip,
                {.from = from, .to = to, .seed = seed, .jitter_seed = seed, .half_width = game.half_width, .forks = 0});
            const auto v = strip.all();
            REQUIRE(v.size() >= 18);
            CHECK(math::length((v[0].at + v[1].at) * 0.5F - from) < 1e-4F);
            CHECK(math::length((v[v.size() - 2].at + v[v.size() - 1].at) * 0.5F - to) < 1e-4F);
            for (std::size_t i = 0; i + 3 < v.size(); i += 2) {
                // A quad between two cross-sections: both triangles have the same orientation, so it does not fold over its
                // neighbour.
                const float first = math::cross(v[i + 1].at - v[i].at, v[i + 2].at - v[i].at);
                const float second = math::cross(v[i + 3].at - v[i + 1].at, v[i + 2].at - v[i + 1].at);
                CHECK(first >= 0);
                CHECK(second >= 0);
            }
            // Nor does any quad overlap another: no bright dots with any blending.
            int overlaps = 0;
            for (std::size_t i = 0; i + 3 < v.size(); i += 2) {
                for (std::size_t j = i + 2; j + 3 < v.size(); j += 2) {
                    const std::array<Point, 4> a = {v[i].at, v[i + 1].at, v[i + 3].at, v[i + 2].at};
                    const std::array<Point, 4> b = {v[j].at, v[j + 1].at, v[j + 3].at, v[j + 2].at};
                    overlaps += overlap(a, b) ? 1 : 0;
                }
            }
            CHECK(overlaps == 0);
        }
}

TEST_CASE("a bolt is repeatable, its jitter is small, its forks are dimmer") {
    FixedList<BoltVertex, 16384> a, b, c;
    scene::BoltDef def{.from = {0, 0}, .to = {10, 3}, .seed = 9, .forks = 3};
    scene::add_bolt(a, def);
    scene::add_bolt(b, def);
    REQUIRE(a.size() == b.size());
    for (std::size_t i = 0; i < a.size(); ++i) CHECK(a.all()[i].at == b.all()[i].at);
    def.jitter_seed = 4;
    def.forks = 0;
    scene::add_bolt(c, def);
    float farthest = 0;
    for (std::size_t i = 0; i < c.size(); ++i)
        farthest = std::max(farthest, math::length(a.all()[i].at - c.all()[i].at));
    CHECK(farthest > 0);
    CHECK(farthest < 0.5F);
    CHECK(a.size() > c.size());
    for (std::size_t i = c.size() + 2; i < a.size(); ++i) CHECK(a.all()[i].light <= 0.46F);
}

TEST_CASE("a bolt stays within its budget: coarser, with fewer forks, but from end to end") {
    for (const std::size_t room : {24U, 100U, 200U, 400U}) {
        FixedList<BoltVertex, 16384> strip;
        CHECK(scene::add_bolt(strip, {.from = {-14, -7}, .to = {14, 7}, .seed = 9, .forks = 6, .vertices_max = room}));
        CHECK(strip.size() <= room);
        CHECK(strip.size() > room / 3);
        const auto ends_at = [&](std::size_t i, Point at) {
            return math::length((strip.all()[i].at + strip.all()[i + 1].at) / 2 - at) < 1e-3F;
        };
        CHECK(ends_at(0, {-14, -7}));
        bool arrives = false;
        for (std::size_t i = 0; i + 1 < strip.size(); i += 2) arrives = arrives || ends_at(i, {14, 7});
        CHECK(arrives);
    }
}

TEST_CASE("two bolts alternate every sixth of a second and fade") {
    const auto brightest = [](float seconds) {
        FixedList<BoltVertex, 16384> strip;
        scene::add_alternating_bolt(strip, {.from = {0, 0}, .to = {6, 0}, .seed = 3, .forks = 0}, seconds);
        float light = 0;
        for (const BoltVertex& v : strip.all()) light = std::max(light, v.light);
        return light;
    };
    CHECK(brightest(0.01F) > 0.9F);
    CHECK(brightest(0.15F) < 0.6F);
    CHECK(brightest(0.175F) > 0.9F);  // the second bolt begins
    CHECK(brightest(0.345F) > 0.9F);  // a new first bolt
}

TEST_CASE("a full strip leaves out whole bolts") {
    FixedList<BoltVertex, 16384> strip;
    int fitted = 0;
    for (int i = 0; i < 1000; ++i) {
        const std::size_t before = strip.size();
        const bool fits = scene::add_bolt(strip, {.from = {-9, 0}, .to = {9, 1}, .seed = 2, .forks = 3});
        CHECK(fits == (strip.size() > before));  // nor are there forks without a bolt
        fitted += fits ? 1 : 0;
    }
    CHECK(fitted > 30);
    CHECK(fitted < 1000);
    CHECK(strip.size() <= 16384);
    CHECK(strip.dropped() == 0);
}

TEST_CASE("the canyon: its cross-section at z = 0 is the wall's outline") {
    const Level level = small_level();
    const scene::LevelMesh mesh = scene::tile_mesh(level, 0);
    REQUIRE(mesh.indices.size() > 600);
    CHECK(mesh.is_rock);
    // The floor's open edge: (0,-7) … (8,-6) … (16,-7).
    const auto edge_y = [](float x) { return x < 8 ? -7 + x / 8 : -6 - (x - 8) / 8; };
    int on_edge = 0;
    for (const scene::MeshVertex& v : mesh.vertices) {
        if (v.at.y > 0) continue;
        if (std::abs(v.at.z) < 1e-4F && v.extra[3] < 1e-4F) {
            CHECK(v.at.y == doctest::Approx(edge_y(v.at.x)).epsilon(0.001));
            ++on_edge;
        }
        // No face of rock extends beyond the outline toward the camera.
        if (v.at.z > 1e-3F) CHECK(v.at.y <= edge_y(v.at.x) + 1e-3F);
    }
    CHECK(on_edge >= 30);
    // In perspective, too, nothing in front of z = 0 covers the area beyond the outline.
    for (const scene::MeshVertex& v : mesh.vertices) {
        if (v.at.z <= 0 || v.at.y > 0) continue;
        const float w = 1 - v.at.z / 34;
        const float x = v.at.x / w, y = v.at.y / w;
        CHECK(y <= edge_y(std::clamp(x, 0.0F, 16.0F)) + 0.02F);
    }
}

TEST_CASE("the canyon: tiles meet without a seam, in a loop as well") {
    const Level level = small_level();
    const auto column = [&](std::size_t tile, float x) {
        std::map<std::pair<long, long>, scene::MeshVertex> found;  // by y and z
        const scene::LevelMesh mesh = scene::tile_mesh(level, tile);
        for (const scene::MeshVertex& v : mesh.vertices) {
            if (std::abs(v.at.x - x) < 1e-4F) found[{std::lround(v.at.y * 1000), std::lround(v.normal.z * 50)}] = v;
        }
        return found;
    };
    for (const auto& [first, second] : {std::pair<std::size_t, std::size_t>{0, 1}, {1, 1}}) {
        const auto end = column(first, 16), begin = column(second, 0);
        REQUIRE(end.size() > 20);
        CHECK(end.size() == begin.size());
        for (const auto& [key, v] : end) {
            const auto other = begin.find(key);
            REQUIRE(other != begin.end());
            CHECK(v.at.z == doctest::Approx(other->second.at.z).epsilon(0.001));
            CHECK(math::length(v.normal - other->second.normal) < 0.01F);
            CHECK(v.extra[1] == doctest::Approx(other->second.extra[1]).epsilon(0.001));
        }
    }
}
