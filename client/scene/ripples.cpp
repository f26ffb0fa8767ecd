#include "client/scene/ripples.hpp"

#include <kiss_fftnd.h>

#include <array>
#include <cassert>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <new>
#include <numbers>

#include "client/scene/displace.hpp"

namespace albireo::scene {
namespace {

constexpr float kTwoPi = 2 * std::numbers::pi_v<float>;
constexpr float kGravity = 9.81F;           // units / s²
constexpr float kTension = 0.0027F;         // units
constexpr float kWind = 2.6F;               // units / s: a light breeze, whose longest waves repeat twice in a tile
constexpr float kWindX = -0.92F, kWindZ = 0.39F;  // against the flight, and toward the eye
constexpr float kAgainst = 0.06F;           // of the spectrum
constexpr float kTurn = kTwoPi / kRippleTile;

/// Without a factor.
float phillips(int m, int n) {
    const float x = kTurn * static_cast<float>(m), z = kTurn * static_cast<float>(n), square = x * x + z * z;
    constexpr float kLongest = kWind * kWind / kGravity;
    const float along = (x * kWindX + z * kWindZ) / std::sqrt(square);
    return std::exp(-1 / (square * kLongest * kLongest)) / (square * square) * along * along * (along < 0 ? kAgainst : 1);
}

/// Calls `each` with one of each pair (m, n), (−m, −n) below half of the side.
template <class Each>
void for_each_pair(int side, Each&& each) {
    for (int n = 0; n < side / 2; ++n) {
        for (int m = n == 0 ? 1 : 1 - side / 2; m < side / 2; ++m) each(m, n);
    }
}

/// Two draws from a normal distribution, by the method of Box and Muller.
std::complex<float> normal_pair(VisualRandom& random) {
    const float far = std::sqrt(-2 * std::log(1 - random.share()));
    const float turn = kTwoPi * random.share();
    return {far * std::cos(turn), far * std::sin(turn)};
}

}  // namespace

float ripple_frequency(float k) { return std::sqrt(kGravity * k * (1 + k * k * kTension * kTension)); }

std::vector<RippleWave> wind_waves(int side) {
    assert(side <= kRippleSide);
    // The mean square of the slope is Σ k² |h̃|², over k and −k, where |h̃|² is P(k) + P(−k) in the mean.
    float slope = 0;
    for_each_pair(kRippleSide, [&](int m, int n) {
        const auto square = static_cast<float>(m * m + n * n) * kTurn * kTurn;
        slope += 2 * square * (phillips(m, n) + phillips(-m, -n));
    });
    const float factor = kRippleSlope * kRippleSlope / slope;
    std::vector<RippleWave> waves;
    for_each_pair(side, [&](int m, int n) {
        // Each pair has a generator of its own, so that the waves do not depend on the side.
        VisualRandom random(static_cast<std::uint32_t>(n * kRippleSide + m));
        const std::complex<float> ahead = normal_pair(random);
        const std::complex<float> against = normal_pair(random);
        waves.push_back({m, n, ahead * std::sqrt(factor * phillips(m, n) / 2), against * std::sqrt(factor * phillips(-m, -n) / 2)});
    });
    return waves;
}

struct Ripples::Transform {
    explicit Transform(int side) : spectrum(static_cast<std::size_t>(side * side)), sum(spectrum.size()) {
        const std::array<int, 2> sides = {side, side};
        constexpr int kInverse = 1;
        plan.reset(kiss_fftnd_alloc(sides.data(), 2, kInverse, nullptr, nullptr));
        if (plan == nullptr) throw std::bad_alloc();
    }
    struct Free {
        void operator()(kiss_fftnd_cfg made) const { kiss_fft_free(made); }
    };
    std::unique_ptr<kiss_fftnd_state, Free> plan;
    std::vector<kiss_fft_cpx> spectrum, sum;
};

Ripples::Ripples(int side, std::span<const RippleWave> waves)
    : side_(side), transform_(std::make_unique<Transform>(side)), field_(static_cast<std::size_t>(side * side)) {
    const auto bin = [side](int m, int n) { return static_cast<std::size_t>((n + side) % side * side + (m + side) % side); };
    for (const RippleWave& wave : waves) {
        assert(std::abs(wave.m) < side / 2 && std::abs(wave.n) < side / 2 && (wave.m != 0 || wave.n != 0));
        const float x = kTurn * static_cast<float>(wave.m), z = kTurn * static_cast<float>(wave.n), length = std::hypot(x, z);
        waves_.push_back({.at = bin(wave.m, wave.n),
                          .mirror = bin(-wave.m, -wave.n),
                          .x = x,
                          .z = z,
                          .length = length,
                          .turns = static_cast<double>(ripple_frequency(length) / kTwoPi),
                          .ahead = wave.ahead,
                          .against = wave.against});
    }
}

Ripples::~Ripples() = default;

void Ripples::place(float seconds) {
    using Complex = std::complex<float>;
    // A complex transform sums up two real fields at once, a + ib: here height and crest, then both slopes. The spectrum of a real
    // field at −k is the conjugate of that at k.
    const auto transform = [&](auto&& first, auto&& second, auto&& take) {
        const auto put = [](kiss_fft_cpx& to, Complex a, Complex b) { to = {a.real() - b.imag(), a.imag() + b.real()}; };
        for (const Moving& wave : waves_) {
            const Complex a = first(wave), b = second(wave);
            put(transform_->spectrum[wave.at], a, b);
            put(transform_->spectrum[wave.mirror], std::conj(a), std::conj(b));
        }
        kiss_fftnd(transform_->plan.get(), transform_->spectrum.data(), transform_->sum.data());
        for (std::size_t i = 0; i < field_.size(); ++i) take(field_[i], transform_->sum[i].r, transform_->sum[i].i);
    };
    for (Moving& wave : waves_) {
        const double turns = wave.turns * static_cast<double>(seconds);
        const float angle = kTwoPi * static_cast<float>(turns - std::floor(turns));
        const Complex turn(std::cos(angle), -std::sin(angle));
        wave.now = wave.ahead * turn + std::conj(wave.against * turn);
    }
    transform([](const Moving& wave) { return wave.now; }, [](const Moving& wave) { return wave.now * wave.length; },
              [](Ripple& to, float height, float crest) {
                  to.height = height;
                  to.crest = crest;
              });
    constexpr Complex kI{0, 1};
    transform([&](const Moving& wave) { return kI * wave.now * wave.x; }, [&](const Moving& wave) { return kI * wave.now * wave.z; },
              [](Ripple& to, float slope_x, float slope_z) {
                  to.slope_x = slope_x;
                  to.slope_z = slope_z;
              });
}

}  // namespace albireo::scene
