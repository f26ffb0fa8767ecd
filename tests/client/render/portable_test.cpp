// Goal: OpenGL 3.3 and OpenGL ES 3.0 draw the pictures of OpenGL 4.5, pass by pass, in every tier of quality. On Mesa's
// llvmpipe they are the same to the bit; a tolerance is left for other drivers. ALBIREO_FULL=1 compares all stills of
// docs/pictures.md as well.
#include <doctest/doctest.h>

#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <functional>
#include <map>

#include "client/app/pictures/pictures.hpp"
#include "client/gpu/egl_context.hpp"
#include "client/gpu/gl_device.hpp"
#include "client/render/quality.hpp"
#include "tests/client/render/busy_moment.hpp"
#include "tests/client/render/gl_fixture.hpp"
#include "tests/support/pictures.hpp"

using namespace albireo;
using gpu::Graphics;

namespace {

/// Mesa draws the same to the bit. Other drivers may round otherwise, but nothing may be missing.
constexpr double kLeastOnMesaDb = 70, kLeastDb = 50;
constexpr int kWidth = 320, kHeight = 180;
constexpr std::array<std::pair<Graphics, const char*>, 2> kPortable = {
    {{Graphics::portable, "#version 330 core"}, {Graphics::es, "#version 300 es"}}};

struct Device {
    explicit Device(Graphics graphics)
        : context(gpu::make_egl_context(kWidth, kHeight, graphics)),
          device(gpu::make_gl_device(4 << 20, {}, graphics)) {}
    ~Device() { CHECK(device->faults() == 0); }
    std::unique_ptr<gpu::GlContext> context;
    std::unique_ptr<gpu::Device> device;
};

using Pictures = std::map<std::string, gpu::Image>;

/// A place on a device, and the sixth tick of a moment in which every pass has something to draw.
class Scene {
  public:
    Scene(gpu::Device& device, const Place& place, render::Tier tier)
        : place_(place), renderer_(device, test_library(), place.cast.level_meshes, options_of(tier)) {}

    /// `changed` may take something away from the moment. With `each_pass`, the debug view of each pass as well.
    Pictures draw(
        bool each_pass, const std::function<void(scene::View&)>& changed = [](scene::View&) {}) {
        BusyMoment moment(place_, 200);
        scene::View& view = *moment.view;
        for (int tick = 1; tick <= 6; ++tick) {
            moment.step();
            view.lines.shrink(std::min<std::size_t>(view.lines.size(), 400));
            if (tick < 6) renderer_.advance(view);
        }
        changed(view);
        Pictures pictures;
        const auto take = [&](std::string_view pass) {
            REQUIRE(renderer_.look_at(pass));
            renderer_.render(view);
            renderer_.read(pictures[std::string(pass)]);
            // The same moment again: nothing more is born.
            view.bursts.clear();
            view.dt = 0;
        };
        take("");
        if (each_pass) {
            for (const std::string_view pass : renderer_.pass_names()) take(pass);
        }
        // Back in time: no particle lives on.
        view.seconds = -1;
        renderer_.look_at("");
        renderer_.advance(view);
        return pictures;
    }

  private:
    static render::Options options_of(render::Tier tier) {
        render::Options options = render::options_of(render::quality_of(tier), kWidth, kHeight);
        options.scene_width_least = 0;
        return options;
    }
    const Place& place_;
    render::Renderer renderer_;
};

/// The lowest, and all that are too low in words.
double compare(const Pictures& wanted, const Pictures& drawn) {
    double least = 99;
    const bool is_mesa = Device(Graphics::automatic).device->describe().find("llvmpipe") != std::string::npos;
    REQUIRE(drawn.size() == wanted.size());
    for (const auto& [name, picture] : wanted) {
        CAPTURE(name);
        const double db = support::psnr_db(picture, drawn.at(name));
        CHECK(db >= (is_mesa ? kLeastOnMesaDb : kLeastDb));
        least = std::min(least, db);
    }
    return least;
}

}  // namespace

TEST_CASE("OpenGL 3.3 and ES 3.0 draw what OpenGL 4.5 draws, pass by pass") {
    const Place place("the_cut");
    const auto pictures_on = [&](Graphics graphics) {
        const Device on(graphics);
        return Scene(*on.device, place, render::Tier::high).draw(true);
    };
    const Pictures full = pictures_on(Graphics::full);
    CHECK(full.size() == 16);
    MESSAGE("OpenGL 3.3: at least ", compare(full, pictures_on(Graphics::portable)), " dB");
    const Device on(Graphics::es);
    Scene scene(*on.device, place, render::Tier::high);
    MESSAGE("OpenGL ES 3.0: at least ", compare(full, scene.draw(true)), " dB");
    // What is missing in a picture of a crowd is more than the tolerance.
    const auto without = [&](const std::function<void(scene::View&)>& changed) {
        return support::psnr_db(scene.draw(false, changed).at(""), full.at(""));
    };
    CHECK(without([](scene::View&) {}) >= kLeastDb);
    CHECK(without([](scene::View& view) { view.enemy_shots.clear(); }) < kLeastDb);
    CHECK(without([](scene::View& view) { view.ribbons.clear(); }) < kLeastDb);
    CHECK(without([](scene::View& view) { view.bolts.clear(); }) < kLeastDb);
    CHECK(without([](scene::View& view) { view.sea.clear(); }) < kLeastDb);
    CHECK(without([](scene::View& view) { view.capsules.clear(); }) < kLeastDb);
}

TEST_CASE("the low tier of another level, on ES 3.0 as on OpenGL 4.5") {
    const Place place("shelf_sea");
    const auto pictures_on = [&](Graphics graphics) {
        const Device on(graphics);
        return Scene(*on.device, place, render::Tier::low).draw(false);
    };
    MESSAGE("OpenGL ES 3.0: at least ", compare(pictures_on(Graphics::full), pictures_on(Graphics::es)), " dB");
}

TEST_CASE("a device draws with what it was asked for, and refuses what the context is not") {
    CHECK(Device(Graphics::automatic).device->shader_version() == "#version 450 core");
    for (const auto& [graphics, version] : kPortable) CHECK(Device(graphics).device->shader_version() == version);
    const auto context = gpu::make_egl_context(kWidth, kHeight, Graphics::es);
    CHECK_THROWS_AS(gpu::make_gl_device(4 << 20, {}, Graphics::full), gpu::ContextError);
    CHECK(gpu::make_gl_device()->shader_version() == "#version 300 es");
}

TEST_CASE("all stills on all graphics" * doctest::skip(std::getenv("ALBIREO_FULL") == nullptr)) {
    namespace fs = std::filesystem;
    const fs::path folder = fs::temp_directory_path() / ("albireo-portable-" + std::to_string(getpid()));
    const auto make = [&](Graphics graphics) {
        app::PicturesDef def;
        def.folder = folder.string();
        def.graphics = graphics;
        def.options = render::options_of(render::quality_of(render::Tier::high), 640, 360);
        app::make_pictures(def);
        Pictures pictures;
        for (const fs::path& file : fs::directory_iterator(folder)) {
            pictures[file.filename().string()] = support::read_png(file.string()).value();
        }
        return pictures;
    };
    const Pictures full = make(Graphics::full);
    for (const auto& [graphics, version] : kPortable) {
        MESSAGE(std::string(version), ": ", full.size(), " stills, at least ", compare(full, make(graphics)), " dB");
    }
    fs::remove_all(folder);
}
