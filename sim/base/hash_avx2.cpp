// XXH3 compiled for AVX2: the same values as in hash.cpp, for fewer instructions. Nothing but xxhash.h is included, so
// that no inline function of another header is compiled for AVX2 and then used by the rest of the program.
#define XXH_INLINE_ALL
#include <xxhash.h>

namespace albireo {

unsigned long long hash_bytes_avx2(const void* bytes, size_t count) {
    return XXH3_64bits(bytes, count);
}

}  // namespace albireo
