#include "client/bot/skill.hpp"

#include <algorithm>
#include <array>
#include <cmath>

namespace albireo::bot {
namespace {

constexpr Skill kWorst = {.reaction_ticks = 24,
                          .decision_ticks = 14,
                          .attention = 8,
                          .foresight_ticks = 30,
                          .blur_units = 0.4F,
                          .margin_units = 0.35F,
                          .lapse_permille = 31,
                          .lapse_ticks = 60,
                          .weapon_ticks = 240};
constexpr Skill kBest = {.reaction_ticks = 6,
                         .decision_ticks = 4,
                         .attention = 64,
                         .foresight_ticks = 60,
                         .blur_units = 0,
                         .margin_units = 0.8F,
                         .lapse_permille = 0,
                         .lapse_ticks = 0,
                         .weapon_ticks = 60};

// How far each skill is from kWorst to kBest. The first steps are the largest, as with people. Skills 4 to 6 are tuned by
// play: a level's bands (client/level/bands.cpp) say how many games bots should clear.
constexpr std::array<float, kSkillMax + 1> kShareOfBest = {0, 0.415F, 0.548F, 0.644F, 0.757F, 0.795F, 0.851F, 0.904F, 0.954F, 1};

}  // namespace

Skill skill_of(int level) {
    const float best = kShareOfBest[static_cast<std::size_t>(std::clamp(level, 0, kSkillMax))];
    const auto real = [&](float a, float b) { return a + (b - a) * best; };
    const auto whole = [&](std::uint32_t a, std::uint32_t b) {
        return static_cast<std::uint32_t>(std::lround(real(static_cast<float>(a), static_cast<float>(b))));
    };
    return {.reaction_ticks = whole(kWorst.reaction_ticks, kBest.reaction_ticks),
            .decision_ticks = whole(kWorst.decision_ticks, kBest.decision_ticks),
            .attention = whole(kWorst.attention, kBest.attention),
            .foresight_ticks = real(kWorst.foresight_ticks, kBest.foresight_ticks),
            .blur_units = real(kWorst.blur_units, kBest.blur_units),
            .margin_units = real(kWorst.margin_units, kBest.margin_units),
            .lapse_permille = whole(kWorst.lapse_permille, kBest.lapse_permille),
            .lapse_ticks = whole(kWorst.lapse_ticks, kBest.lapse_ticks),
            .weapon_ticks = whole(kWorst.weapon_ticks, kBest.weapon_ticks)};
}

}  // namespace albireo::bot
