// Goal: what stands for each level turns on the carousel, in every tier and on the least OpenGL; it leaves the texts free, and it is
// loaded in pieces of which none holds up a frame. Each statistic is taken again without the exhibits, and must then fail.
#include <doctest/doctest.h>
#include <time.h>

#include <cstdlib>

#include "client/app/pictures/exhibits.hpp"
#include "client/app/pictures/offscreen.hpp"
#include "client/app/pictures/picture.hpp"
#include "client/app/pictures/show.hpp"
#include "client/gpu/egl_context.hpp"
#include "client/gpu/gl_device.hpp"
#include "client/gpu/null_device.hpp"
#include "client/render/quality.hpp"

using namespace albireo;
using app::Picture;
using scene::Showcase;

namespace {

constexpr int kWidth = 320, kHeight = 180;
constexpr std::array kLevels = {"campaign", "the_cut", "shelf_sea", "the_hive", "boss_rush", "endless", "tutorial"};

const std::vector<scene::Exhibit>& exhibits() {
    static const std::vector<scene::Exhibit> all = [] {
        std::vector<scene::Exhibit> made;
        for (const char* name : kLevels) made.push_back(app::exhibit_for(name));
        return made;
    }();
    return all;
}

/// A picture with an OpenGL of its own, and with all exhibits unless it is told otherwise.
struct Shown {
    std::unique_ptr<gpu::GlContext> context;
    std::unique_ptr<gpu::Device> device;
    std::unique_ptr<Picture> picture;
    std::unique_ptr<scene::View> view = std::make_unique<scene::View>();
    gpu::Image image;

