#include "client/level/stats.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>
#include <nlohmann/json.hpp>

namespace albireo {
namespace {

constexpr std::array<std::string_view, kCauseCount> kCauses = {"enemy", "shot", "beam", "wall", "missile"};
constexpr std::array<std::string_view, kWeaponCount> kWeapons = {"needle", "fan", "seekers", "ribbon"};

const FigureDef& def_of(const Row& row) {
    return figure_defs()[static_cast<std::size_t>(row.measured.figure)];
}

std::string_view verdict(const Row& row) {
    return !row.band ? "" : row.is_short() ? "short" : "ok";
}

/// Left-aligned by letters, not by bytes.
std::string padded(std::string text, std::size_t width) {
    const auto letters = static_cast<std::size_t>(
        std::count_if(text.begin(), text.end(), [](char c) { return (static_cast<unsigned char>(c) & 0xc0) != 0x80; }));
    return text + std::string(width > letters ? width - letters : 0, ' ');
}

std::string place_of(const Wave& wave) {
    return wave.loop == Wave::kTimeline ? fmt::format("{}", wave.tick) : fmt::format("loop {}, {}", wave.loop + 1, wave.tick);
}

double seconds(std::uint32_t ticks) {
    return static_cast<double>(ticks) / kTicksPerSecond;
}

std::string place_of(const Lull& lull) {
    const std::string in_loop = lull.in_loop == 0 ? "" : fmt::format(" and {:.0f} s in its loop", seconds(lull.in_loop));
    return fmt::format("{:.0f} s{}, seed {}", seconds(lull.timeline), in_loop, lull.seed);
}

/// The killers, the worst first.
std::vector<std::pair<std::string, DeathCount>> by_most_deaths(const PlayFigures& figures) {
    std::vector<std::pair<std::string, DeathCount>> killers(figures.deaths_by_killer.begin(), figures.deaths_by_killer.end());
    std::stable_sort(killers.begin(), killers.end(), [](const auto& a, const auto& b) { return a.second.deaths > b.second.deaths; });
    return killers;
}

std::string play_lines(const PlayStats& play) {
    const PlayFigures& figures = play.figures;
    const double games = figures.games;
    std::string text = fmt::format("\ntwo bots of skill {}, seeds {}: {} of {} games cleared, {:.1f} deaths a game\n", play.skill,
                                   play.seeds, figures.cleared, figures.games, static_cast<double>(figures.deaths) / games);
    const auto flown = static_cast<double>(std::max<std::uint64_t>(1, std::accumulate(figures.in_hand.begin(), figures.in_hand.end(), std::uint64_t{0})));
    for (std::size_t i = 0; i < kWeapons.size(); ++i) {
        text += fmt::format("  {} {:.0f} % of the time, {:.1f} releases a game\n", padded(std::string(kWeapons[i]), 20),
                            100 * static_cast<double>(figures.in_hand[i]) / flown, static_cast<double>(figures.released[i]) / games);
    }
    text += fmt::format("  {} {:.1f} a game\n", padded("gifts", 20), static_cast<double>(figures.gifts) / games);
    if (figures.lull.ticks > 0) text += fmt::format("  the longest lull begins at {}\n", place_of(figures.lull));
    const auto line = [&](const std::string& what, std::uint64_t deaths) {
        if (deaths > 0) text += fmt::format("  {} {:.1f} deaths a game\n", padded(what, 20), static_cast<double>(deaths) / games);
    };
    for (std::size_t i = 0; i < kCauses.size(); ++i) line(fmt::format("by {}", kCauses[i]), figures.deaths_by_cause[i]);
    for (const auto& [killer, count] : by_most_deaths(figures)) {
        const std::string unseen = count.unseen == 0 ? "" : fmt::format(", {} unseen", count.unseen);
        text += fmt::format("  {} {} deaths{}\n", padded(killer, 38), count.deaths, unseen);
    }
    for (const auto& [section, deaths] : figures.deaths_by_section) line(fmt::format("in section {}", section), deaths);
    for (const auto& [time, deaths] : figures.deaths_by_time) {
        const std::string in_loop = time.second == 0 ? "" : fmt::format(" + {} s", time.second * 10);
        line(fmt::format("from {} s{}", time.first * 10, in_loop), deaths);
    }
    return text;
}

nlohmann::ordered_json json_of(const Row& row) {
    const auto bound = [](double value) { return value == Band::kNoBound ? nlohmann::ordered_json() : nlohmann::ordered_json(value); };
    nlohmann::ordered_json out = {{"figure", def_of(row).key}, {"value", row.measured.value}};
    if (!row.band) return out;
    out["least"] = bound(row.band->least);
    out["most"] = bound(row.band->most);
    out["verdict"] = verdict(row);
    return out;
}

nlohmann::ordered_json json_of(const PlayStats& play) {
    const PlayFigures& figures = play.figures;
    nlohmann::ordered_json out = {{"skill", play.skill},          {"seeds", play.seeds},        {"games", figures.games},
                                  {"cleared", figures.cleared},   {"clean", figures.clean},     {"ticks", figures.ticks},
                                  {"bullets", figures.fired},     {"threats", figures.threats}, {"deaths", figures.deaths}};
    for (std::size_t i = 0; i < kCauses.size(); ++i) out["deaths_by_cause"][kCauses[i]] = figures.deaths_by_cause[i];
    out["deaths_unseen"] = figures.unseen_deaths;
    for (std::size_t i = 0; i < kWeapons.size(); ++i) {
        out["weapons"][kWeapons[i]] = {{"ticks_in_hand", figures.in_hand[i]}, {"releases", figures.released[i]}};
    }
    out["storms"] = figures.storms;
    out["gifts"] = figures.gifts;
    out["grazes"] = figures.grazes;
    out["linked_ticks"] = figures.linked;
    out["deaths_by_killer"] = nlohmann::json::array();
    for (const auto& [killer, count] : by_most_deaths(figures)) {
        out["deaths_by_killer"].push_back({{"killer", killer}, {"deaths", count.deaths}, {"unseen", count.unseen}});
    }
    out["deaths_by_section"] = nlohmann::json::array();
    for (const auto& [section, deaths] : figures.deaths_by_section) {
        out["deaths_by_section"].push_back({{"section", section}, {"deaths", deaths}});
    }
    out["deaths_by_time"] = nlohmann::json::array();
    for (const auto& [time, deaths] : figures.deaths_by_time) {
        out["deaths_by_time"].push_back({{"timeline_s", time.first * 10}, {"in_loop_s", time.second * 10}, {"deaths", deaths}});
    }
    out["all_deaths"] = nlohmann::json::array();
    for (const Death& death : figures.all_deaths) {
        out["all_deaths"].push_back({{"seed", death.seed},
                                     {"timeline", death.timeline},
                                     {"in_loop", death.in_loop},
                                     {"x", static_cast<double>(death.at.x.raw) / Fixed::kOneRaw},
                                     {"y", static_cast<double>(death.at.y.raw) / Fixed::kOneRaw},
                                     {"killer", death.killer},
                                     {"unseen", death.is_unseen}});
    }
    const Lull& lull = figures.lull;
    out["longest_lull"] = {
        {"ticks", lull.ticks}, {"timeline", lull.timeline}, {"in_loop", lull.in_loop}, {"seed", lull.seed}};
    return out;
}

}  // namespace

std::vector<Row> Stats::rows() const {
    std::vector<Measured> all = measured(figures);
    if (play) {
        const auto played = measured(play->figures);
        all.insert(all.end(), played.begin(), played.end());
    }
    return judge(all, level, difficulty, play ? play->skill : 0);
}

bool Stats::is_short() const {
    const auto all = rows();
    return std::any_of(all.begin(), all.end(), [](const Row& row) { return row.is_short(); });
}

std::string stats_table(const Stats& stats) {
    std::string text = fmt::format("{} ({})\n", stats.title, name_of(stats.difficulty));
    for (const Row& row : stats.rows()) {
        const Unit unit = def_of(row).unit;
        const std::string band = row.band ? text_of(*row.band, unit) : "";
        std::string line = "  " + padded(std::string(def_of(row).label), 40) +
                           padded(text_of(row.measured.value, unit), 10) + padded(band, 12) + std::string(verdict(row));
        line.resize(line.find_last_not_of(' ') + 1);
        text += line + '\n';
    }
    text += "\nspawns  kind\n";
    for (const KindUse& kind : stats.figures.kinds) text += fmt::format("{:6}  {}\n", kind.spawns, kind.name);
    text += "\n  uses  wave (tick of its first use)\n";
    for (const WaveUse& wave : stats.figures.waves) {
        text += fmt::format("{:6}  {} ({})\n", wave.uses, wave.first.name, place_of(wave.first));
    }
    if (stats.play) text += play_lines(*stats.play);
    return text;
}

std::string stats_json(const Stats& stats) {
    nlohmann::ordered_json out = {
        {"level", stats.level}, {"title", stats.title}, {"difficulty", name_of(stats.difficulty)}, {"short", stats.is_short()}};
    out["rows"] = nlohmann::json::array();
    for (const Row& row : stats.rows()) out["rows"].push_back(json_of(row));
    out["kinds"] = nlohmann::json::array();
    for (const KindUse& kind : stats.figures.kinds) out["kinds"].push_back({{"name", kind.name}, {"spawns", kind.spawns}});
    out["waves"] = nlohmann::json::array();
    for (const WaveUse& wave : stats.figures.waves) {
        const Wave& first = wave.first;
        out["waves"].push_back({{"name", first.name}, {"uses", wave.uses}, {"tick", first.tick}});
        if (first.loop != Wave::kTimeline) out["waves"].back()["loop"] = first.loop + 1;
    }
    out["play"] = stats.play ? json_of(*stats.play) : nlohmann::ordered_json();
    return out.dump(2) + "\n";
}

}  // namespace albireo
