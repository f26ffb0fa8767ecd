// Asks a server for many games at once over UDP, plays those that it gets for a second, and leaves. Prints one JSON line.
// Usage: many_creates HOST:PORT LEVEL COUNT
#include <cstdio>
#include <cstdlib>
#include <vector>

#include "client/net/udp_client.hpp"
#include "tests/session/idle_controller.hpp"

using namespace albireo;
using client::GameClient;
using client::UdpClient;

int main(int argc, char** argv) {
    client::ServerAddress server;
    if (argc != 4 || !client::parse_address(argv[1], server)) {
        std::fprintf(stderr, "usage: many_creates HOST:PORT LEVEL COUNT\n");
        return 2;
    }
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
