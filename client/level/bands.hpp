#pragma once
/// The game's requirements for its own levels: for each figure, the band in which it must lie. The bands are one table,
/// kWanted in bands.cpp; judge() compares measured figures with it.
#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "client/level/level_figures.hpp"
#include "client/level/play_figures.hpp"
#include "sim/level/difficulty.hpp"

namespace albireo {

enum class Figure : std::uint8_t {
    kinds,
    new_kinds,
    waves,
    wave_uses,
    commonest_kind,
    two_commonest_kinds,
    programs,
    rich_tiles,
    sections,
    spawns,
    clean,
    game_length,
    bullets_p99,
    bullets_max,
    not_straight,
    threat_every,
    lull,
    deaths_worst_time,
    deaths_worst_cause,
    deaths_unseen,
    weapon_least,
    release_least,
    release_most,
    storms,
    grazes,
    linked,
    extended,
    revived,
};
inline constexpr std::size_t kFigureCount = 28;

enum class Unit : std::uint8_t { count, share, seconds, length, mean };

struct FigureDef {
    Figure figure;
    std::string_view key;    // in JSON
    std::string_view label;  // in the table
    Unit unit;
};
/// In the order of Figure.
const std::array<FigureDef, kFigureCount>& figure_defs();

/// Both bounds are included.
struct Band {
    static constexpr double kNoBound = -1;  // no figure is below 0
    double least = kNoBound, most = kNoBound;

    bool holds(double value) const { return value >= least && (most == kNoBound || value <= most); }
};

struct Measured {
    Figure figure{};
    double value = 0;
};

struct Row {
    Measured measured;
    std::optional<Band> band;  // none: no requirement for this figure

    bool is_short() const { return band && !band->holds(measured.value); }
};

/// The levels that have bands, in the order of the campaign.
inline constexpr std::array<std::string_view, 3> kJudgedLevels = {"the_cut", "shelf_sea", "the_hive"};
bool is_judged(std::string_view level);

std::vector<Measured> measured(const LevelFigures& figures);
std::vector<Measured> measured(const PlayFigures& figures);

/// Some bands apply to one difficulty only, and some of those to one skill of the bots only. `level` is the name of the
/// script.
std::vector<Row> judge(const std::vector<Measured>& all, std::string_view level, Difficulty difficulty, int skill);

/// "12", "26.4 %", "1.4 s", "5:40"; "≥ 12", "40–70 %".
std::string text_of(double value, Unit unit);
std::string text_of(const Band& band, Unit unit);

}  // namespace albireo
