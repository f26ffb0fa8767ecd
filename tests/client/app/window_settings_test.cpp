// Goal: each setting of the window takes effect when it is changed, and not before; the frame limit holds.
#include <doctest/doctest.h>

#include <algorithm>
#include <chrono>
#include <string>

#include "client/app/controls/frame_pacer.hpp"
#include "client/app/controls/window_settings.hpp"

using namespace albireo::app;

namespace {

/// Records the calls.
struct RecordingWindow {
    std::string told;
    bool fullscreen = false;
    int width = 1280, height = 720;
    void extent(int& across, int& down) const { across = width, down = height; }
    void set_vsync(bool on) { told += on ? "vsync " : "no vsync "; }
    void set_size(int across, int down) {
        width = across, height = down;
        told += std::to_string(width) + "x" + std::to_string(height) + " ";
    }
    bool is_fullscreen() const { return fullscreen; }
    void set_fullscreen_mode(bool borderless, int monitor) {
        told += (borderless ? "borderless " : "exclusive ") + std::to_string(monitor) + " ";
    }
    void toggle_fullscreen() {
        fullscreen = !fullscreen;
        told += fullscreen ? "whole " : "window ";
    }
};

struct Fixture {
    Settings settings;
    RecordingWindow window;
    WindowSettings applied;
    /// The effect of a change, as the screens apply it.
    std::string turn(const char* key, int way) {
        window.told.clear();
        setting_named(key).turn(settings, way, true);
        applied.apply(settings, window);
        return window.told;
    }
};

}  // namespace

TEST_CASE_FIXTURE(Fixture, "each setting of the window is applied when it changes, once") {
    applied.apply(settings, window);
    CHECK(window.told.empty());  // the window was opened with these settings
    CHECK(turn("vsync", 1) == "no vsync ");
    CHECK(turn("vsync", 1) == "vsync ");
    CHECK(turn("window_scale", -1) == "960x540 ");
    CHECK(turn("window_scale", 1) == "1280x720 ");
    CHECK(turn("fullscreen", 1) == "whole ");
    CHECK(turn("window_scale", 1) == "1600x900 ");
    CHECK(turn("fullscreen", 1) == "window ");
    CHECK(turn("borderless", 1) == "borderless 0 ");
    CHECK(turn("monitor", 1) == "borderless 1 ");
    CHECK(turn("monitor", 1) == "borderless 2 ");
    CHECK(turn("borderless", 1) == "exclusive 2 ");
    CHECK(turn("volume_game", 1).empty());
    CHECK(turn("hud", 1).empty());
}

TEST_CASE_FIXTURE(Fixture, "the size and mode from the command line or F11 stay until a setting changes") {
    window.fullscreen = true;
    applied.apply(settings, window);
    CHECK(window.told.empty());
    window.toggle_fullscreen();  // F11, which changes the setting, too
    settings.fullscreen = window.is_fullscreen();
    CHECK(turn("vsync", 1) == "no vsync ");
    window.toggle_fullscreen();
    settings.fullscreen = window.is_fullscreen();
    CHECK(turn("vsync", 1) == "vsync ");
    CHECK(turn("fullscreen", 1) == "window ");
}

TEST_CASE_FIXTURE(Fixture,
                  "a size to which the player drags the window is remembered, until the settings name another one") {
    applied.apply(settings, window);
    const auto follow = [&](float seconds) { return applied.follow(settings, window, seconds); };
    CHECK_FALSE(follow(1));
    window.width = 1000, window.height = 800;
    // Not while it is still being dragged.
    CHECK_FALSE(follow(0.1F));
    window.width = 1010;
    CHECK_FALSE(follow(0.9F));
    CHECK_FALSE(follow(0.9F));
    CHECK(follow(0.9F));
    CHECK_FALSE(follow(5));
    CHECK(WindowSettings::extent_of(settings).width == 1010);
    CHECK(WindowSettings::extent_of(settings).height == 800);
    Settings read;
    CHECK(parse_settings(text_of(settings), read).empty());
    CHECK(WindowSettings::extent_of(read).width == 1010);
    // A minimised or fullscreen window has no size of its own.
    for (const bool whole : {false, true}) {
        window.fullscreen = whole;
        window.width = whole ? 1920 : 0;
        window.height = whole ? 1080 : 0;
        CHECK_FALSE(follow(5));
        CHECK_FALSE(follow(5));
    }
    window.fullscreen = false;
    CHECK(turn("window_scale", -1) == "960x540 ");
    CHECK(WindowSettings::extent_of(settings).width == 960);
    CHECK_FALSE(follow(5));
    CHECK_FALSE(follow(5));
    CHECK(WindowSettings::extent_of(settings).height == 540);
}

TEST_CASE_FIXTURE(Fixture, "a size from the command line is not remembered") {
    window.width = 640, window.height = 360;
    applied.apply(settings, window);
    CHECK_FALSE(applied.follow(settings, window, 5));
    CHECK_FALSE(applied.follow(settings, window, 5));
    CHECK(WindowSettings::extent_of(settings).width == 1280);
}

TEST_CASE("a frame limit delays frames, and without a limit none is delayed") {
    using namespace std::chrono_literals;
    const auto begin = FramePacer::Time{} + 1h;
    FramePacer pacer;
    // The first frame is not delayed. Nor is the second, because the first counts as late. After that, a program that draws
    // in no time begins its frames at even intervals.
    CHECK(pacer.next(100, begin) <= begin);
    auto now = begin;
    for (int i = 0; i < 100; ++i) {
        CAPTURE(i);
        now = std::max(now, pacer.next(100, now));
        CHECK(now == begin + i * 10ms);
    }
    // A frame that took 35 ms is not delayed, and afterwards the interval is the same: lost time is not recovered.
    now += 35ms;
    CHECK(pacer.next(100, now) <= now);
    CHECK(pacer.next(100, now) <= now);
    CHECK(pacer.next(100, now) == now + 10ms);
    for (int i = 0; i < 100; ++i) CHECK(pacer.next(0, now) == now);
}
