#include "scores/entry/catalogue.hpp"

#include <algorithm>
#include <stdexcept>

#include "sim/level/difficulty.hpp"
#include "sim/level/level_bytes.hpp"
#include "sim/script/compile.hpp"

namespace albireo::scores {

Catalogue::Catalogue() {
    names_.assign(script::kCampaignLevels.begin(), script::kCampaignLevels.end());
    for (const std::string& name : script::builtin_levels()) {
        if (std::ranges::find(names_, name) == names_.end() && name != kTutorial) names_.push_back(name);
    }
    names_.emplace_back(kTutorial);
    for (const std::string& name : names_) {
        for (std::size_t i = 0; i < kDifficultyCount; ++i) {
            const auto difficulty = static_cast<Difficulty>(i);
            auto compiled = script::compile_builtin_level(name, difficulty);
            if (!compiled.error.empty()) throw std::runtime_error(compiled.error);
            levels_.push_back({.name = name,
                               .title = std::string(compiled.level.title.view()),
                               .difficulty = difficulty,
                               .digest = compiled.level.digest,
                               .bytes = level_bytes(compiled.level)});
        }
    }
    names_.pop_back();  // the tutorial is known, so that a refusal can name it, but has no board
}

const OwnLevel* Catalogue::find(std::uint64_t digest, std::span<const std::uint8_t> bytes) const {
    for (const OwnLevel& level : levels_) {
        if (level.digest == digest && std::ranges::equal(level.bytes, bytes)) return &level;
    }
    return nullptr;
}

const OwnLevel* Catalogue::find(std::string_view name, Difficulty difficulty) const {
    for (const OwnLevel& level : levels_) {
        if (level.name == name && level.difficulty == difficulty && name != kTutorial) return &level;
    }
    return nullptr;
}

std::string_view mode_of(std::string_view level) {
    if (level == "endless") return "endless";
    if (level == "boss_rush") return "boss rush";
    if (level == kTutorial) return "tutorial";
    return "campaign level";
}

}  // namespace albireo::scores
