#pragma once
/// The sea's small waves: a square tile of wind-driven water, summed up from its waves by an FFT. Only the picture has them; what
/// collides is sim/game/sea. Owned by the pass that draws the sea.
///
/// 1. The field is a function of the time and the constants below: a seek lands on the same water, and a pause stops it.
/// 2. It repeats after kRippleTile units in both directions, and its mean is 0.
/// 3. A tile of fewer points has the same waves, without the shortest.
/// 4. place() allocates nothing.
///
/// Source: J. Tessendorf, "Simulating Ocean Water" (SIGGRAPH course notes, 2001). A unit of the field is taken as a metre.
///
///     h(x, t) = Σ_k h̃(k, t) e^(i k·x)                        height, units; k in radians a unit
///     h̃(k, t) = h̃₀(k) e^(−iω t) + conj(h̃₀(−k)) e^(+iω t)     so the sum is real
///     h̃₀(k)   = (ξ₁ + i ξ₂) √(P(k) / 2)                      ξ: two draws from a normal distribution
///     P(k)    ∝ e^(−1 / (kL)²) / k⁴ · (k̂·ŵ)²                 Phillips' spectrum, L = V² / g, V the wind's speed, ŵ its direction
///     ω²      = g k (1 + (k l)²)                             deep water, with surface tension; l = 2.7 mm
///
/// Waves against the wind are smaller. The spectrum's factor follows from the slope that is wanted, kRippleSlope.
#include <complex>
#include <memory>
#include <span>
#include <vector>

namespace albireo::scene {

inline constexpr float kRippleTile = 16;      // units
inline constexpr int kRippleSide = 64;        // points of a tile's side, at most
inline constexpr float kRippleSlope = 0.17F;  // root of the mean square of the slope's length

/// At a point of the tile. `crest` is the height with each wave weighted by its k: large where a crest is sharp, and about to break.
struct Ripple {
    float height = 0;                // units
    float slope_x = 0, slope_z = 0;  // along the play, and toward the eye
    float crest = 0;                 // no unit
};

/// A wave of the tile, and the wave that runs in the opposite direction. Its wave vector is k = 2π / kRippleTile · (m, n), along x and z.
struct RippleWave {
    int m = 0, n = 0;
    std::complex<float> ahead, against;  // h̃₀(k), h̃₀(−k), units
};

/// The angular frequency of waves with `k` radians a unit, in radians a second.
float ripple_frequency(float k);

/// The waves of the wind that a tile with this many points on a side can show: one of each pair k, −k.
std::vector<RippleWave> wind_waves(int side);

class Ripples {
  public:
    /// `side`: a power of 2. Each m and n of the waves lies between −side / 2 and side / 2, and not both are 0.
    Ripples(int side, std::span<const RippleWave> waves);
    explicit Ripples(int side) : Ripples(side, wind_waves(side)) {}
    ~Ripples();

    void place(float seconds);

    /// Of the last place(). Rows along x; row i is at z = i · kRippleTile / side.
    std::span<const Ripple> field() const { return field_; }
    int side() const { return side_; }

  private:
    struct Moving {
        std::size_t at = 0, mirror = 0;  // of k and −k in the transform
        float x = 0, z = 0, length = 0;  // k
        double turns = 0;                // a second
        std::complex<float> ahead, against, now{};  // now: h̃(k, t)
    };
    struct Transform;

    int side_ = 0;
    std::vector<Moving> waves_;
    std::unique_ptr<Transform> transform_;
    std::vector<Ripple> field_;
};

}  // namespace albireo::scene
