// XXH3 compiled for AVX2: the same values as in hash.cpp, for fewer instructions. No other header with code is included, so
// that no inline function of another header is compiled for AVX2 and then used by the rest of the program.
#include <cstddef>
#include <cstdint>

#define XXH_INLINE_ALL
#include <xxhash.h>

namespace albireo {

std::uint64_t hash_bytes_avx2(const void* bytes, std::size_t count) {
    return XXH3_64bits(bytes, count);
}

}  // namespace albireo
