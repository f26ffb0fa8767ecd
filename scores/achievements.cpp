#include "scores/achievements.hpp"

#include <algorithm>

namespace albireo::scores {
namespace {

using M = Measure;
constexpr Condition at_least(Measure measure, std::int64_t value) { return {measure, Condition::Compare::at_least, value}; }
constexpr Condition at_most(Measure measure, std::int64_t value) { return {measure, Condition::Compare::at_most, value}; }

constexpr Achievement kAll[] = {
    {"cleared", "Through", "Clear a level.", "", {at_least(M::cleared, 1)}},
    {"one-credit", "One credit", "Clear a level without a continue.", "", {at_least(M::cleared, 1), at_most(M::continues, 0)}},
    {"alone", "Alone", "Clear a level alone.", "", {at_least(M::cleared, 1), at_most(M::players, 1)}},
    {"in-the-storm", "In the storm", "Clear a level in storm.", "", {at_least(M::cleared, 1), at_least(M::difficulty, 2)}},
    {"all-bosses", "All six", "Clear Boss Rush.", "boss_rush", {at_least(M::cleared, 1)}},
};

}  // namespace

std::span<const Achievement> achievements() { return kAll; }

const Achievement* find_achievement(std::string_view id) {
    const auto* found = std::ranges::find(kAll, id, &Achievement::id);
    return found == std::end(kAll) ? nullptr : found;
}

bool is_earned(const Achievement& achievement, std::string_view level, const Tally& tally) {
    if (!achievement.level.empty() && achievement.level != level) return false;
    return std::ranges::all_of(achievement.conditions, [&](const Condition& each) {
        if (each.compare == Condition::Compare::none) return true;
        const std::int64_t value = tally[each.measure];
        return each.compare == Condition::Compare::at_least ? value >= each.value : value <= each.value;
    });
}

}  // namespace albireo::scores
