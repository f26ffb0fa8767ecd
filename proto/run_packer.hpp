#pragma once
/// Compresses a run of frames (frame_codec.hpp) for a packet, with an adaptive binary range coder. Its model knows the
/// kind of the next byte and how bytes of that kind are distributed in games. It halves the size of a run. Replays
/// compress the same bytes differently (replays/arithmetic_coder.hpp).
///
/// 1. Empty input packs to empty output; anything else grows by at most one byte.
/// 2. Any input unpacks to at most out.size() bytes or is refused. Nothing allocates.
/// 3. For each packet both ends start with the same model (run_model.inc) and the context of the frames before the run,
///    so a packet depends on no earlier packet.
#include <cstdint>
#include <optional>
#include <span>

#include "proto/run_walk.hpp"

namespace albireo::proto {

/// The longest run that can be packed or unpacked.
inline constexpr std::size_t kRunPlainBytesMax = 1'024;

/// `before` is the context of the run's first frame. Returns the packed size; 0 if `out` is too short for it
/// (`run.size() + 1` always suffices) or `run` is empty.
std::size_t pack_run(const FrameContext& before, std::span<const std::uint8_t> run, std::span<std::uint8_t> out);

/// Returns the size of the run. Nothing if the run is longer than `out`, or if `packed` is not what pack_run() writes.
std::optional<std::size_t> unpack_run(const FrameContext& before, std::span<const std::uint8_t> packed,
                                      std::span<std::uint8_t> out);

/// Training data: how often each bit was 0 and 1.
struct RunCounts {
    std::array<std::array<std::array<double, 2>, 256>, kRunTrees> nodes{};
};
void count_run(const FrameContext& before, std::span<const std::uint8_t> run, RunCounts& counts);

}  // namespace albireo::proto
