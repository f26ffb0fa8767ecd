#include "server/levels.hpp"

#include <algorithm>
#include <cassert>
#include <filesystem>
#include <future>
#include <vector>

#include "proto/messages.hpp"
#include "replays/packed.hpp"
#include "server/kept_game.hpp"
#include "sim/level/level_bytes.hpp"
#include "sim/script/compile.hpp"

namespace albireo::server {

std::string Levels::offer_folder(const std::string& folder) {
    std::error_code error;
    std::vector<std::filesystem::path> paths;
    for (const auto& entry : std::filesystem::directory_iterator(folder, error)) {
        if (entry.path().extension() == ".lua") paths.push_back(entry.path());
    }
    if (error) return folder + ": " + error.message();
    if (paths.empty()) return folder + ": contains no level script (NAME.lua)";
    std::sort(paths.begin(), paths.end());
    for (const auto& path : paths) {
        const std::string name = path.stem().string();
        if (script::builtin_source(name) || name == script::kCampaign)
            return path.string() + ": the game has a level of that name; rename the file";
        for (const Difficulty difficulty : {Difficulty::calm, Difficulty::standard, Difficulty::storm}) {
            auto compiled = script::compile_level_file(path.string(), difficulty);
            if (!compiled.error.empty()) return compiled.error;
            assert(!levels_.contains({name, difficulty}) && "a game may already run on the level of this name");
            levels_[{name, difficulty}] = {.level = std::make_shared<const Level>(std::move(compiled.level))};
        }
    }
    return {};
}

std::string Levels::offer_only(const std::vector<std::string>& names) {
    for (const std::string& name : names) {
        if (!this->names().contains(name)) {
            return "there is no level '" + name + "'; there are " + names_text(std::string::npos);
        }
    }
    only_ = {names.begin(), names.end()};
    return {};
}

std::string Levels::names_text(std::size_t bytes_max) const {
    const std::lock_guard lock(mutex_);
    std::string text;
    for (const std::string& name : names()) {
        const std::string more = (text.empty() ? "" : ", ") + name;
        if (proto::is_name(name) && text.size() + more.size() <= bytes_max) text += more;
    }
    return text;
}

Levels::Levels() : campaign_(script::kCampaignLevels.begin(), script::kCampaignLevels.end()) {}

std::vector<std::string> Levels::stages(const std::string& name) const {
    const std::lock_guard lock(mutex_);
    if (!names().contains(name)) return {};
    return name == script::kCampaign ? campaign_ : std::vector{name};
}

std::string Levels::after(const std::string& name) const {
    const std::lock_guard lock(mutex_);
    const auto here = std::ranges::find(campaign_, name);
    const auto next = name == "tutorial" ? campaign_.begin() : here == campaign_.end() ? here : here + 1;
    return next != campaign_.end() && names().contains(*next) ? *next : std::string();
}

std::string Levels::set_campaign(const std::vector<std::string>& names) {
    assert(!names.empty() && "a campaign has levels");
    if (names.size() > kStagesMax) {
        return "a campaign has at most " + std::to_string(kStagesMax) + " levels, and this one has " + std::to_string(names.size());
    }
    const std::set<std::string> all = all_names();
    for (const std::string& name : names) {
        if (name == script::kCampaign || !all.contains(name)) return "the campaign has no level '" + name + "' to play";
    }
    campaign_ = names;
    return {};
}

std::set<std::string> Levels::names() const { return only_.empty() ? all_names() : only_; }

std::set<std::string> Levels::all_names() const {
    std::set<std::string> all = {std::string(script::kCampaign)};
    for (const std::string& name : script::builtin_levels()) all.insert(name);
    for (const auto& [key, level] : levels_) all.insert(key.first);
    return all;
}

std::size_t Levels::compile_all(std::string& error) {
    std::set<std::string> offered, all;
    {
        // A game of an earlier process may have its level compiled meanwhile.
        const std::lock_guard lock(mutex_);
        offered = names();
    }
    for (const std::string& name : offered) {
        for (const std::string& stage : stages(name)) all.insert(stage);
    }
    std::vector<std::future<std::string>> done;
    for (const Difficulty difficulty : {Difficulty::calm, Difficulty::standard, Difficulty::storm}) {
        done.push_back(std::async(std::launch::async, [this, &all, difficulty] { return compile_each(all, difficulty); }));
    }
    for (auto& each : done) {
        if (std::string fault = each.get(); error.empty()) error = std::move(fault);
    }
    assert((!error.empty() || size() >= all.size() * kDifficultyCount) && "a level on offer is there at every difficulty");
    compiling_ = false;
    return error.empty() ? size() : 0;
}

bool Levels::is_pending(const std::string& name, Difficulty difficulty) const {
    if (!compiling_) return false;
    const std::lock_guard lock(mutex_);
    const auto found = levels_.find({name, difficulty});
    return (found == levels_.end() || found->second.packed == nullptr) && script::builtin_source(name).has_value();
}

std::string Levels::compile_each(const std::set<std::string>& all, Difficulty difficulty) {
    for (const std::string& name : all) {
        std::shared_ptr<const Level> level;
        {
            const std::lock_guard lock(mutex_);
            if (const auto found = levels_.find({name, difficulty}); found != levels_.end()) level = found->second.level;
        }
        if (level == nullptr) {
            auto compiled = script::compile_builtin_level(name, difficulty);
            if (!compiled.error.empty()) return compiled.error;
            level = std::make_shared<const Level>(std::move(compiled.level));
        }
        // Without the lock, so that the other threads work meanwhile.
        auto bytes = std::make_shared<const std::vector<std::uint8_t>>(replays::pack(level_bytes(*level)));
        const std::lock_guard lock(mutex_);
        // A game of an earlier process may have had it compiled meanwhile, and has it.
        Offered& offered = levels_[{name, difficulty}];
        if (offered.level == nullptr) offered.level = std::move(level);
        offered.packed = std::move(bytes);
    }
    return {};
}

std::shared_ptr<const Level> Levels::find(const std::string& name, Difficulty difficulty) {
    const auto key = std::pair{name, difficulty};
    {
        const std::lock_guard lock(mutex_);
        if (const auto found = levels_.find(key); found != levels_.end()) return found->second.level;
    }
    // Only names that exist are remembered, so asking for others costs no memory.
    if (!script::builtin_source(name)) return nullptr;
    // Without the lock, so that no thread of games waits for another one's compilation.
    auto compiled = script::compile_builtin_level(name, difficulty);
    if (!compiled.error.empty()) return nullptr;
    const std::lock_guard lock(mutex_);
    Offered& offered = levels_[key];
    if (offered.level == nullptr) offered.level = std::make_shared<const Level>(std::move(compiled.level));
    return offered.level;
}

void Levels::offer(const std::string& name, Difficulty difficulty, std::shared_ptr<const Level> level) {
    assert(level != nullptr && "an offered level exists");
    const std::lock_guard lock(mutex_);
    levels_[std::pair{name, difficulty}] = {.level = std::move(level)};
}

Levels::Packed Levels::packed(const Level& level) {
    const auto find = [&] { return std::ranges::find_if(levels_, [&](const auto& each) { return each.second.level.get() == &level; }); };
    {
        const std::lock_guard lock(mutex_);
        const auto found = find();
        if (found == levels_.end()) return nullptr;
        if (found->second.packed != nullptr) return found->second.packed;
    }
    auto bytes = std::make_shared<const std::vector<std::uint8_t>>(replays::pack(level_bytes(level)));
    const std::lock_guard lock(mutex_);
    const auto found = find();
    if (found == levels_.end()) return bytes;
    if (found->second.packed == nullptr) found->second.packed = std::move(bytes);
    return found->second.packed;
}

std::size_t Levels::size() const {
    const std::lock_guard lock(mutex_);
    return levels_.size();
}

}  // namespace albireo::server
