#pragma once
/// Achievements: rules over what happened in a game, as data. They are computed by playing the recording, so they can be
/// recomputed for every stored game when a rule changes, and do not depend on who hosted it.
/// 1. A rule's id is stored with runs: it never changes, and is never used for another rule.
#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "scores/tally.hpp"

namespace albireo::scores {

/// `measure` is at least or at most `value`. A default-constructed condition always holds.
struct Condition {
    enum class Compare : std::uint8_t { none, at_least, at_most };
    Measure measure{};
    Compare compare = Compare::none;
    std::int64_t value = 0;
};

struct Achievement {
    std::string_view id;     // "untouched"
    std::string_view title;  // "Untouched"
    std::string_view text;   // how to earn it
    std::string_view level;  // the name of the only level in which it can be earned; empty: any
    std::array<Condition, 4> conditions{};
};

std::span<const Achievement> achievements();
/// Differs when a rule does, or how a measure is counted (kTallyVersion), so that stored games are judged again. Never 0.
std::uint64_t rules_digest(std::span<const Achievement> rules = achievements());
/// Null if there is none of that id.
const Achievement* find_achievement(std::string_view id);

/// Whether a game of this level with this tally earns it.
bool is_earned(const Achievement& achievement, std::string_view level, const Tally& tally);

}  // namespace albireo::scores
