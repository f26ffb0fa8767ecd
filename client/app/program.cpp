#include "client/app/program.hpp"

#include <fmt/format.h>
#include <spdlog/spdlog.h>

#include <algorithm>
#include <csignal>
#include <filesystem>
#include <iostream>

#include "client/app/film.hpp"
#include "client/app/menu.hpp"
#include "client/app/net_round.hpp"
#include "client/app/offscreen.hpp"
#include "client/app/replay_round.hpp"
#include "client/app/show.hpp"
#include "client/app/tools.hpp"
#include "client/app/window_loop.hpp"
#include "replays/reader.hpp"
#include "sim/script/compile.hpp"

namespace albireo::app {
namespace {

using platform::Input;
using platform::Key;

volatile std::sig_atomic_t stop_asked = 0;
void ask_to_stop(int) {
    stop_asked = 1;
}

/// Everything that outlives a round.
struct Program {
    explicit Program(const platform::WindowOptions& window) : screen(window) {}

    audio::Audio audio{{.log = [](const std::string& line) { spdlog::warn(line); }}};
    Screen screen;
    bot::BodyStore bodies;
    Settings settings;
    scene::StageOptions stage;
    Tools tools;
    std::unique_ptr<scene::View> view = std::make_unique<scene::View>();
    std::unique_ptr<Round> round;
    std::string told_code;
    bool closed = false;  // the window, not only the game
};

platform::WindowOptions window_of(const CommandLine& line, const Settings& settings) {
    platform::WindowOptions options;
    options.width = line.width > 0 ? line.width : 320 * settings.window_scale;
    options.height = line.height > 0 ? line.height : 180 * settings.window_scale;
    options.fullscreen = line.fullscreen || settings.fullscreen;
    options.vsync = settings.vsync;
    return options;
}

/// What of the settings acts at once.
void apply(Program& program) {
    const Settings& settings = program.settings;
    scene::Look& look = program.view->look;
    look.theme = settings.classic_hud ? scene::HudTheme::classic : scene::HudTheme::standard;
    look.flashes = look.shake = settings.flashes_reduced ? 0.2F : 1.0F;
    look.background_dim = static_cast<float>(settings.background_dim) / 100;
    program.audio.set_volume(audio::Bus::game, static_cast<float>(settings.volume_game) / 100);
    program.audio.set_volume(audio::Bus::menu, static_cast<float>(settings.volume_menu) / 100);
}

std::unique_ptr<replays::Replay> open(const std::string& path) {
    auto replay = std::make_unique<replays::Replay>();
    const std::string fault = replays::open_replay(path, *replay, replays::Partial::accept);
    if (!fault.empty()) throw PictureError{path + ": " + fault};
    return replay;
}

std::unique_ptr<Table> table_of(Program& program, const CommandLine& line) {
    std::string error;
    std::unique_ptr<Table> table;
    if (line.what == CommandLine::What::host) {
        table = host_table(program.bodies, line.table, line.port, error);
        if (!table) {
            throw PictureError{
                fmt::format("cannot listen on port {}: {}; is another server running there?", line.port, error), 3};
        }
    } else if (line.what == CommandLine::What::join) {
        client::ServerAddress address;
        client::parse_address(line.connect, address);
        table = join_table(program.bodies, line.table, address, line.code);
    } else {
        table = sit_at_home(program.bodies, line.table);
    }
    return table;
}

void begin_round(Program& program, const CommandLine& line) {
    Picture& picture = program.screen.picture();
    if (line.what == CommandLine::What::watch) {
        program.round = std::make_unique<ReplayRound>(open(line.file), &picture, program.stage);
        return;
    }
    if (line.what != CommandLine::What::join) {
        // Shaders and meshes first, so that the first tick finds a picture.
        const auto level = script::compile_builtin_level(line.table.level, line.table.difficulty);
        if (!level.error.empty()) throw PictureError{level.error};
        picture.dress(level.level);
        program.bodies.of(level.level);
    }
    scene::StageOptions stage = program.stage;
    stage.names = line.table.names;
    program.round = std::make_unique<NetRound>(table_of(program, line), picture, program.settings.bindings, stage);
}

void tell_code(Program& program, const CommandLine& line) {
    if (line.what != CommandLine::What::host || program.round->game() == nullptr) return;
    const std::string& code = program.round->game()->code();
    if (code.empty() || code == program.told_code) return;
    program.told_code = code;
    std::cout << "code " << code << std::endl;
}

void draw_timeline(ui::Overlay& overlay, Round& round, const Input& input) {
    Round::Timeline line;
    if (!round.timeline(line) || line.end <= line.begin) return;
    constexpr float kLeft = 0.06F, kRight = 0.94F, kTop = 0.945F, kBottom = 0.955F;
    const auto place = [&](std::uint32_t tick) {
        return kLeft +
               (kRight - kLeft) * static_cast<float>(tick - line.begin) / static_cast<float>(line.end - line.begin);
    };
    overlay.box(kLeft, kTop, kRight, kBottom, ui::Ink::grey, 0.4F);
    overlay.box(kLeft, kTop, place(line.now), kBottom, ui::Ink::gold, 0.8F);
    for (const Round::Timeline::Mark& mark : *line.marks) {
        const float x = place(mark.tick);
        const ui::Ink ink = mark.kind == 0 ? ui::Ink::gold : mark.kind == 1 ? ui::Ink::blue : ui::Ink::red;
        overlay.box(x - 0.001F, kTop - 0.012F, x + 0.001F, kTop, ink, 1);
    }
    if (input.mouse_pressed && overlay.is_over(kLeft, kTop - 0.03F, kRight, kBottom + 0.03F)) {
        round.seek_share(overlay.mouse_share(kLeft, kRight));
    }
}

/// The notice of a replay is a caption, not a message.
void draw_words(ui::Overlay& overlay, Round& round, const Input& input) {
    const Notice notice = round.notice();
    Round::Timeline line;
    if (!round.timeline(line)) return draw_notice(overlay, notice);
    overlay.text(notice.hint, {.y = 0.915F, .size = ui::Size::small});
    overlay.text(notice.line, {.y = 0.2F, .size = ui::Size::small, .ink = ui::Ink::red});
    draw_timeline(overlay, round, input);
}

int play(Program& program, const CommandLine& line) {
    begin_round(program, line);
    program.round->listen(&program.audio);
    const Micros began = client::UdpClient::now();
    std::uint64_t frames = 0;
    Micros last = began;
    for (;;) {
        const Input& input = program.screen.window().poll();
        const Micros now = client::UdpClient::now();
        if (input.was_pressed(Key::f11)) program.screen.window().toggle_fullscreen();
        program.round->advance(input, now);
        tell_code(program, line);
        const bool late = line.seconds > 0 && static_cast<double>(now - began) > line.seconds * 1e6;
        if (input.close_asked || input.was_pressed(Key::escape) || stop_asked != 0 || late) {
            program.closed = input.close_asked || stop_asked != 0;
            program.round->leave(now);
            break;
        }
        if (program.round->is_over()) break;
        const bool seen = program.round->look(*program.view, client::UdpClient::now());
        program.screen.show(seen ? program.view.get() : nullptr, input, [&](ui::Overlay& overlay) {
            draw_words(overlay, *program.round, input);
            program.tools.draw(input, *program.round, static_cast<float>(now - last) / 1000);
        });
        last = now;
        ++frames;
    }
    client::GameClient* game = program.round->game();
    if (line.report && game != nullptr) {
        const double seconds = static_cast<double>(client::UdpClient::now() - began) / 1e6;
        std::cout << fmt::format("frames {}  ticks {}  seconds {:.2f}  frozen {}  digests agreed {}  desyncs {}\n",
                                 frames, game->figures().ticks, seconds, game->figures().frozen_ticks,
                                 game->figures().digests_checked, game->figures().desyncs);
    }
    if (game != nullptr && game->state() == client::GameClient::State::failed) throw PictureError{game->failure(), 3};
    return 0;
}

std::vector<std::string> find_replays(const std::string& folder) {
    std::vector<std::string> paths;
    std::error_code error;
    for (const auto& entry : std::filesystem::directory_iterator(folder, error)) {
        if (entry.path().extension() == ".replay") paths.push_back(entry.path().string());
    }
    // Their names begin with the time: newest first, as many as fit on the screen.
    std::sort(paths.rbegin(), paths.rend());
    if (paths.size() > 12) paths.resize(12);
    return paths;
}

void draw_menu(ui::Overlay& overlay, Menu& menu, const Input& input) {
    using ui::Ink;
    using ui::Size;
    const bool at_title = menu.screen() == "title", at_levels = menu.screen() == "levels";
    overlay.dim(at_title ? 0.35F : 0.6F);
    if (at_levels) {
        // The carousel: the chosen level in the middle, its neighbours to the sides.
        for (std::size_t i = 0; i < menu.titles().size(); ++i) {
            const float off = static_cast<float>(i) - menu.carousel();
            const float near = std::max(0.0F, 1 - 0.7F * std::abs(off));
            overlay.text(
                menu.titles()[i],
                {.x = 0.5F + 0.42F * off, .y = 0.25F, .size = Size::large, .ink = Ink::gold, .strength = near});
        }
    } else {
        overlay.text(menu.heading(), {.y = 0.22F, .size = Size::large, .ink = at_title ? Ink::gold : Ink::white});
    }
    if (at_title) overlay.text("two ships, one sky", {.y = 0.33F, .size = Size::small, .ink = Ink::blue});
    const auto lines = menu.lines();
    const float step = lines.size() > 8 ? 0.042F : 0.062F;
    for (std::size_t i = 0; i < lines.size(); ++i) {
        const float y = 0.44F + step * static_cast<float>(i);
        const bool chosen = i == menu.cursor();
        const ui::Size size = lines.size() > 8 ? Size::small : Size::middle;
        const ui::Ink ink = chosen ? Ink::gold : Ink::white;
        if (lines[i].value.empty() && menu.screen() != "join" && menu.screen() != "settings") {
            overlay.text(lines[i].text, {.y = y, .size = size, .ink = ink});
        } else {
            overlay.text(lines[i].text, {.x = 0.48F, .y = y, .size = size, .ink = ink, .align = ui::Align::right});
            overlay.text(
                lines[i].value,
                {.x = 0.52F, .y = y, .size = size, .ink = chosen ? Ink::blue : Ink::grey, .align = ui::Align::left});
        }
        if (overlay.is_over(0.2F, y - step / 2, 0.8F, y + step / 2)) menu.point_at(i, input.mouse_moved);
    }
    overlay.text(menu.notice(), {.y = 0.9F, .size = Size::small, .ink = Ink::red});
    overlay.text(at_title    ? "arrows and Enter"
                 : at_levels ? "left and right: the level    Enter: go    Esc: back"
                             : "Enter    Esc: back",
                 {.y = 0.95F, .size = Size::small, .ink = Ink::grey});
}

/// What a menu's last frame sounds like.
class MenuSounds {
  public:
    void follow(const Menu& menu, bool wished, audio::Audio& audio) {
        const bool left = menu.screen() == "title" && screen_ != "title";
        if (wished || menu.screen() != screen_) {
            if (!screen_.empty()) audio.play(left && !wished ? audio::Voice::menu_back : audio::Voice::menu_accept);
        } else if (menu.cursor() != cursor_ || menu.level_cursor() != level_ || menu.settings_changed()) {
            audio.play(audio::Voice::menu_move);
        }
        screen_ = menu.screen();
        cursor_ = menu.cursor();
        level_ = menu.level_cursor();
    }

