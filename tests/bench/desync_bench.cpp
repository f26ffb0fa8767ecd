// What each tick costs a replica to be ready for a desync, and what a desync costs.
#include <benchmark/benchmark.h>

#include "replays/player.hpp"
#include "sim/snapshot.hpp"
#include "sim/witness/testimony.hpp"

namespace {

using namespace albireo;

/// The worlds and frames of ten seconds in the middle of a golden co-op game.
struct Play {
    static constexpr std::uint32_t kTicks = 600;

    Play() {
        if (!replays::open_replay("replays/golden/coop-standard.replay", replay).empty()) return;
        replays::Player player(replay, replays::Player::Keep::nothing);
        player.seek(Tick{6000});
        for (std::uint32_t i = 0; i <= kTicks; ++i) {
            worlds.push_back(std::make_unique<World>(player.world()));
            frames.push_back(player.frames());
            player.step();
        }
    }
    replays::Replay replay;
    std::vector<std::unique_ptr<World>> worlds;
    std::vector<FramePair> frames;
};

const Play& play() {
    static const Play all;
    return all;
}

constexpr const char* kNotFound = "replays/golden not found: run this from the root of the tree";

/// Everything: digests, the undo log, the frames.
void desync_witness_tick(benchmark::State& state) {
    if (play().worlds.empty()) return state.SkipWithError(kNotFound);
    Witness witness;
    std::uint32_t at = 0;
    std::size_t bytes = 0;
    for (auto _ : state) {
        if (at == 0) {
            state.PauseTiming();
            witness.restart(*play().worlds[0]);
            state.ResumeTiming();
        }
        ++at;
        witness.note(*play().worlds[at], play().frames[at]);
        bytes = std::max(bytes, witness.past().bytes());
        if (at == Play::kTicks) at = 0;
    }
    state.counters["past_bytes"] = static_cast<double>(bytes);
}
BENCHMARK(desync_witness_tick)->Unit(benchmark::kMicrosecond);

/// The digests alone, which every replica needs anyway.
void desync_digest_tick(benchmark::State& state) {
    if (play().worlds.empty()) return state.SkipWithError(kNotFound);
    std::uint32_t at = 0;
    for (auto _ : state) benchmark::DoNotOptimize(root_of(*play().worlds[at++ % Play::kTicks]));
}
BENCHMARK(desync_digest_tick)->Unit(benchmark::kMicrosecond);

/// One side's work when a tick is in question: two worlds from 200 ticks ago, the tick run again, all its marks.
void desync_trace(benchmark::State& state) {
    if (play().worlds.empty()) return state.SkipWithError(kNotFound);
    Witness witness;
    witness.restart(*play().worlds[0]);
    for (std::uint32_t i = 1; i <= 400; ++i) witness.note(*play().worlds[i], play().frames[i]);
    const Tick tick = play().worlds[200]->tick;
    for (auto _ : state) benchmark::DoNotOptimize(TickTrace::make(witness, tick, play().replay.level, nullptr));
}
BENCHMARK(desync_trace)->Unit(benchmark::kMicrosecond);

void desync_testimony(benchmark::State& state) {
    if (play().worlds.empty()) return state.SkipWithError(kNotFound);
    Witness witness;
    witness.restart(*play().worlds[0]);
    for (std::uint32_t i = 1; i <= 100; ++i) witness.note(*play().worlds[i], play().frames[i]);
    const auto trace = TickTrace::make(witness, play().worlds[50]->tick, play().replay.level, nullptr);
    std::size_t bytes = 0;
    for (auto _ : state) {
        bytes = testimony_bytes(testimony_of(*trace, 5, play().replay.level, "bench")).size();
    }
    state.counters["bytes"] = static_cast<double>(bytes);
}
BENCHMARK(desync_testimony)->Unit(benchmark::kMicrosecond);

}  // namespace
