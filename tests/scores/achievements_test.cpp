// Goal: each achievement is earned by a game that deserves it and not by one that falls short.
#include "scores/achievements.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <filesystem>
#include <map>
#include <set>

#include "scores/referee.hpp"
#include "tests/scores/recordings.hpp"

using namespace albireo;
using namespace albireo::scores;

namespace {

/// The achievements of each golden game.
std::map<std::string, std::set<std::string>> all_earned() {
    const Catalogue catalogue;
    std::map<std::string, std::set<std::string>> earned;
    for (const auto& entry : std::filesystem::directory_iterator("replays/golden")) {
        if (entry.path().extension() != ".replay") continue;
        const std::string name = entry.path().stem();
        const Ruling ruling = judge(catalogue, golden(name));
        CAPTURE(name);
        REQUIRE(ruling.text == "");
        earned[name] = {ruling.run.earned.begin(), ruling.run.earned.end()};
    }
    return earned;
}

}  // namespace

TEST_CASE("each achievement is earned by one golden and not by another") {
    const auto earned = all_earned();
    for (const Achievement& each : achievements()) {
        CAPTURE(each.id);
        const auto has = [&](const auto& game) { return game.second.contains(std::string(each.id)); };
        CHECK(std::ranges::any_of(earned, has));
        CHECK_FALSE(std::ranges::all_of(earned, has));
    }
}

// Those whose games are certain, whatever the pilots do.
TEST_CASE("an achievement of a level, a mode or a number of players is earned there and nowhere else") {
    const auto earned = all_earned();
    const auto has = [&](const char* golden, const char* achievement) { return earned.at(golden).contains(achievement); };
    CHECK(has("boss-rush", "all-bosses"));
    CHECK(has("endless", "second-round"));
    for (const auto& [name, those] : earned) {
        CAPTURE(name);
        CHECK((name.starts_with("boss-rush") || !those.contains("all-bosses")));
        CHECK((name.starts_with("endless") || !those.contains("second-round")));
        CHECK((name.starts_with("solo") || !those.contains("alone")));
        CHECK((name.find("storm") != std::string::npos || !those.contains("in-the-storm")));
        if (name.starts_with("solo")) CHECK_FALSE((those.contains("linked") || those.contains("combined-storm")));
    }
}

TEST_CASE("ids are unique, and every rule has a condition") {
    std::set<std::string_view> ids;
    for (const Achievement& each : achievements()) {
        CHECK(ids.insert(each.id).second);
        CHECK(each.conditions[0].compare != Condition::Compare::none);
    }
    CHECK(ids.size() == 30);
}
