#include "client/scene/grade.hpp"

#include <algorithm>

namespace albireo::scene {
namespace {

/// The canyon, from a first light into its depth and out into the day.
constexpr std::array<Grade, 9> kCanyon = {{
    // First light: low and warm.
    {.gain = {1.05F, 1.00F, 0.94F}, .lift = {0.0020F, 0.0010F, 0.0030F}, .saturation = 1.12F, .air = {1.3F, 1.1F, 1.0F}, .dawn = 0.30F,
     .sun = {1.15F, 1.0F, 0.9F}},
    // Between walls.
    {.gain = {1.02F, 1.00F, 0.97F}, .lift = {}, .saturation = 1.14F, .air = {0.9F, 0.9F, 0.9F}, .dawn = 0.10F},
    // The narrows: cold, in the shade.
    {.gain = {0.94F, 1.00F, 1.05F}, .lift = {0.0005F, 0.0020F, 0.0035F}, .saturation = 1.02F, .air = {0.45F, 0.85F, 1.3F},
     .sun = {0.45F, 0.62F, 0.95F}, .sky = {0.7F, 0.95F, 1.35F}},
    // The basin: dust.
    {.gain = {1.06F, 1.02F, 0.92F}, .lift = {0.0025F, 0.0015F, 0.0005F}, .saturation = 1.08F, .air = {1.9F, 2.3F, 1.5F}, .dawn = 0.20F,
     .sun = {1.1F, 1.1F, 0.8F}, .sky = {1.1F, 1.1F, 0.8F}},
    // Beyond the Sentinel.
    {.gain = {1.03F, 1.00F, 0.96F}, .lift = {}, .saturation = 1.12F},
    // Teeth: red.
    {.gain = {1.07F, 0.97F, 0.94F}, .lift = {0.0020F, 0.0F, 0.0010F}, .saturation = 1.18F, .air = {1.7F, 0.8F, 0.9F},
     .sun = {1.15F, 0.75F, 0.65F}, .sky = {1.25F, 0.75F, 0.9F}},
    // The rapids: blue spray.
    {.gain = {0.95F, 1.00F, 1.06F}, .lift = {0.0005F, 0.0015F, 0.0040F}, .saturation = 1.10F, .air = {0.8F, 2.0F, 2.6F},
     .sun = {0.65F, 0.95F, 1.25F}, .sky = {0.75F, 1.15F, 1.3F}},
    // The gate: embers in the dark.
    {.gain = {1.08F, 0.95F, 0.93F}, .lift = {0.0030F, 0.0F, 0.0015F}, .saturation = 1.20F, .air = {1.1F, 0.5F, 0.4F},
     .sun = {0.75F, 0.42F, 0.35F}, .sky = {1.3F, 0.6F, 0.6F}},
    // Out: into the light.
    {.gain = {1.04F, 1.03F, 0.99F}, .lift = {0.0020F, 0.0020F, 0.0015F}, .saturation = 1.12F, .air = {1.5F, 1.6F, 1.6F}, .dawn = 0.68F,
     .sun = {1.5F, 1.45F, 1.3F}, .sky = {1.5F, 1.5F, 1.4F}},
}};
/// Open water: dusk, a squall, the night after it, and what comes up behind.
constexpr std::array<Grade, 7> kSea = {{
    // Low tide: the suns are down to the water.
    {.gain = {1.03F, 1.00F, 0.97F}, .lift = {0.0015F, 0.0010F, 0.0020F}, .saturation = 1.12F, .air = {2.2F, 1.4F, 1.1F}, .dawn = 0.54F,
     .sun = {1.25F, 1.0F, 0.85F}, .sky = {1.3F, 1.1F, 1.1F}},
    // Swell: the last of it, violet.
    {.gain = {1.00F, 0.98F, 1.04F}, .lift = {0.0010F, 0.0010F, 0.0030F}, .saturation = 1.08F, .air = {1.9F, 1.0F, 1.5F}, .dawn = 0.42F,
     .sun = {0.95F, 0.75F, 0.95F}, .sky = {1.05F, 0.9F, 1.25F}},
    // Kelp: green.
    {.gain = {0.97F, 1.04F, 0.95F}, .lift = {0.0F, 0.0030F, 0.0010F}, .saturation = 1.10F, .air = {0.6F, 1.5F, 0.9F},
     .sun = {0.6F, 1.0F, 0.7F}, .sky = {0.7F, 1.3F, 0.85F}},
    // The wreck: cold and rusty.
    {.gain = {1.04F, 1.00F, 0.96F}, .lift = {0.0020F, 0.0010F, 0.0015F}, .saturation = 1.10F, .air = {1.6F, 1.0F, 0.8F},
     .sun = {1.1F, 0.85F, 0.65F}, .sky = {0.95F, 0.9F, 0.9F}},
    // The squall: pewter, and no stars.
    {.gain = {0.94F, 0.99F, 1.01F}, .lift = {0.0015F, 0.0020F, 0.0025F}, .saturation = 0.92F, .air = {2.2F, 2.3F, 2.4F}, .rain = 1,
     .sun = {0.42F, 0.50F, 0.62F}, .sky = {1.2F, 1.3F, 1.25F}},
    // Night.
    {.gain = {0.94F, 0.98F, 1.07F}, .lift = {0.0F, 0.0008F, 0.0025F}, .saturation = 1.10F, .air = {0.15F, 0.22F, 0.35F},
     .sun = {0.22F, 0.30F, 0.50F}, .sky = {0.45F, 0.55F, 0.80F}},
    // Out: the first grey of the next day.
    {.gain = {1.01F, 1.01F, 1.02F}, .lift = {0.0010F, 0.0015F, 0.0030F}, .saturation = 1.10F, .air = {1.1F, 1.2F, 1.6F}, .dawn = 0.55F,
     .sun = {0.85F, 0.90F, 1.1F}, .sky = {1.0F, 1.05F, 1.3F}},
}};
/// Inside a living thing, and out of it at dawn. Its walls stay dull, so that what is cold stands out.
constexpr std::array<Grade, 6> kHive = {{
    // Mouth: the light of the sea fails behind.
    {.gain = {1.01F, 1.01F, 0.98F}, .lift = {0.0010F, 0.0010F, 0.0015F}, .saturation = 1.06F, .air = {0.7F, 1.3F, 1.5F},
     .sun = {0.95F, 1.0F, 1.15F}, .sky = {1.0F, 1.15F, 1.2F}},
    // Gullet: wet and dark.
    {.gain = {1.05F, 0.98F, 0.99F}, .lift = {0.0020F, 0.0F, 0.0015F}, .saturation = 1.12F, .air = {0.7F, 0.5F, 0.9F},
     .sun = {0.72F, 0.55F, 0.80F}, .sky = {0.85F, 0.65F, 1.0F}},
    // Nursery: green.
    {.gain = {0.95F, 1.05F, 0.94F}, .lift = {0.0005F, 0.0030F, 0.0005F}, .saturation = 1.08F, .air = {0.6F, 2.3F, 0.9F},
     .sun = {0.55F, 1.15F, 0.60F}, .sky = {0.6F, 1.7F, 0.75F}},
    // Bloodstream: red.
    {.gain = {1.08F, 0.95F, 0.95F}, .lift = {0.0030F, 0.0F, 0.0010F}, .saturation = 1.18F, .air = {0.85F, 0.20F, 0.24F},
     .sun = {1.30F, 0.48F, 0.48F}, .sky = {1.7F, 0.45F, 0.5F}},
    // Comb: wax.
    {.gain = {1.05F, 1.01F, 0.91F}, .lift = {0.0020F, 0.0012F, 0.0F}, .saturation = 1.10F, .air = {1.2F, 1.6F, 0.6F},
     .sun = {1.15F, 1.15F, 0.70F}, .sky = {1.2F, 1.2F, 0.6F}},
    // Out: dawn.
    {.gain = {1.04F, 1.03F, 1.00F}, .lift = {0.0025F, 0.0020F, 0.0025F}, .saturation = 1.10F, .air = {2.0F, 2.2F, 2.4F}, .dawn = 0.75F,
     .sun = {1.5F, 1.5F, 1.45F}, .sky = {1.6F, 1.7F, 1.7F}},
}};
constexpr std::array<Grade, 1> kPlain = {{{}}};

}  // namespace

std::span<const Grade> grades_of(std::string_view backdrop) {
    if (backdrop == "canyon") return kCanyon;
    if (backdrop == "sea") return kSea;
    if (backdrop == "hive") return kHive;
    return kPlain;
}

void add(Grade& sum, const Grade& grade, float share) {
    sum.gain = sum.gain + grade.gain * share;
    sum.lift = sum.lift + grade.lift * share;
    sum.saturation += grade.saturation * share;
    sum.air = sum.air + grade.air * share;
    sum.rain += grade.rain * share;
    sum.dawn += grade.dawn * share;
    sum.sun = sum.sun + grade.sun * share;
    sum.sky = sum.sky + grade.sky * share;
}

Grade no_grade() { return {.gain = {}, .saturation = 0, .air = {}, .sun = {}, .sky = {}}; }

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
    Grade grade = no_grade();
    add(grade, from, 1 - share);
    add(grade, to, share);
    return grade;
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
