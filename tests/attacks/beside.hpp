#pragma once
/// Two bots who play over real sockets, beside whatever a test does to their server.
#include <atomic>
#include <cstdio>
#include <functional>
#include <memory>
#include <string>
#include <thread>

#include "client/bot/bot_controller.hpp"
#include "client/net/udp_client.hpp"
#include "server/shard.hpp"
#include "tests/attacks/wiretap.hpp"
#include "tests/session/idle_timer.hpp"

namespace albireo::attacks {

struct Player {
    Player(bot::BodyStore& bodies, std::uint16_t port, client::ClientOptions options, const std::shared_ptr<const Level>& level,
           std::uint32_t seed)
        : controller(bodies, {.skill = 4, .seed = seed}),
          client(
              {"127.0.0.1", port}, std::move(options), [level](const std::string&, Difficulty) { return level; },
              controller) {}
    client::GameClient& game() { return client.game(); }
    bot::BotController controller;
    client::UdpClient client;
};

/// What two bots noticed of an attack on their server.
struct Noticed {
    bool played = false;              // both to the end, without a desync or a return
    std::uint64_t frozen = 0;         // ticks, of both, while the attack ran
    std::uint64_t held = 0;           // ticks that the machine held up idle timers of both cores meanwhile
    std::int64_t late_p99 = 0;        // of the shard's timer, in microseconds
    std::int64_t pass_p99 = 0;        // time that a pass of the shard's loop took
};

/// What the attacker does while the bots play. Either may be empty.
struct Attack {
    /// Runs in a thread of its own until `stop` is set.
    std::function<void(std::uint16_t port, const std::atomic<bool>& stop)> from_anywhere{};
    /// The attacker is beside gold's path. Called about every half millisecond.
    std::function<void(Wiretap& tap)> beside_the_path{};
};

/// The attack begins when both bots play, and ends with their game. The server has a core of its own, all others have the last one.
inline Noticed play_beside(std::uint32_t ticks, const Attack& attack) {
    using client::GameClient;
    using client::UdpClient;
    using session_tests::IdleTimer;
    server::Config config;
    config.bind = "127.0.0.1";
    config.port = 0;
    server::Levels levels;
    std::string error;
    levels.compile_all(error);
    server::Shard shard(config, 0, levels, error);
    Noticed noticed;
    if (!error.empty()) return noticed;
    session_tests::stay_on_core(0);
    shard.start();
    const int last_core = static_cast<int>(std::max(1U, std::thread::hardware_concurrency())) - 1;
    session_tests::stay_on_core(last_core);
    IdleTimer idle{0, IdleTimer::Priority::as_any}, idle_beside{last_core, IdleTimer::Priority::as_any};
    bot::BodyStore bodies;
    const auto level = levels.find("the_cut", Difficulty::standard);
    Wiretap tap(shard.port());
    Player gold{bodies, attack.beside_the_path ? tap.port() : shard.port(), {.name = "gold", .until_tick = ticks}, level, 1};
    std::unique_ptr<Player> blue;
    std::thread attacker;
    std::atomic<bool> stop{false};
    std::uint64_t frozen_before = 0, held_before = 0;
    bool has_begun = false;
    const auto is_over = [](Player& player) {
        return player.game().has_played_enough() || player.game().state() == GameClient::State::ended ||
               player.game().state() == GameClient::State::failed;
    };
    const auto frozen = [&] { return gold.game().figures().frozen_ticks + blue->game().figures().frozen_ticks; };
    const auto began = UdpClient::now();
    while (UdpClient::now() - began < 180 * proto::kMicrosPerSecond) {
        gold.client.advance();
        tap.turn();
        if (blue == nullptr && !gold.game().code().empty()) {
            blue = std::make_unique<Player>(bodies, shard.port(),
                                            client::ClientOptions{.name = "blue", .code = gold.game().code(), .until_tick = ticks}, level, 2);
        }
        if (blue != nullptr) {
            blue->client.advance();
            if (is_over(gold) && is_over(*blue)) break;
            if (has_begun && attack.beside_the_path) attack.beside_the_path(tap);
            if (!has_begun && gold.game().figures().ticks >= kTicksPerSecond && blue->game().figures().ticks >= kTicksPerSecond) {
                frozen_before = frozen();
                held_before = idle.held_ticks() + idle_beside.held_ticks();
                has_begun = true;
                if (attack.from_anywhere) attacker = std::thread([&] { attack.from_anywhere(shard.port(), stop); });
            }
        }
        // A datagram at the tap wakes no client.
        attack.beside_the_path ? std::this_thread::sleep_for(std::chrono::microseconds(500)) : gold.client.wait(500);
    }
    stop = true;
    if (attacker.joinable()) attacker.join();
    noticed.played = has_begun;
    if (blue != nullptr) {
        noticed.frozen = frozen() - frozen_before;
        noticed.held = idle.held_ticks() + idle_beside.held_ticks() - held_before;
        for (Player* player : {&gold, blue.get()}) {
            const auto& figures = player->game().figures();
            noticed.played = noticed.played && player->game().has_played_enough() && figures.desyncs == 0 && figures.rejoins == 0;
        }
    }
    server::Lateness::Summary late, pass;
    late.add(shard.metrics().timer_late);
    pass.add(shard.metrics().pass);
    noticed.late_p99 = static_cast<std::int64_t>(late.at_permille(990));
    noticed.pass_p99 = static_cast<std::int64_t>(pass.at_permille(990));
    shard.stop();
    shard.join();
    return noticed;
}

}  // namespace albireo::attacks