    explicit Shown(render::Tier tier = render::Tier::low, gpu::Graphics graphics = gpu::Graphics::automatic)
        : context(gpu::make_egl_context(kWidth, kHeight, graphics)), device(gpu::make_gl_device(4 << 20, {}, graphics)) {
        render::Options options{.width = kWidth, .height = kHeight, .particles_max = 1 << 12};
        render::apply(render::quality_of(tier), options);
        picture = std::make_unique<Picture>(*device, options);
        picture->load_cast(app::level_named("the_cut"));
        picture->set_exhibits(exhibits());
    }
    ~Shown() {
        CHECK(device->faults() == 0);
        picture.reset();
        device.reset();
    }
    void load() {
        for (int i = 0; i < 400 && !picture->load_exhibits(*view); ++i) draw();
        REQUIRE(picture->has_exhibits());
    }
    const gpu::Image& draw() {
        picture->renderer().render(*view);
        picture->renderer().read(image);
        return image;
    }
    /// `size` 0: the same without exhibits.
    gpu::Image at(float place, float seconds, float size = 1) {
        picture->showcase().look({.place = place, .seconds = seconds, .size = size}, picture->cast(), *view);
        return draw();
    }
};

/// The share of the pixels in a box that differ between two pictures, so that it can be seen.
float change(const gpu::Image& one, const gpu::Image& other, float x0, float y0, float x1, float y1) {
    int changed = 0, all = 0;
    for (int y = static_cast<int>(y0 * kHeight); y < static_cast<int>(y1 * kHeight); ++y) {
        for (int x = static_cast<int>(x0 * kWidth); x < static_cast<int>(x1 * kWidth); ++x, ++all) {
            int most = 0;
            for (int c = 0; c < 3; ++c) most = std::max(most, std::abs(one.at(x, y)[c] - other.at(x, y)[c]));
            changed += most > 24 ? 1 : 0;
        }
    }
    return static_cast<float>(changed) / static_cast<float>(all);
}
float in_middle(const gpu::Image& one, const gpu::Image& other) {
    return change(one, other, 0.35F, Showcase::kTop, 0.65F, Showcase::kBottom);
}

double thread_ms() {
    timespec now{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return static_cast<double>(now.tv_sec) * 1e3 + static_cast<double>(now.tv_nsec) / 1e6;
}

}  // namespace

TEST_CASE("every level has its exhibit, which is seen, turns, has neighbours and leaves the titles free") {
    Shown shown;
    shown.load();
    std::vector<gpu::Image> seen;
    for (std::size_t i = 0; i < kLevels.size(); ++i) {
        CAPTURE(kLevels[i]);
        const auto place = static_cast<float>(i);
        const gpu::Image with = shown.at(place, 1), later = shown.at(place, 2.5F), without = shown.at(place, 1, 0);
        CHECK(in_middle(with, without) > 0.06F);
        CHECK(in_middle(with, later) > 0.02F);
        if (i > 0) CHECK(change(with, without, 0, Showcase::kTop, 0.25F, Showcase::kBottom) > 0.01F);
        if (i + 1 < kLevels.size()) CHECK(change(with, without, 0.75F, Showcase::kTop, 1, Showcase::kBottom) > 0.01F);
        for (const float seconds : {0.0F, 2.0F, 4.0F, 6.0F, 8.0F, 10.0F, 12.0F}) {
            CHECK(change(shown.at(place, seconds), shown.at(place, seconds, 0), 0, 0.4F, 1, 1) < 0.005F);
        }
        for (const gpu::Image& other : seen) CHECK(in_middle(with, other) > 0.04F);
        seen.push_back(with);
    }
}

TEST_CASE("the carousel moves evenly from one exhibit to the next") {
    Shown shown;
    shown.load();
    for (const float place : {1.0F, 1.25F, 1.5F, 1.75F, 2.0F}) {
        CAPTURE(place);
        const gpu::Image here = shown.at(place, 1), next = shown.at(place + 0.02F, 1);
        const float step = change(here, next, 0, 0, 1, 0.45F);
        CHECK(step > 0.001F);
        CHECK(step < 0.12F);
    }
}

TEST_CASE("it is drawn in every tier, and on every OpenGL") {
    for (const auto& [tier, graphics] : {std::pair{render::Tier::medium, gpu::Graphics::automatic}, {render::Tier::high, gpu::Graphics::automatic},
                                         {render::Tier::low, gpu::Graphics::portable}, {render::Tier::low, gpu::Graphics::es}}) {
        const int tier_number = static_cast<int>(tier), graphics_number = static_cast<int>(graphics);  // a lambda cannot take a binding
        CAPTURE(tier_number);
        CAPTURE(graphics_number);
        Shown shown(tier, graphics);
        shown.load();
        CHECK(in_middle(shown.at(1, 1), shown.at(1, 1, 0)) > 0.06F);
    }
}

namespace {

/// Loads the exhibits, piece by piece. Returns the processor time of the longest piece, in milliseconds.
double longest_piece() {
    Shown shown;
    shown.view->instances.add({shown.picture->cast().ship, {}});
    const gpu::Image before = shown.draw();
    double longest = 0;
    int pieces = 0, with_mesh = 0;
    for (bool is_done = false; !is_done && pieces < 400; ++pieces) {
        shown.view->instances.shrink(1);
        const double began = thread_ms();
        is_done = shown.picture->load_exhibits(*shown.view);
        longest = std::max(longest, thread_ms() - began);
        with_mesh += shown.view->instances.size() > 1 ? 1 : 0;
        CHECK(shown.draw().pixels == before.pixels);
    }
    CAPTURE(pieces);
    CHECK(shown.picture->has_exhibits());
    CHECK(with_mesh > 10);  // each new mesh once
    MESSAGE("longest piece: ", longest, " ms of ", pieces);
    return longest;
}

}  // namespace

TEST_CASE("no piece of its loading takes the time of a slow frame, and what is shown meanwhile stays as it was") {
    [[maybe_unused]] double longest = longest_piece();
#ifdef NDEBUG
    // A busy machine slows even the processor down.
    for (int again = 0; again < 2 && longest >= 50; ++again) longest = longest_piece();
    CHECK(longest < 50);
#endif
}

TEST_CASE("a piece compiles one program at most, another level drops the exhibits, and the same level keeps them") {
    gpu::NullCounts counts;
    const auto device = gpu::make_null_device(&counts);
    Picture picture(*device, {.width = 64, .height = 36, .particles_max = 64});
    scene::View view;
    picture.set_exhibits(exhibits());
    CHECK_FALSE(picture.load_exhibits(view));  // there is no level yet
    const Level level = app::level_named("the_cut");
    picture.load_cast(level);
    const auto load = [&] {
        int pieces = 0;
        for (bool is_done = false; !is_done; ++pieces) {
            REQUIRE(pieces < 400);
            const std::int64_t live = counts.live;
            is_done = picture.load_exhibits(view);
            CHECK(counts.live - live <= 1);
        }
        return pieces;
    };
    CHECK(load() > 20);
    CHECK(load() == 1);
    picture.load_cast(level);
    CHECK(picture.has_exhibits());
    picture.load_cast(app::level_named("the_cut", Difficulty::storm));  // the same meshes
    CHECK_FALSE(picture.has_exhibits());
    load();
    picture.load_cast(app::level_named("tutorial"));
    CHECK_FALSE(picture.has_exhibits());
    CHECK(load() > 20);
    picture.set_looks({.book = models::builtin_looks(), .graphs = {}, .snippets = {}});
    CHECK_FALSE(picture.load_exhibits(view));  // until a level is loaded with them
    picture.load_cast(level);
    CHECK(load() > 20);
}
