#pragma once
/// The last step before a run of frames becomes a packet: its bytes (frame_codec.hpp) through an adaptive binary range
/// coder that knows what kind of byte comes next and how such bytes are spread in games. It halves what a run takes.
/// Replays keep the plain bytes; only packets are packed, for only there every byte costs at once.
///
/// 1. Nothing packs to nothing; anything else to at most one byte more than it was.
/// 2. Any bytes unpack to some bytes, at most as many as `out` holds, or are refused; nothing allocates.
/// 3. Both ends begin each packet with the same model (run_model.inc) and with what is known of the frames before the
///    run, so a packet needs none of those before it.
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
