#pragma once
#include <array>
#include <bit>
#include <cassert>
#include <cstdint>

namespace albireo {

/// A set of places in a pool of N items.
template <std::size_t N>
class PlaceBits {
    static_assert(N % 64 == 0 && N <= 64 * 64);

  public:
    constexpr bool is_empty() const { return used_ == 0; }
    constexpr bool has(std::uint32_t place) const {
        assert(place < N);
        return (words_[place / 64] >> (place % 64) & 1) != 0;
    }
    constexpr void add(std::uint32_t place) {
        assert(place < N);
        words_[place / 64] |= std::uint64_t{1} << (place % 64);
        used_ |= std::uint64_t{1} << (place / 64);
    }
    /// Calls each(place), the highest place first.
    template <class Each>
    constexpr void for_each_down(Each&& each) const {
        for_each_bit_down(used_, [&](std::uint32_t word) {
            for_each_bit_down(words_[word], [&](std::uint32_t bit) { each(word * 64 + bit); });
        });
    }

  private:
    template <class Each>
    static constexpr void for_each_bit_down(std::uint64_t bits, Each&& each) {
        while (bits != 0) {
            const auto bit = static_cast<std::uint32_t>(63 - std::countl_zero(bits));
            bits &= ~(std::uint64_t{1} << bit);
            each(bit);
        }
    }

    std::array<std::uint64_t, N / 64> words_{};
    std::uint64_t used_ = 0;  // bit n: words_[n] is not 0, so an empty set is walked at once
};

}  // namespace albireo
