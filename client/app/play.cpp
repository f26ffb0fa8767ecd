// Runs an activity in the window, from its beginning to its end.
#include <spdlog/spdlog.h>

#include <algorithm>
#include <cmath>
#include <iostream>

#include "client/app/pictures/offscreen.hpp"
#include "client/app/pictures/show.hpp"
#include "client/app/program_parts.hpp"
#include "client/app/paused_settings.hpp"
#include "client/app/controls/steering.hpp"
#include "client/app/activities/net_activity.hpp"
#include "client/app/screens/draw.hpp"
#include "client/app/replay_viewer/watch_activity.hpp"
#include "client/ui/tools.hpp"
#include "client/words/words.hpp"
#include "proto/join_code.hpp"
#include "replays/udp_spectator.hpp"

namespace albireo::app {
namespace {

/// Shows how the search goes. Returns nothing if the player gave it up.
std::optional<FoundServer> search_for_game(Program& program, const CommandLine& line) {
    Steering steering;
    bool given_up = false;
    const FoundServer found = find_game(line, [&](const GameSearch& search) {
        const platform::Input& input = program.next_frame();
        const Notice notice = notice_of_search(line.watch_code.empty() ? line.code : proto::watch_code_text(line.watch_code), search.ways());
        program.speak(notice);
        program.screen.show(nullptr, input, [&](ui::Overlay& overlay) { draw_search(overlay, notice); });
        program.closed = input.close_asked || is_stop_asked();
        const auto& steps = steering.read(input, 0);
        given_up = program.closed || input.mouse_back || std::ranges::find(steps, Step::back, &NavigationStep::step) != steps.end();
        return !given_up;
    });
    return given_up ? std::nullopt : std::optional(found);
}

/// Null if the player gave up the search for the game. `failed`: the ways in which it was not found.
std::unique_ptr<GameHost> open_game(Program& program, const CommandLine& line, std::vector<SearchWay>& failed) {
    const bool remote = line.mode == CommandLine::Mode::join || !line.connect.empty();
    if (line.mode == CommandLine::Mode::play) return open_local_game(program.bodies, line.setup);
    if (!remote) {
        // The previous game may still occupy the port.
        program.finish_shutdowns(tr("closing the game..."));
        return open_host(program.bodies, line.setup, line);
    }
    client::ServerAddress address;
    if (line.connect.empty()) {
        const auto found = search_for_game(program, line);
        if (!found) return nullptr;
        address = found->address;
        failed = found->failed;
    } else {
        client::parse_address(line.connect, address);
    }
    return join_game(program.bodies, line.setup, address, line.code);
}

/// A game on a server, watched by its watch code. Null if the player gave up the search for it.
std::unique_ptr<Activity> watch_game(Program& program, const CommandLine& line, ReplayActivity::Setup setup) {
    FoundServer server;
    if (line.connect.empty()) {
        const auto found = search_for_game(program, line);
        if (!found) return nullptr;
        server = *found;
    } else {
        client::parse_address(line.connect, server.address);
    }
    const std::string& host = server.address.host;
    const std::uint16_t port = server.address.port;
    std::optional<proto::PublicKey> key = line.setup.server_key;
    if (!key && server.address.route == client::Route::direct) key = client::KnownServers(line.setup.known_servers_path).find(proto::join_address(host, port));
    auto game = std::make_shared<replays::UdpSpectator>(
        replays::UdpSpectator::Address{host, port, server.address.path},
        replays::Spectator::Options{.code = line.watch_code, .name = line.setup.names[0].empty() ? "spectator" : line.setup.names[0]}, key);
    auto activity = std::make_unique<WatchActivity>(std::move(game), proto::watch_code_text(line.watch_code), std::move(setup));
    activity->tell_search(std::move(server.failed));
    return activity;
}

std::unique_ptr<Activity> make_activity(Program& program, const CommandLine& line) {
    Picture& picture = program.screen.picture();
    if (line.mode == CommandLine::Mode::watch) {
        ReplayActivity::Setup setup;
        setup.taken.picture = &picture;
        setup.taken.bodies = &program.bodies;
        setup.taken.settings = program.settings;
        setup.taken.stage = program.stage;
        setup.taken.record_dir = line.setup.record_dir;
        setup.taken.program = line.setup.program;
        setup.taken.boards = &program.boards;
        setup.pictures_dir = pictures_folder();
        setup.from = line.from;
        if (!line.watch_code.empty()) return watch_game(program, line, std::move(setup));
        return std::make_unique<ReplayActivity>(open_shown(line.file), line.file, std::move(setup));
    }
    if (line.mode != CommandLine::Mode::join) {
        // Shaders and meshes first, so that the first tick can be drawn.
        std::string error;
        const auto level = level_of(line.setup, error);
        if (!level) throw PictureError{.text = error, .shown = tr("this level cannot be used: the log says why")};
        if (!picture.is_loaded_for(*level)) {
            // This may take a moment.
            program.screen.show(nullptr, {},
                                [&](ui::Overlay& overlay) { draw_wait(overlay, translated(level->title.view())); });
        }
        picture.load_cast(*level);
        program.bodies.of(*level);
    }
    scene::StageOptions stage = program.stage;
    stage.names = line.setup.names;
    std::vector<SearchWay> failed;
    std::unique_ptr<GameHost> game_host = open_game(program, line, failed);
    if (game_host == nullptr) return nullptr;
    auto activity = std::make_unique<NetActivity>(std::move(game_host), picture, program.settings, stage);
    activity->use_boards(&program.boards);
    activity->use_ghosts(&program.ghosts);
    activity->use_voice(&program.voice);
    activity->tell_search(std::move(failed));
    return activity;
}

/// Prints the code and the address to stdout once they are known, and the invitation whenever it changes: the router may
/// take a second to open a port.
class CodePrinter {
  public:
    void print_code(Activity& activity) {
        if (const std::string link = activity.invitation(); printed_ && link != invitation_) {
            invitation_ = link;
            if (!link.empty()) std::cout << "invitation " << link << std::endl;
        }
        if (printed_) return;
        const std::string code = code_of(activity);
        if (code.empty()) return;
        std::cout << "code " << code << '\n';
        if (!activity.address().empty()) std::cout << "address " << activity.address() << '\n';
        std::cout << std::flush;
        printed_ = true;
    }

