// Goal: after the first pictures, drawing gets its memory without the system's help. A renderer in software that had each draw's vertices
// unmapped and mapped again spent more than half of a frame in page faults.
#include <doctest/doctest.h>
#include <sys/resource.h>

#include <algorithm>
#include <array>
#include <memory>

#include "client/app/pictures/crowd.hpp"
#include "client/render/quality.hpp"
#include "client/scene/cast.hpp"
#include "client/scene/stage.hpp"
#include "sim/script/compile.hpp"
#include "tests/client/render/gl_fixture.hpp"

using namespace albireo;

TEST_CASE("drawing a crowd takes few page faults") {
    const Level level = script::compile_builtin_level("the_cut", Difficulty::standard).level;
    models::Catalog catalog;
    const scene::Cast cast = scene::make_cast(level, catalog);
    const auto world = std::make_unique<World>();
    app::make_crowd(*world, level, {.seed = 3, .enemies = 60, .enemy_shots = 200, .clock = 200});
    scene::Stage stage(level, cast, {});
    const auto view = std::make_unique<scene::View>();
    render::Options options = render::options_of(render::quality_of(render::Tier::medium), 160, 90);
    options.particles_max = 1 << 12;
    render::Renderer renderer(test_device(), test_library(), cast.level_meshes, options);
    const auto faults = [] {
        rusage used{};
        getrusage(RUSAGE_SELF, &used);
        return used.ru_minflt;
    };
    // The driver's pools grow during some of the first frames.
    std::array<long, 60> each{};
    for (long& frame : each) {
        const long before = faults();
        stage.look({.before = *world, .now = *world, .predicted = {}}, *view);
        renderer.render(*view);
        test_device().finish();
        frame = faults() - before;
    }
    const auto median = each.begin() + each.size() / 2;
    std::ranges::nth_element(each, median);
    MESSAGE(*median << " page faults a frame");
    CHECK(*median < 10);
}
