#include "client/level/bands.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cassert>
#include <cmath>
#include <numeric>

namespace albireo {
namespace {

using Bands = std::array<Band, kJudgedLevels.size()>;

constexpr Band at_least(double least) {
    return {least, Band::kNoBound};
}
constexpr Band at_most(double most) {
    return {Band::kNoBound, most};
}
constexpr Bands all(Band band) {
    return {band, band, band};
}
constexpr double minutes(int minutes, int seconds) {
    return 60 * minutes + seconds;
}

constexpr int kAnySkill = -1;

struct Wanted {
    Figure figure;
    std::optional<Difficulty> difficulty;  // none: at every difficulty
    int skill;
    Bands bands;  // of kJudgedLevels
};

constexpr auto kAnyDifficulty = std::nullopt;
constexpr auto kCalm = Difficulty::calm;
constexpr auto kStandard = Difficulty::standard;
constexpr auto kStorm = Difficulty::storm;

// clang-format off
constexpr Wanted kWanted[] = {
    // figure                     at             skill      the_cut                shelf_sea              the_hive
    {Figure::kinds,               kAnyDifficulty, kAnySkill, {{at_least(12),        at_least(13),          at_least(12)}}},
    // Level 1 has no earlier level to differ from. In the others, variants of known kinds also count as new.
    {Figure::new_kinds,           kAnyDifficulty, kAnySkill, {{Band{},              at_least(7),           at_least(8)}}},
    {Figure::waves,               kAnyDifficulty, kAnySkill, {{at_least(45),        at_least(36),          at_least(32)}}},
    {Figure::wave_uses,           kAnyDifficulty, kAnySkill, all(at_most(3))},
    {Figure::commonest_kind,      kAnyDifficulty, kAnySkill, {{at_most(0.26),       at_most(0.25),         at_most(0.25)}}},
    {Figure::two_commonest_kinds, kAnyDifficulty, kAnySkill, all(at_most(0.42))},
    {Figure::programs,            kAnyDifficulty, kAnySkill, {{at_least(8),         at_least(10),          at_least(10)}}},
    {Figure::rich_tiles,          kAnyDifficulty, kAnySkill, {{at_least(0.33),      at_least(1),           at_least(0.6)}}},
    {Figure::clean,               kStandard,      9,         {{at_least(0.97),      at_least(0.93),        at_least(0.85)}}},
    {Figure::clean,               kStandard,      6,         {{Band{0.7, 0.9},      Band{0.5, 0.75},       Band{0.3, 0.6}}}},
    {Figure::clean,               kStandard,      4,         {{Band{0.15, 0.4},     Band{0.05, 0.25},      at_most(0.12)}}},
    {Figure::clean,               kCalm,          4,         {{at_least(0.6),       at_least(0.5),         at_least(0.35)}}},
    {Figure::clean,               kStorm,         9,         {{Band{0.35, 0.7},     Band{0.25, 0.55},      Band{0.15, 0.45}}}},
    {Figure::game_length,         kStandard,      6,         all({minutes(5, 20), minutes(6, 0)})},
    {Figure::bullets_p99,         kStandard,      kAnySkill, {{at_most(350),        at_most(450),          at_most(550)}}},
    {Figure::bullets_max,         kStorm,         kAnySkill, {{at_most(600),        at_most(800),          at_most(1000)}}},
    {Figure::not_straight,        kStandard,      kAnySkill, {{Band{0.4, 0.7},      Band{0.45, 0.75},      Band{0.5, 0.8}}}},
    {Figure::threat_every,        kStandard,      kAnySkill, all({0.7, 1.6})},
    {Figure::lull,                kStandard,      kAnySkill, all(at_most(4))},
    {Figure::deaths_worst_time,   kStandard,      6,         all(at_most(0.12))},
    {Figure::deaths_worst_cause,  kStandard,      6,         all(at_most(0.55))},
    {Figure::deaths_unseen,       kAnyDifficulty, kAnySkill, all(at_most(0))},
    {Figure::weapon_least,        kStandard,      9,         all(at_least(0.12))},
    {Figure::release_least,       kStandard,      9,         all(at_least(0.1))},
    {Figure::release_most,        kStandard,      9,         all(at_most(0.45))},
    {Figure::storms,              kStandard,      9,         all(at_least(2))},
    {Figure::grazes,              kStandard,      9,         all(at_least(80))},
    {Figure::linked,              kStandard,      9,         all(at_least(0.15))},
    {Figure::extended,            kStandard,      6,         {{at_least(0.5),       Band{},                Band{}}}},
    {Figure::revived,             kStandard,      9,         all(at_least(0.5))},
};
// clang-format on

/// "26.4", but "26" for 26.0.
std::string short_number(double value) {
    std::string text = fmt::format("{:.1f}", value);
    if (text.ends_with(".0")) text.resize(text.size() - 2);
    return text;
}

std::string number(double value, Unit unit) {
    switch (unit) {
        case Unit::count: return fmt::format("{:.0f}", value);
        case Unit::share: return short_number(100 * value);
        case Unit::seconds:
        case Unit::mean: return short_number(value);
        case Unit::length: {
            const auto seconds = static_cast<int>(std::lround(value));
            return fmt::format("{}:{:02}", seconds / 60, seconds % 60);
        }
    }
    return {};
}

std::string_view sign(Unit unit) {
    return unit == Unit::share ? " %" : unit == Unit::seconds ? " s" : "";
}

}  // namespace

const std::array<FigureDef, kFigureCount>& figure_defs() {
    static const std::array<FigureDef, kFigureCount> all_defs = {{
        {Figure::kinds, "kinds", "kinds except bosses", Unit::count},
        {Figure::new_kinds, "new_kinds", "kinds that no earlier level has", Unit::count},
        {Figure::waves, "distinct_waves", "distinct waves", Unit::count},
        {Figure::wave_uses, "wave_uses_max", "uses of the most used wave", Unit::count},
        {Figure::commonest_kind, "commonest_kind", "spawns of the most common kind", Unit::share},
        {Figure::two_commonest_kinds, "two_commonest_kinds", "spawns of the two most common", Unit::share},
        {Figure::programs, "bullet_programs", "bullet programs", Unit::count},
        {Figure::rich_tiles, "rich_tiles", "tiles with rock in mid-field, or a sea", Unit::share},
        {Figure::sections, "sections", "sections", Unit::count},
        {Figure::spawns, "spawns", "spawns except bosses", Unit::count},
        {Figure::clean, "clears_without_continue", "clears without a continue", Unit::share},
        {Figure::game_length, "game_seconds", "length of a game", Unit::length},
        {Figure::bullets_p99, "bullets_p99", "enemy bullets alive, p99", Unit::count},
        {Figure::bullets_max, "bullets_max", "enemy bullets alive, most", Unit::count},
        {Figure::not_straight, "bullets_not_straight", "bullets not straight at constant speed", Unit::share},
        {Figure::threat_every, "threat_every_seconds", "mean time between new threats", Unit::seconds},
        {Figure::lull, "lull_seconds", "longest lull except rests", Unit::seconds},
        {Figure::deaths_worst_time, "deaths_worst_ten_seconds", "deaths in the worst ten seconds", Unit::share},
        {Figure::deaths_worst_cause, "deaths_worst_cause", "deaths by the most common cause", Unit::share},
        {Figure::deaths_unseen, "deaths_unseen", "deaths by a cause seen for < 20 ticks", Unit::share},
        {Figure::weapon_least, "weapon_least_in_hand", "time with the least used weapon", Unit::share},
        {Figure::release_least, "release_least", "releases of the rarest charged form", Unit::share},
        {Figure::release_most, "release_most", "releases of the most common one", Unit::share},
        {Figure::storms, "storms_a_game", "combined storms a game", Unit::mean},
        {Figure::grazes, "grazes_a_game", "grazes a game", Unit::count},
        {Figure::linked, "linked", "time linked", Unit::share},
        {Figure::extended, "games_with_extend", "games with an extra life earned", Unit::share},
        {Figure::revived, "games_with_revival", "games with one out, in which a gift revived them", Unit::share},
    }};
    return all_defs;
}

bool is_judged(std::string_view level) {
    return std::find(kJudgedLevels.begin(), kJudgedLevels.end(), level) != kJudgedLevels.end();
}

std::vector<Measured> measured(const LevelFigures& figures) {
    const auto share = [](std::size_t part, std::size_t whole) {
        return whole == 0 ? 0 : static_cast<double>(part) / static_cast<double>(whole);
    };
    const auto count = [](std::size_t value) { return static_cast<double>(value); };
    return {
        {Figure::kinds, count(figures.kinds.size())},
        {Figure::new_kinds, count(figures.new_kinds)},
        {Figure::waves, count(figures.waves.size())},
        {Figure::wave_uses, count(figures.waves.empty() ? 0 : figures.waves.front().uses)},
        {Figure::commonest_kind, figures.share_of(1)},
        {Figure::two_commonest_kinds, figures.share_of(2)},
        {Figure::programs, count(figures.programs)},
        {Figure::rich_tiles, share(figures.rich_tiles, figures.tiles)},
        {Figure::sections, count(figures.sections)},
        {Figure::spawns, count(figures.spawns)},
    };
}

std::vector<Measured> measured(const PlayFigures& figures) {
    std::vector<Measured> all = {
        {Figure::clean, figures.clean_share()},
        {Figure::game_length, figures.seconds_a_game()},
        {Figure::bullets_p99, static_cast<double>(figures.bullets.at_permille(990))},
        {Figure::bullets_max, static_cast<double>(figures.bullets.max())},
        {Figure::not_straight, figures.not_straight_share()},
        {Figure::threat_every, figures.seconds_between_threats()},
        {Figure::lull, static_cast<double>(figures.lull.ticks) / kTicksPerSecond},
    };
    const auto releases = std::accumulate(figures.released.begin(), figures.released.end(), std::uint64_t{0});
    const auto [rarest, commonest] = std::minmax_element(figures.released.begin(), figures.released.end());
    all.push_back({Figure::weapon_least, figures.least_in_hand_share()});
    if (releases > 0) {
        all.push_back({Figure::release_least, static_cast<double>(*rarest) / static_cast<double>(releases)});
        all.push_back({Figure::release_most, static_cast<double>(*commonest) / static_cast<double>(releases)});
    }
    if (figures.games > 0) {
        all.push_back({Figure::storms, static_cast<double>(figures.storms) / figures.games});
        all.push_back({Figure::grazes, static_cast<double>(figures.grazes) / figures.games});
    }
    all.push_back({Figure::linked, figures.linked_share()});
    if (figures.games > 0) all.push_back({Figure::extended, static_cast<double>(figures.extended) / figures.games});
    if (figures.with_one_out > 0) all.push_back({Figure::revived, static_cast<double>(figures.revived) / figures.with_one_out});
    if (figures.deaths > 0) {
        all.push_back({Figure::deaths_unseen, figures.unseen_share()});
        all.push_back({Figure::deaths_worst_time, figures.worst_time_share()});
        all.push_back({Figure::deaths_worst_cause, figures.worst_cause_share()});
    }
    return all;
}

std::vector<Row> judge(const std::vector<Measured>& all, std::string_view level, Difficulty difficulty, int skill) {
    const auto place = static_cast<std::size_t>(
        std::find(kJudgedLevels.begin(), kJudgedLevels.end(), level) - kJudgedLevels.begin());
    std::vector<Row> rows;
    for (const Measured& one : all) {
        Row row{one, std::nullopt};
        for (const Wanted& wanted : kWanted) {
            if (place == kJudgedLevels.size() || wanted.figure != one.figure) continue;
            if (wanted.difficulty && *wanted.difficulty != difficulty) continue;
            if (wanted.skill != kAnySkill && wanted.skill != skill) continue;
            const Band band = wanted.bands[place];
            if (band.least == Band::kNoBound && band.most == Band::kNoBound) continue;
            assert(!row.band && "a figure has one band at a difficulty and a skill");
            row.band = band;
        }
        rows.push_back(row);
    }
    return rows;
}

std::string text_of(double value, Unit unit) {
    return number(value, unit) + std::string(sign(unit));
}

std::string text_of(const Band& band, Unit unit) {
    if (band.least == Band::kNoBound) return "≤ " + text_of(band.most, unit);
    if (band.most == Band::kNoBound) return "≥ " + text_of(band.least, unit);
    return number(band.least, unit) + "–" + text_of(band.most, unit);
}

}  // namespace albireo
