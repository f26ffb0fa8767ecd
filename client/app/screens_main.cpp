// albireo-screens: a picture of every screen and of everything that players are told, without a display.
#include <CLI/CLI.hpp>
#include <array>
#include <chrono>
#include <iostream>

#include "client/app/compose.hpp"
#include "client/app/draw.hpp"
#include "client/app/inspector.hpp"
#include "client/app/net_round.hpp"
#include "client/app/offscreen.hpp"
#include "client/app/replay_round.hpp"
#include "client/app/show.hpp"
#include "client/app/staged_table.hpp"
#include "client/app/tools.hpp"
#include "client/gpu/egl_context.hpp"
#include "client/gpu/gl_device.hpp"
#include "replays/reader.hpp"

namespace {

using namespace albireo;
using namespace albireo::app;
using platform::Key;

/// Frames without a window, as PNG files.
class Studio {
  public:
    Studio(const std::string& folder, int width, int height)
        : context_(gpu::make_egl_context(width, height)),
          device_(gpu::make_gl_device()),
          picture_(std::make_unique<Picture>(*device_, render::Options{.width = width, .height = height})),
          overlay_(std::make_unique<ui::Overlay>()),
          sink_(FrameSink::folder(folder)) {
        const gpu::Texture colour = device_->make_texture({.width = width, .height = height});
        target_ = device_->make_target({.colours = {colour}});
        image_.width = width;
        image_.height = height;
        image_.pixels.resize(static_cast<std::size_t>(width) * static_cast<std::size_t>(height) * 4);
    }
    ~Studio() {
        overlay_.reset();
        picture_.reset();
        device_.reset();
    }
    Picture& picture() { return *picture_; }

    void shoot(const std::string& name, const scene::View* view, const std::function<void(ui::Overlay&)>& draw) {
        // Twice: the tools' windows know their size from the second frame on.
        for (int i = 0; i < 2; ++i) {
            compose({*device_, *picture_, *overlay_, target_, image_.width, image_.height}, view, input, 1.0F / 60,
                    draw);
        }
        device_->read_rgba8(target_, image_.width, image_.height, std::as_writable_bytes(std::span(image_.pixels)));
        flip(image_);
        sink_.write(image_, name);
    }
    /// Words alone, seen by nobody.
    void draw(const std::function<void(ui::Overlay&)>& words) {
        compose({*device_, *picture_, *overlay_, target_, image_.width, image_.height}, nullptr, input, 1.0F / 60,
                words);
    }
    std::size_t count() const { return sink_.count(); }

    platform::Input input;

  private:
    static void flip(gpu::Image& image) {
        const std::ptrdiff_t row = static_cast<std::ptrdiff_t>(image.width) * 4;
        for (int y = 0; y < image.height / 2; ++y) {
            const auto upper = image.pixels.begin() + y * row;
            std::swap_ranges(upper, upper + row, image.pixels.begin() + (image.height - 1 - y) * row);
        }
        for (std::size_t i = 3; i < image.pixels.size(); i += 4) image.pixels[i] = 255;
    }

