// Goal: puffs of flowing smoke are in the picture, hide what is behind them, glow while they are hot, and are fewer in the low tier but never
// none.
#include <doctest/doctest.h>

#include <memory>

#include "client/render/quality.hpp"
#include "client/scene/smoke.hpp"
#include "tests/client/render/gl_fixture.hpp"
#include "tests/client/render/wall.hpp"

using namespace albireo;
using render::Options;

namespace {

constexpr int kAcross = 320, kUp = 180;

Options plain() {
    return bare_options(kAcross, kUp);
}

gpu::Image draw(const scene::View& view, const Options& options) {
    render::Renderer renderer(test_device(), test_library(), wall_meshes(), options);
    renderer.render(view);
    gpu::Image image;
    renderer.read(image);
    return image;
}

/// A pale wall behind the plane of play.
std::unique_ptr<scene::View> pale_wall() {
    auto view = std::make_unique<scene::View>();
    view->hud.shown = false;
    scene::InstanceData wall = wall_at(-1);
    wall.tint = {8, 8, 8};
    view->instances.add({0, wall});
    return view;
}

int differing(const gpu::Image& a, const gpu::Image& b) {
    int count = 0;
    for (int y = 0; y < kUp; ++y) {
        for (int x = 0; x < kAcross; ++x) count += std::abs(a.at(x, y)[0] - b.at(x, y)[0]) > 6;
    }
    return count;
}

}  // namespace

TEST_CASE("a puff is seen at its place, darkens a pale wall, and glows while it is hot") {
    const auto view = pale_wall();
    const gpu::Image bare = draw(*view, plain());
    view->puffs.add({.at = {4, 2, 0.3F}, .size = 1.5F, .age = 0.2F, .cover = 0.8F});
    const gpu::Image smoke = draw(*view, plain());
    const int x = kAcross / 2 + 40, y = kUp / 2 - 20;
    CHECK(smoke.at(x, y)[0] < bare.at(x, y)[0] - 20);
    CHECK(smoke.at(x - 60, y)[0] == bare.at(x - 60, y)[0]);
    view->puffs.all()[0].heat = 1.5F;
    CHECK(draw(*view, plain()).at(x, y)[0] > smoke.at(x, y)[0] + 20);
    // Behind the wall it is hidden.
    view->puffs.all()[0] = {.at = {4, 2, -4}, .size = 1.5F, .age = 0.2F, .cover = 0.8F};
    CHECK(differing(draw(*view, plain()), bare) == 0);
}

TEST_CASE("each image of the atlas is another one, and the low tier draws half of them") {
    const auto view = pale_wall();
    const gpu::Image bare = draw(*view, plain());
    std::vector<gpu::Image> images;
    for (int i = 0; i < scene::kPuffImages; ++i) {
        view->puffs.clear();
        view->puffs.add({.at = {0, 0, 0.3F}, .size = 2, .age = 0.5F, .image = static_cast<float>(i), .cover = 0.8F});
        images.push_back(draw(*view, plain()));
        CHECK(differing(images.back(), bare) > 300);
        Options low = plain();
        low.particle_share = 0.5F;
        CHECK((differing(draw(*view, low), bare) > 300) == (i < scene::kPuffImages / 2));
    }
    for (int i = 1; i < scene::kPuffImages; ++i) CHECK(differing(images[0], images[static_cast<std::size_t>(i)]) > 100);
}
