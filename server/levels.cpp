#include "server/levels.hpp"

#include "sim/script/compile.hpp"

namespace albireo::server {

std::shared_ptr<const Level> Levels::find(const std::string& name, Difficulty difficulty) {
    const std::lock_guard lock(mutex_);
    const auto key = std::pair{name, difficulty};
    if (const auto found = levels_.find(key); found != levels_.end()) return found->second;
    // Only names that exist are remembered, so asking for others costs no memory.
    if (!script::builtin_source(name)) return nullptr;
    auto compiled = script::compile_builtin_level(name, difficulty);
    if (!compiled.error.empty()) return nullptr;
    return levels_[key] = std::make_shared<const Level>(std::move(compiled.level));
}

void Levels::offer(const std::string& name, Difficulty difficulty, std::shared_ptr<const Level> level) {
    const std::lock_guard lock(mutex_);
    levels_[std::pair{name, difficulty}] = std::move(level);
}

}  // namespace albireo::server
