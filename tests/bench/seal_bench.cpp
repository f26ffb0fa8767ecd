// What the keys cost: sealing and opening a datagram of a game, refusing a forged one, and the Knock of a stranger.
#include <benchmark/benchmark.h>

#include <vector>

#include "proto/sealed_datagram.hpp"

using namespace albireo::proto;

namespace {

constexpr SealedHead kHead{3, Channel::frames};
constexpr ChainKey kSecret{1, 2, 3};
using Datagram = std::array<std::uint8_t, kSealedDatagramMax>;

/// Packets of a game have about 50 bytes.
std::vector<std::uint8_t> packet_of(const benchmark::State& state) {
    return std::vector<std::uint8_t>(static_cast<std::size_t>(state.range(0)), 0x5a);
}

void seal_datagram(benchmark::State& state) {
    const auto packet = packet_of(state);
    Sealer seal{kSecret};
    Datagram out;
    for (auto _ : state) benchmark::DoNotOptimize(write_sealed(kHead, seal, packet, out));
}

/// Seals too, because each datagram opens once: subtract seal_datagram.
void seal_and_open_datagram(benchmark::State& state) {
    const auto packet = packet_of(state);
    Sealer seal{kSecret};
    Opener opener{kSecret};
    Datagram out, back;
    for (auto _ : state) {
        const std::size_t size = write_sealed(kHead, seal, packet, out);
        if (!opener.open(std::span{out}.first(size), kSealedHeadBytes, back)) state.SkipWithError("it does not open");
    }
}

void refuse_forged_datagram(benchmark::State& state) {
    const auto packet = packet_of(state);
    Sealer seal{kSecret};
    Opener opener{kSecret};
    Datagram out, back;
    const std::size_t size = write_sealed(kHead, seal, packet, out);
    out[size - 1] ^= 1;
    for (auto _ : state) {
        if (opener.open(std::span{out}.first(size), kSealedHeadBytes, back)) state.SkipWithError("it opens");
    }
}

/// X25519, the most expensive step of a handshake: one for each Knock of a stranger, two more for a new connection.
void agree_on_a_point(benchmark::State& state) {
    const KeyPair server = KeyPair::random(), client = KeyPair::random();
    for (auto _ : state) benchmark::DoNotOptimize(agree(server.secret, client.public_key));
}

}  // namespace

BENCHMARK(seal_datagram)->Arg(50)->Arg(1200)->Unit(benchmark::kNanosecond);
BENCHMARK(seal_and_open_datagram)->Arg(50)->Arg(1200)->Unit(benchmark::kNanosecond);
BENCHMARK(refuse_forged_datagram)->Arg(50)->Unit(benchmark::kNanosecond);
BENCHMARK(agree_on_a_point)->Unit(benchmark::kMicrosecond);
