// albireo-bot: a client without a window. Plays a session to its end and prints figures of its network.
#include <fmt/format.h>
#include <spdlog/spdlog.h>

#include <cerrno>
#include <csignal>
#include <cstring>
#include <fstream>
#include <iostream>
#include <thread>

#include "client/bot/bot_controller.hpp"
#include "client/bot/bot_figures.hpp"
#include "client/bot/sample_file.hpp"
#include "client/net/seat_keeper.hpp"
#include "client/net/udp_client.hpp"
#include "console/console.hpp"
#include "console/run_program.hpp"
#include "console/version.hpp"
#include "proto/join_code.hpp"
#include "reach/join_socket.hpp"
#include "sim/level/difficulty.hpp"
#include "sim/level/section.hpp"
#include "sim/script/compile.hpp"
#include "sim/snapshot.hpp"
#include "sim/witness/words.hpp"

namespace {

using namespace albireo;
using client::Micros;

volatile std::sig_atomic_t stop_asked = 0;
void ask_to_stop(int) {
    stop_asked = 1;
}

constexpr double kSecondsMax = 1e6;  // eleven days

struct Arguments {
    std::string connect = "127.0.0.1:7777";
    bool create = false;
    std::string join, rendezvous;
    std::string name = "bot";
    std::string level = "the_cut";
    std::string difficulty = "standard";
    int players = 2;
    int skill = bot::kSkillMax;
    std::uint32_t seed = 1;
    std::uint32_t game_seed = 0;
    std::string from;
    StartPoint start{};
    std::string figures_file;
    std::string samples;
    std::string token_file, known_servers, digests;
    std::string log_level = "info";
    double seconds = 0;
    double wait = 600;
    bool eco = false;
    bool stand_in = false;
    bool json = false;
    std::string plant;  // test builds
    std::optional<Fault> fault;
    bool expect_desync = false;  // test builds
};

std::shared_ptr<const Level> find_level(const std::string& name, Difficulty difficulty) {
    auto compiled = script::compile_builtin_level(name, difficulty);
    return compiled.error.empty() ? std::make_shared<const Level>(std::move(compiled.level)) : nullptr;
}

int parse(int argc, char** argv, Arguments& arguments) {
    console::Arguments app{"albireo-bot: plays a game on a server, as a second player or for measurements.",
                           "albireo-bot"};
    app.set_version("albireo-bot " ALBIREO_VERSION " (core " + std::to_string(kCoreVersion) + ")");
    app.add_option("--connect", arguments.connect, "HOST:PORT of the server")->shows_default();
    auto* create = app.add_flag("--create", arguments.create, "create a session; prints 'code K7QF2M' on stdout, and the code for spectators on stderr");
    auto* join = app.add_option("--join", arguments.join, "join the session with this code");
    create->excludes(join);
    app.add_option("--rendezvous", arguments.rendezvous,
                   "with --join: HOST[:PORT] of a rendezvous server, which connects the bot to the game's host, instead of --connect")
        ->needs(join);
    app.add_flag("--stand-in", arguments.stand_in,
                 "with --join: give up the seat to the next player who joins by the code")
        ->needs(join);
    app.add_option("--name", arguments.name, "the name that the partner sees")->shows_default();
    app.add_option("--level", arguments.level, "with --create: the level, or campaign")->shows_default();
    console::add_difficulty(app, arguments.difficulty, "with --create: ");
    app.add_option("--players", arguments.players, "with --create: 1 or 2")
        ->range(1, 2)
        ->shows_default();
    app.add_option("--skill", arguments.skill, "0 (dies often) to 9")->range(0, 9)->shows_default();
    app.add_option("--seed", arguments.seed, "seed of the bot's choices")->shows_default();
    app.add_option("--game-seed", arguments.game_seed, "with --create: seed of the game (0: the server draws one)");
    app.add_option("--from", arguments.from, "with --create: practise from this section of the level, by name or number, or from a phase of a boss, such as warden:2")
        ->needs(create);
    app.add_option("--seconds", arguments.seconds, "seconds of the game to play (0: to its end)")
        ->range(0, kSecondsMax);
    app.add_option("--wait", arguments.wait, "seconds to wait for a partner")
        ->range(0, kSecondsMax)
        ->shows_default();
    app.add_option("--report-json", arguments.figures_file, "write statistics of the game to this file, as JSON");
    app.add_option("--token-file", arguments.token_file,
                   "file that stores the seat in the running game; with --join of the same game, the bot rejoins it");
    app.add_option("--known-servers", arguments.known_servers,
                   "file of known servers' keys: a new server is added; a server whose key has changed is refused (default: none)");
    app.add_option("--samples", arguments.samples,
                   "file shared by both bots on one machine, to measure delivery times");
#ifdef ALBIREO_PLANTS
    app.add_option("--plant-desync", arguments.plant, "test build: flips a bit of TICK:FIELD[@SYSTEM|@memory]");
    app.add_flag("--expect-desync", arguments.expect_desync,
                 "test build: exit code 0 if a desync was found and healed, else 1");
#endif
    app.add_option("--digests", arguments.digests, "write a line 'TICK DIGEST' to this file for each confirmed tick, at once");
    app.add_flag("--eco", arguments.eco, "send less often while nothing changes");
    app.add_flag("--json", arguments.json, "print statistics of the game on stdout, as JSON");
    console::add_log_level(app, arguments.log_level);
    if (const int code = app.parse(argc, argv); code >= 0) return code;
    if (!arguments.plant.empty()) {
        if (const auto fault = parse_fault(arguments.plant, arguments.fault.emplace()); !fault.empty()) {
            return app.wrong("--plant-desync: " + fault);
        }
    }
    if (!proto::is_name(arguments.name)) {
        return app.wrong("--name: expected at most 32 bytes of UTF-8 without control characters");
    }
    const std::pair<const char*, const std::string&> files[] = {{"--token-file: ", arguments.token_file},
                                                                {"--known-servers: ", arguments.known_servers},
                                                                {"--digests: ", arguments.digests}};
    for (const auto& [option, path] : files) {
        if (path.empty()) continue;
        if (const std::string fault = console::file_fault(path); !fault.empty()) return app.wrong(option + fault);
    }
    if (!arguments.join.empty()) {
        const auto code = proto::read_join_code(arguments.join);
        if (!code) {
            return app.wrong("--join '" + arguments.join + "': a code is six letters or digits, such as K7QF2M");
        }
        arguments.join = *code;
    }
    if (!arguments.from.empty()) {
        const auto level = find_level(arguments.level, *difficulty_of(arguments.difficulty));
        if (level == nullptr) return app.wrong("--from needs a level that is built in; '" + arguments.level + "' is not");
        const auto from = find_start(*level, arguments.from);
        arguments.start = from.value_or(StartPoint{});
        if (!from) return app.wrong("--from '" + arguments.from + "': " + script::sections_text(*level));
    }
    if (!arguments.create && arguments.join.empty()) return app.wrong("give either --create or --join CODE");
    return -1;
}

/// Meets the host of the game with this code. Returns an empty string, with the path to the host in `server`, or why there is
/// no path.
std::string meet(const reach::Address& rendezvous, const std::string& code, client::ServerAddress& server) {
    reach::JoinSocket meeting(rendezvous, code);
    for (const Micros began = client::UdpClient::now(); stop_asked == 0 && meeting.failure().empty();) {
        const Micros now = client::UdpClient::now();
        meeting.advance(now);
        if (const auto route = meeting.route()) {
            server = {.host = proto::text_of(route->server.host),
                      .port = route->server.port,
                      .path = route->path,
                      .route = route->path.relay ? client::Route::relayed : client::Route::punched};
            spdlog::info("{} at {}, {} ms after the introduction, {} ms after the first query", client::text_of(server.route),
                         proto::text_of(route->server), meeting.since_introduction(now) / 1000, (now - began) / 1000);
            return {};
        }
        std::this_thread::sleep_for(std::chrono::milliseconds(2));
    }
    return meeting.failure();
}

int run(int argc, char** argv) {
    Arguments arguments;
    if (const int code = parse(argc, argv, arguments); code >= 0) return code;
    client::ServerAddress server;
    if (!client::parse_address(arguments.connect, server)) {
        std::cerr << "albireo-bot: --connect '" << arguments.connect << "' is not HOST:PORT, e.g. 127.0.0.1:7777\n";
        return 2;
    }
    std::optional<reach::Address> rendezvous;
    if (!arguments.rendezvous.empty() && !(rendezvous = reach::read_rendezvous(arguments.rendezvous))) {
        std::cerr << "albireo-bot: --rendezvous '" << arguments.rendezvous
                  << "' is not HOST or HOST:PORT, e.g. play.example.org:7777\n";
        return 2;
    }
    console::start_log(arguments.log_level, "%H:%M:%S.%e " + arguments.name + ": %v");
    std::signal(SIGINT, ask_to_stop);
    std::signal(SIGTERM, ask_to_stop);

    if (rendezvous) {
        const std::string fault = meet(*rendezvous, arguments.join, server);
        if (!fault.empty()) {
            std::cerr << "albireo-bot: " << reach::text_of(*rendezvous) << ": " << fault << '\n';
            return 3;
        }
    }
    std::string error;
    std::unique_ptr<client::SampleBoard> samples;
    if (!arguments.samples.empty() && (samples = bot::open_sample_file(arguments.samples, error)) == nullptr) {
        std::cerr << "albireo-bot: --samples: " << error << '\n';
        return 2;
    }
    // Before the game, which may be long, not after it.
    if (!arguments.figures_file.empty() && !std::ofstream(arguments.figures_file, std::ios::app)) {
        std::cerr << "albireo-bot: --report-json: cannot write " << arguments.figures_file << ": " << std::strerror(errno) << '\n';
        return 2;
    }
    client::ClientOptions options;
    options.name = arguments.name;
    options.code = arguments.join;
    options.level = arguments.level;
    options.difficulty = *difficulty_of(arguments.difficulty);
    options.players = static_cast<std::uint8_t>(arguments.players);
    options.seed = arguments.game_seed;
    options.section = arguments.start.section;
    options.phase = arguments.start.phase;
    options.eco = arguments.eco;
    options.stand_in = arguments.stand_in;
    options.until_tick = static_cast<std::uint32_t>(arguments.seconds * kTicksPerSecond);
    options.samples = samples.get();
    options.build = build_text(console::program_text("albireo-bot"));
    options.fault = arguments.fault;

    client::SeatKeeper seat({arguments.token_file, arguments.token_file + ".key"}, proto::join_address(server.host, server.port),
                            rendezvous ? reach::text_of(*rendezvous) : "");
    if (!arguments.join.empty()) options.token = seat.token_for(arguments.join);
    if (options.token) spdlog::info("rejoins {}", arguments.join);
    std::string logged_seat_fault, logged_key_note, logged_warning;

    bot::BodyStore bodies;
    bot::BotController controller(bodies, {.skill = arguments.skill, .seed = arguments.seed});
    // Each line is flushed at once, because the program may be killed.
    std::ofstream digests(arguments.digests, std::ios::app);
    if (!arguments.digests.empty() && !digests) {
        std::cerr << "albireo-bot: cannot write " << arguments.digests << ": " << std::strerror(errno) << '\n';
        return 2;
    }
    const auto player_of = [&](const client::ClientOptions& asked) {
        auto client = std::make_unique<client::UdpClient>(server, asked, find_level, controller, client::KnownServers(arguments.known_servers));
        if (!arguments.digests.empty()) {
            client->game().on_confirmed = [&digests](const World& world, const FramePair&, std::uint64_t root) {
                digests << fmt::format("{} {:016x}\n", world.tick.value, root) << std::flush;
            };
        }
        return client;
    };
    auto player = player_of(options);
    using State = client::GameClient::State;
    bool logged_code = false;
    proto::Spectators logged_spectators;
    std::string logged_desync;
    std::vector<bot::LevelResult> levels;  // of a campaign, those before the current one
    const Micros began = client::UdpClient::now();
    Micros playing_since = -1;
    Micros left_at = -1;
    for (;;) {
        player->advance();
        client::GameClient& game = player->game();
        const Micros now = client::UdpClient::now();
        if (!logged_code && arguments.create && !game.code().empty()) {
            std::cout << "code " << game.code() << std::endl;
            if (!game.watch_code().empty()) spdlog::info("spectators watch with the code {}", proto::watch_code_text(game.watch_code()));
            logged_code = true;
        }
        if (playing_since < 0 && game.state() == State::playing) {
            playing_since = now;
            spdlog::info("plays as {} with {}", game.slot() == Slot::gold ? "gold" : "blue",
                         game.partner_name().empty() ? "nobody" : game.partner_name());
        }
        seat.follow(game);
        if (seat.fault() != logged_seat_fault) {
            logged_seat_fault = seat.fault();
            spdlog::warn("{}", logged_seat_fault);
        }
        if (player->key_note() != logged_key_note) {
            logged_key_note = player->key_note();
            spdlog::info("{}", logged_key_note);
        }
        if (game.seat_warning() != logged_warning) {
            logged_warning = game.seat_warning();
            spdlog::warn("{}", logged_warning);
        }
        for (const std::string& line : game.take_operator_notices()) spdlog::info("message from the server operator: {}", line);
        if (game.spectators() != logged_spectators) {
            logged_spectators = game.spectators();
            spdlog::info("spectators: {} ({})", logged_spectators.count, fmt::join(logged_spectators.names, ", "));
        }
        if (game.desync_text() != logged_desync) {
            logged_desync = game.desync_text();
            if (!logged_desync.empty()) spdlog::warn("{}", logged_desync);
        }
        if (game.state() == State::failed) break;
        const bool late = playing_since < 0 && now - began > static_cast<Micros>(arguments.wait * 1e6);
        const bool goes_on = game.goes_on() && stop_asked == 0;
        if (left_at < 0 && (stop_asked != 0 || late || game.has_played_enough() || game.state() == State::ended)) {
            if (!goes_on) {
                game.leave(now);
                seat.follow(game);
            }
            left_at = now;
        }
        // The goodbye is sent until it is acknowledged, or for a second.
        if (left_at >= 0 && (game.connection().messages_unacknowledged() == 0 || now - left_at > 1'000'000)) {
            if (!goes_on) break;
            levels.push_back(bot::result_of(game));
            spdlog::info("level {} of the campaign is cleared; team score {}", levels.size(), levels.back().team_score);
            auto next = player_of(game.next_options());
            next->go_on_from(*player);
            player = std::move(next);
            left_at = -1;
            continue;
        }
        player->wait(50'000);
    }
    const client::GameClient& game = player->game();
    levels.push_back(bot::result_of(game));
    const double seconds = playing_since < 0 ? 0 : static_cast<double>(client::UdpClient::now() - playing_since) / 1e6;
    const bool failed = game.state() == State::failed && !game.was_relieved();
    if (failed) {
        std::cerr << "albireo-bot: " << arguments.connect << ": " << game.failure() << '\n';
    } else {
        spdlog::info("{}", bot::figures_text(game, seconds));
    }
    const std::string text = bot::figures_json(game, seconds, levels);
    if (arguments.json) std::cout << text << '\n';
    if (!arguments.figures_file.empty()) {
        std::ofstream file(arguments.figures_file);
        file << text << '\n';
        if (!file.flush()) {
            std::cerr << "albireo-bot: cannot write " << arguments.figures_file << '\n';
            return 2;
        }
    }
    if (failed) return 3;
    std::uint64_t desyncs = 0, resyncs = 0;
    for (const bot::LevelResult& each : levels) {
        desyncs += each.desyncs;
        resyncs += each.resyncs;
    }
    if (arguments.expect_desync) return resyncs > 0 && !game.differs() ? 0 : 1;
    if (desyncs > 0 || resyncs > 0) return 1;
    if (playing_since >= 0) return 0;
    std::cerr << "albireo-bot: " << arguments.connect << ": no game began in " << arguments.wait << " s" << '\n';
    return 3;
}

}  // namespace

int main(int argc, char** argv) {
    return console::run_program("albireo-bot", [&] { return run(argc, argv); });
}
