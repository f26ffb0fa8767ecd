// Asks a server for many games at once over UDP, plays those that it gets for a second, and leaves. Prints one JSON line.
// Usage: many_creates HOST:PORT LEVEL COUNT
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "client/net/udp_client.hpp"
#include "tests/session/idle_controller.hpp"

using namespace albireo;
using client::GameClient;
using client::UdpClient;

int main(int argc, char** argv) {
    constexpr const char* kUsage = "Asks a server for many games: many_creates HOST:PORT LEVEL COUNT";
    const std::string_view first = argc > 1 ? argv[1] : "";
    if (argc == 2 && (first == "--help" || first == "-h")) return std::puts(kUsage), 0;
    if (first.starts_with('-')) return std::fprintf(stderr, "many_creates: unknown argument '%s' (see --help)\n", argv[1]), 2;
    client::ServerAddress server;
    if (argc != 4) return std::fprintf(stderr, "many_creates: three arguments are needed (see --help)\n"), 2;
    if (!client::parse_address(argv[1], server)) return std::fprintf(stderr, "many_creates: '%s' is not HOST:PORT\n", argv[1]), 2;
    IdleController idle;
    std::vector<std::unique_ptr<UdpClient>> clients;
    const auto turn = [&](proto::Micros length) {
        for (const proto::Micros until = UdpClient::now() + length; UdpClient::now() < until;) {
            for (auto& each : clients) each->advance();
            if (!clients.empty()) clients.front()->wait(1'000);
        }
    };
    const int count = std::atoi(argv[3]);
    for (int i = 0; i < count; ++i) {
        client::ClientOptions options{.name = "guest " + std::to_string(i), .level = argv[2], .players = 1};
        clients.push_back(std::make_unique<UdpClient>(server, std::move(options), nullptr, idle));
        turn(5 * proto::kMicrosPerMs);
    }
    const auto number = [&](GameClient::State state) {
        int sum = 0;
        for (const auto& each : clients) sum += each->game().state() == state ? 1 : 0;
        return sum;
    };
    for (int i = 0; i < 600 && number(GameClient::State::playing) + number(GameClient::State::failed) < count; ++i) turn(50 * proto::kMicrosPerMs);
    const int started = number(GameClient::State::playing), refused = number(GameClient::State::failed);
    turn(proto::kMicrosPerSecond);
    const int playing = number(GameClient::State::playing);
    for (auto& each : clients) each->game().leave(UdpClient::now());
    turn(proto::kMicrosPerSecond);
    std::printf("{\"asked\":%d,\"started\":%d,\"refused\":%d,\"playing_a_second_later\":%d}\n", count, started, refused, playing);
    return started + refused == count && playing == started ? 0 : 1;
}
