// session_load: many players on one server, from one thread, to measure a full server.
//   session_load HOST:PORT SESSIONS SECONDS [ADMIN_HOST:PORT [CORE]]
// Each session has two clients that hold buttons as people do and report a steady rate of hits. Prints the clients' figures
// and, if the server has an admin page, the server's figures of its own lateness in that time: no tick and no pass of its
// loop may be over 5 ms, except as many as the machine delayed. With CORE, an idle timer runs on that core, the server's, with a priority above
// the server's (if the system allows it): its lateness is the machine's and no program's.
#include <netdb.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <nlohmann/json.hpp>
#include <thread>

#include "client/bot/bot_controller.hpp"
#include "client/net/udp_client.hpp"
#include "server/lateness.hpp"
#include "sim/script/compile.hpp"
#include "tests/session/idle_timer.hpp"
#include "tests/support/tool_help.hpp"

namespace {

using namespace albireo;
using client::GameClient;
using client::Micros;
using session_tests::IdleTimer;

/// A player that costs little: it holds a direction for a while, fires, and reports that its shots hit the nearest enemy.
class Holder final : public client::PlayerController {
  public:
    explicit Holder(std::uint32_t seed) : random_(Random::seed(seed, 99)) {}
    void begin(const Level&, Slot own) override { own_ = own; }
    client::Controls steer(const World& world) override {
        if (world.tick.value % 12 == 0) held_ = static_cast<std::uint16_t>(random_.below(16));
        return {.buttons = static_cast<std::uint16_t>(held_ | kFire)};
    }
    void see(const World& world, client::RemoteShots&, std::vector<Report>& reports) override {
        // One hit every other tick: thirty reports a second.
        if (world.tick.value % 2 != 0 || world.enemies.count == 0 || world.shots[index(own_)].count == 0) return;
        const Enemy& enemy = world.enemies.items[0];
        for (const Shot& shot : world.shots[index(own_)]) {
            if (!within(shot.at, enemy.parts[0].at, 1_u)) continue;
            reports.push_back({ReportKind::hit, own_, 0, enemy.id, shot.number});
            return;
        }
    }

  private:
    Random random_;
    Slot own_ = Slot::gold;
    std::uint16_t held_ = 0;
};

struct Player {
    std::unique_ptr<Holder> controller;
    std::unique_ptr<client::UdpClient> client;
};

/// The server's counters, from its admin page; null if the page does not answer.
nlohmann::json ask_metrics(const client::ServerAddress& admin) {
    addrinfo hint{}, *found = nullptr;
    hint.ai_socktype = SOCK_STREAM;
    if (getaddrinfo(admin.host.c_str(), std::to_string(admin.port).c_str(), &hint, &found) != 0) return nullptr;
    const int socket = ::socket(found->ai_family, SOCK_STREAM, 0);
    std::string answer;
    if (connect(socket, found->ai_addr, found->ai_addrlen) == 0) {
        constexpr std::string_view kAsk = "GET /metrics.json HTTP/1.1\r\nHost: server\r\n\r\n";
        if (write(socket, kAsk.data(), kAsk.size()) == static_cast<ssize_t>(kAsk.size())) {
            char part[4096];
            for (ssize_t got = 0; (got = read(socket, part, sizeof part)) > 0;) {
                answer.append(part, static_cast<std::size_t>(got));
            }
        }
    }
    close(socket);
    freeaddrinfo(found);
    const auto body = answer.find("\r\n\r\n");
    if (body == std::string::npos) return nullptr;
    const auto json = nlohmann::json::parse(answer.substr(body + 4), nullptr, false);
    return json.is_discarded() ? nlohmann::json() : json;
}

/// Prints the differences between two readings of the server's page. Returns the number of late ticks and passes.
std::uint64_t show_lateness(const nlohmann::json& before, const nlohmann::json& after) {
    const auto grown = [&](const char* name, const char* part) {
        return after.at(name).at(part).get<std::uint64_t>() - before.at(name).at(part).get<std::uint64_t>();
    };
    const auto late_ticks = after.at("late_ticks").get<std::uint64_t>() - before.at("late_ticks").get<std::uint64_t>();
    const auto ticks = after.at("ticks").get<std::uint64_t>() - before.at("ticks").get<std::uint64_t>();
    std::printf("server: %llu of %llu ticks late by over 5 ms", static_cast<unsigned long long>(late_ticks),
                static_cast<unsigned long long>(ticks));
    std::uint64_t late = late_ticks;
    for (const char* name : {"timer_late", "pass"}) {
        late += grown(name, "over_5_ms");
        std::printf("; %s: %llu of %llu over 5 ms, p99 %llu, p99.9 %llu, most %llu us since its start", name,
                    static_cast<unsigned long long>(grown(name, "over_5_ms")),
                    static_cast<unsigned long long>(grown(name, "count")),
                    after.at(name).at("p99_us").get<unsigned long long>(),
                    after.at(name).at("p999_us").get<unsigned long long>(),
                    after.at(name).at("max_us").get<unsigned long long>());
    }
    std::printf("\n");
    return late;
}

}  // namespace

