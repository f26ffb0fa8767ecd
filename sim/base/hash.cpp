#include "sim/base/hash.hpp"

#define XXH_INLINE_ALL  // header-only, because the core links nothing
#include <xxhash.h>

namespace albireo {

#ifdef ALBIREO_HASH_AVX2
std::uint64_t hash_bytes_avx2(const void* bytes, std::size_t count);

namespace {
/// Below this length XXH3 does not use wide registers.
constexpr std::size_t kLong = 241;
}  // namespace
#endif

std::uint64_t hash_bytes(std::span<const std::uint8_t> bytes) {
#ifdef ALBIREO_HASH_AVX2
    if (bytes.size() >= kLong && __builtin_cpu_supports("avx2")) return hash_bytes_avx2(bytes.data(), bytes.size());
#endif
    return XXH3_64bits(bytes.data(), bytes.size());
}

}  // namespace albireo
