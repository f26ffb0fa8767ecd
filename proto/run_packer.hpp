#pragma once
/// The last step before a run of frames becomes a packet: its bytes (frame_codec.hpp) through an adaptive binary range
/// coder that knows the kind of the next byte and how such bytes are distributed in games. It halves the size of a run.
/// Replays keep the plain bytes; only packets are packed, because only there does every byte cost at once.
///
/// 1. Empty input packs to empty output; anything else grows by at most one byte.
/// 2. Any bytes unpack to some bytes, at most as many as `out` holds, or are refused; nothing allocates.
/// 3. Both ends start each packet with the same model (run_model.inc) and with what they know of the frames before the
///    run, so a packet depends on no earlier packet.
#include <cstdint>
#include <optional>
#include <span>

#include "proto/run_walk.hpp"

namespace albireo::proto {

/// The longest run that is packed, and that unpacking ever makes.
inline constexpr std::size_t kRunPlainBytesMax = 1'024;

/// `before` is the context of the run's first frame. Returns the packed size; 0 if `out` is too short for it
/// (`run.size() + 1` always suffices) or there is nothing.
std::size_t pack_run(const FrameContext& before, std::span<const std::uint8_t> run, std::span<std::uint8_t> out);

/// Returns the size of the run; nothing if it is longer than `out`, or if no sender packs that.
std::optional<std::size_t> unpack_run(const FrameContext& before, std::span<const std::uint8_t> packed,
                                      std::span<std::uint8_t> out);

/// How often each bit was 0 and 1, for training.
struct RunCounts {
    std::array<std::array<std::array<double, 2>, 256>, kRunTrees> nodes{};
};
void count_run(const FrameContext& before, std::span<const std::uint8_t> run, RunCounts& counts);

}  // namespace albireo::proto