  private:
    static std::string code_of(Activity& activity) {
        const auto game = activity.game();
        return game ? game->code() : std::string();
    }

    bool printed_ = false;
    std::string invitation_;
};

/// The music of what is shown: the game's, or the lobby's while there is no game yet.
void follow_music(Program& program, Activity& activity, bool seen) {
    if (const Activity::Song song = activity.song(); !song.name.empty()) {
        return program.music.follow({.song = song.name, .tick = song.tick, .intensity = 4});
    }
    if (!seen || activity.world() == nullptr || activity.level() == nullptr) {
        program.music.follow({.song = "lobby", .intensity = 3});
        return;
    }
    music::Moment moment = music::moment_of(*activity.world(), *activity.level(), program.music.book());
    const ReplayActivity* viewer = activity.replay();
    const bool is_still = viewer != nullptr && viewer->show().is_paused();
    moment.muffled = moment.muffled || is_still;
    program.music.follow(moment, viewer == nullptr ? 1 : std::exp2(static_cast<float>(viewer->show().speed_power())));
}

}  // namespace

bool follow_ending(CommandLine& line, const Ending& ending) {
    if (!ending.moved_to.empty()) {
        line.setup.level = ending.moved_to;
        line.setup.from = {};
    }
    switch (ending.after) {
        case Activity::After::nothing:
            return false;
        case Activity::After::again:
            return true;
        case Activity::After::next_level:
            line.setup.level = level_after(line.setup.level);
            line.setup.from = {};
            return true;
        case Activity::After::watch:
            line.mode = CommandLine::Mode::watch;
            line.file = ending.replay;
            line.watch_code.clear();
            return true;
    }
    return false;
}

Ending play(Program& program, const CommandLine& line) {
    program.apply();
    std::unique_ptr<Activity> activity = make_activity(program, line);
    if (activity == nullptr) return {};
    const auto set_rumble = [&] {
        // A watched replay does not vibrate.
        const bool shakes = program.settings.vibration && activity->replay() == nullptr;
        activity->set_rumble(shakes ? &program.screen.window().rumble_output() : nullptr);
    };
    const auto attend = [&] {
        program.tools.inspector().begin();
        activity->listen(&program.audio);
        set_rumble();
    };
    attend();
    PausedSettings paused_settings(program.settings, program.sound_devices());
    CodePrinter code_printer;
    const Micros began = client::UdpClient::now();
    GameMeter meter;
    Micros last = began;
    std::string shown = "nothing";  // the notice shown last, for the log
    platform::Input mouseless;
    for (;;) {
        const platform::Input& input = program.next_frame();
        const Micros now = client::UdpClient::now();
        // The game ignores a mouse that is in a tool's panel.
        const bool is_tools = ui::has_mouse();
        if (is_tools) {
            mouseless = input;
            mouseless.forget_mouse();
        }
        if (paused_settings.advance(*activity, is_tools ? mouseless : input, now)) {
            program.apply();
            program.save_settings();
            set_rumble();
        }
        if (auto next = activity->next()) {
            activity = std::move(next);
            attend();
            program.apply();
        }
        if (const std::string copied = activity->take_copied(); !copied.empty()) {
            program.screen.window().set_clipboard(copied);
            const bool watches = copied.starts_with(std::string(reach::kInvitationScheme) + "watch");
            program.notices.add(watches ? tr("the link for spectators is copied") : tr("the invitation is copied: send it to your friend"), false);
        }
        if (line.mode == CommandLine::Mode::host) code_printer.print_code(*activity);
        if (const std::string title = activity->notice().title; title != shown) {
            shown = title;
            spdlog::info("shown: {}", shown.empty() ? "the game" : shown);
        }
        const bool late = line.seconds > 0 && static_cast<double>(now - began) > line.seconds * 1e6;
        if (input.close_asked || is_stop_asked() || late) {
            program.closed = input.close_asked || is_stop_asked();
            activity->leave(now);
            break;
        }
        if (activity->is_over()) break;
        if (Menu* const menu = paused_settings.menu()) {
            program.speak(*menu);
        } else if (program.speaks) {  // a notice takes some work to describe
            program.speak(activity->notice());
        }
        const Micros advanced = client::UdpClient::now();
        const bool seen = activity->look(*program.view, client::UdpClient::now());
        follow_music(program, *activity, seen);
        const Micros looked = client::UdpClient::now();
        program.screen.show(seen ? program.view.get() : nullptr, input, [&](ui::Overlay& overlay) {
            Menu* const menu = paused_settings.menu();
            menu != nullptr ? draw_menu(overlay, *menu, input) : draw_activity(overlay, *activity, input);
            draw_notices(overlay, program.notices);
            program.tools.draw(overlay, input, *activity, static_cast<float>(now - last) / 1000);
        });
        last = now;
        const Screen::Times& times = program.screen.times();
        program.tools.times().add({static_cast<float>(advanced - now) / 1000,
                                   static_cast<float>(looked - advanced) / 1000, times.drawing, times.panels,
                                   times.present});
        if (const auto game = activity->game()) meter.note(*game, seen, now);
        // While waiting for the server's answer, prepares what most games need.
        if (!program.screen.picture().is_ready()) {
            std::string error;
            if (const auto level = level_of(line.setup, error)) program.screen.picture().load_cast(*level);
        }
    }
    Ending ending{.after = activity->after(), .replay = activity->replay_path(), .moved_to = activity->moved_to(), .failure = activity->failure()};
    if (const auto game = activity->game()) {
        program.games.push_back(meter.figures(*game));
        if (line.report) std::cout << text_of(program.games.back()) << std::endl;
        const bool goes_on = ending.after != Activity::After::nothing;
        if (game->state() == client::GameClient::State::failed && !goes_on) ending.failure = translated_reason(game->failure());
    }
    if (auto parting = activity->parting()) program.shutdowns.begin(std::move(parting));
    return ending;
}

}  // namespace albireo::app
