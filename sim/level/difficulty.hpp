#pragma once
/// The difficulties by name, as people write and read them.
#include <array>
#include <optional>
#include <string_view>

#include "sim/level/level.hpp"

namespace albireo {

inline constexpr std::array<std::string_view, kDifficultyCount> kDifficultyNames = {"calm", "standard", "storm"};

/// "?" for none that there is.
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
