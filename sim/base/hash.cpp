#include "sim/base/hash.hpp"

#define XXH_INLINE_ALL  // header-only, because the core links nothing
#include <xxhash.h>

namespace albireo {

std::uint64_t hash_bytes(std::span<const std::uint8_t> bytes) { return XXH3_64bits(bytes.data(), bytes.size()); }

}  // namespace albireo
