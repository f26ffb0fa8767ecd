// Goal: figures are judged by the bands of their level, difficulty and skill, and albireo-level prints and returns that.
#include <doctest/doctest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>

#include "client/level/stats.hpp"
#include "tests/support/program.hpp"

using namespace albireo;
using support::check_line;
using support::run_program;

namespace {

enum class Verdict : std::uint8_t { none, ok, low };

struct Case {
    Figure figure;
    double value;
    const char* level;
    Difficulty difficulty;
    int skill;
    Verdict verdict;
};

constexpr auto kCalm = Difficulty::calm;
constexpr auto kStandard = Difficulty::standard;
constexpr auto kStorm = Difficulty::storm;

const Case kCases[] = {
    {Figure::kinds, 12, "the_cut", kStandard, 0, Verdict::ok},
    {Figure::kinds, 11, "the_cut", kStandard, 0, Verdict::low},
    {Figure::kinds, 12, "shelf_sea", kStandard, 0, Verdict::low},
    {Figure::kinds, 12, "the_hive", kStorm, 0, Verdict::ok},
    {Figure::kinds, 1, "first", kStandard, 0, Verdict::none},
    {Figure::new_kinds, 0, "the_cut", kStandard, 0, Verdict::none},
    {Figure::new_kinds, 6, "shelf_sea", kStandard, 0, Verdict::low},
    {Figure::commonest_kind, 0.26, "the_cut", kCalm, 0, Verdict::ok},
    {Figure::commonest_kind, 0.261, "the_cut", kCalm, 0, Verdict::low},
    {Figure::commonest_kind, 0.26, "the_hive", kCalm, 0, Verdict::low},
    {Figure::rich_tiles, 0.99, "shelf_sea", kStandard, 0, Verdict::low},
    {Figure::clean, 1, "the_cut", kStandard, 6, Verdict::low},  // too easy
    {Figure::clean, 0.8, "the_cut", kStandard, 6, Verdict::ok},
    {Figure::clean, 0.8, "the_cut", kStandard, 9, Verdict::low},
    {Figure::clean, 0.8, "the_cut", kStandard, 5, Verdict::none},
    {Figure::clean, 0.8, "the_cut", kCalm, 4, Verdict::ok},
    {Figure::clean, 0.8, "the_cut", kStorm, 9, Verdict::low},
    {Figure::game_length, 319, "the_hive", kStandard, 6, Verdict::low},
    {Figure::game_length, 320, "the_hive", kStandard, 6, Verdict::ok},
    {Figure::bullets_p99, 351, "the_cut", kStandard, 3, Verdict::low},
    {Figure::bullets_p99, 351, "the_cut", kStorm, 3, Verdict::none},
    {Figure::bullets_max, 601, "the_cut", kStandard, 3, Verdict::none},
    {Figure::bullets_max, 601, "the_cut", kStorm, 3, Verdict::low},
    {Figure::sections, 1, "the_cut", kStandard, 0, Verdict::none},
    {Figure::deaths_unseen, 0, "the_cut", kStorm, 3, Verdict::ok},
    {Figure::deaths_unseen, 0.01, "the_hive", kStandard, 6, Verdict::low},
    {Figure::weapon_least, 0.11, "the_hive", kStandard, 9, Verdict::low},
    {Figure::weapon_least, 0.11, "the_hive", kStandard, 6, Verdict::none},
    {Figure::release_most, 0.46, "shelf_sea", kStandard, 9, Verdict::low},
    {Figure::storms, 2, "the_cut", kStandard, 9, Verdict::ok},
    {Figure::linked, 0.14, "the_cut", kStandard, 9, Verdict::low},
};

nlohmann::json stats_of(const std::string& arguments, int code) {
    const auto path = std::filesystem::temp_directory_path() / ("albireo-stats-" + std::to_string(getpid()));
    const auto outcome = run_program(std::string(ALBIREO_LEVEL) + " --stats --json " + arguments, path.string());
    CHECK_MESSAGE(outcome.code == code, outcome.said);
    CHECK(outcome.said.empty());
    std::ifstream in(path);
    auto json = nlohmann::json::parse(in, nullptr, false);
    std::filesystem::remove(path);
    REQUIRE(!json.is_discarded());
    return json;
}

}  // namespace

TEST_CASE("a figure is judged by the band of its level, difficulty and skill") {
    for (const Case& one : kCases) {
        const auto rows = judge({{one.figure, one.value}}, one.level, one.difficulty, one.skill);
        REQUIRE(rows.size() == 1);
        const Verdict verdict = !rows[0].band ? Verdict::none : rows[0].is_short() ? Verdict::low : Verdict::ok;
        CAPTURE(figure_defs()[static_cast<std::size_t>(one.figure)].key);
        CAPTURE(one.value);
        CAPTURE(one.level);
        CAPTURE(one.skill);
        CHECK(verdict == one.verdict);
    }
}

