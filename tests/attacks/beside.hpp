#pragma once
/// Two bots who play over real sockets, beside whatever a test does to their server.
#include <unistd.h>

#include <atomic>
#include <filesystem>
#include <functional>
#include <memory>
#include <string>
#include <thread>

#include "client/bot/bot_controller.hpp"
#include "client/net/udp_client.hpp"
#include "server/shard.hpp"
#include "tests/attacks/outcome.hpp"
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
    std::int64_t work_permille = 0;   // of a core: the processor time of the shard's thread while the attack ran
};

/// Where an attacker beside gold's path is.
struct Place {
    Wiretap& tap;
    client::GameClient& victim;
    std::uint16_t port;  // the server's
};

/// What the attacker does while the bots play. Either may be empty.
struct Attack {
    /// Runs in a thread of its own until `stop` is set.
    std::function<void(std::uint16_t port, const std::atomic<bool>& stop)> from_anywhere{};
    /// The attacker is beside gold's path. Called about every half millisecond.
    std::function<void(const Place& place)> beside_the_path{};
    /// The server has compiled every level beforehand, not only that of the bots. It takes seconds.
    bool needs_all_levels = false;
};

/// A folder of this process's, removed at the end.
struct OwnFolder {
    OwnFolder() { std::filesystem::create_directories(path); }
    ~OwnFolder() { std::filesystem::remove_all(path); }
    const std::string path = (std::filesystem::temp_directory_path() / ("albireo-beside-" + std::to_string(getpid()))).string();
};

/// The server records its games and keeps journals, as an operator's does. The attack begins when both bots play, and ends with their game. The server has a core of its own, all others have the last one.
inline Noticed play_beside(std::uint32_t ticks, const Attack& attack) {
    using client::GameClient;
    using client::UdpClient;
    server::Config config;
    config.bind = "127.0.0.1";
    config.port = 0;
    const OwnFolder folder;
    config.record_dir = folder.path;
    config.key = proto::KeyPair::random();
    config.keeps_games = true;
    server::Levels levels;
    std::string error;
    if (attack.needs_all_levels) levels.compile_all(error);
    for (const Difficulty difficulty : {Difficulty::calm, Difficulty::standard, Difficulty::storm})
        levels.find("the_cut", difficulty);
    server::Shard shard(config, 0, levels, error);
    Noticed noticed;
    if (!error.empty()) return noticed;
    shard.on_log = [](const server::LogEvent& event) { (void)event.line(); };
    session_tests::stay_on_core(0);
    shard.start();
    session_tests::stay_on_core(session_tests::last_core());
    const session_tests::IdleTimers idle;
    bot::BodyStore bodies;
    const auto level = levels.find("the_cut", Difficulty::standard);
    Wiretap tap(shard.port());
    Player gold{bodies, attack.beside_the_path ? tap.port() : shard.port(), {.name = "gold", .until_tick = ticks}, level, 1};
    std::unique_ptr<Player> blue;
    std::thread attacker;
    std::atomic<bool> stop{false};
    std::uint64_t frozen_before = 0, held_before = 0;
    proto::Micros work_before = 0, attack_began = 0;
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
            if (has_begun && attack.beside_the_path) attack.beside_the_path({tap, gold.game(), shard.port()});
            if (!has_begun && gold.game().figures().ticks >= kTicksPerSecond && blue->game().figures().ticks >= kTicksPerSecond) {
                frozen_before = frozen();
                held_before = idle.held_ticks();
                work_before = shard.processor_time();
                attack_began = UdpClient::now();
                has_begun = true;
                if (attack.from_anywhere) attacker = std::thread([&] { attack.from_anywhere(shard.port(), stop); });
            }
        }
        // A datagram at the tap wakes no client.
        attack.beside_the_path ? std::this_thread::sleep_for(std::chrono::microseconds(500)) : gold.client.wait(500);
    }
    if (has_begun)
        noticed.work_permille = 1'000 * (shard.processor_time() - work_before) / (UdpClient::now() - attack_began);
    stop = true;
    if (attacker.joinable()) attacker.join();
    noticed.played = has_begun;
    if (blue != nullptr) {
        noticed.frozen = frozen() - frozen_before;
        noticed.held = idle.held_ticks() - held_before;
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

/// The most that an attack may take of the server's core, in thousandths. Without their limits rows 5 and 15 take 760 to 980, and no
/// tick freezes: a client's lead covers a shard that is 80 ms late. With them they take 70 to 170 and 200 to 360, the more the busier
/// the machine is.
#if defined(ALBIREO_UNDER_ASAN) || defined(ALBIREO_UNDER_TSAN)
inline constexpr std::int64_t kWorkPermilleMax = 1'000;
#else
inline constexpr std::int64_t kWorkPermilleMax = 600;
#endif

/// Prints what the bots noticed, as one line of JSON.
inline void emit(const std::string& row, const std::string& attack, long long acts, const Noticed& noticed,
                 std::vector<std::pair<std::string, long long>> figures = {}) {
    figures.insert(figures.end(), {{"late_p99_us", noticed.late_p99},
                                   {"pass_p99_us", noticed.pass_p99},
                                   {"work_permille", noticed.work_permille}});
    emit({.row = row,
          .attack = attack,
          .acts = acts,
          .gain = "frozen ticks of two bots, at most those for which the machine held up idle timers",
          .achieved = static_cast<long long>(noticed.frozen),
          .limit = static_cast<long long>(noticed.held),
          .is_ok = noticed.played && noticed.work_permille <= kWorkPermilleMax,
          .figures = std::move(figures)});
}

}  // namespace albireo::attacks
