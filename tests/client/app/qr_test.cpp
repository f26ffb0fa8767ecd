// Goal: the QR code on the host's screen is the invitation, letter by letter, as an independent decoder (libzbar) reads it from the picture, in
// windows of every supported size; a code that is damaged is not taken for one.
#include <doctest/doctest.h>
#include <zbar.h>

#include <memory>
#include <string>
#include <vector>

#include "client/app/activities/qr.hpp"
#include "client/app/screens/compose.hpp"
#include "client/app/screens/draw.hpp"
#include "client/app/screens/staging.hpp"
#include "client/gpu/null_device.hpp"
#include "reach/invitation.hpp"
#include "tests/client/render/gl_fixture.hpp"

using namespace albireo;
using namespace albireo::app;

namespace {

/// What libzbar reads in a grey picture: the texts of all its QR codes.
std::vector<std::string> decoded(const std::vector<std::uint8_t>& grey, int width, int height) {
    const auto free_scanner = [](zbar::zbar_image_scanner_t* scanner) { zbar::zbar_image_scanner_destroy(scanner); };
    const auto free_image = [](zbar::zbar_image_t* image) { zbar::zbar_image_destroy(image); };
    const std::unique_ptr<zbar::zbar_image_scanner_t, decltype(free_scanner)> scanner(zbar::zbar_image_scanner_create(), free_scanner);
    zbar::zbar_image_scanner_set_config(scanner.get(), zbar::ZBAR_NONE, zbar::ZBAR_CFG_ENABLE, 0);
    zbar::zbar_image_scanner_set_config(scanner.get(), zbar::ZBAR_QRCODE, zbar::ZBAR_CFG_ENABLE, 1);
    const std::unique_ptr<zbar::zbar_image_t, decltype(free_image)> image(zbar::zbar_image_create(), free_image);
    zbar::zbar_image_set_format(image.get(), zbar_fourcc('Y', '8', '0', '0'));
    zbar::zbar_image_set_size(image.get(), static_cast<unsigned>(width), static_cast<unsigned>(height));
    zbar::zbar_image_set_data(image.get(), grey.data(), grey.size(), nullptr);
    zbar::zbar_scan_image(scanner.get(), image.get());
    std::vector<std::string> all;
    for (const auto* symbol = zbar::zbar_image_first_symbol(image.get()); symbol != nullptr; symbol = zbar::zbar_symbol_next(symbol)) {
        all.emplace_back(zbar::zbar_symbol_get_data(symbol), zbar::zbar_symbol_get_data_length(symbol));
    }
    return all;
}

/// A window's pixels, and what can be read in them.
struct Screen {
    int width, height;
    gpu::Device& device = test_device();
    gpu::Owned<gpu::Texture> colour{device, device.make_texture({.width = width, .height = height})};
    gpu::Owned<gpu::Target> target{device, device.make_target({.colours = {colour}})};
    ui::Overlay overlay{device, test_library()};

    Screen(int wide, int high) : width(wide), height(high) {}

    std::vector<std::string> read(const std::function<void(ui::Overlay&)>& words) {
        device.begin_frame();
        device.begin_pass({.name = "words", .target = target, .width = width, .height = height, .clear = true});
        overlay.begin({}, width, height, 1.0F / 60);
        words(overlay);
        overlay.end();
        device.end_pass();
        device.end_frame();
        std::vector<std::byte> bytes(static_cast<std::size_t>(width * height) * 4);
        device.read_rgba8(target, width, height, bytes);
        std::vector<std::uint8_t> grey(static_cast<std::size_t>(width * height));
        for (std::size_t i = 0; i < grey.size(); ++i) {
            // OpenGL's rows run upward.
            const std::size_t row = static_cast<std::size_t>(height) - 1 - i / static_cast<std::size_t>(width);
            grey[i] = std::to_integer<std::uint8_t>(bytes[(row * static_cast<std::size_t>(width) + i % static_cast<std::size_t>(width)) * 4 + 1]);
        }
        return decoded(grey, width, height);
    }
    std::vector<std::string> read(Activity& activity) {
        return read([&](ui::Overlay& to) { draw_activity(to, activity, {}); });
    }
};

/// A hosted game in its lobby.
struct Lobby {
    std::unique_ptr<gpu::Device> device = gpu::make_null_device();
    Picture picture{*device, {.width = 64, .height = 36}};
    bot::BodyStore bodies;
    Staging game{picture, bodies, {.names = {"Anna", "Ben"}, .ready_at_once = false, .rendezvous = "play.example.org:7777"}};

    Lobby() {
        game.run_until("the lobby", [&] { return game.notice().rows.size() == 2; });
        game.run(0.1);
    }
    /// The invitation grows to the longest that there is.
    void add_networks() {
        game.host().mapped = {.state = reach::PortMapping::State::granted, .by = "NAT-PMP", .address = 0x057100cb, .port = 40123};
        game.host().has_ipv6 = game.host().has_many_networks = true;
        game.run(0.1);
    }
};

}  // namespace

TEST_CASE("the code on the host's screen is the invitation, in every window from 640x360 on") {
    Lobby lobby;
    for (const bool is_long : {false, true}) {
        if (is_long) lobby.add_networks();
        const std::string link = lobby.game.notice().link;
        CAPTURE(link);
        REQUIRE(link.size() > (is_long ? 250U : 120U));
        CHECK(reach::read_invitation(link).error.empty());
        for (const auto& [width, height] : {std::pair{1280, 720}, {1920, 1080}, {1000, 800}, {640, 360}}) {
            CAPTURE(width);
            Screen screen(width, height);
            CHECK(screen.read(lobby.game.activity()) == std::vector<std::string>{link});
            screen.overlay.set_style({.small_scale = 1.5F, .high_contrast = true});
            CHECK(screen.read(lobby.game.activity()) == std::vector<std::string>{link});
        }
    }
}

TEST_CASE("a window too small for a long invitation shows no code rather than one that cannot be read, and a usual one all the same") {
    Lobby lobby;
    Screen screen(480, 270);
    CHECK(screen.read(lobby.game.activity()) == std::vector<std::string>{lobby.game.notice().link});
    lobby.add_networks();
    CHECK(screen.read(lobby.game.activity()).empty());
}

TEST_CASE("a code with a damaged part is not taken for the invitation") {
    Lobby lobby;
    const std::string link = lobby.game.notice().link;
    const auto code = qr_code_of(link);
    REQUIRE(code != nullptr);
    Screen screen(1280, 720);
    const auto read = [&](int wide) {
        return screen.read([&](ui::Overlay& to) {
            const int from = (code->cells - wide) / 2;
            to.cells(0.97F, 0.045F, 0.405F, code->cells, [&](int column, int row) {
                const bool is_damaged = column >= from && column < from + wide && row >= from && row < from + wide;
                return code->is_dark(column, row) != is_damaged;
            });
        });
    };
    CHECK(read(0) == std::vector<std::string>{link});
    CHECK(read(code->cells * 3 / 5) != std::vector<std::string>{link});  // a third of the area; level M repairs 15 %
}