    std::unique_ptr<gpu::GlContext> context_;
    std::unique_ptr<gpu::Device> device_;
    std::unique_ptr<Picture> picture_;
    std::unique_ptr<ui::Overlay> overlay_;
    FrameSink sink_;
    gpu::Target target_{};
    gpu::Image image_;
};

void shoot_menus(Studio& studio) {
    const auto show = show_level("the_cut", {.seed = 3, .skill = 8});
    scene::Stage stage(show->level(), studio.picture().dress(show->level()), {});
    auto view = std::make_unique<scene::View>();
    for (int i = 0; i < 700; ++i) {
        show->step();
        stage.tick(show->before(), show->now(), show->effects());
        stage.look({.before = show->before(), .now = show->now(), .predicted = {}}, *view);
        if (i > 600) studio.picture().renderer().advance(*view);
        view->bursts.clear();
    }
    stage.look({.before = show->before(), .now = show->now(), .predicted = {}}, *view);
    view->hud.shown = false;

    Settings settings;
    Menu menu(settings, {"the_cut", "tutorial"}, {"The Cut", "Tutorial"});
    const auto press = [&](std::initializer_list<Key> keys, const std::string& typed = "") {
        for (const Key key : keys) {
            platform::Input input;
            input.pressed.push_back(key);
            menu.advance(input, 1.0F / 60);
        }
        platform::Input input;
        input.typed = typed;
        menu.advance(input, 0.001F);
    };
    const auto shoot = [&](const std::string& name) {
        studio.shoot("menu-" + name, view.get(), [&](ui::Overlay& overlay) { draw_menu(overlay, menu, studio.input); });
    };
    for (const char* screen : {"title", "levels", "host", "replays", "settings", "players", "picture", "sound",
                               "controls", "bindings", "credits"}) {
        menu.come_back("", screen);
        shoot(screen);
    }
    Notices notices;
    notices.tell("settings: the file as it was is kept as settings.txt.damaged");
    menu.come_back("");
    studio.shoot("menu-title-told", view.get(), [&](ui::Overlay& overlay) {
        draw_menu(overlay, menu, studio.input);
        draw_told(overlay, notices);
    });
    menu.come_back("", "levels");
    press({Key::right, Key::down, Key::down, Key::down});
    for (int i = 0; i < 6; ++i) press({});
    platform::Input nothing;
    menu.advance(nothing, 0.12F);
    shoot("levels-moving");
    menu.advance(nothing, 2);
    shoot("levels-second");
    menu.come_back("", "join");
    press({}, "k7q");
    shoot("join");
    press({Key::enter}, "");
    shoot("join-short");
    press({}, "f2m");
    menu.come_back("no game has this code (K7QF2M)", "join");
    shoot("join-refused");
    std::vector<std::string> replays;
    for (int i = 0; i < 20; ++i) replays.push_back("/r/202611" + std::to_string(30 - i) + "-201500-K7QF2M.replay");
    menu.set_replays(replays, [](const std::string&) { return "The Cut   Anna, Ben   5:12.03"; });
    menu.come_back("", "replays");
    shoot("replays-many");
    press({Key::page_down, Key::down, Key::down, Key::down});
    shoot("replays-scrolled");
    settings.used_servers[0] = "play.example.org:7777";
    menu.come_back("", "host");
    press({Key::down, Key::right});
    shoot("host-elsewhere");
    settings.bindings.alone.of(Action::fire)[1] = Key::x;
    settings.bindings.halves[0].of(Action::fire)[0] = Key::up;
    menu.come_back("", "controls");
    press({Key::enter});
    while (menu.lines()[menu.cursor()].text != "fire") press({Key::down});
    shoot("bindings-conflict");
    press({Key::enter});
    shoot("bindings-waiting");
    press({Key::escape, Key::escape, Key::down, Key::enter, Key::down});
    shoot("bindings-half");
    press({Key::escape, Key::up, Key::up, Key::up});
    press({Key::up, Key::enter});
    shoot("bindings-pad");
}

/// One staged game: frames go by, and pictures are taken of them.
struct Staging {
    Staging(Studio& with, bot::BodyStore& bodies, TableSetup setup) : studio(with) {
        auto staged = std::make_unique<StagedTable>(bodies, setup);
        table = staged.get();
        scene::StageOptions options;
        options.names = setup.names;
        round = std::make_unique<NetRound>(std::move(staged), studio.picture(), Settings{}, options);
    }
    void run(double seconds) {
        for (const Micros until = now + static_cast<Micros>(seconds * 1e6); now < until; now += proto::kMicrosPerTick) {
            round->advance(input, now);
            seen = round->look(*view, now);
            if (seen && !view->bursts.empty()) studio.picture().renderer().advance(*view);
            view->bursts.clear();
            input.next_frame();
        }
    }
    void press(Key key) {
        input.pressed.push_back(key);
        run(0.02);
    }
    void shoot(const std::string& name) {
        studio.shoot("game-" + name, seen ? view.get() : nullptr,
                     [&](ui::Overlay& overlay) { draw_round(overlay, *round, input); });
    }
    Studio& studio;
    StagedTable* table = nullptr;
    std::unique_ptr<NetRound> round;
    std::unique_ptr<scene::View> view = std::make_unique<scene::View>();
    platform::Input input;
    Micros now = 1'000'000;
    bool seen = false;
};

void shoot_games(Studio& studio, bot::BodyStore& bodies) {
    TableSetup setup;
    setup.names = {"Anna", "Benjamin Bunny"};
    setup.ready_at_once = false;
    Staging game(studio, bodies, setup);
    game.table->server_speaks = false;
    game.run(5);
    game.shoot("connecting");
    game.table->server_speaks = true;
    game.run(1);
    game.shoot("lobby-alone");
    game.table->seat_friend(false);
    game.run(2.5);
    game.shoot("lobby-both");
    game.press(Key::enter);
    game.run(0.5);
    game.shoot("lobby-ready");
    // From here on the friend is ready at once.
    setup.ready_at_once = true;
    Staging play(studio, bodies, setup);
    play.run(1);
    play.table->seat_friend(true);
    play.run(9);
    play.table->bot_keeps_seat = true;
    play.shoot("with-code");
    play.table->bot_keeps_seat = false;
    play.press(Key::p);
    play.run(1);
    play.shoot("paused");
    play.press(Key::p);
    play.run(1);
    play.table->friend_speaks = false;
    play.run(2.5);
    play.shoot("waiting-for-partner");
    play.run(2);
    play.shoot("partner-slow");
    play.run(8);
    play.shoot("partner-gone");
    play.table->friend_speaks = true;
    play.run(1.5);
    play.shoot("partner-back");
    play.table->friend_leaves(play.now);
    play.run(0.5);
    play.shoot("partner-left");
    play.table->server_speaks = false;
    play.run(6);
    play.shoot("connection-lost");
    play.table->server_speaks = true;
    // Nobody flies: the ships are lost one after another.
    for (int i = 0; i < 400 && play.round->notice().title != "Continue?"; ++i) play.run(1);
    play.shoot("continue");
    play.run(1);  // what comes unasked takes no Enter at first
    play.press(Key::down);
    play.press(Key::enter);
    play.run(0.2);
    play.shoot("results");

    TableSetup lost;
    NetRound failed(join_table(bodies, lost, {"127.0.0.1", 9}, "K7QF2M"), studio.picture(), Settings{}, {});
    for (Micros now = 0; now < 16'000'000; now += 100'000) failed.advance(studio.input, now);
    studio.shoot("game-failed", nullptr, [&](ui::Overlay& overlay) { draw_round(overlay, failed, studio.input); });
}

void shoot_theatre(Studio& studio, bot::BodyStore& bodies, const std::string& path) {
    auto replay = std::make_unique<replays::Replay>();
    if (const std::string fault = replays::open_replay(path, *replay, replays::Partial::accept); !fault.empty()) {
        throw PictureError{fault};
    }
    ReplayRound::Setup setup;
    setup.taken.picture = &studio.picture();
    setup.taken.bodies = &bodies;
    ReplayRound round(std::move(replay), path, std::move(setup));
    auto view = std::make_unique<scene::View>();
    view->look.theme = scene::HudTheme::classic;
    platform::Input input;
    Micros now = 0;
    const auto run = [&](double seconds) {
        for (const Micros until = now + static_cast<Micros>(seconds * 1e6); now < until; now += proto::kMicrosPerTick) {
            round.advance(input, now);
            round.look(*view, now);
            studio.picture().renderer().advance(*view);
            view->bursts.clear();
            input.next_frame();
        }
    };
    const auto press = [&](Key key) {
        input.pressed.push_back(key);
        run(0.1);
    };
    const auto shoot = [&](const std::string& name) {
        studio.shoot("theatre" + name, view.get(), [&](ui::Overlay& overlay) { draw_round(overlay, round, input); });
    };
    run(9);
    shoot("");
    press(Key::space);
    shoot("-paused");
    press(Key::f1);
    shoot("-keys");
    press(Key::f1);
    press(Key::b);
    shoot("-note");
    press(Key::escape);
    press(Key::t);
    shoot("-take-over");
}

void shoot_tools(Studio& studio, bot::BodyStore& bodies) {
    Staging play(studio, bodies, {});
    // A link that gives the netgraph something to show: 120 ms there and back, and a tenth is lost.
    const proto::ImpairmentOptions bad{.loss_ppm = 100'000, .burst_mean = 2, .delay = 60'000, .jitter = 15'000};
    play.table->weather = proto::FaultyLinkOptions{.out = bad, .in = bad};
    play.run(2);
    play.table->seat_friend(true);
    Tools tools(bodies);
    play.run(12);
    constexpr int kFrames = 260;  // more than a curve is long
    for (const auto& [key, name] : {std::pair{Key::f3, "netgraph"}, std::pair{Key::f4, "inspector"}}) {
        for (int i = 0; i < kFrames; ++i) {
            if (i == 0) play.input.pressed.push_back(key);
            std::array<std::chrono::steady_clock::time_point, FrameTimes::kParts> at;
            at[0] = std::chrono::steady_clock::now();
            play.round->advance(play.input, play.now);
            at[1] = std::chrono::steady_clock::now();
            play.round->look(*play.view, play.now);
            at[2] = std::chrono::steady_clock::now();
            const auto draw = [&](ui::Overlay& overlay) { tools.draw(overlay, play.input, *play.round, 16.7F); };
            i == kFrames - 1 ? studio.shoot("tools-" + std::string(name), play.view.get(), draw) : studio.draw(draw);
            at[3] = std::chrono::steady_clock::now();
            FrameTimes::Frame times{};
            for (std::size_t part = 0; part < 3; ++part) {
                times[part] = std::chrono::duration<float, std::milli>(at[part + 1] - at[part]).count();
            }
            if (i != kFrames - 1) tools.times().add(times);  // the last is written to a file, too
            play.input.next_frame();
            play.now += proto::kMicrosPerTick;
        }
    }
    for (int page = 1; page < Inspector::kPages; ++page) {
        const auto draw = [&](ui::Overlay& overlay) { tools.draw(overlay, play.input, *play.round, 16.7F); };
        tools.inspector().turn_to(page);
        for (int i = 0; i < 3; ++i) studio.draw(draw);  // a page that is turned to comes a frame later
        studio.shoot("tools-inspector-" + std::to_string(page), play.view.get(), draw);
    }
}

}  // namespace

int main(int argc, char** argv) {
    std::string folder, size = "640x360", replay = "replays/golden/coop-standard.replay";
    CLI::App line{"A picture of every screen of Albireo, and of everything that players are told, without a display."};
    line.add_option("DIR", folder, "where the pictures go")->required();
    line.add_option("--size", size, "WIDTHxHEIGHT")->capture_default_str();
    line.add_option("--replay", replay, "of the theatre's screens")->capture_default_str();
    try {
        line.parse(argc, argv);
    } catch (const CLI::Success& done) {
        return line.exit(done);
    } catch (const CLI::ParseError& error) {
        std::cerr << "albireo-screens: " << error.what() << " (see --help)\n";
        return 2;
    }
    int width = 0, height = 0;
    try {
        if (!parse_size(size, width, height))
            throw PictureError{"--size " + size + ": want WIDTHxHEIGHT, such as 640x360"};
        Studio studio(folder, width, height);
        shoot_menus(studio);
        bot::BodyStore bodies;
        shoot_games(studio, bodies);
        shoot_theatre(studio, bodies, replay);
        shoot_tools(studio, bodies);
        std::cerr << studio.count() << " screens in " << folder << '\n';
    } catch (const PictureError& error) {
        std::cerr << "albireo-screens: " << error.text << '\n';
        return error.exit_code;
    } catch (const gpu::ContextError& error) {
        std::cerr << "albireo-screens: " << error.text << '\n';
        return 3;
    } catch (const gpu::ShaderError& error) {
        std::cerr << "albireo-screens: " << error.text << '\n';
        return 2;
    }
}
