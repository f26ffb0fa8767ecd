#include "client/app/activities/game_levels.hpp"

#include <algorithm>
#include <filesystem>
#include <utility>

#include "sim/script/compile.hpp"

namespace albireo::app {

std::string offer_level(server::Levels& levels, const GameHostSetup& setup, bool packs) {
    if (!setup.level.ends_with(".lua")) {
        for (const std::string& stage : levels.stages(setup.level)) {
            if (const auto level = levels.find(stage, setup.difficulty); level != nullptr && packs) levels.packed(*level);
        }
        return setup.level;
    }
    std::string error;
    const std::string name = std::filesystem::path(setup.level).stem().string();
    if (auto level = level_of(setup, error)) {
        levels.offer(name, setup.difficulty, level);
        if (packs) levels.packed(*level);
    }
    return name;
}

std::shared_ptr<const Level> level_of(const GameHostSetup& setup, std::string& error) {
    script::Compiled compiled = setup.level.ends_with(".lua")
                                    ? script::compile_level_file(setup.level, setup.difficulty)
                                    : script::compile_builtin_level(script::first_level_of(setup.level), setup.difficulty);
    error = compiled.error;
    return error.empty() ? std::make_shared<const Level>(std::move(compiled.level)) : nullptr;
}

std::string level_after(std::string_view level) {
    const auto& levels = script::kCampaignLevels;
    if (level == "tutorial") return std::string(levels.front());
    const auto here = std::find(levels.begin(), levels.end(), level);
    return here == levels.end() || here + 1 == levels.end() ? std::string() : std::string(*(here + 1));
}

}  // namespace albireo::app
