#pragma once
#include <array>
#include <bit>
#include <cassert>
#include <cstdint>

namespace albireo {

/// A set of places in a pool of N items.
template <std::size_t N>
class PlaceBits {
    static_assert(N % 64 == 0);

  public:
    constexpr bool has(std::uint32_t place) const {
        assert(place < N);
        return (words_[place / 64] >> (place % 64) & 1) != 0;
    }
    constexpr void add(std::uint32_t place) {
        assert(place < N);
        words_[place / 64] |= std::uint64_t{1} << (place % 64);
    }
    /// Calls each(place), the highest place first.
    template <class Each>
    constexpr void for_each_down(Each&& each) const {
        for (std::uint32_t i = N / 64; i-- > 0;) {
            for (std::uint64_t word = words_[i]; word != 0;) {
                const auto bit = static_cast<std::uint32_t>(63 - std::countl_zero(word));
                word &= ~(std::uint64_t{1} << bit);
                each(i * 64 + bit);
            }
        }
    }

  private:
    std::array<std::uint64_t, N / 64> words_{};
};

}  // namespace albireo
