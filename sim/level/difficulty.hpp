#pragma once
/// The names of the difficulties.
#include <array>
#include <optional>
#include <string_view>

#include "sim/level/level.hpp"

namespace albireo {

inline constexpr std::array<std::string_view, kDifficultyCount> kDifficultyNames = {"calm", "standard", "storm"};

/// "?" if there is no such difficulty.
constexpr std::string_view name_of(Difficulty difficulty) {
    const auto place = static_cast<std::size_t>(difficulty);
    return place < kDifficultyNames.size() ? kDifficultyNames[place] : "?";
}

constexpr std::optional<Difficulty> difficulty_of(std::string_view name) {
    for (std::size_t i = 0; i < kDifficultyNames.size(); ++i) {
        if (kDifficultyNames[i] == name) return static_cast<Difficulty>(i);
    }
    return std::nullopt;
}

}  // namespace albireo
