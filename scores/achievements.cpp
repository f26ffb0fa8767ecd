#include "scores/achievements.hpp"

#include <algorithm>
#include <string>

#include "sim/base/hash.hpp"

namespace albireo::scores {
namespace {

using M = Measure;
constexpr Condition at_least(Measure measure, std::int64_t value) { return {measure, Condition::Compare::at_least, value}; }
constexpr Condition at_most(Measure measure, std::int64_t value) { return {measure, Condition::Compare::at_most, value}; }

constexpr Achievement kAll[] = {
    {"cleared", "Through", "Clear a level.", "", {at_least(M::cleared, 1)}},
    {"one-credit", "One credit", "Clear a level without a continue.", "", {at_least(M::cleared, 1), at_most(M::continues, 0)}},
    {"alone", "On your own", "Clear a level alone.", "", {at_least(M::cleared, 1), at_most(M::players, 1)}},
    {"in-the-storm", "Stormproof", "Clear a level in storm.", "", {at_least(M::cleared, 1), at_least(M::difficulty, 2)}},
    {"all-bosses", "All six", "Clear Boss Rush.", "boss_rush", {at_least(M::cleared, 1)}},
    {"steady", "Hard to hit", "Clear a level and lose at most two ships to enemy shots.", "", {at_least(M::cleared, 1), at_most(M::shot_down, 2)}},
    {"specialist", "Specialist", "Clear a level with a single weapon.", "", {at_least(M::cleared, 1), at_most(M::weapons, 1)}},
    {"arsenal", "Arsenal", "Fire all four weapons in a game.", "", {at_least(M::weapons, 4)}},
    {"million", "Seven digits", "Score a million points.", "", {at_least(M::score, 1'000'000)}},
    {"burst", "Jackpot", "Score 100 000 points within five seconds.", "", {at_least(M::score_burst, 100'000)}},
    {"multiplier", "Sixteen times", "Reach the multiplier of 16.", "", {at_least(M::multiplier, 16)}},
    {"streak", "Unbroken", "Destroy 150 enemies without losing a ship.", "", {at_least(M::kill_streak, 150)}},
    {"unharmed", "Two minutes", "Lose no ship for two minutes.", "", {at_least(M::longest_unharmed, 120)}},
    {"graze", "Through the eye", "Graze 40 shots within five seconds.", "", {at_least(M::graze_burst, 40)}},
    {"parts", "Dismantled", "Destroy 150 parts of enemies.", "", {at_least(M::parts, 150)}},
    {"missiles", "Point defence", "Shoot down 100 missiles.", "", {at_least(M::missiles, 100)}},
    {"formations", "Clean sweep", "Destroy 100 whole formations in time.", "", {at_least(M::formations, 100)}},
    {"phases", "Ahead of time", "End ten phases of bosses before their par.", "", {at_least(M::phases, 10)}},
    {"lances", "Fencer", "Release the lance three times.", "", {at_least(M::lances, 3)}},
    {"bulwarks", "Shield wall", "Raise the bulwark 20 times.", "", {at_least(M::bulwarks, 20)}},
    {"whips", "Whiplash", "Release the whip seven times.", "", {at_least(M::whips, 7)}},
    {"burrs", "Thorns", "Let five volleys of burrs burst.", "", {at_least(M::bursts, 5)}},
    {"dust", "To dust", "Turn 1 000 shots to dust.", "", {at_least(M::dusted, 1'000)}},
    {"lightning", "Thunderhead", "Release lightning six times.", "", {at_least(M::lightnings, 6)}},
    {"bolts", "Forked", "Strike 25 targets with lightning.", "", {at_least(M::bolts, 25)}},
    {"combined-storm", "Perfect storm", "Release a combined storm.", "", {at_least(M::storms, 1)}},
    {"linked", "Double star", "Keep the ships linked for two minutes in all.", "", {at_least(M::linked_seconds, 120)}},
    {"splashes", "Flying fish", "Enter the water 20 times in Shelf Sea.", "shelf_sea", {at_least(M::splashes, 20)}},
    {"diver", "Deep breath", "Spend 20 seconds under water.", "", {at_least(M::dives_seconds, 20)}},
    {"second-round", "Once more around", "Reach the second round of The Long Way.", "endless", {at_least(M::rounds, 2)}},
};

}  // namespace

std::span<const Achievement> achievements() { return kAll; }

std::uint64_t rules_digest(std::span<const Achievement> rules) {
    std::string text = std::to_string(kTallyVersion) + "\n";
    for (const Achievement& each : rules) {
        text.append(each.id).append(" ").append(each.level);
        for (const Condition& condition : each.conditions) {
            for (const std::int64_t number : {std::int64_t{static_cast<std::uint8_t>(condition.measure)}, std::int64_t{static_cast<std::uint8_t>(condition.compare)}, condition.value}) {
                text.append(" ").append(std::to_string(number));
            }
        }
        text.append("\n");
    }
    return hash_bytes(std::span(reinterpret_cast<const std::uint8_t*>(text.data()), text.size())) | 1;
}

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
