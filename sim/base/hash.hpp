#pragma once
/// XXH3, 64 bits, over canonical (little-endian) bytes: https://github.com/Cyan4973/xxHash, "XXH3_64bits", seed 0.
#include <cstdint>
#include <span>

namespace albireo {

std::uint64_t hash_bytes(std::span<const std::uint8_t> bytes);

}  // namespace albireo
