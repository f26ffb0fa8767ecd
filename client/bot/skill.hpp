#pragma once
/// A skill of 0 … 9 as the quantities in which people differ: reaction time, decisions per second, planning horizon,
/// number of things watched at once, accuracy of perception, and lapses of attention.
#include <cstdint>

namespace albireo::bot {

inline constexpr int kSkillMax = 9;

struct Skill {
    std::uint32_t reaction_ticks;  // how old an event must be before it is seen
    std::uint32_t decision_ticks;  // between two decisions
    std::uint32_t attention;       // dangers watched at once
    float foresight_ticks;         // how far ahead a danger is considered
    float blur_units;              // error of a seen position, ±
    float margin_units;            // the distance kept from a danger
    std::uint32_t lapse_permille;  // share of decisions that begin a lapse, in which no danger is seen
    std::uint32_t lapse_ticks;     // how long one lasts
    std::uint32_t weapon_ticks;    // between two choices of a weapon
};

/// Values outside 0 … 9 count as the nearest.
Skill skill_of(int level);

}  // namespace albireo::bot
