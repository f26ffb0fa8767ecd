// compile_all() read the levels on offer without the lock while a game of an earlier process had its level compiled. Goal: threads that
// look for levels while all of them are compiled get each level once, complete. ThreadSanitizer (tests/tsan/run) finds the rest.
#include <doctest/doctest.h>

#include <array>
#include <atomic>
#include <map>
#include <thread>
#include <vector>

#include "server/levels.hpp"
#include "sim/script/compile.hpp"

using namespace albireo;
using server::Levels;

namespace {

using Found = std::map<std::pair<std::string, Difficulty>, std::shared_ptr<const Level>>;

/// What a shard and its second thread do with levels. `has_one`: the first has been found. It orders nothing.
Found look_for_all(Levels& levels, std::atomic<bool>& has_one) {
    Found found;
    for (const std::string& name : script::builtin_levels()) {
        for (const Difficulty difficulty : {Difficulty::calm, Difficulty::standard, Difficulty::storm}) {
            static_cast<void>(levels.is_pending(name, difficulty));
            auto level = levels.find(name, difficulty);
            if (level == nullptr || levels.packed(*level) == nullptr || levels.stages(name).size() != 1) continue;
            found[{name, difficulty}] = std::move(level);
            has_one.store(true, std::memory_order_relaxed);
        }
        if (levels.names_text(SIZE_MAX).find(name) == std::string::npos || levels.size() == 0) found.clear();
    }
    return found;
}

}  // namespace

TEST_CASE("levels are found, named and packed while another thread compiles all of them") {
    Levels levels;
    levels.begin_compiling();
    std::array<Found, 2> found;
    std::atomic<bool> has_one{false};
    std::string error;
    std::size_t compiled = 0;
    {
        std::vector<std::jthread> threads;
        for (Found& each : found) threads.emplace_back([&] { each = look_for_all(levels, has_one); });
        threads.emplace_back([&] {
            while (!has_one.load(std::memory_order_relaxed)) std::this_thread::yield();
            compiled = levels.compile_all(error);
        });
    }
    CHECK(error == "");
    CHECK(compiled == levels.size());
    CHECK_FALSE(levels.is_compiling());
    const std::size_t all = script::builtin_levels().size() * kDifficultyCount;
    for (const Found& each : found) {
        CHECK(each.size() == all);
        CHECK(each == found[0]);
    }
    for (const auto& [key, level] : found[0]) CHECK(levels.find(key.first, key.second) == level);
}
