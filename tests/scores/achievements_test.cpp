// Goal: each achievement is earned by a game that deserves it and not by one that falls short.
#include "scores/achievements.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <map>
#include <set>

#include "scores/referee.hpp"
#include "tests/scores/recordings.hpp"

using namespace albireo;
using namespace albireo::scores;

namespace {

struct Row {
    const char* achievement;
    const char* earns;  // a golden
    const char* fails;  // … that does not
};

constexpr Row kRows[] = {
    {"cleared", "coop-standard", "endless"},
    {"one-credit", "coop-standard", "coop-storm"},
    {"alone", "solo-calm", "coop-standard"},
    {"in-the-storm", "coop-storm", "coop-standard"},
    {"all-bosses", "boss-rush", "coop-standard"},
    {"steady", "solo-calm", "coop-standard"},
    {"specialist", "coop-fans", "coop-standard"},
    {"arsenal", "coop-standard", "pause-and-continue"},
    {"million", "coop-standard", "death-by-beam-and-missile"},
    {"burst", "coop-storm", "solo-calm"},
    {"multiplier", "coop-standard", "solo-calm"},
    {"streak", "coop-standard", "coop-fans"},
    {"unharmed", "boss-rush", "coop-storm"},
    {"graze", "coop-fans", "coop-storm"},
    {"parts", "coop-fans", "solo-calm"},
    {"missiles", "coop-fans", "boss-rush"},
    {"formations", "coop-standard", "death-by-beam-and-missile"},
    {"phases", "hive-standard", "coop-standard"},
    {"lances", "sea-standard", "coop-standard"},
    {"bulwarks", "coop-fans", "death-by-beam-and-missile"},
    {"whips", "death-by-beam-and-missile", "death-by-enemy"},
    {"burrs", "solo-calm", "coop-standard"},
    {"dust", "boss-rush", "hive-standard"},
    {"lightning", "coop-standard", "boss-rush"},
    {"bolts", "hive-standard", "coop-storm"},
    {"combined-storm", "coop-storm", "coop-standard"},
    {"linked", "coop-standard", "endless"},
    {"splashes", "sea-standard", "boss-rush"},
    {"diver", "sea-standard", "boss-rush"},
    {"second-round", "endless", "coop-standard"},
};

const std::vector<std::string>& earned_by(const std::string& name) {
    static const Catalogue catalogue;
    static std::map<std::string, std::vector<std::string>> all;
    const auto [place, is_new] = all.try_emplace(name);
    if (!is_new) return place->second;
    const Ruling ruling = judge(catalogue, golden(name));
    REQUIRE(ruling.text == "");
    return place->second = ruling.run.earned;
}

}  // namespace

TEST_CASE("each achievement is earned by one golden and not by another") {
    std::set<std::string> tested;
    for (const Row& row : kRows) {
        CAPTURE(row.achievement);
        REQUIRE(find_achievement(row.achievement) != nullptr);
        tested.insert(row.achievement);
        const auto has = [&](const char* name) { return std::ranges::count(earned_by(name), row.achievement) == 1; };
        CHECK(has(row.earns));
        CHECK_FALSE(has(row.fails));
    }
    for (const Achievement& each : achievements()) CHECK_MESSAGE(tested.contains(std::string(each.id)), each.id, " has no test");
}

TEST_CASE("ids are unique, and every rule has a condition") {
    std::set<std::string_view> ids;
    for (const Achievement& each : achievements()) {
        CHECK(ids.insert(each.id).second);
        CHECK(each.conditions[0].compare != Condition::Compare::none);
    }
    CHECK(ids.size() == 30);
}
