#include "client/scene/grade.hpp"

#include <algorithm>

namespace albireo::scene {
namespace {

/// The canyon, from a warm morning into its depth and out into the light.
constexpr std::array<Grade, 9> kCanyon = {{
    {.gain = {1.05F, 1.00F, 0.94F}, .lift = {0.0020F, 0.0010F, 0.0030F}, .saturation = 1.12F},  // first light
    {.gain = {1.02F, 1.00F, 0.97F}, .lift = {}, .saturation = 1.14F},                           // between walls
    {.gain = {0.94F, 1.00F, 1.05F}, .lift = {0.0005F, 0.0020F, 0.0035F}, .saturation = 1.02F},  // narrows: cold
    {.gain = {1.06F, 1.02F, 0.92F}, .lift = {0.0025F, 0.0015F, 0.0005F}, .saturation = 1.08F},  // basin: dust
    {.gain = {1.03F, 1.00F, 0.96F}, .lift = {}, .saturation = 1.12F},                           // beyond the Sentinel
    {.gain = {1.07F, 0.97F, 0.94F}, .lift = {0.0020F, 0.0F, 0.0010F}, .saturation = 1.18F},     // teeth: red
    {.gain = {0.95F, 1.00F, 1.06F}, .lift = {0.0005F, 0.0015F, 0.0040F}, .saturation = 1.10F},  // rapids: blue spray
    {.gain = {1.08F, 0.95F, 0.93F}, .lift = {0.0030F, 0.0F, 0.0015F}, .saturation = 1.20F},     // gate: embers
    {.gain = {1.04F, 1.03F, 0.99F}, .lift = {0.0020F, 0.0020F, 0.0015F}, .saturation = 1.12F},  // out
}};
/// Open water: dusk, a squall, and the night after it.
constexpr std::array<Grade, 7> kSea = {{
    {.gain = {0.97F, 1.01F, 1.04F}, .lift = {0.0005F, 0.0015F, 0.0030F}, .saturation = 1.10F},               // low tide
    {.gain = {0.94F, 1.02F, 1.03F}, .lift = {0.0F, 0.0025F, 0.0025F}, .saturation = 1.04F},                  // swell
    {.gain = {0.98F, 1.04F, 0.95F}, .lift = {0.0F, 0.0030F, 0.0010F}, .saturation = 1.10F},                  // kelp: green
    {.gain = {1.04F, 1.00F, 0.98F}, .lift = {0.0020F, 0.0010F, 0.0025F}, .saturation = 1.14F},               // the wreck
    {.gain = {0.93F, 0.99F, 1.02F}, .lift = {0.0015F, 0.0020F, 0.0025F}, .saturation = 0.94F, .air = 1.9F, .rain = 1},  // squall
    {.gain = {0.94F, 0.98F, 1.07F}, .lift = {0.0F, 0.0010F, 0.0030F}, .saturation = 1.10F, .air = 0.30F},    // night
    {.gain = {1.01F, 1.01F, 1.02F}, .lift = {0.0010F, 0.0015F, 0.0030F}, .saturation = 1.12F, .air = 0.8F},  // out
}};
/// Inside a living thing, and out of it at dawn. Its walls stay warm and dull, so that what is cold stands out.
constexpr std::array<Grade, 6> kHive = {{
    {.gain = {1.03F, 1.00F, 0.97F}, .lift = {0.0015F, 0.0005F, 0.0015F}, .saturation = 1.10F},  // mouth
    {.gain = {1.05F, 0.98F, 0.98F}, .lift = {0.0020F, 0.0F, 0.0015F}, .saturation = 1.12F},     // gullet: wet
    {.gain = {0.97F, 1.04F, 0.95F}, .lift = {0.0005F, 0.0025F, 0.0005F}, .saturation = 1.04F},  // nursery: green
    {.gain = {1.08F, 0.95F, 0.95F}, .lift = {0.0030F, 0.0F, 0.0010F}, .saturation = 1.18F},     // bloodstream
    {.gain = {1.05F, 1.01F, 0.91F}, .lift = {0.0020F, 0.0012F, 0.0F}, .saturation = 1.10F},     // comb: wax
    {.gain = {1.04F, 1.02F, 1.00F}, .lift = {0.0025F, 0.0020F, 0.0025F}, .saturation = 1.12F},  // out: dawn
}};
constexpr std::array<Grade, 1> kPlain = {{{}}};

}  // namespace

std::span<const Grade> grades_of(std::string_view backdrop) {
    if (backdrop == "canyon") return kCanyon;
    if (backdrop == "sea") return kSea;
    if (backdrop == "hive") return kHive;
    return kPlain;
}

Grade grade_of(const World& world, const Level& level, float left) {
    std::size_t section = 0;  // begun so far
    std::uint32_t began = 0;
    for (const CueDef& cue : level.cues) {
        if (cue.kind != CueKind::section || cue.tick > world.flow.timeline) continue;
        ++section;
        began = cue.tick;
    }
    const std::span<const Grade> grades = grades_of(level.backdrop.view());
    if (section == 0) return grades[0];
    const Grade& to = grades[(section - 1) % grades.size()];
    const Grade& from = section == 1 ? to : grades[(section - 2) % grades.size()];
    const float t = std::clamp((static_cast<float>(world.flow.timeline - began) - left) / kGradeTicks, 0.0F, 1.0F);
    const float share = t * t * (3 - 2 * t);
    return {math::lerp(from.gain, to.gain, share), math::lerp(from.lift, to.lift, share),
            from.saturation + (to.saturation - from.saturation) * share, from.air + (to.air - from.air) * share,
            from.rain + (to.rain - from.rain) * share};
}

std::array<std::array<float, 4>, 3> matrix_of(const Grade& grade) {
    constexpr std::array<float, 3> kGrey = {0.2126F, 0.7152F, 0.0722F};
    const std::array<float, 3> gain = {grade.gain.x, grade.gain.y, grade.gain.z};
    const std::array<float, 3> lift = {grade.lift.x, grade.lift.y, grade.lift.z};
    std::array<std::array<float, 4>, 3> rows{};
    for (std::size_t i = 0; i < 3; ++i) {
        for (std::size_t k = 0; k < 3; ++k) {
            rows[i][k] = gain[i] * ((1 - grade.saturation) * kGrey[k] + (i == k ? grade.saturation : 0));
        }
        rows[i][3] = lift[i];
    }
    return rows;
}

}  // namespace albireo::scene
