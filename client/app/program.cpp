#include "client/app/program.hpp"

#include <fmt/format.h>
#include <spdlog/spdlog.h>

#include <csignal>
#include <filesystem>
#include <iostream>
#include <thread>
#include <utility>

#include "client/app/pictures/film.hpp"
#include "client/app/pictures/offscreen.hpp"
#include "client/app/pictures/show.hpp"
#include "client/app/controls/quality_settings.hpp"
#include "client/app/network_settings.hpp"
#include "client/app/program_parts.hpp"
#include "client/app/activities/net_activity.hpp"
#include "client/app/screens/draw.hpp"
#include "client/gpu/egl_context.hpp"
#include "client/gpu/gl_device.hpp"
#include "client/words/format.hpp"
#include "client/words/languages.hpp"
#include "platform/process.hpp"
#include "reach/lan_server.hpp"
#include "scores/entry/outbox.hpp"
#include "sim/script/compile.hpp"

namespace albireo::app {
namespace {

volatile std::sig_atomic_t stop_asked = 0;
void ask_to_stop(int) {
    stop_asked = 1;
}

platform::WindowOptions window_of(const CommandLine& line, const Settings& settings) {
    platform::WindowOptions options;
    const WindowSettings::Extent extent = WindowSettings::extent_of(settings);
    options.width = line.width > 0 ? line.width : extent.width;
    options.height = line.height > 0 ? line.height : extent.height;
    options.fullscreen = line.fullscreen || settings.fullscreen;
    options.borderless = settings.borderless;
    options.monitor = settings.monitor;
    options.vsync = settings.vsync;
    options.graphics = gpu::graphics_named(line.graphics);
    return options;
}

PictureSink sink_of(const CommandLine& line) {
    return line.raw.empty() ? PictureSink::folder(line.frames) : PictureSink::raw(line.raw);
}

/// A game with other players, in real time, drawn as its window would show it. Nobody steers this machine's ship.
std::size_t show_session_offscreen(const CommandLine& line) {
    const gpu::Graphics graphics = gpu::graphics_named(line.graphics);
    const auto context = gpu::make_egl_context(line.width, line.height, graphics);
    const auto device = gpu::make_gl_device(4 << 20, {}, graphics);
    const gpu::ShaderLibrary library(render::embedded_assets());
    Picture picture(*device, options_for({.width = line.width, .height = line.height}, line.quality, *device, library));
    const models::Looks looks = looks_in(line.looks);
    picture.tell = [](const std::string& each) { std::cerr << each << '\n'; };
    picture.set_looks(looks);
    PictureSink sink = sink_of(line);
    bot::BodyStore bodies;
    bodies.set_looks(looks.book);
    GameHostSetup setup = line.setup;
    setup.ready_at_once = true;
    setup.interludes = false;  // nobody steers: they would only be waited for
    if (setup.names[0].empty()) setup.names[0] = "Camera";
    std::string error;
    if (line.mode == CommandLine::Mode::host && !level_of(setup, error)) throw PictureError{error};
    client::ServerAddress server;
    client::parse_address(line.connect, server);
    const bool host = line.mode == CommandLine::Mode::host;
    if (!host && line.connect.empty()) {
        const auto next_frame = [](const GameSearch&) {
            std::this_thread::sleep_for(std::chrono::milliseconds(2));
            return !is_stop_asked();
        };
        server = find_game(line, next_frame).address;
    }
    auto game_host = host && line.connect.empty() ? open_host(bodies, setup, line) : join_game(bodies, setup, server, line.code);
    scene::StageOptions stage;
    stage.names = setup.names;
    NetActivity activity(std::move(game_host), picture, Settings{}, stage);
    const auto view = std::make_unique<scene::View>();
    gpu::Image image;
    bool code_shown = !host;
    std::string invitation;
    const Micros began = client::UdpClient::now();
    std::uint8_t stage_number = 0;  // of a campaign
    for (std::uint32_t next = line.from; !is_stop_asked(); std::this_thread::sleep_for(std::chrono::milliseconds(2))) {
        const Micros now = client::UdpClient::now();
        if (line.seconds > 0 && static_cast<double>(now - began) > line.seconds * 1e6) break;
        activity.advance({}, now);
        {
            using State = client::GameClient::State;
            const auto game = activity.game();  // another one in each level of a campaign
            if (std::exchange(stage_number, game->stage()) != game->stage()) next = line.from;
            if (game->state() == State::failed) throw PictureError{game->failure(), 3};
            if (game->state() == State::ended && !game->goes_on()) break;
            if (!code_shown && !game->code().empty()) {
                std::cerr << "code " << game->code() << "  address " << activity.address() << '\n';
                code_shown = true;
            }
        }
        if (const std::string link = activity.invitation(); host && link != invitation) {
            invitation = link;
            if (!link.empty()) std::cerr << "invitation " << link << '\n';
        }
        const std::uint32_t tick = activity.world() != nullptr ? activity.world()->tick.value : 0;
        if (line.until > 0 && tick > line.until) break;
        // Only drawn ticks are looked at: a look consumes the bursts since the previous one.
        if (tick < next || !activity.look(*view, now)) continue;
        next = tick + line.every;
        picture.renderer().render(*view);
        picture.renderer().read(image);
        sink.write(image);
    }
    activity.leave(client::UdpClient::now());
    if (const auto parting = activity.parting()) parting();
    std::cerr << sink.count() << " pictures\n";
    return sink.count();
}

std::unique_ptr<Show> show_of(const CommandLine& line, const models::Looks& looks) {
    if (line.mode == CommandLine::Mode::watch) return show_replay(line.file);
    const GameHostSetup& wanted = line.setup;
    ShowSetup setup;
    setup.difficulty = wanted.difficulty;
    if (!wanted.names[0].empty()) setup.names[0] = wanted.names[0];
    const std::uint8_t players = wanted.play_mode == PlayMode::alone ? 1 : 3;
    return show_level(std::string(script::first_level_of(wanted.level)), {.seed = std::max(wanted.seed, 1U), .skill = wanted.skill, .players = players, .looks = looks.book}, setup);
}

std::size_t show_offscreen(const CommandLine& line) {
    FilmDef def;
    def.setup.looks = looks_in(line.looks);
    const auto show = show_of(line, def.setup.looks);
    def.folder = line.frames;
    def.raw = line.raw;
    def.from = line.from;
    def.until = line.until;
    def.every = line.every;
    def.is_stopped = is_stop_asked;
    def.setup.quality = line.quality;
    def.setup.graphics = gpu::graphics_named(line.graphics);
    def.setup.options.width = line.width;
    def.setup.options.height = line.height;
    const Filmed filmed = film(*show, def);
    std::cerr << filmed.text() << '\n';
    return filmed.pictures;
}

}  // namespace

bool is_stop_asked() {
    return stop_asked != 0;
}

std::unique_ptr<GameHost> open_host(bot::BodyStore& bodies, const GameHostSetup& setup, const CommandLine& line) {
    std::string error;
    auto game_host = host_game(bodies, setup, line.port, error);
    // If the default port is taken, another one is used: the player sees which. Queries on the local network also find games
    // on the next ports.
    for (std::uint16_t port = reach::kLanPortFirst; !game_host && !line.port_given && port <= reach::kLanPortLast; ++port) {
        game_host = host_game(bodies, setup, port, error = {});
    }
    if (!game_host && !line.port_given) game_host = host_game(bodies, setup, 0, error = {});
    if (game_host) return game_host;
    // The address before the reason says no more than the port.
    const auto reason = error.find(": ");
    throw PictureError{tr_f("cannot listen on port {}: {}", line.port, translated_reason(reason == std::string::npos ? error : error.substr(reason + 2))), 3};
}

Program::Program(const platform::WindowOptions& window, Settings own, SettingsFile file)
    : voice({.open = audio::open_microphone, .log = [](const std::string& line) { spdlog::warn(line); }}),
      audio({.log = [](const std::string& line) { spdlog::warn(line); },
             .stream = [this](std::span<float> pairs, double latency) { music.render(pairs, latency); },
             .prepare = [this] { return music.prepare(); },
             .speech = [this](std::span<float> samples) {
                 using Heard = audio::Audio::Setup::Speech;
                 static_assert(audio::kSpeechSamples == voice::kPieceSamples && audio::kSpeechRate == voice::kRate);
                 if (!voice.hears()) return Heard::off;
                 voice::Samples piece;
                 const bool is_heard = voice.render(piece);
                 std::ranges::copy(piece, samples.begin());
                 return is_heard ? Heard::heard : Heard::silent;
             }}),
      settings(std::move(own)),
      settings_file(std::move(file)),
      screen(window),
      boards({.folder = scores::player_folder()}) {
    settings.measured_tier = static_cast<int>(screen.measure_tier());
    settle_quality(settings, nullptr);
    apply();
}

const platform::Input& Program::next_frame() {
    pacer.wait(settings.frame_limit);
    const platform::Input& input = screen.window().poll();
    const Micros now = client::UdpClient::now();
    notices.advance(now);
    if (input.focused != is_focused_) {
        is_focused_ = input.focused;
        apply_listening();
    }
    if (screen.follow(settings, last_ == 0 ? 0 : static_cast<float>(now - last_) / 1e6F)) save_settings();
    last_ = now;
    if (const std::string device = audio.take_missing(); !device.empty()) {
        notify(tr_f("The sound device {} was not found: the system's is used.", device));
    }
    follow_folders(now);
    if (input.was_pressed(platform::Key::f11)) {
        screen.window().toggle_fullscreen();
        settings.fullscreen = screen.window().is_fullscreen();
        save_settings();
    }
    return input;
}

void Program::apply() {
    use_language();
    view->visuals = visuals_of(settings);
    screen.overlay().set_style(style_of(settings));
    apply_listening();
    audio.set_volume(audio::Bus::game, static_cast<float>(settings.volume_game) / 100);
    audio.set_volume(audio::Bus::menu, static_cast<float>(settings.volume_menu) / 100);
    audio.set_volume(audio::Bus::music, static_cast<float>(settings.volume_music) / 100);
    audio.set_volume(audio::Bus::partner, static_cast<float>(settings.volume_voice) / 100);
    audio.set_volume(audio::Bus::ambience, static_cast<float>(settings.volume_ambience) / 100);
    audio.choose_device(settings.output);
    voice.choose({.mode = static_cast<voice::Mode>(settings.voice),
                  .is_partner_muted = settings.voice_muted,
                  .microphone = settings.voice != 0 ? microphone_name(settings.microphone) : std::string()});
    screen.apply(settings);
    boards.use(settings.boards, settings.submits_games);
}

void Program::use_language() {
    const std::string fault = words::use_language(words::kLanguages[static_cast<std::size_t>(settings.language)].code);
    if (!fault.empty() && std::exchange(language_fault_, fault) != fault) notify(fault);
}

void Program::apply_listening() {
    const bool is_heard = is_focused_ || settings.sound_in_background;
    audio.set_mix_settings({.volume = is_heard ? static_cast<float>(settings.volume) / 100 : 0,
                         .mono = settings.sound_mono,
                         .night = settings.sound_night});
}

void Program::save_settings() {
    Settings kept = settings;
    if (given_quality && kept.quality == given_quality->shown) kept.quality = given_quality->own;
    if (const std::string fault = settings_file.save(kept); !fault.empty()) notify(fault);
}

void Program::tell(const std::string& shown, const std::string& notice) {
    for (const std::string& line : {shown, notice}) {
        if (!line.empty()) std::cout << line << std::endl;
    }
    if (!speaker) return;
    // In one: a line that is spoken cuts off the one before.
    speaker->say(shown + (shown.empty() || notice.empty() ? "" : ". ") + notice, std::string(words::language()));
    speaker->advance();
}

void Program::notify(const std::string& line) {
    spdlog::warn(line);
    notices.add(line);
}

void Program::finish_shutdowns(const std::string& line) {
    while (!shutdowns.are_done()) {
        const platform::Input& input = next_frame();
        screen.show(nullptr, input, [&](ui::Overlay& overlay) { draw_wait(overlay, line); });
    }
}

namespace {

void check_from(const CommandLine& line, const replays::Recording& recording) {
    const std::uint32_t begin = recording.begin().value, end = recording.end().value;
    if (line.from == 0 || (line.from >= begin && line.from <= end)) return;
    throw PictureError{fmt::format("--from {}: {} has ticks {} to {}", line.from, line.file, begin, end)};
}

std::shared_ptr<const music::SongBook> songs_in(const std::string& folder) {
    if (folder.empty()) return music::builtin_songs();
    if (!std::filesystem::is_directory(folder)) throw PictureError{"--songs " + folder + ": there is no such folder"};
    music::SongFolderRead read = music::read_song_folder(folder);
    if (!read.error.empty()) throw PictureError{read.error};
    return std::move(read.book);
}

/// Returns the games that were played.
std::vector<GameFigures> show_window(const CommandLine& line) {
    // Errors in a file are reported before a window opens.
    if (line.mode == CommandLine::Mode::watch && line.watch_code.empty()) check_from(line, open_shown(line.file)->recording);
    audio::quiet_libraries();
    platform::survive_closed_pipes();  // of a film's ffmpeg that ends early
    // Faults of the settings' file are shown in the system's language.
    words::use_language(words::kLanguages[0].code);
    Settings settings;
    SettingsFile file(settings_path());
    const std::vector<std::string> wrong = file.load(settings);
    Program::GivenQuality given{.own = settings.quality};
    if (!line.quality.empty()) parse_settings("\nquality = " + line.quality, settings);
    given.shown = settings.quality;
    CommandLine own = line;
    own.setup.record_dir = replays_folder();
    own.setup.seat_path = seat_path();
    own.setup.seat_key_path = seat_key_path();
    own.setup.known_servers_path = known_servers_path();
    own.setup.server_key_path = server_key_path();
    for (std::size_t i = 0; i < own.setup.names.size(); ++i) {
        if (own.setup.names[i].empty()) own.setup.names[i] = settings.names[i];
    }
    models::Looks looks = looks_in(line.looks);
    std::shared_ptr<const music::SongBook> songs = songs_in(line.songs);
    Program program(window_of(line, settings), settings, std::move(file));
    program.set_looks(std::move(looks), line.looks);
    if (!line.songs.empty()) program.set_songs(std::move(songs), line.songs);
    if (!line.quality.empty()) program.given_quality = given;
    program.speaks = line.speak;
    // A program that reads the lines from a pipe speaks them itself.
    if (line.speak && !platform::is_stdout_pipe()) program.speaker.emplace();
    if (const std::string fault = home_fault(); !fault.empty()) program.notify(fault);
    for (const std::string& each : wrong) program.notify(tr_f("settings: {}", each));
    for (const std::string& fault : {rendezvous_fault(settings), boards_fault(settings.boards)}) {
        if (!fault.empty()) program.notify(tr_f("settings: {}", fault));
    }
    if (own.mode == CommandLine::Mode::title) {
        title(program, own);
        return program.games;
    }
    use_network_settings(own, settings);
    for (;;) {
        const Ending ending = play(program, own);
        if (!ending.failure.empty()) throw PictureError{ending.failure, 3};
        if (program.closed || !follow_ending(own, ending)) return program.games;
        program.finish_shutdowns(tr("closing the game..."));
    }
}

}  // namespace

void run(const CommandLine& line) {
    std::vector<GameFigures> games;
    std::size_t pictures = 0;
    const bool session = line.mode == CommandLine::Mode::host || line.mode == CommandLine::Mode::join;
    std::signal(SIGINT, ask_to_stop);
    std::signal(SIGTERM, ask_to_stop);
    // The terminal was closed; a program started with nohup keeps running.
    const int hang_up = platform::hang_up_signal();
    if (hang_up != 0 && std::signal(hang_up, ask_to_stop) == SIG_IGN) std::signal(hang_up, SIG_IGN);
    if (line.offscreen.empty()) {
        games = show_window(line);
    } else {
        CommandLine own = line;
        // What is drawn without a window does not depend on the player's settings, and its game is found as any other.
        use_network_settings(own, Settings{});
        pictures = session ? show_session_offscreen(own) : show_offscreen(line);
    }
    if (line.json) std::cout << json_of(games, pictures) << std::endl;
}

}  // namespace albireo::app