  private:
    std::string screen_;
    std::size_t cursor_ = 0, level_ = 0;
};

/// The title and its screens, before a game of two autopilots.
int title(Program& program, const CommandLine& line, std::string notice) {
    std::vector<std::string> levels, titles;
    for (const script::BuiltinScript& each : script::builtin_scripts()) {
        if (!each.is_level) continue;
        const auto compiled = script::compile_builtin_level(each.name, Difficulty::standard);
        if (!compiled.error.empty()) continue;
        // The campaign's first level is where everybody begins.
        const bool first = each.name == "the_cut";
        levels.insert(first ? levels.begin() : levels.end(), std::string(each.name));
        titles.insert(first ? titles.begin() : titles.end(), std::string(compiled.level.title.view()));
    }
    Menu menu(program.settings, levels, titles);
    menu.come_back(std::move(notice));
    MenuSounds sounds;
    std::unique_ptr<Show> show;
    std::unique_ptr<scene::Stage> stage;
    Micros last = client::UdpClient::now();
    Micros due = last;
    const Micros began = last;
    for (;;) {
        if (!show) {
            show = show_level(levels.front(), {.seed = 3, .skill = 8});
            stage = std::make_unique<scene::Stage>(show->level(), program.screen.picture().dress(show->level()),
                                                   program.stage);
            due = last = client::UdpClient::now();
        }
        const Input& input = program.screen.window().poll();
        const Micros now = client::UdpClient::now();
        const float seconds = static_cast<float>(now - last) / 1e6F;
        last = now;
        if (input.was_pressed(Key::f11)) program.screen.window().toggle_fullscreen();
        menu.set_replays(find_replays(replays_folder()));
        const Menu::Wish wish = menu.advance(input, seconds);
        sounds.follow(menu, wish != Menu::Wish::none, program.audio);
        const bool late = line.seconds > 0 && static_cast<double>(now - began) > line.seconds * 1e6;
        if (input.close_asked || stop_asked != 0 || late || wish == Menu::Wish::quit) return 0;
        if (menu.settings_changed()) {
            apply(program);
            program.screen.window().set_size(320 * program.settings.window_scale, 180 * program.settings.window_scale);
            save_settings(settings_path(), program.settings);
        }
        if (wish != Menu::Wish::none) {
            CommandLine next = line;
            using What = CommandLine::What;
            next.what = wish == Menu::Wish::host    ? What::host
                        : wish == Menu::Wish::join  ? What::join
                        : wish == Menu::Wish::watch ? What::watch
                                                    : What::play;
            next.table.level = menu.level();
            next.table.difficulty = menu.difficulty();
            next.table.names = program.settings.names;
            next.table.company = wish == Menu::Wish::play_bot     ? Company::bot
                                 : wish == Menu::Wish::play_alone ? Company::alone
                                                                  : Company::two;
            if (next.table.company == Company::bot) next.table.names[1] = "Bot";
            next.code = menu.code();
            next.connect = program.settings.server;
            if (next.what == What::watch) next.file = menu.replay();
            std::string told;
            try {
                client::ServerAddress address;
                if (next.what == What::join && !client::parse_address(next.connect, address)) {
                    throw PictureError{"the server's address is not HOST:PORT"};
                }
                play(program, next);
            } catch (const PictureError& error) {
                told = error.text;
            }
            program.round.reset();
            stage.reset();
            show.reset();
            if (program.closed) return 0;
            menu.come_back(told);
            continue;
        }
        for (int i = 0; due <= now && i < 8; ++i, due += proto::kMicrosPerTick) {
            if (!show->step()) break;
            stage->tick(show->before(), show->now(), show->effects());
        }
        due = std::max(due, now - proto::kMicrosPerTick);
        stage->look({.before = show->before(), .now = show->now(), .predicted = {}}, *program.view);
        program.view->hud.shown = false;
        program.screen.show(program.view.get(), input, [&](ui::Overlay& overlay) { draw_menu(overlay, menu, input); });
        program.view->hud.shown = true;
    }
}

int show_offscreen(const CommandLine& line) {
    const auto show =
        line.what == CommandLine::What::watch
            ? show_replay(line.file)
            : show_level(line.table.level, {.seed = std::max(line.table.seed, 1U), .skill = line.table.skill});
    FilmDef def;
    def.frames = line.frames;
    def.raw = line.raw;
    def.from = line.from;
    def.until = line.until;
    def.every = line.every;
    def.setup.options.width = line.width;
    def.setup.options.height = line.height;
    std::cerr << film(*show, def) << '\n';
    return 0;
}

}  // namespace

int run(const CommandLine& line) {
    if (!line.offscreen.empty()) return show_offscreen(line);
    // What is wrong with a file is said before a window opens.
    if (line.what == CommandLine::What::watch) open(line.file);
    audio::quiet_libraries();
    std::signal(SIGINT, ask_to_stop);
    std::signal(SIGTERM, ask_to_stop);
    Settings settings;
    std::string notice;
    for (const std::string& wrong : load_settings(settings_path(), settings)) {
        std::cerr << "albireo: settings: " << wrong << '\n';
        notice = "settings: " + wrong;
    }
    Program program(window_of(line, settings));
    program.settings = settings;
    apply(program);
    CommandLine own = line;
    own.table.record_dir = replays_folder();
    if (own.what == CommandLine::What::title) return title(program, own, notice);
    return play(program, own);
}

}  // namespace albireo::app
