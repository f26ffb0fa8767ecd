// Goal: in a window of any aspect ratio, text and mouse positions refer to the picture, and glyphs are rendered at their final
// size.
#include <doctest/doctest.h>

#include "client/app/activities/interlude_words.hpp"
#include "client/app/activities/panels.hpp"
#include "client/app/screens/compose.hpp"
#include "client/app/screens/draw.hpp"
#include "client/gpu/egl_context.hpp"
#include "client/gpu/gl_device.hpp"
#include "client/scene/letterbox.hpp"

using namespace albireo;
using namespace albireo::app;

namespace {

/// The pixels of a window, without a window.
struct Pane {
    int width, height;
    std::unique_ptr<gpu::GlContext> context = gpu::make_egl_context(width, height);
    std::unique_ptr<gpu::Device> device = gpu::make_gl_device();
    std::unique_ptr<Picture> picture =
        std::make_unique<Picture>(*device, render::Options{.width = width, .height = height});
    std::unique_ptr<ui::Overlay> overlay = std::make_unique<ui::Overlay>(*device, picture->library());
    gpu::Texture colour = device->make_texture({.width = width, .height = height});
    gpu::Target target = device->make_target({.colours = {colour}, .depth = {}});

    Pane(int wide, int high) : width(wide), height(high) {}
    ~Pane() {
        overlay.reset();
        picture.reset();
        device.reset();
    }
    void show(const std::function<void(ui::Overlay&)>& draw, float mouse_x = -1, float mouse_y = -1) {
        platform::Input input;
        input.mouse_x = mouse_x;
        input.mouse_y = mouse_y;
        compose({*device, *picture, *overlay, target, width, height}, nullptr, input, 1.0F / 60, draw);
    }
    std::vector<std::uint8_t> pixels() {
        std::vector<std::uint8_t> all(static_cast<std::size_t>(width) * static_cast<std::size_t>(height) * 4);
        device->read_rgba8(target, width, height, std::as_writable_bytes(std::span(all)));
        return all;
    }
};

}  // namespace

TEST_CASE("mouse positions are relative to the picture, at its corners and centre") {
    struct Case {
        int width, height;
        float left, top, right, bottom;  // of the picture, in pixels
    };
    for (const Case& each : {Case{640, 360, 0, 0, 640, 360}, Case{1000, 800, 0, 118.75F, 1000, 681.25F},
                             Case{640, 480, 0, 60, 640, 420}, Case{840, 360, 100, 0, 740, 360}}) {
        CAPTURE(each.width);
        CAPTURE(each.height);
        Pane pane(each.width, each.height);
        const auto at = [&](float x, float y) {
            pane.show([](ui::Overlay&) {}, x, y);
            return std::pair{pane.overlay->mouse_share(0, 1), pane.overlay->mouse_y()};
        };
        const auto [left, top] = at(each.left, each.top);
        CHECK(left == doctest::Approx(0).epsilon(0.004));
        CHECK(top == doctest::Approx(0).epsilon(0.004));
        const auto [right, bottom] = at(each.right, each.bottom);
        CHECK(right == doctest::Approx(1).epsilon(0.004));
        CHECK(bottom == doctest::Approx(1).epsilon(0.004));
        // A point three quarters across and a quarter down, and a box around it.
        const float x = each.left + 0.75F * (each.right - each.left), y = each.top + 0.25F * (each.bottom - each.top);
        const auto [across, down] = at(x, y);
        CHECK(across == doctest::Approx(0.75).epsilon(0.004));
        CHECK(down == doctest::Approx(0.25).epsilon(0.01));
        CHECK(pane.overlay->is_over(0.74F, 0.24F, 0.76F, 0.26F));
        CHECK_FALSE(pane.overlay->is_over(0.74F, 0.30F, 0.76F, 0.34F));
        // Text is drawn at the same place.
        pane.show([](ui::Overlay& overlay) { overlay.text("x", {.x = 0.75F, .y = 0.25F}); });
        REQUIRE(pane.overlay->placed().size() == 1);
        const ui::Placed& word = pane.overlay->placed()[0];
        CHECK((word.left + word.right) / 2 == doctest::Approx(x).epsilon(0.004));
        CHECK((word.top + word.bottom) / 2 == doctest::Approx(y).epsilon(0.01));
    }
}

