#pragma once
/// Bytes in one zstd frame that states its size, for levels and snapshots.
#include <cstdint>
#include <span>
#include <vector>

namespace albireo::replays {

std::vector<std::uint8_t> pack(std::span<const std::uint8_t> bytes);

/// Fills `out`. False if these are not the packed form of at most `size_max` bytes; nothing larger is ever allocated.
bool unpack(std::span<const std::uint8_t> packed, std::size_t size_max, std::vector<std::uint8_t>& out);

}  // namespace albireo::replays