int main(int argc, char** argv) {
    support::answer_help(argc, argv, "session_load",
                         "Plays many games on a server and measures its ticks: session_load HOST:PORT SESSIONS SECONDS [ADMIN_HOST:PORT [CORE]]");
    client::ServerAddress server, admin;
    if (argc < 4 || argc > 6 || !client::parse_address(argv[1], server) ||
        (argc > 4 && !client::parse_address(argv[4], admin))) {
        std::fprintf(stderr, "usage: session_load HOST:PORT SESSIONS SECONDS [ADMIN_HOST:PORT [CORE]]\n");
        return 2;
    }
    const int sessions = std::atoi(argv[2]);
    const double seconds = std::atof(argv[3]);
    auto compiled = script::compile_builtin_level("the_cut", Difficulty::standard);
    const auto level = std::make_shared<const Level>(std::move(compiled.level));
    const auto find = [&](const std::string& name, Difficulty) { return name == "the_cut" ? level : nullptr; };

    std::vector<Player> players;
    const auto add = [&](client::ClientOptions options) -> GameClient& {
        auto controller = std::make_unique<Holder>(static_cast<std::uint32_t>(players.size()));
        auto client = std::make_unique<client::UdpClient>(server, std::move(options), find, *controller);
        players.push_back({std::move(controller), std::move(client)});
        return players.back().client->game();
    };
    const auto turn = [&] {
        for (Player& player : players) player.client->advance();
    };
    for (int i = 0; i < sessions; ++i) {
        GameClient& gold = add({.name = "gold"});
        while (gold.code().empty() && gold.state() != GameClient::State::failed) turn();
        if (gold.state() == GameClient::State::failed) {
            std::fprintf(stderr, "session_load: %s\n", gold.failure().c_str());
            return 3;
        }
        add({.name = "blue", .code = gold.code()});
        turn();
    }
    // Wait until all clients play: compiling the level and joining are not measured.
    const auto is_playing = [](const Player& player) {
        return player.client->game().state() == GameClient::State::playing;
    };
    const Micros seated = client::UdpClient::now();
    while (!std::all_of(players.begin(), players.end(), is_playing) &&
           client::UdpClient::now() - seated < 10 * proto::kMicrosPerSecond) {
        turn();
    }
    nlohmann::json before;
    if (argc > 4 && (before = ask_metrics(admin)).is_null()) {
        std::fprintf(stderr, "session_load: no answer from the admin page at %s\n", argv[4]);
        return 3;
    }
    std::unique_ptr<IdleTimer> idle;
    if (argc > 5) idle = std::make_unique<IdleTimer>(std::atoi(argv[5]));
    const Micros began = client::UdpClient::now();
    while (client::UdpClient::now() - began < static_cast<Micros>(seconds * 1e6)) {
        turn();
        players.front().client->wait(500);
    }
    std::uint64_t ticks = 0, frozen = 0, desyncs = 0, own = 0, reports = 0;
    std::int64_t lead_p99 = 0;
    int playing = 0;
    for (Player& player : players) {
        const GameClient& game = player.client->game();
        playing += game.state() == GameClient::State::playing ? 1 : 0;
        ticks += game.figures().ticks;
        frozen += game.figures().frozen_ticks;
        desyncs += game.figures().desyncs;
        reports += game.figures().reports_sent;
        lead_p99 = std::max(lead_p99, game.figures().lead.at_permille(990));
        if (game.has_game()) own += game.predictor().corrections().own_ship + game.predictor().corrections().own_shots;
    }
    std::printf("%d sessions, %d of %zu clients playing after %.0f s: %.1f ticks/s each, %.1f reports/s each, %llu frozen, "
                "%llu desyncs, %llu own corrections, lead p99 at most %lld ticks\n",
                sessions, playing, players.size(), seconds,
                static_cast<double>(ticks) / seconds / static_cast<double>(players.size()),
                static_cast<double>(reports) / seconds / static_cast<double>(players.size()),
                static_cast<unsigned long long>(frozen), static_cast<unsigned long long>(desyncs),
                static_cast<unsigned long long>(own), static_cast<long long>(lead_p99));
    std::uint64_t late_server = 0, late_machine = 0;
    if (argc > 4) {
        const nlohmann::json after = ask_metrics(admin);
        late_server = after.is_null() ? UINT64_MAX : show_lateness(before, after);
    }
    if (idle != nullptr) {
        const auto late = idle->lateness();
        late_machine = late.too_long;
        std::printf("an idle timer on core %s%s: %llu of %llu over 5 ms, p99 %llu, p99.9 %llu, most %llu us\n", argv[5],
                    idle->is_first() ? "" : " (without priority)", static_cast<unsigned long long>(late.too_long),
                    static_cast<unsigned long long>(late.count), static_cast<unsigned long long>(late.at_permille(990)),
                    static_cast<unsigned long long>(late.at_permille(999)), static_cast<unsigned long long>(late.max));
    }
    return playing == static_cast<int>(players.size()) && desyncs == 0 && own == 0 && late_server <= late_machine ? 0 : 1;
}
