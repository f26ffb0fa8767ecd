// A round in the window, from its beginning to its end.
#include <spdlog/spdlog.h>

#include <cmath>
#include <iostream>

#include "client/app/pictures/offscreen.hpp"
#include "client/app/pictures/show.hpp"
#include "client/app/program_parts.hpp"
#include "client/app/rounds/net_round.hpp"
#include "client/app/screens/draw.hpp"
#include "client/app/theatre/replay_round.hpp"
#include "client/ui/tools.hpp"

namespace albireo::app {
namespace {

std::unique_ptr<Table> table_of(Program& program, const CommandLine& line) {
    const bool remote = line.what == CommandLine::What::join || !line.connect.empty();
    if (line.what == CommandLine::What::play) return sit_at_home(program.bodies, line.table);
    if (!remote) {
        // The previous game may still occupy the port.
        program.finish_farewells("one moment ...");
        return open_host(program.bodies, line.table, line);
    }
    client::ServerAddress address;
    client::parse_address(line.connect, address);
    return join_table(program.bodies, line.table, address, line.code);
}

std::unique_ptr<Round> make_round(Program& program, const CommandLine& line) {
    Picture& picture = program.screen.picture();
    if (line.what == CommandLine::What::watch) {
        ReplayRound::Setup setup;
        setup.taken.picture = &picture;
        setup.taken.bodies = &program.bodies;
        setup.taken.settings = program.settings;
        setup.taken.stage = program.stage;
        setup.taken.record_dir = line.table.record_dir;
        setup.taken.program = line.table.program;
        setup.pictures_dir = pictures_folder();
        setup.from = line.from;
        return std::make_unique<ReplayRound>(open_shown(line.file), line.file, std::move(setup));
    }
    if (line.what != CommandLine::What::join) {
        // Shaders and meshes first, so that the first tick can be drawn.
        std::string error;
        const auto level = level_of(line.table, error);
        if (!level) throw PictureError{error};
        if (!picture.is_dressed(*level)) {
            // This may take a moment.
            program.screen.show(nullptr, {},
                                [&](ui::Overlay& overlay) { draw_wait(overlay, std::string(level->title.view())); });
        }
        picture.dress(*level);
        program.bodies.of(*level);
    }
    scene::StageOptions stage = program.stage;
    stage.names = line.table.names;
    return std::make_unique<NetRound>(table_of(program, line), picture, program.settings, stage);
}

/// Prints the code and the address to stdout once they are known.
class CodeTeller {
  public:
    void tell(Round& round) {
        const client::GameClient* game = round.game();
        if (told_ || game == nullptr || game->code().empty()) return;
        std::cout << "code " << game->code() << '\n';
        if (!round.address().empty()) std::cout << "address " << round.address() << '\n';
        std::cout << std::flush;
        told_ = true;
    }

  private:
    bool told_ = false;
};

/// The music of what is shown: the game's, or the lobby's while there is no game yet.
void follow_music(Program& program, Round& round, bool seen) {
    if (!seen || round.world() == nullptr || round.level() == nullptr) {
        program.music.follow({.song = "lobby", .intensity = 3});
        return;
    }
    music::Moment moment = music::moment_of(*round.world(), *round.level());
    const ReplayRound* theatre = round.theatre();
    const bool is_still = theatre != nullptr && theatre->show().is_paused();
    moment.muffled = moment.muffled || is_still;
    program.music.follow(moment, theatre == nullptr ? 1 : std::exp2(static_cast<float>(theatre->show().speed_power())));
}

}  // namespace

Ending play(Program& program, const CommandLine& line) {
    program.apply();
    std::unique_ptr<Round> round = make_round(program, line);
    const auto attend = [&] {
        program.tools.inspector().begin();
        round->listen(&program.audio);
        // A watched replay does not vibrate.
        if (program.settings.vibration && round->theatre() == nullptr) round->feel(&program.screen.window().shaker());
    };
    attend();
    CodeTeller teller;
    const Micros began = client::UdpClient::now();
    GameReport report;
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
        round->advance(is_tools ? mouseless : input, now);
        if (auto next = round->next()) {
            round = std::move(next);
            attend();
            program.apply();
        }
        if (line.what == CommandLine::What::host) teller.tell(*round);
        if (const std::string title = round->notice().title; title != shown) {
            shown = title;
            spdlog::info("shown: {}", shown.empty() ? "the game" : shown);
        }
        const bool late = line.seconds > 0 && static_cast<double>(now - began) > line.seconds * 1e6;
        if (input.close_asked || is_stop_asked() || late) {
            program.closed = input.close_asked || is_stop_asked();
            round->leave(now);
            break;
        }
        if (round->is_over()) break;
        const Micros advanced = client::UdpClient::now();
        const bool seen = round->look(*program.view, client::UdpClient::now());
        follow_music(program, *round, seen);
        const Micros looked = client::UdpClient::now();
        program.screen.show(seen ? program.view.get() : nullptr, input, [&](ui::Overlay& overlay) {
            draw_round(overlay, *round, input);
            draw_told(overlay, program.notices);
            program.tools.draw(overlay, input, *round, static_cast<float>(now - last) / 1000);
        });
        last = now;
        const Screen::Times& times = program.screen.times();
        program.tools.times().add({static_cast<float>(advanced - now) / 1000,
                                   static_cast<float>(looked - advanced) / 1000, times.drawing, times.panels,
                                   times.present});
        if (round->game() != nullptr) report.note(*round->game(), seen, now);
        // While waiting for the server's answer, prepares what most games need.
        if (!program.screen.picture().is_ready()) {
            std::string error;
            if (const auto level = level_of(line.table, error)) program.screen.picture().dress(*level);
        }
    }
    Ending ending{.after = round->after(), .replay = round->replay_path(), .failure = {}};
    if (client::GameClient* game = round->game(); game != nullptr) {
        program.games.push_back(report.figures(*game));
        if (line.report) std::cout << text_of(program.games.back()) << std::endl;
        const bool goes_on = ending.after != Round::After::nothing;
        if (game->state() == client::GameClient::State::failed && !goes_on) ending.failure = game->failure();
    }
    if (auto parting = round->parting()) program.farewells.begin(std::move(parting));
    return ending;
}

}  // namespace albireo::app
