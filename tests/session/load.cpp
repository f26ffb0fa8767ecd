// session_load: many players on one server, from one thread: what a full house costs.
//   session_load HOST:PORT SESSIONS SECONDS
// Each session has two clients that hold buttons as people do and report hits as they come. Prints what the clients saw;
// the server's own counters (late_ticks) are on its admin page and in its --json.
#include <cstdio>
#include <cstdlib>

#include "client/bot/bot_hands.hpp"
#include "client/net/udp_client.hpp"
#include "sim/script/compile.hpp"

namespace {

using namespace albireo;
using client::GameClient;
using client::Micros;

/// A player who costs next to nothing: holds a direction for a while, fires, and says that its shots hit what is nearest.
class Holder final : public client::Hands {
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
    std::unique_ptr<Holder> hands;
    std::unique_ptr<client::UdpClient> client;
};

}  // namespace

int main(int argc, char** argv) {
    client::ServerAddress server;
    if (argc != 4 || !client::parse_address(argv[1], server)) {
        std::fprintf(stderr, "usage: session_load HOST:PORT SESSIONS SECONDS\n");
        return 2;
    }
    const int sessions = std::atoi(argv[2]);
    const double seconds = std::atof(argv[3]);
    auto compiled = script::compile_builtin_level("the_cut", Difficulty::standard);
    const auto level = std::make_shared<const Level>(std::move(compiled.level));
    const auto find = [&](const std::string& name, Difficulty) { return name == "the_cut" ? level : nullptr; };

    std::vector<Player> players;
    const auto add = [&](client::ClientOptions options) -> GameClient& {
        auto hands = std::make_unique<Holder>(static_cast<std::uint32_t>(players.size()));
        auto client = std::make_unique<client::UdpClient>(server, std::move(options), find, *hands);
        players.push_back({std::move(hands), std::move(client)});
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
    return playing == static_cast<int>(players.size()) && desyncs == 0 && own == 0 ? 0 : 1;
}
