// What prediction costs a client, and what a session costs the server.
#include <benchmark/benchmark.h>

#include <ctime>

#include "client/bot/bot_controller.hpp"
#include "proto/memory_link.hpp"
#include "tests/storm/bots.hpp"
#include "tests/storm/virtual_game.hpp"

namespace {

using namespace albireo;

/// A world in the middle of level one, two autopilots at play, and the frames of the last seconds.
struct Middle {
    Middle() {
        storm::VirtualGameOptions options;
        options.seed = 5;
        options.make_controller = storm::bot_controller(bodies, 9);
        game = std::make_unique<storm::VirtualGame>(options);
        game->run(90 * proto::kMicrosPerSecond);
    }
    bot::BodyStore bodies;
    std::unique_ptr<storm::VirtualGame> game;
};

Middle& middle() {
    static Middle here;
    return here;
}

/// A rebuild of state.range(0) ticks: a wrong guess of that age, so the confirmed world is copied and stepped to now.
void predictor_rebuild(benchmark::State& state) {
    const client::GameClient& gold = middle().game->client(Slot::gold);
    const auto lead = static_cast<std::uint32_t>(state.range(0));
    client::Predictor predictor(gold.level(), Slot::gold);
    Frame fire;
    fire.buttons = kFire | kRight;
    Frame turn = fire;
    for (auto _ : state) {
        state.PauseTiming();
        predictor.begin(gold.predictor().confirmed());
        while (predictor.lead() < lead) predictor.advance(fire);
        turn.buttons = static_cast<std::uint16_t>(kFire | kUp);
        predictor.learn(turn);
        state.ResumeTiming();
        benchmark::DoNotOptimize(predictor.reconcile(predictor.predicted().tick));
    }
}
BENCHMARK(predictor_rebuild)->Arg(30)->Arg(120)->Unit(benchmark::kMicrosecond);

/// A lobby with a hundred sessions of two clients in virtual time. Counts only the time within the lobby.
void server_session_tick(benchmark::State& state) {
    constexpr int kSessions = 100;
    class Idle final : public client::PlayerController {
      public:
        void begin(const Level&, Slot) override {}
        client::Controls steer(const World& world) override {
            return {.buttons = static_cast<std::uint16_t>(kFire | (world.tick.value / 9 % 16))};
        }
        void see(const World&, client::RemoteShots&, std::vector<Report>&) override {}
    };
    Idle idle;
    Random random;
    server::Levels levels;
    server::Metrics metrics;
    proto::MemoryNet net;
    server::LobbyEnvironment environment;
    environment.random = [&] { return (std::uint64_t{random.next()} << 32) | random.next(); };
    environment.wall_ms = [] { return std::uint64_t{0}; };
    environment.log = [](const std::string&) {};
    environment.record = [](const std::string&, std::uint64_t) { return std::make_unique<replays::MemorySink>(); };
    server::Lobby lobby(levels, environment, metrics);
    std::vector<std::unique_ptr<client::GameClient>> clients;
    const auto add = [&](std::string code) -> client::GameClient& {
        client::ClientEnvironment reach;
        reach.open_link = [&] { return net.connect(); };
        reach.find_level = [&](const std::string& name, Difficulty difficulty) { return levels.find(name, difficulty); };
        client::ClientOptions options;
        options.code = std::move(code);
        clients.push_back(std::make_unique<client::GameClient>(options, reach, idle));
        return *clients.back();
    };
    proto::Micros now = 0;
    std::int64_t nanos = 0;
    const auto turn = [&] {
        for (auto& client : clients) client->advance(now);
        timespec from{}, to{};
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &from);
        lobby.advance(net, now);
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &to);
        nanos += (to.tv_sec - from.tv_sec) * 1'000'000'000 + (to.tv_nsec - from.tv_nsec);
        now += 1000;
    };
    for (int i = 0; i < kSessions; ++i) {
        client::GameClient& gold = add({});
        while (gold.code().empty()) turn();
        add(gold.code());
    }
    for (int i = 0; i < 1000; ++i) turn();
    const std::uint64_t ticks_before = metrics.ticks.load();
    nanos = 0;
    for (auto _ : state) {
        for (int i = 0; i < 100; ++i) turn();
    }
    const std::uint64_t ticks = metrics.ticks.load() - ticks_before;
    state.counters["us_per_session_tick"] = static_cast<double>(nanos) / 1000 / static_cast<double>(std::max<std::uint64_t>(ticks, 1));
    state.counters["session_ticks"] = static_cast<double>(ticks);
}
BENCHMARK(server_session_tick)->Iterations(20)->Unit(benchmark::kMillisecond);

}  // namespace
