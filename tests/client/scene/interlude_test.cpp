// Goal: the intro and the ending of a campaign show what they tell, moment by moment, for exactly their time, and nothing
// of a game: stars, sparks, ships, their link, the level's first tile; the hive that sinks, and each ship at its star.
#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>

#include "client/scene/cast.hpp"
#include "client/scene/hollow.hpp"
#include "client/scene/interlude.hpp"
#include "sim/script/compile.hpp"

using namespace albireo;
using scene::Interlude;
using Kind = Interlude::Kind;
using Point = math::Vec2;

namespace {

struct Showing {
    Level level;
    models::Catalog catalog;
    scene::Cast cast = scene::make_cast(level, catalog);
    Interlude interlude;
    std::unique_ptr<scene::View> view = std::make_unique<scene::View>();
    float seconds = 0;
    std::size_t bursts = 0;

    Showing(const char* name, Interlude::Def def)
        : level(std::move(script::compile_builtin_level(name, Difficulty::standard).level)), interlude(level, cast, def) {}
    scene::View& at(float until) {
        for (; seconds < until; seconds += 1.0F / 60) {
            interlude.look(seconds, *view);
            bursts += view->bursts.size();
        }
        interlude.look(until, *view);
        return *view;
    }
    std::size_t count(std::uint32_t mesh) const {
        return static_cast<std::size_t>(std::ranges::count(view->instances.all(), mesh, &scene::MeshInstance::model));
    }
    /// Where a mesh is, the first of them.
    Point place(std::uint32_t mesh, std::size_t which = 0) const {
        for (const scene::MeshInstance& thing : view->instances.all()) {
            if (thing.model == mesh && which-- == 0) return {thing.data.rows[3], thing.data.rows[7]};
        }
        FAIL("not in the view");
        return {};
    }
    std::size_t sprites(scene::ShotLook look) const {
        return static_cast<std::size_t>(std::ranges::count(view->player_shots.all(), static_cast<float>(look), &scene::ShotSprite::look));
    }
};

}  // namespace

TEST_CASE("the intro: two near stars, a spark from each, two ships, their link, the first tile") {
    Showing intro("the_cut", {.kind = Kind::intro});
    intro.at(2);
    CHECK(intro.view->sky.suns_size > 3);
    CHECK(intro.view->sky.space == 1);
    CHECK(intro.view->instances.empty());
    CHECK(intro.view->player_shots.empty());
    CHECK_FALSE(intro.view->hud.shown);
    intro.at(3.1F);
    REQUIRE(intro.sprites(scene::ShotLook::seeker) == 2);
    // They leave from the stars: the blue one is up and to the right.
    const auto sparks = intro.view->player_shots.all();
    CHECK(math::length(sparks[0].at - intro.view->sky.suns) < 1.5F);
    CHECK(sparks[2].at.x > sparks[0].at.x + 2);
    intro.at(8);
    CHECK(intro.bursts > 100);  // their tails
    CHECK(intro.count(intro.cast.ship) == 0);
    intro.at(10.5F);
    CHECK(intro.count(intro.cast.ship) == 2);
    CHECK(intro.sprites(scene::ShotLook::seeker) == 0);
    CHECK(intro.view->ribbons.empty());
    intro.at(13);
    CHECK(intro.view->ribbons.size() == 2);  // half of the thread each
    CHECK(intro.place(intro.cast.ship, 0).y > intro.place(intro.cast.ship, 1).y);
    CHECK(intro.count(intro.cast.ridges[0]) == 0);
    intro.at(20.8F);
    CHECK(intro.view->sky.space == 0);
    CHECK(intro.view->sky.suns_size == doctest::Approx(1).epsilon(0.05));
    REQUIRE(intro.count(intro.cast.tiles[0]) > 0);
    CHECK(intro.count(intro.cast.ridges[0]) > 0);
    const float high = intro.place(intro.cast.tiles[0]).y;
    intro.at(22);
    CHECK(intro.place(intro.cast.tiles[0]).y >= high);  // where the game begins
    CHECK(intro.view->fade == 0);
    intro.at(Interlude::kIntroSeconds);
    CHECK(intro.place(intro.cast.ship).x > 16);
    CHECK(intro.view->fade == 1);
}

TEST_CASE("the ending: dawn, the hive sinks, the ships rise, each to its star") {
    Showing ending("the_hive", {.kind = Kind::ending});
    REQUIRE(ending.cast.mound.has_value());
    const std::uint32_t mound = *ending.cast.mound;
    ending.at(1.6F);
    const float dark = ending.view->sky.dawn;
    CHECK(ending.count(ending.cast.ship) == 0);
    CHECK(ending.view->sea.size() > 100);
    const float stands = ending.place(mound).y;
    ending.at(6);
    CHECK(ending.count(ending.cast.ship) == 2);
    CHECK(ending.view->ribbons.size() == 2);
    CHECK(ending.place(mound).y == doctest::Approx(stands).epsilon(0.02));
    ending.at(12);
    CHECK(ending.view->sky.dawn > dark + 0.5F);
    CHECK(ending.place(mound).y < stands - 3);
    CHECK(ending.view->shake != Point{});
    ending.at(18.5F);
    CHECK(ending.place(mound).y < stands - scene::kMoundHeight);  // under the sea
    CHECK(ending.bursts > 200);
    ending.at(28.5F);
    CHECK(ending.view->sea.empty());
    CHECK(ending.count(mound) == 0);
    CHECK(ending.view->sky.space == 1);
    CHECK(ending.view->sky.suns_size > 3);
    ending.at(35.4F);
    CHECK(ending.count(ending.cast.ship) == 0);  // sparks again
    REQUIRE(ending.sprites(scene::ShotLook::seeker) == 2);
    CHECK(math::length(ending.view->player_shots.all()[0].at - ending.view->sky.suns) < 1.5F);
    CHECK(ending.view->ribbons.size() == 2);  // they stay linked
    ending.at(38);
    CHECK(ending.view->ribbons.size() == 2);
    ending.at(Interlude::kEndingSeconds);
    CHECK(ending.view->fade == 1);
}

TEST_CASE("after a continue the ships of the ending are not linked") {
    Showing ending("the_hive", {.kind = Kind::ending, .is_linked = false});
    for (const float seconds : {6.0F, 15.0F, 30.0F, 38.0F}) {
        ending.at(seconds);
        CHECK(ending.view->ribbons.empty());
    }
}

TEST_CASE("an interlude begins and ends in black, moves without jumps, and never flashes brightly") {
    for (const auto& [kind, name] : {std::pair{Kind::intro, "the_cut"}, std::pair{Kind::ending, "the_hive"}}) {
        Showing show(name, {.kind = kind});
        CHECK(show.at(0).fade == 1);
        Point ship{}, suns = show.view->sky.suns;
        bool has_ship = false;
        for (float t = 0; t < Interlude::seconds_of(kind); t += 1.0F / 60) {
            CAPTURE(t);
            show.at(t);
            CHECK(math::length(show.view->sky.suns - suns) < 0.15F);
            suns = show.view->sky.suns;
            CHECK(show.view->flash.x <= 0.06F);
            const bool has = show.count(show.cast.ship) == 2;
            if (has && has_ship) CHECK(math::length(show.place(show.cast.ship) - ship) < 0.6F);
            if (has) ship = show.place(show.cast.ship);
            has_ship = has;
        }
        CHECK(show.at(1000).fade == 1);
    }
}
