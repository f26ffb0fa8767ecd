#include "sim/base/angle.hpp"

#include <array>

namespace albireo {
namespace {

constexpr int kQuarterSteps = 512;  // each is 32 angle steps; the chord error of a step is (pi/1024)^2 / 8 = 1.2e-6
constexpr int kQuarterAngle = 16384;
constexpr int kStepAngle = kQuarterAngle / kQuarterSteps;

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

/// A step of the sine table as a chord. One more entry than the quarter has steps: its end is the beginning of none.
struct Chord {
    std::int32_t from;
    std::uint32_t rise;
};
constexpr std::array<Chord, kQuarterSteps + 1> make_sine_chords() {
    const auto table = make_sine_table();
    std::array<Chord, kQuarterSteps + 1> chords{};
    for (std::size_t i = 0; i < chords.size(); ++i) {
        const std::int32_t to = table[i + 1 < table.size() ? i + 1 : i];
        chords[i] = {table[i], static_cast<std::uint32_t>(to - table[i])};
    }
    return chords;
}

constexpr auto kSineChords = make_sine_chords();
constexpr auto kArctangentTable = make_arctangent_table();
static_assert(kSineChords[0].from == 0 && kSineChords[kQuarterSteps].from == Fixed::kOneRaw);
static_assert(kArctangentTable[kQuarterSteps] == 8192 * 256);

// sin over the first quarter, `angle` in [0, 16 384].
constexpr std::int32_t quarter_sine(std::uint32_t angle) {
    const Chord chord = kSineChords[angle / kStepAngle];
    return chord.from + static_cast<std::int32_t>((chord.rise * (angle % kStepAngle) + kStepAngle / 2) / kStepAngle);
}

}  // namespace

Fixed sine(Angle angle) {
    const std::uint32_t within_half = angle.raw & 32767u;
    const std::uint32_t folded = within_half <= kQuarterAngle ? within_half : 32768 - within_half;
    const std::int32_t value = quarter_sine(folded);
    return Fixed{angle.raw < 32768 ? value : -value};
}

Fixed cosine(Angle angle) { return sine(angle + Angle{kQuarterAngle}); }

Vec2 polar(Angle angle, Fixed length) {
    // The same values as those of cosine() and sine(), without branches: bullets that turn need them every tick.
    const std::uint32_t within = angle.raw & (kQuarterAngle - 1u);
    const std::int32_t rising = quarter_sine(within);
    const std::int32_t falling = quarter_sine(kQuarterAngle - within);
    // In the second and the fourth quarter the two are exchanged.
    const std::int32_t exchanged = (rising ^ falling) & -((angle.raw / kQuarterAngle) & 1);
    const std::int32_t across = falling ^ exchanged;
    const std::int32_t up = rising ^ exchanged;
    const bool is_left = ((angle.raw + kQuarterAngle) & 32768u) != 0;
    return {Fixed{is_left ? -across : across} * length, Fixed{angle.raw < 32768 ? up : -up} * length};
}

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
