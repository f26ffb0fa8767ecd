// Goal: the overlay draws a line at the place that it reports, with the letters of the HUD, and in the order of the calls.
#include "client/ui/overlay.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <functional>

#include "tests/client/render/gl_fixture.hpp"

using namespace albireo;

namespace {

constexpr int kWidth = 640, kHeight = 360;

/// A frame of words on black: the letters' brightness, upper left first.
struct Sheet {
    gpu::Device& device = test_device();
    gpu::Owned<gpu::Texture> colour{device, device.make_texture({.width = kWidth, .height = kHeight})};
    gpu::Owned<gpu::Target> target{device, device.make_target({.colours = {colour}})};
    ui::Overlay overlay{device, test_library()};

    std::vector<int> draw(const std::function<void(ui::Overlay&)>& words) {
        device.begin_frame();
        device.begin_pass({.name = "words", .target = target, .width = kWidth, .height = kHeight, .clear = true});
        overlay.begin({}, kWidth, kHeight, 1.0F / 60);
        words(overlay);
        overlay.end();
        device.end_pass();
        device.end_frame();
        std::vector<std::byte> bytes(static_cast<std::size_t>(kWidth * kHeight) * 4);
        device.read_rgba8(target, kWidth, kHeight, bytes);
        std::vector<int> pixels(static_cast<std::size_t>(kWidth * kHeight));
        for (std::size_t i = 0; i < pixels.size(); ++i) {
            const std::size_t row = kHeight - 1 - i / kWidth;  // OpenGL's rows run upward
            pixels[i] = std::to_integer<int>(bytes[(row * kWidth + i % kWidth) * 4]);
        }
        return pixels;
    }
    std::vector<int> draw(std::string_view text, const ui::TextDef& def = {}) {
        return draw([&](ui::Overlay& to) { to.text(text, def); });
    }
};

/// The smallest box around all that is bright, in pixels.
ui::Placed lit(const std::vector<int>& pixels) {
    ui::Placed box{"", kWidth, kHeight, 0, 0};
    for (std::size_t i = 0; i < pixels.size(); ++i) {
        if (pixels[i] < 128) continue;
        const auto x = static_cast<float>(i % kWidth), y = static_cast<float>(i / kWidth);
        box.left = std::min(box.left, x), box.right = std::max(box.right, x + 1);
        box.top = std::min(box.top, y), box.bottom = std::max(box.bottom, y + 1);
    }
    return box;
}

}  // namespace

TEST_CASE("a line fills the place that placed() reports, at every size and in every alignment") {
    Sheet sheet;
    for (const ui::Size size : {ui::Size::small, ui::Size::middle, ui::Size::large}) {
        for (const ui::Align align : {ui::Align::left, ui::Align::centre, ui::Align::right}) {
            const ui::Placed seen = lit(sheet.draw("Hdlb", {.x = 0.5F, .y = 0.4F, .size = size, .align = align}));
            REQUIRE(sheet.overlay.placed().size() == 1);
            const ui::Placed& said = sheet.overlay.placed()[0];
            const float height = said.bottom - said.top;
            CHECK(said.text == "Hdlb");
            CHECK((said.top + said.bottom) / 2 == doctest::Approx(0.4F * kHeight));
            const float at = align == ui::Align::left     ? said.left
                             : align == ui::Align::centre ? (said.left + said.right) / 2
                                                          : said.right;
            CHECK(at == doctest::Approx(0.5F * kWidth));
            CHECK(std::abs(seen.left - said.left) < 0.15F * height + 1);
            CHECK(std::abs(seen.right - said.right) < 0.15F * height + 1);
            // Capitals stand on the baseline, below which a fifth of the line is left for g.
            CHECK(std::abs(seen.bottom - (said.bottom - 0.19F * height)) < 1.5F);
            CHECK(seen.top > said.top);
        }
    }
}

