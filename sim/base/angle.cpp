#include "sim/base/angle.hpp"

#include <array>

namespace albireo {
namespace {

using detail::kQuarterAngle;
using detail::kQuarterSteps;

// pi in Q2.60, from its published hexadecimal expansion 3.243F6A8885A308D3…
constexpr std::int64_t kPiQ60 = 0x3243F6A8885A308D;
constexpr int kQ = 30;  // the working precision of the generators below: Q.30 products fit in 64 bits

constexpr std::int64_t mul_q(std::int64_t a, std::int64_t b) { return (a * b) / (std::int64_t{1} << kQ); }

// sin(x) by its Taylor series for x in [0, pi/2] in Q.30: twelve terms leave less than 1e-9.
constexpr std::int64_t sine_q(std::int64_t x) {
    std::int64_t term = x;
    std::int64_t sum = x;
    for (int n = 1; n < 12; ++n) {
        term = -mul_q(mul_q(term, x), x) / ((2 * n) * (2 * n + 1));
        sum += term;
    }
    return sum;
}

constexpr std::int64_t cosine_q(std::int64_t x) {
    std::int64_t term = std::int64_t{1} << kQ;
    std::int64_t sum = term;
    for (int n = 1; n < 12; ++n) {
        term = -mul_q(mul_q(term, x), x) / ((2 * n - 1) * (2 * n));
        sum += term;
    }
    return sum;
}

constexpr std::array<std::int32_t, kQuarterSteps + 1> make_sine_table() {
    std::array<std::int32_t, kQuarterSteps + 1> table{};
    const std::int64_t half_pi = kPiQ60 / 2 / (std::int64_t{1} << (60 - kQ));
    for (int i = 0; i <= kQuarterSteps; ++i) {
        const std::int64_t value = sine_q(half_pi * i / kQuarterSteps);
        const std::int64_t half = std::int64_t{1} << (kQ - Fixed::kFractionBits - 1);
        table[static_cast<std::size_t>(i)] =
            static_cast<std::int32_t>((value + half) / (std::int64_t{1} << (kQ - Fixed::kFractionBits)));
    }
    return table;
}

// arctan(i / 512) for i in [0, 512], in 1/256 of an angle step, by Newton's method on tan(a) = t:
// a -= (sin a - t cos a) cos a, which doubles the number of correct digits at each of its eight steps.
constexpr std::array<std::int32_t, kQuarterSteps + 1> make_arctangent_table() {
    std::array<std::int32_t, kQuarterSteps + 1> table{};
    const std::int64_t one = std::int64_t{1} << kQ;
    const std::int64_t pi = kPiQ60 / (std::int64_t{1} << (60 - kQ));
    for (int i = 0; i <= kQuarterSteps; ++i) {
        const std::int64_t tangent = one * i / kQuarterSteps;
        std::int64_t a = tangent * 3 / 4;
        for (int step = 0; step < 8; ++step) {
            const std::int64_t c = cosine_q(a);
            a -= mul_q(sine_q(a) - mul_q(tangent, c), c);
        }
        // a turn is 2 pi = 65 536 steps of 256 parts
        table[static_cast<std::size_t>(i)] = static_cast<std::int32_t>((a * (32768 * 256) + pi / 2) / pi);
    }
    return table;
}

constexpr std::array<detail::Chord, kQuarterSteps + 1> make_sine_chords() {
    const auto table = make_sine_table();
    std::array<detail::Chord, kQuarterSteps + 1> chords{};
    for (std::size_t i = 0; i < chords.size(); ++i) {
        const std::int32_t to = table[i + 1 < table.size() ? i + 1 : i];
        chords[i] = {table[i], static_cast<std::uint32_t>(to - table[i])};
    }
    return chords;
}

constexpr auto kChords = make_sine_chords();
constexpr auto kArctangentTable = make_arctangent_table();
static_assert(kChords[0].from == 0 && kChords[kQuarterSteps].from == Fixed::kOneRaw);
static_assert(kArctangentTable[kQuarterSteps] == 8192 * 256);

}  // namespace

const std::array<detail::Chord, kQuarterSteps + 1> detail::kSineChords = kChords;

Fixed sine(Angle angle) {
    const std::uint32_t within_half = angle.raw & 32767u;
    const std::uint32_t folded = within_half <= kQuarterAngle ? within_half : 32768 - within_half;
    const std::int32_t value = detail::quarter_sine(folded);
    return Fixed{angle.raw < 32768 ? value : -value};
}

Fixed cosine(Angle angle) { return sine(angle + Angle{kQuarterAngle}); }

Vec2 rotated(Vec2 v, Angle angle) {
    if (angle.raw == 0) return v;
    const Fixed c = cosine(angle);
    const Fixed s = sine(angle);
    return {v.x * c - v.y * s, v.x * s + v.y * c};
}

Angle direction_of(Vec2 v) {
    const std::int64_t x = v.x.raw < 0 ? -std::int64_t{v.x.raw} : std::int64_t{v.x.raw};
    const std::int64_t y = v.y.raw < 0 ? -std::int64_t{v.y.raw} : std::int64_t{v.y.raw};
    if (x == 0 && y == 0) return {};
    const bool steep = y > x;
    // The tangent of the angle to the nearer axis in 1/65536 of a table step.
    const std::int64_t tangent = (steep ? x : y) * (std::int64_t{kQuarterSteps} << 16) / (steep ? y : x);
    const auto i = static_cast<std::size_t>(tangent / 65536);
    const std::int64_t part = tangent % 65536;
    std::int64_t fine = kArctangentTable[i];
    if (part != 0) fine += (kArctangentTable[i + 1] - kArctangentTable[i]) * part / 65536;
    std::int64_t angle = (fine + 128) / 256;
    if (steep) angle = kQuarterAngle - angle;
    if (v.x.raw < 0) angle = 32768 - angle;
    if (v.y.raw < 0) angle = -angle;
    return Angle::from_raw(angle);
}

}  // namespace albireo
