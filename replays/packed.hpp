#pragma once
/// Compresses levels and snapshots as one zstd frame that states its size.
#include <cstdint>
#include <span>
#include <vector>

namespace albireo::replays {

/// `small`: smallest result, about ten milliseconds. `quick`: less than a millisecond.
enum class Packing : std::uint8_t { small, quick };

std::vector<std::uint8_t> pack(std::span<const std::uint8_t> bytes, Packing packing = Packing::small);

/// Fills `out`. Returns false if `packed` is not the packed form of at most `size_max` bytes. Never allocates more.
bool unpack(std::span<const std::uint8_t> packed, std::size_t size_max, std::vector<std::uint8_t>& out);

}  // namespace albireo::replays
