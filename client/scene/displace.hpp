#pragma once
/// Midpoint displacement: the one routine behind the canyon's ledges, the far mesas and the lightning.
#include <cstdint>
#include <span>

namespace albireo::scene {

/// The random generator for purely visual things. It is not part of the game, so neither order nor number of calls matters.
class VisualRandom {
  public:
    explicit VisualRandom(std::uint32_t seed) : state_(seed * 747796405U + 2891336453U) {}

    std::uint32_t next() {
        // PCG-RXS-M-XS, 32 bits.
        state_ = state_ * 747796405U + 2891336453U;
        const std::uint32_t word = ((state_ >> ((state_ >> 28) + 4)) ^ state_) * 277803737U;
        return (word >> 22) ^ word;
    }
    /// [0, 1).
    float share() { return static_cast<float>(next() >> 8) * (1.0F / 16777216.0F); }
    /// [−1, 1).
    float either() { return share() * 2 - 1; }

  private:
    std::uint32_t state_;
};

/// Fills in the 2^n + 1 numbers of `line` between its first and its last by repeated halving. Each midpoint is the mean
/// of its two neighbours plus a random number within ±`reach`; each halving multiplies `reach` by `keep`.
inline void displace(std::span<float> line, float reach, float keep, VisualRandom& random) {
    if (line.size() < 3) return;
    for (std::size_t step = line.size() - 1; step > 1; step /= 2) {
        for (std::size_t i = 0; i + step < line.size(); i += step) {
            line[i + step / 2] = (line[i] + line[i + step]) * 0.5F + random.either() * reach;
        }
        reach *= keep;
    }
}

}  // namespace albireo::scene
