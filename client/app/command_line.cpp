#include "client/app/command_line.hpp"

#include <algorithm>
#include <filesystem>
#include <iostream>
#include <string_view>

#include "client/app/activities/game_host.hpp"
#include "client/app/pictures/offscreen.hpp"
#include "client/models/look_folder.hpp"
#include "client/music/song_folder.hpp"
#include "client/gpu/context.hpp"
#include "console/console.hpp"
#include "console/version.hpp"
#include "proto/keys.hpp"
#include "proto/messages.hpp"
#include "reach/join_socket.hpp"
#include "sim/level/difficulty.hpp"
#include "sim/level/section.hpp"
#include "sim/script/compile.hpp"
#include "sim/snapshot.hpp"

namespace albireo::app {
namespace {

constexpr double kSecondsMax = 1e6;  // eleven days

}  // namespace

int parse(int argc, char** argv, CommandLine& line) {
    console::Arguments app{"Albireo: a shoot-em-up for two players. Without arguments: the title screen.", "albireo"};
    app.set_version("albireo " ALBIREO_VERSION " (core " + std::to_string(kCoreVersion) + ")");
    line.setup.program = console::program_text("albireo");
    std::string difficulty = "standard", name, section;
    bool solo = false, bot = false, two = false;
    console::add_log_level(app, line.log_level);
    app.add_flag("--fullscreen", line.fullscreen, "start in fullscreen (F11 toggles it)");
    app.add_option("--seconds", line.seconds, "quit after this many seconds")->range(0, kSecondsMax);
    app.add_option("--looks", line.looks,
                   "a folder of looks to add to the game's own, read again when a file changes; a level script's own "
                   "looks are in looks/ beside it");
    app.add_option("--songs", line.songs,
                   "a folder of songs to add to the game's own, read again when a file changes; a level script's own songs are in songs/ "
                   "beside it");
    app.add_flag("--report", line.report, "print the pictures, ticks and seconds of each game when the player leaves it");
    app.add_flag("--speak", line.speak, "print the text of menus and panels as it changes, a line each, for a screen reader; speak it through speech-dispatcher, if there is spd-say and stdout is no pipe");
    app.add_flag("--json", line.json,
                 "print one JSON object on stdout at the end: the games played, the number of pictures");
    app.add_option("--size", line.size, "WIDTHxHEIGHT of the window");
    app.add_option("--quality", line.quality, "graphics quality; auto: measured at the start")
        ->one_of({"low", "medium", "high", "auto"});
    app.add_option("--graphics", line.graphics,
                   "full: OpenGL 4.5; portable: 3.3; es: OpenGL ES 3.0; auto: the first of these that works here")
        ->one_of({gpu::kGraphicsNames.begin(), gpu::kGraphicsNames.end()});
    const auto pictures = [&](console::Arguments* command, const char* first) {
        command->add_option(
            "--offscreen", line.offscreen,
            "WIDTHxHEIGHT: draw without a display, as fast as possible; host and join run in real time, and "
            "your ship is not steered");
        command->add_option("--frames", line.frames, "with --offscreen: a folder for the pictures, as PNG files");
        command->add_option("--raw", line.raw, "with --offscreen: a file for raw RGBA pictures; - is stdout");
        command->add_option("--every", line.every, "with --offscreen: draw every N-th tick")->range(1, 100'000);
        command->add_option(first, line.from,
                            std::string_view(first) == "--from"
                                ? "with --offscreen: the first tick; in a window: the tick at which to open, paused"
                                : "with --offscreen: the first tick");
        command->add_option("--until", line.until, "with --offscreen: the last tick");
    };
    const auto game = [&](console::Arguments* command) {
        command->add_option("--name", name, "your name, as your partner sees it");
    };
    const auto level = [&](console::Arguments* command) {
        command->add_option("--level", line.setup.level, "a level by name, such as the_cut; campaign; or the path of a .lua script")
            ->shows_default();
        console::add_difficulty(*command, difficulty);
        command->add_option("--skill", line.setup.skill, "skill of the bot, 0 to 9")
            ->range(0, 9)
            ->shows_default();
        command->add_option("--from", section, "practise from this section of the level, by name or number, or from a phase of a boss, such as warden:2; deaths cost no lives");
        command->add_option("--seed", line.setup.seed, "random seed of the game; 0: drawn by the server");
    };
    console::Arguments* play = app.add_command("play", "play here: with a bot, alone, or two at one keyboard");
    auto* solo_flag = play->add_flag("--solo", solo, "alone");
    auto* bot_flag = play->add_flag("--bot", bot, "with a bot (default)");
    auto* two_flag = play->add_flag("--two", two, "two at one keyboard, or with pads");
    solo_flag->excludes(bot_flag)->excludes(two_flag);
    bot_flag->excludes(two_flag);
    console::Arguments* host =
        app.add_command("host", "host a game on a built-in server; prints the code and address for your friend");
    auto* port = host->add_option("--port", line.port, "UDP port; 0: any free port")->shows_default();
    host->add_flag("--bot", bot, "play with a bot until your friend joins");
    host->add_option("--speed", line.setup.shared_speed, "of the game, in percent, for both players")->range(proto::kSpeedMin, proto::kSpeedFull)->shows_default();
    host->add_option("--connect", line.connect, "HOST:PORT of another server to use instead of the built-in one")
        ->excludes(port);
    console::Arguments* join = app.add_command("join", "join a friend's game");
    join->add_option("INVITATION", line.code, "an invitation (albireo://play?code=...), or a code such as K7QF2M")->required();
    join->add_option("--connect", line.connect,
                     "HOST:PORT of the server; without it the game is searched for on this network and at the addresses "
                     "of the invitation");
    console::Arguments* watch = app.add_command("watch", "watch a replay, or a game that is being played");
    std::string rendezvous;
    for (console::Arguments* command : {host, join, watch}) {
        command->add_option("--rendezvous", rendezvous,
                            "HOST[:PORT] of a rendezvous server, which connects players and spectators across their routers or relays for them");
    }
    watch->add_option("FILE", line.file, "a .replay file; or a game's watch code, such as K7QF-2MXA, or a link to it (albireo://watch?code=...)")->required();
    watch->add_option("--connect", line.connect, "with a watch code: HOST:PORT of the server; without it the game is searched for on this network, on this computer, at the addresses of the link and through the rendezvous server");
    for (console::Arguments* command : {play, host, join}) game(command);
    for (console::Arguments* command : {play, host}) level(command);
    for (console::Arguments* command : {play, host, join}) pictures(command, "--first");
    pictures(watch, "--from");

    const auto wrong = [](const std::string& text) {
        std::cerr << "albireo: " << text << '\n';
        return 2;
    };
    if (const int code = app.parse(argc, argv); code >= 0) return code;
    using Mode = CommandLine::Mode;
    line.mode = play->given()    ? Mode::play
                : host->given()  ? Mode::host
                : join->given()  ? Mode::join
                : watch->given() ? Mode::watch
                                 : Mode::title;
    line.setup.difficulty = *difficulty_of(difficulty);
    line.setup.play_mode = solo ? PlayMode::alone : two ? PlayMode::two : PlayMode::bot;
    if (line.mode == Mode::host && !bot) line.setup.play_mode = PlayMode::two;
    line.port_given = port->given();
    // A game with human players waits until all of them are ready.
    line.setup.ready_at_once = line.mode == Mode::play || bot;
    line.setup.names = {name, ""};
    if (line.setup.play_mode == PlayMode::bot) line.setup.names[1] = "Bot";
    if (!proto::is_name(name)) return wrong("--name: expected at most 32 bytes of UTF-8 without control characters");
    if (!rendezvous.empty()) {
        line.rendezvous = reach::read_rendezvous(rendezvous);
        if (!line.rendezvous) return wrong("--rendezvous '" + rendezvous + "' is not HOST or HOST:PORT, e.g. play.example.org:7777");
        line.setup.rendezvous = reach::text_of(*line.rendezvous);
    }
    std::error_code no_file;
    const bool may_be_link = line.mode == Mode::join || (line.mode == Mode::watch && !std::filesystem::exists(line.file, no_file));
    if (may_be_link) {
        const char* const command = line.mode == Mode::join ? "join: " : "watch: ";
        const reach::ReadInvitation read = reach::read_invitation(line.mode == Mode::join ? line.code : line.file);
        if (!read.error.empty() && line.mode == Mode::join) return wrong(command + read.error);
        if (read.error.empty() && !read.invitation.watches && line.mode == Mode::watch) {
            return wrong("watch: this is for joining the game. Ask its players for the watch code, or for the link that V copies on the host's screen");
        }
        // The desktop opens either kind of link with `join`.
        if (read.invitation.watches) line.mode = Mode::watch;
        (read.invitation.watches ? line.watch_code : line.code) = read.invitation.code;
        line.addresses = read.invitation.addresses;
        if (!line.rendezvous) line.rendezvous = read.invitation.rendezvous;
        if (!read.invitation.key.empty()) {
            line.setup.server_key = proto::read_link_text(read.invitation.key);
            if (!line.setup.server_key) return wrong(command + std::string("the invitation's key is damaged: ask for the invitation again"));
        }
    }
    if (line.mode == Mode::watch) {
        const bool is_file = line.watch_code.empty();
        if (!is_file && !line.offscreen.empty()) return wrong("watch: --offscreen draws recordings only");
        if (is_file && !line.connect.empty()) return wrong("watch: --connect is for a game's watch code");
        if (is_file && !rendezvous.empty()) return wrong("watch: --rendezvous is for a game's watch code");
    }
    if (line.offscreen.empty()) {
        if (line.until > 0 || line.every > 1) return wrong("--until and --every need --offscreen");
        if (line.from > 0 && line.mode != Mode::watch) return wrong("--first needs --offscreen");
    }
    client::ServerAddress address;
    if (!line.connect.empty() && !client::parse_address(line.connect, address)) {
        return wrong("--connect '" + line.connect + "' is not HOST:PORT, e.g. 127.0.0.1:7777");
    }
    if (!line.offscreen.empty() && !parse_size(line.offscreen, line.width, line.height)) {
        return wrong("--offscreen " + line.offscreen + ": expected WIDTHxHEIGHT, each from 16 to 8192, such as 640x360");
    }
    if (!line.offscreen.empty() && !line.size.empty()) {
        return wrong("--size is for the window: with --offscreen give the size as --offscreen WIDTHxHEIGHT");
    }
    if (!line.frames.empty() && !line.raw.empty()) return wrong("--frames and --raw: give only one of them");
    const bool others = line.mode == Mode::host || line.mode == Mode::join;
    if (!line.offscreen.empty() && line.seconds > 0 && !others) {
        return wrong("--seconds is for real time only: with " + std::string(play->given() ? "play" : "watch") +
                     " --offscreen use --until TICK");
    }
    if (line.until > 0 && line.until < line.from) {
        return wrong("--until " + std::to_string(line.until) + " is before the first tick, " + std::to_string(line.from));
    }
    if (!line.size.empty() && !parse_size(line.size, line.width, line.height)) {
        return wrong("--size " + line.size + ": expected WIDTHxHEIGHT, each from 16 to 8192, such as 1280x720");
    }
    if (!line.offscreen.empty() && two) {
        return wrong("--two cannot be used with --offscreen, where autopilots fly");
    }
    if (line.offscreen.empty() != (line.frames.empty() && line.raw.empty())) {
        return wrong("--offscreen WxH and --frames DIR (or --raw -) go together");
    }
    if (!line.offscreen.empty() && line.speak) return wrong("--speak reads the window's menus and panels; with --offscreen there are none");
    if (line.json && line.speak) return wrong("--json and --speak: only one of them can use stdout");
    if (line.json && line.raw == "-") return wrong("--json and --raw -: only one of them can use stdout");
    const auto levels = script::builtin_levels();
    const bool is_campaign = line.setup.level == script::kCampaign;
    const bool is_known = is_campaign || line.setup.level.ends_with(".lua") ||
                          std::find(levels.begin(), levels.end(), line.setup.level) != levels.end();
    if ((line.mode == Mode::play || line.mode == Mode::host) && !is_known) {
        return wrong("--level '" + line.setup.level + "': there is no such level; there are " +
                     std::string(script::kCampaign) + ", " + script::builtin_levels_text());
    }
    if (!section.empty() && is_campaign) {
        return wrong("--from '" + section + "': a campaign starts with its first level; practise one of its levels by name");
    }
    if (!section.empty()) {
        std::string error;
        const auto its_level = level_of(line.setup, error);
        if (its_level == nullptr) return wrong("--level '" + line.setup.level + "': " + error);
        const auto from = find_start(*its_level, section);
        line.setup.from = from.value_or(StartPoint{});
        if (!from) return wrong("--from '" + section + "': " + script::sections_text(*its_level));
    }
    if (line.looks.empty() && (line.mode == Mode::play || line.mode == Mode::host)) {
        line.looks = models::look_folder_of(line.setup.level);
    }
    if (line.songs.empty() && (line.mode == Mode::play || line.mode == Mode::host)) {
        line.songs = music::song_folder_of(line.setup.level);
    }
    return -1;
}

}  // namespace albireo::app
