// Goal: each achievement is earned by a game that deserves it and not by one that falls short.
#include "scores/achievements.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <filesystem>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "replays/player.hpp"
#include "replays/reader.hpp"
#include "scores/referee.hpp"
#include "scores/tally.hpp"
#include "tests/scores/recordings.hpp"

using namespace albireo;
using namespace albireo::scores;

namespace {

/// Each golden game that has a board, by name.
std::map<std::string, Run> runs() {
    const Catalogue catalogue;
    std::map<std::string, Run> all;
    for (const auto& entry : std::filesystem::directory_iterator("replays/golden")) {
        const std::string name = entry.path().stem();
        if (entry.path().extension() != ".replay") continue;
        const Ruling ruling = judge(catalogue, golden(name));
        if (ruling.text.empty()) all[name] = ruling.run;
    }
    REQUIRE(all.size() >= 15);
    return all;
}

bool has(const Run& run, std::string_view achievement) { return std::ranges::count(run.earned, achievement) == 1; }

}  // namespace

TEST_CASE("each achievement is earned by one golden and not by another") {
    const auto all = runs();
    for (const Achievement& each : achievements()) {
        CAPTURE(each.id);
        const auto earns = [&](const auto& run) { return has(run.second, each.id); };
        CHECK(std::ranges::any_of(all, earns));
        CHECK_FALSE(std::ranges::all_of(all, earns));
    }
}

// The game that nearly earns it is the same recording, ended a tick before.
TEST_CASE("each achievement is earned by one golden, and not yet by the same game a tick earlier") {
    const Catalogue catalogue;
    std::map<std::string_view, int> found;  // how many goldens earn it
    for (const auto& entry : std::filesystem::directory_iterator("replays/golden")) {
        if (entry.path().extension() != ".replay") continue;
        const std::string name = entry.path().stem();
        const Ruling ruling = judge(catalogue, golden(name));
        if (!ruling.text.empty() || ruling.run.earned.empty()) continue;
        if (std::ranges::all_of(ruling.run.earned, [&](const std::string& each) { return found[find_achievement(each)->id] > 0; })) continue;
        CAPTURE(name);
        replays::Replay replay;
        REQUIRE(replays::open_replay(entry.path().string(), replay) == "");
        replays::Player player{replay, replays::Player::Keep::nothing};
        Tally tally{replay.level};
        const std::size_t count = achievements().size();
        std::vector<bool> has_now(count), was_without(count), has_changed(count);
        const auto note = [&] {
            Tally ended = tally;  // as if the game ended here
            ended.finish(player.world(), ruling.run.players);
            for (std::size_t i = 0; i < count; ++i) {
                const bool has = is_earned(achievements()[i], ruling.run.level, ended);
                has_changed[i] = has_changed[i] || (has && !has_now[i] && was_without[i]);
                was_without[i] = was_without[i] || !has;
                has_now[i] = has;
            }
        };
        note();
        while (player.step()) {
            tally.note(player.world(), player.events());
            note();
        }
        for (std::size_t i = 0; i < count; ++i) {
            const std::string_view id = achievements()[i].id;
            CAPTURE(id);
            CHECK(has_now[i] == has(ruling.run, id));
            if (has_now[i]) CHECK(has_changed[i]);
            found[id] += has_now[i];
        }
    }
    for (const Achievement& each : achievements()) CHECK_MESSAGE(found[each.id] > 0, each.id);
}

TEST_CASE("an achievement of a level, a difficulty or a number of players is earned there and nowhere else") {
    for (const auto& each : runs()) {
        CAPTURE(each.first);
        const Run& run = each.second;
        const bool is_cleared = run.outcome == Outcome::cleared;
        CHECK(has(run, "cleared") == is_cleared);
        CHECK(has(run, "one-credit") == (is_cleared && run.continues == 0));
        CHECK(has(run, "alone") == (is_cleared && !run.is_pair()));
        CHECK(has(run, "in-the-storm") == (is_cleared && run.difficulty == Difficulty::storm));
        CHECK(has(run, "all-bosses") == (is_cleared && run.level == "boss_rush"));
        CHECK(has(run, "million") == (run.score >= 1'000'000));
        if (!run.is_pair()) CHECK_FALSE((has(run, "linked") || has(run, "combined-storm")));
        if (run.level != "shelf_sea") CHECK_FALSE(has(run, "splashes"));
        if (run.level != "endless") CHECK_FALSE(has(run, "second-round"));
    }
}

TEST_CASE("the digest of the rules is that of what they ask, not of their words") {
    const Achievement rule{"dust", "To dust", "Turn shots to dust.", "", {{{Measure::dusted, Condition::Compare::at_least, 1'000}}}};
    const auto digest = [](const Achievement& each) { return rules_digest({&each, 1}); };
    Achievement other = rule;
    other.title = "Dusty", other.text = "Otherwise.";
    CHECK(digest(other) == digest(rule));
    const auto differs = [&](auto&& change) {
        other = rule;
        change();
        CHECK(digest(other) != digest(rule));
    };
    differs([&] { other.id = "dusty"; });
    differs([&] { other.level = "endless"; });
    differs([&] { other.conditions[0].measure = Measure::kills; });
    differs([&] { other.conditions[0].compare = Condition::Compare::at_most; });
    differs([&] { other.conditions[0].value = 1'001; });
    differs([&] { other.conditions[1] = other.conditions[0]; });
    CHECK(rules_digest({}) != digest(rule));
}

TEST_CASE("ids are unique, and every rule has a condition") {
    std::set<std::string_view> ids;
    for (const Achievement& each : achievements()) {
        CHECK(ids.insert(each.id).second);
        CHECK(each.conditions[0].compare != Condition::Compare::none);
    }
    CHECK(ids.size() == 30);
}