TEST_CASE("the height of letters follows the picture, not the window") {
    const auto height_in = [](int width, int height) {
        Pane pane(width, height);
        pane.show([](ui::Overlay& overlay) { overlay.text("x", {}); });
        return pane.overlay->placed().at(0).bottom - pane.overlay->placed().at(0).top;
    };
    CHECK(height_in(640, 640) == doctest::Approx(height_in(640, 360)).epsilon(0.02));
}

TEST_CASE("in a picture below the smallest one, texts lie as in the smallest one, scaled down") {
    const auto drawn_in = [](int width, int height) {
        Pane pane(width, height);
        const scene::Letterbox box = scene::letterbox(width, height);
        pane.show([](ui::Overlay& overlay) {
            for (const ui::Size size : {ui::Size::small, ui::Size::middle, ui::Size::large}) overlay.text("Albireo", {.size = size});
        });
        std::vector<float> shares;
        for (const ui::Placed& line : pane.overlay->placed()) {
            shares.push_back((line.bottom - line.top) / static_cast<float>(box.height));
            shares.push_back((line.right - line.left) / static_cast<float>(box.width));
        }
        return shares;
    };
    const std::vector<float> least = drawn_in(ui::kLeastWidth, ui::kLeastHeight);
    for (const auto& [width, height] : {std::pair{320, 180}, {360, 640}, {320, 240}, {160, 90}}) {
        CAPTURE(width);
        const std::vector<float> here = drawn_in(width, height);
        REQUIRE(here.size() == least.size());
        for (std::size_t i = 0; i < here.size(); ++i) CHECK(here[i] == doctest::Approx(least[i]).epsilon(0.02));
    }
}

TEST_CASE("the captions of intro and ending stay in the picture and do not overlap, in any window, with the longest names") {
    for (const auto& [width, height] : {std::pair{640, 360}, {640, 480}, {840, 360}, {500, 400}}) {
        CAPTURE(width);
        Pane pane(width, height);
        const scene::Letterbox box = scene::letterbox(width, height);
        using Kind = scene::Interlude::Kind;
        std::size_t seen = 0;
        for (const Kind kind : {Kind::intro, Kind::ending}) {
            for (float t = 0; t < scene::Interlude::seconds_of(kind); t += 0.25F) {
                Notice notice = notice_of(Panel::interlude);
                const std::string longest(64, 'W');
                notice.captions = captions_of(kind, t, {longest, longest});
                pane.show([&](ui::Overlay& overlay) { draw_captions(overlay, notice); });
                const std::vector<ui::Placed>& lines = pane.overlay->placed();
                seen += lines.size();
                for (std::size_t i = 0; i < lines.size(); ++i) {
                    CAPTURE(lines[i].text);
                    CHECK(lines[i].left >= static_cast<float>(box.left) - 1);
                    CHECK(lines[i].right <= static_cast<float>(box.left + box.width) + 1);
                    CHECK(lines[i].top >= static_cast<float>(box.top) - 1);
                    CHECK(lines[i].bottom <= static_cast<float>(box.top + box.height) + 1);
                    for (std::size_t k = 0; k < i; ++k) {
                        const float slack = 0.3F * (lines[i].bottom - lines[i].top);
                        const bool apart = lines[i].left >= lines[k].right || lines[i].right <= lines[k].left ||
                                           lines[i].top + slack >= lines[k].bottom || lines[i].bottom - slack <= lines[k].top;
                        CHECK(apart);
                    }
                }
            }
        }
        CHECK(seen > 300);
    }
}

TEST_CASE("text is drawn with the glyphs of its letters") {
    Pane pane(640, 360);
    const auto drawn = [&](const char* text) {
        // A new glyph may take a frame to appear.
        for (int i = 0; i < 3; ++i) {
            pane.show([&](ui::Overlay& overlay) { overlay.text(text, {.size = ui::Size::large}); });
        }
        return pane.pixels();
    };
    CHECK(drawn("Jürgen") != drawn("J?rgen"));
    CHECK(drawn("Łukasz") != drawn("?ukasz"));
    CHECK(drawn("Жанна") != drawn("Шанна"));
    CHECK(drawn("Ωμέγα") != drawn("Ψμέγα"));
}