TEST_CASE("text that is too long is scaled down about its middle") {
    Sheet sheet;
    const ui::Placed seen = lit(sheet.draw(std::string(200, 'W'), {.y = 0.4F, .width_max = 0.5F}));
    const ui::Placed& said = sheet.overlay.placed()[0];
    CHECK(said.right - said.left == doctest::Approx(0.5F * kWidth));
    CHECK((said.top + said.bottom) / 2 == doctest::Approx(0.4F * kHeight));
    CHECK(seen.left >= said.left - 1);
    CHECK(seen.right <= said.right + 1);
}

TEST_CASE("letters of other scripts are drawn as typed. A letter that the font lacks is one box") {
    Sheet sheet;
    CHECK(sheet.draw("Жанна") != sheet.draw("Шанна"));
    CHECK(sheet.draw("Zoë") != sheet.draw("Zoé"));
    for (const char* lacking : {"a\U00013000b", "a\U0001f680b", "a\U00020000b"}) {
        CHECK(sheet.draw(lacking) == sheet.draw("a\U000e1000b"));  // not in Unicode
        CHECK(sheet.draw(lacking) != sheet.draw("ab"));
    }
}

TEST_CASE("later calls draw over earlier ones. The shade of a letter does not darken the letter before it") {
    Sheet sheet;
    const auto bright = [](const std::vector<int>& pixels) {
        return std::count_if(pixels.begin(), pixels.end(), [](int value) { return value > 200; });
    };
    const auto words = [](ui::Overlay& to) { to.text("LLLL", {.size = ui::Size::large}); };
    const auto veil = [](ui::Overlay& to) { to.dim(1); };
    CHECK(bright(sheet.draw([&](ui::Overlay& to) { veil(to), words(to); })) > 0);
    CHECK(bright(sheet.draw([&](ui::Overlay& to) { words(to), veil(to); })) == 0);
    const ui::TextDef def{.x = 0.1F, .size = ui::Size::large, .align = ui::Align::left};
    const std::vector<int> alone = sheet.draw("A", def), beside = sheet.draw("AA", def);
    std::size_t darkened = 0;
    for (std::size_t i = 0; i < alone.size(); ++i) darkened += beside[i] < alone[i] - 1 ? 1 : 0;
    CHECK(darkened == 0);
}

TEST_CASE("large text enlarges small lines only, and a line that would not fit is no smaller than before") {
    Sheet sheet;
    const auto height = [&](ui::Size size, float scale, float width_max = 0.9F) {
        sheet.overlay.set_style({.small_scale = scale});
        sheet.draw("Hits", {.size = size, .width_max = width_max});
        const ui::Placed line = sheet.overlay.placed().front();
        CHECK(line.shrunk == doctest::Approx(1));
        return line.bottom - line.top;
    };
    CHECK(height(ui::Size::small, 1.5F) == doctest::Approx(1.5 * height(ui::Size::small, 1)).epsilon(0.01));
    CHECK(height(ui::Size::middle, 1.5F) == doctest::Approx(height(ui::Size::middle, 1)));
    sheet.overlay.set_style({});
    sheet.draw("Hits", {.size = ui::Size::small});
    const ui::Placed usual = sheet.overlay.placed().front();
    // There is room for the usual size only.
    const float room = (usual.right - usual.left) / kWidth;
    CHECK(height(ui::Size::small, 1.5F, room) == doctest::Approx(usual.bottom - usual.top).epsilon(0.02));
}