TEST_CASE("definitions of figures are in the order of their numbers, with names of their own") {
    for (std::size_t i = 0; i < kFigureCount; ++i) {
        CHECK(static_cast<std::size_t>(figure_defs()[i].figure) == i);
        for (std::size_t j = 0; j < i; ++j) CHECK(figure_defs()[i].key != figure_defs()[j].key);
    }
}

TEST_CASE("numbers and bands as text") {
    CHECK(text_of(12, Unit::count) == "12");
    CHECK(text_of(0.264, Unit::share) == "26.4 %");
    CHECK(text_of(0.26, Unit::share) == "26 %");
    CHECK(text_of(1.44, Unit::seconds) == "1.4 s");
    CHECK(text_of(359.6, Unit::length) == "6:00");
    CHECK(text_of(Band{0.4, 0.7}, Unit::share) == "40–70 %");
    CHECK(text_of(Band{320, 360}, Unit::length) == "5:20–6:00");
    CHECK(text_of(Band{12, Band::kNoBound}, Unit::count) == "≥ 12");
    CHECK(text_of(Band{Band::kNoBound, 4}, Unit::seconds) == "≤ 4 s");
}

TEST_CASE("the table names each figure, its band and its verdict") {
    Stats stats{.level = "the_cut", .title = "The Cut", .figures = {}, .play = std::nullopt};
    stats.figures.kinds = {{"dart", 3}, {"moth", 1}};
    stats.figures.spawns = 4;
    stats.figures.waves = {{{.loop = 0, .tick = 40, .name = "dart high", .enemies = 3}, 2}};
    const std::string table = stats_table(stats);
    CHECK(table.find("The Cut (standard)\n  kinds except bosses                     2         ≥ 12        short\n") == 0);
    CHECK(table.find("  uses of the most used wave              2         ≤ 3         ok\n") != std::string::npos);
    CHECK(table.find("  spawns of the most common kind          75 %      ≤ 26 %      short\n") != std::string::npos);
    CHECK(table.find("  sections                                0\n") != std::string::npos);
    CHECK(table.find("\n     3  dart\n     1  moth\n") != std::string::npos);
    CHECK(table.find("\n     2  dart high (loop 1, 40)\n") != std::string::npos);
    CHECK(table.find("bots") == std::string::npos);
    CHECK(stats.is_short());
    stats.level = "first";
    CHECK_FALSE(stats.is_short());
}

TEST_CASE("the game's levels: every figure of their data is in its band, at each difficulty") {
    for (const std::string_view level : kJudgedLevels) {
        for (const std::string_view difficulty : {"calm", "standard", "storm"}) {
            CAPTURE(level);
            CAPTURE(difficulty);
            stats_of("--judge " + std::string(level) + " --difficulty " + std::string(difficulty), 0);
        }
    }
}

TEST_CASE("albireo-level --stats: JSON with a row for each figure, judged only if asked") {
    const auto json = stats_of("the_cut", 0);
    CHECK(json["level"] == "the_cut");
    CHECK(json["rows"].size() == 10);
    CHECK(json["rows"][0]["figure"] == "kinds");
    CHECK(json["play"].is_null());
    bool any_short = false;
    for (const auto& row : json["rows"]) any_short |= row.value("verdict", "") == "short";
    CHECK(json["short"] == any_short);
    stats_of("--judge the_cut", any_short ? 1 : 0);
    stats_of("tutorial", 0);
}

TEST_CASE("albireo-level --stats --play: the same seeds print the same") {
    const auto json = stats_of("the_cut --play 5 --skill 9", 0);
    CHECK(json["rows"].size() >= 17);
    CHECK(json["play"]["games"] == 1);
    CHECK(json["play"]["skill"] == 9);
    CHECK(json["play"]["ticks"] > 14'400);
    CHECK(stats_of("the_cut --play 5 --skill 9", 0) == json);
}

TEST_CASE("albireo-level: bad usage and bad input are one line and exit code 2") {
    struct Line {
        const char* arguments;
        const char* said;
    };
    for (const Line& line : {Line{"the_cut --play 1", "--stats"}, Line{"the_cut --json", "--stats"}, Line{"the_cut --judge", "--stats"},
                             Line{"the_cut --stats --skill 3", "--play"}, Line{"the_cut --stats --play 3..1", "--play: '3..1' is not N or A..B"},
                             Line{"the_cut --stats --play 1 --skill 10", "--skill"},
                             Line{"tutorial --stats --judge", "level 'tutorial' has no bands; levels with bands: the_cut, shelf_sea, the_hive"},
                             Line{"nowhere --stats", "there is no level 'nowhere'; levels: "},
                             Line{"nowhere.lua --stats", "nowhere.lua: cannot be read"}, Line{"--stats", "SCRIPT is required"}}) {
        CAPTURE(line.arguments);
        check_line(run_program(std::string(ALBIREO_LEVEL) + " " + line.arguments), 2, line.said);
    }
}
