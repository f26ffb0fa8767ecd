#pragma once
#include <algorithm>
#include <cstdint>
#include <span>

namespace albireo::support {

/// Whether `part` occurs in `all`.
inline bool contains_bytes(std::span<const std::uint8_t> all, std::span<const std::uint8_t> part) {
    return std::search(all.begin(), all.end(), part.begin(), part.end()) != all.end();
}

}  // namespace albireo::test