TEST_CASE("a paragraph takes as many lines as it needs at its full size, and as high a place as it says") {
    Sheet sheet;
    const std::string link = "albireo://play?code=K7QF2M&at=203.0.113.5:40123&at=[2001:db8:4f2a:91c3:a8b7:6d5e:f1c2:3b4d]:7777&key=wJ7nQ0mGZ2yTfV4kXhR8sB1dLc5oP9uE";
    for (const float scale : {1.0F, 1.5F}) {
        sheet.overlay.set_style({.small_scale = scale});
        const ui::TextDef def{.y = 0.3F, .size = ui::Size::small, .width_max = 0.7F};
        float height = 0;
        sheet.draw([&](ui::Overlay& to) { height = to.paragraph(link, def); });
        const std::vector<ui::Placed> lines = sheet.overlay.placed();
        REQUIRE(lines.size() == 3);
        std::string whole;
        for (const ui::Placed& line : lines) {
            CHECK(line.shrunk == doctest::Approx(1));
            CHECK(line.right - line.left <= 0.7F * kWidth + 1);
            CHECK(line.paragraph == link);
            whole += line.text;
        }
        CHECK(whole == link);
        CHECK(lines[1].top >= lines[0].bottom);
        CHECK(height == doctest::Approx(sheet.overlay.paragraph_height(link, def)));
        CHECK(height * kHeight >= lines.back().bottom - lines.front().top);
        // With less room it is smaller, which counts as shrunk.
        sheet.draw([&](ui::Overlay& to) { to.paragraph(link, {.y = 0.3F, .size = ui::Size::small, .width_max = 0.7F, .shrunk = 0.5F}); });
        CHECK(sheet.overlay.placed().front().shrunk == doctest::Approx(0.5F * scale));
    }
}

TEST_CASE("a paragraph of spaces alone has no place, and is not taken for the text before it") {
    Sheet sheet;
    float height = 0;
    sheet.draw([&](ui::Overlay& to) {
        to.text("Hits", {});
        height = to.paragraph("   ", {});
    });
    REQUIRE(sheet.overlay.placed().size() == 1);
    CHECK(sheet.overlay.placed()[0].paragraph.empty());
    CHECK(height == doctest::Approx(sheet.overlay.paragraph_height("   ", {})));
}

TEST_CASE("high contrast makes grey letters bright and backgrounds solid") {
    Sheet sheet;
    const auto brightest = [&](bool high_contrast) {
        sheet.overlay.set_style({.high_contrast = high_contrast});
        const auto pixels = sheet.draw("Hits", {.size = ui::Size::large, .ink = ui::Ink::grey});
        return *std::ranges::max_element(pixels);
    };
    CHECK(brightest(true) > brightest(false) + 40);
    const auto behind = [&](bool high_contrast) {
        sheet.overlay.set_style({.high_contrast = high_contrast});
        return sheet.draw([](ui::Overlay& to) {
            to.box(0, 0, 1, 1, ui::Ink::white, 1);
            to.sheet(0.2F, 0.2F, 0.8F, 0.8F, 0.5F);
        })[static_cast<std::size_t>(kHeight / 2 * kWidth + kWidth / 2)];
    };
    CHECK(behind(false) > 100);
    CHECK(behind(true) < 30);
}

TEST_CASE("a mosaic fills its box with cells that meet, and leaves out what has no ink") {
    Sheet sheet;
    sheet.overlay.set_style({});
    const auto pixels = sheet.draw([](ui::Overlay& to) {
        to.mosaic(0.25F, 0.25F, 0.75F, 0.75F, 7, 5, [](int column, int row) {
            return column == 3 && row == 2 ? ui::Overlay::Cell{} : ui::Overlay::Cell{ui::Ink::white, row % 2 == 0 ? 1.0F : 0.9F};
        });
    });
    int dark = 0;
    for (int y = kHeight / 4; y < kHeight * 3 / 4; ++y) {
        for (int x = kWidth / 4; x < kWidth * 3 / 4; ++x) dark += pixels[static_cast<std::size_t>(y * kWidth + x)] < 128 ? 1 : 0;
    }
    CHECK(dark == doctest::Approx(kWidth / 2.0 / 7 * kHeight / 2.0 / 5).epsilon(0.06));
    const ui::Placed box = lit(pixels);
    CHECK(box.left == kWidth / 4);
    CHECK(box.right == kWidth * 3 / 4);
    CHECK(box.top == kHeight / 4);
    CHECK(box.bottom == kHeight * 3 / 4);
}
