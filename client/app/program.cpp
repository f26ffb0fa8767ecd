#include "client/app/program.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <csignal>
#include <filesystem>
#include <iostream>

#include "client/app/net_round.hpp"
#include "client/app/offscreen.hpp"
#include "client/app/replay_round.hpp"
#include "client/app/show.hpp"
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

    Screen screen;
    bot::BodyStore bodies;
    Bindings bindings = default_bindings();
    scene::StageOptions stage;
    std::unique_ptr<scene::View> view = std::make_unique<scene::View>();
    std::unique_ptr<Round> round;
    std::string told_code;
};

platform::WindowOptions window_of(const CommandLine& line) {
    platform::WindowOptions options;
    if (line.width > 0) options.width = line.width, options.height = line.height;
    options.fullscreen = line.fullscreen;
    return options;
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
    program.round = std::make_unique<NetRound>(table_of(program, line), picture, program.bindings, stage);
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
    const Micros began = client::UdpClient::now();
    std::uint64_t frames = 0;
    for (;;) {
        const Input& input = program.screen.window().poll();
        const Micros now = client::UdpClient::now();
        if (input.was_pressed(Key::f11)) program.screen.window().toggle_fullscreen();
        program.round->advance(input, now);
        tell_code(program, line);
        const bool late = line.seconds > 0 && static_cast<double>(now - began) > line.seconds * 1e6;
        if (input.close_asked || input.was_pressed(Key::escape) || stop_asked != 0 || late) {
            program.round->leave(now);
            break;
        }
        if (program.round->is_over()) break;
        const bool seen = program.round->look(*program.view, client::UdpClient::now());
        program.screen.show(seen ? program.view.get() : nullptr, input,
                            [&](ui::Overlay& overlay) { draw_words(overlay, *program.round, input); });
        ++frames;
    }
    client::GameClient* game = program.round->game();
    if (line.report && game != nullptr) {
        const double seconds = static_cast<double>(client::UdpClient::now() - began) / 1e6;
        std::cout << fmt::format("frames {}  ticks {}  seconds {:.2f}  frozen {}  digests agreed {}  desyncs {}\n",
                                 frames, game->figures().ticks, seconds, game->figures().frozen_ticks,
                                 game->figures().digests_checked, game->figures().desyncs);
    }
    if (game != nullptr && game->state() == client::GameClient::State::failed) {
        std::cerr << "albireo: " << game->failure() << '\n';
        return 3;
    }
    return 0;
}

int show_offscreen(const CommandLine& line) {
    const auto show =
        line.what == CommandLine::What::watch
            ? show_replay(line.file)
            : show_level(line.table.level, {.seed = std::max(line.table.seed, 1U), .skill = line.table.skill});
    models::Catalog catalog;
    const scene::Cast cast = scene::make_cast(show->level(), catalog);
    render::Options options;
    options.width = line.width;
    options.height = line.height;
    Offscreen screen(cast.stock, {.options = options, .assets = {}});
    FrameSink sink(line.frames);
    scene::StageOptions stage_options;
    stage_options.names = show->names();
    scene::Stage stage(show->level(), cast, stage_options);
    auto view = std::make_unique<scene::View>();
    while ((line.until == 0 || show->now().tick.value < line.until) && show->step()) {
        const std::uint32_t tick = show->now().tick.value;
        stage.tick(show->before(), show->now(), show->effects());
        stage.look({.before = show->before(), .now = show->now(), .predicted = {}}, *view);
        if (tick >= line.from && (tick - line.from) % line.every == 0) {
            sink.write(screen.picture(*view));
        } else {
            screen.renderer().advance(*view);
        }
    }
    std::cerr << sink.count() << " frames in " << line.frames << '\n';
    return 0;
}

}  // namespace

int run(const CommandLine& line) {
    if (!line.offscreen.empty()) return show_offscreen(line);
    // What is wrong with a file is said before a window opens.
    if (line.what == CommandLine::What::watch) open(line.file);
    std::signal(SIGINT, ask_to_stop);
    std::signal(SIGTERM, ask_to_stop);
    Program program(window_of(line));
    CommandLine first = line;
    if (first.what == CommandLine::What::title) first.what = CommandLine::What::play;
    return play(program, first);
}

}  // namespace albireo::app
