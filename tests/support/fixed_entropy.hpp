#pragma once
/// Makes all keys, cookies and connect ids of this program the same in each run, for fuzzers and storm. Never for a server.
#include <sodium/randombytes.h>

#include "sim/base/random.hpp"

namespace albireo {

/// From now on libsodium's random numbers are those of this seed.
inline void fix_entropy(std::uint32_t seed) {
    static Random random;
    static randombytes_implementation fixed{
        .implementation_name = [] { return "fixed"; },
        .random = [] { return random.next(); },
        .stir = nullptr,
        .uniform = nullptr,
        .buf =
            [](void* to, std::size_t size) {
                auto* const bytes = static_cast<std::uint8_t*>(to);
                for (std::size_t i = 0; i < size; ++i) bytes[i] = static_cast<std::uint8_t>(random.next());
            },
        .close = nullptr,
    };
    random = Random::seed(seed, 1);
    randombytes_set_implementation(&fixed);
}

}  // namespace albireo
