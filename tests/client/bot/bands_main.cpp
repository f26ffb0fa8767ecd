// Plays games of two bots in every cell of the table of bands (level, difficulty, skill) and prints what they measured:
// albireo-bands --help. The recorded table is in tests/client/bot/README.md.
#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <fstream>
#include <iterator>
#include <stdexcept>
#include <string>
#include <vector>

#include "client/level/bands.hpp"
#include "console/arguments.hpp"
#include "console/console.hpp"
#include "console/run_program.hpp"
#include "sim/level/difficulty.hpp"
#include "sim/script/compile.hpp"
#include "tests/support/in_threads.hpp"

using namespace albireo;

namespace {

struct Setting {
    Difficulty difficulty;
    int skill;
};
/// Those for which a share of clears is wanted of this level, in the order of the table.
std::vector<Setting> settings_of(std::string_view level) {
    std::vector<Setting> settings;
    for (const Difficulty difficulty : {Difficulty::standard, Difficulty::calm, Difficulty::storm}) {
        for (int skill = 9; skill >= 0; --skill) {
            if (judge({{Figure::clean, 0}}, level, difficulty, skill).at(0).band) settings.push_back({difficulty, skill});
        }
    }
    return settings;
}

/// The slice that every commit must pass.
constexpr Setting kQuick = {Difficulty::standard, 6};

/// The columns of the first table. What else has a band is in the second.
constexpr Figure kFigures[] = {Figure::clean, Figure::game_length, Figure::bullets_p99, Figure::bullets_max};

/// A few games say little about a share, so a slice may be that far outside the band.
constexpr double kQuickShare = 0.4;
constexpr double kQuickSeconds = 30;

constexpr const char* kBlockBegins = "<!-- bands: albireo-bands --write -->\n";
constexpr const char* kBlockEnds = "<!-- end of bands -->\n";
constexpr int kIsOld = 77;  // a test with this exit code counts as skipped

struct Cell {
    std::string_view level;
    Setting setting;
    Level compiled;
    std::vector<Row> rows;
};

Level compile(std::string_view level, Difficulty difficulty) {
    script::Compiled result = script::compile_builtin_level(level, difficulty);
    if (!result.error.empty()) throw std::runtime_error(result.error);
    return std::move(result.level);
}

/// `only`: cells whose names begin so, as in "the_cut standard".
std::vector<Cell> cells(bool quick, const std::string& only) {
    std::vector<Cell> all;
    for (const std::string_view level : kJudgedLevels) {
        for (const Setting& setting : settings_of(level)) {
            if (quick && (setting.difficulty != kQuick.difficulty || setting.skill != kQuick.skill)) continue;
            if (!fmt::format("{} {} {}", level, name_of(setting.difficulty), setting.skill).starts_with(only)) continue;
            all.push_back({.level = level, .setting = setting, .compiled = compile(level, setting.difficulty), .rows = {}});
        }
    }
    return all;
}

void play_cell(Cell& cell, std::uint32_t first, std::uint32_t last) {
    cell.rows = judge(measured(play(cell.compiled, cell.setting.skill, first, last)), cell.level, cell.setting.difficulty, cell.setting.skill);
    std::fprintf(stderr, "played: %s, %s, skill %d\n", std::string(cell.level).c_str(), std::string(name_of(cell.setting.difficulty)).c_str(),
                 cell.setting.skill);
}

/// Null if the games say nothing about it.
const Row* row_of(const Cell& cell, Figure figure) {
    const auto row = std::find_if(cell.rows.begin(), cell.rows.end(), [&](const Row& one) { return one.measured.figure == figure; });
    return row == cell.rows.end() ? nullptr : &*row;
}

bool is_short(const Row& row, bool quick) {
    if (!row.band || !quick) return row.is_short();
    // Nor do they say anything about what happens a few times in a game.
    if (std::find(std::begin(kFigures), std::end(kFigures), row.measured.figure) == std::end(kFigures)) return false;
    const double slack = row.measured.figure == Figure::clean ? kQuickShare : row.measured.figure == Figure::game_length ? kQuickSeconds : 0;
    const double value = row.measured.value;
    return value < row.band->least - slack || (row.band->most != Band::kNoBound && value > row.band->most + slack);
}

/// "95 % (≥ 97 %) **short**".
std::string text_of_row(const Row* row, bool quick) {
    if (row == nullptr) return "-";
    const Unit unit = figure_defs()[static_cast<std::size_t>(row->measured.figure)].unit;
    std::string text = text_of(row->measured.value, unit);
    if (row->band) text += fmt::format(" ({}) {}", text_of(*row->band, unit), is_short(*row, quick) ? "**short**" : "ok");
    return text;
}

std::string table(const std::vector<Cell>& all, const std::string& seeds, bool quick) {
    std::string text = fmt::format("Seeds {}, one game each:\n\n| level | difficulty | skill |", seeds);
    for (const Figure figure : kFigures) text += fmt::format(" {} |", figure_defs()[static_cast<std::size_t>(figure)].label);
    text += " digest of the level |\n|---|---|---|---|---|---|---|---|\n";
    for (const Cell& cell : all) {
        text += fmt::format("| {} | {} | {} |", cell.level, name_of(cell.setting.difficulty), cell.setting.skill);
        for (const Figure figure : kFigures) text += " " + text_of_row(row_of(cell, figure), quick) + " |";
        text += fmt::format(" `{:016x}` |\n", cell.compiled.digest);
    }
    return text;
}

/// The figures beside kFigures that have a band in some level.
std::string other_figures(const std::vector<Cell>& all) {
    std::string text = "\n| figure | difficulty | skill |";
    for (const std::string_view level : kJudgedLevels) text += fmt::format(" {} |", level);
    text += "\n|---|---|---|---|---|---|\n";
    for (const FigureDef& def : figure_defs()) {
        if (std::find(std::begin(kFigures), std::end(kFigures), def.figure) != std::end(kFigures)) continue;
        for (const Setting& setting : settings_of(kJudgedLevels.front())) {
            std::string cells;
            bool has_band = false;
            for (const std::string_view level : kJudgedLevels) {
                const auto cell = std::find_if(all.begin(), all.end(), [&](const Cell& one) {
                    return one.level == level && one.setting.difficulty == setting.difficulty && one.setting.skill == setting.skill;
                });
                const Row* row = cell == all.end() ? nullptr : row_of(*cell, def.figure);
                has_band |= row != nullptr && row->band;
                cells += " " + text_of_row(row, false) + " |";
            }
            if (has_band) text += fmt::format("| {} | {} | {} |{}\n", def.label, name_of(setting.difficulty), setting.skill, cells);
        }
    }
    return text;
}

std::string contents(const std::string& path) {
    std::ifstream in(path, std::ios::binary);
    if (!in) throw std::runtime_error(path + ": cannot be read");
    return {std::istreambuf_iterator<char>(in), {}};
}

/// Where the recorded table is in a page: its first character, and the one after its last.
std::pair<std::size_t, std::size_t> block_of(const std::string& page, const std::string& path) {
    const std::size_t begin = page.find(kBlockBegins), end = page.find(kBlockEnds);
    if (begin == std::string::npos || end == std::string::npos || end < begin) {
        throw std::runtime_error(path + ": has no lines '" + kBlockBegins + "' and '" + kBlockEnds + "'");
    }
    return {begin + std::string_view(kBlockBegins).size(), end};
}

/// The seeds of the recorded table.
std::string recorded_seeds(const std::string& path) {
    const std::string page = contents(path);
    constexpr std::string_view kBefore = "Seeds ";
    const std::size_t begin = page.find(kBefore, block_of(page, path).first), end = page.find(',', begin);
    if (begin == std::string::npos || end == std::string::npos) throw std::runtime_error(path + ": has no table yet (--write records it)");
    return page.substr(begin + kBefore.size(), end - begin - kBefore.size());
}

int run(int count, char** arguments) {
    std::string seeds, only, to_write, to_compare;
    bool quick = false;
    std::uint32_t jobs = 1;
    console::Arguments line("Plays games of two bots for each level, difficulty and skill that has a band, and prints what they measured.",
                            "albireo-bands");
    line.add_option("--seeds", seeds, "one game of each cell for each seed: N or A..B; 1..100, 1..3 with --quick, or those of the page with --compare");
    line.add_option("--jobs", jobs, "threads")->range(1, 64)->shows_default();
    line.add_flag("--quick", quick, "only skill 6 at standard; shares and lengths may be a little outside their bands");
    auto* one = line.add_option("--only", only, "only the cells whose names begin so: \"the_cut\", \"the_cut standard\", \"the_cut standard 9\"");
    auto* write = line.add_option("--write", to_write, "also record the table in this page")->excludes(one);
    line.add_option("--compare", to_compare,
                    "exit code 1 if this page's table is not the one of these games; with --quick, 77 if it is of other levels")
        ->excludes(write)
        ->excludes(one);
    if (const int code = line.parse(count, arguments); code >= 0) return code;
    if (quick && write->given()) return line.wrong("--write: a slice is no record");
    if (seeds.empty()) seeds = quick ? "1..3" : to_compare.empty() ? "1..100" : recorded_seeds(to_compare);
    std::uint32_t first = 0, last = 0;
    if (!console::read_seeds(seeds, first, last)) return line.wrong("--seeds: '" + seeds + "' is not N or A..B");

    std::vector<Cell> all = cells(quick, only);
    if (all.empty()) return line.wrong("--only: no cell's name begins with '" + only + "'");
    // Each cell's games are played by one thread.
    support::in_threads(all.size(), jobs, [&](std::size_t i) { play_cell(all[i], first, last); });
    const std::string text = table(all, seeds, quick) + (quick ? "" : other_figures(all));
    std::fputs(text.c_str(), stdout);
    bool has_short = false;
    for (const Cell& cell : all) {
        has_short |= std::any_of(cell.rows.begin(), cell.rows.end(), [&](const Row& row) { return is_short(row, quick); });
    }
    if (!to_write.empty()) {
        std::string page = contents(to_write);
        const auto [begin, end] = block_of(page, to_write);
        std::ofstream out(to_write, std::ios::binary);
        out << page.replace(begin, end - begin, text);
        if (!out.flush()) throw std::runtime_error(to_write + ": cannot be written");
    }
    // The record says which cells are short of their bands: playing it again shows whether it is still true.
    if (to_compare.empty() || quick) {
        if (has_short) return 1;
        if (to_compare.empty()) return 0;
    }
    const std::string page = contents(to_compare);
    const auto [begin, end] = block_of(page, to_compare);
    const std::string recorded = page.substr(begin, end - begin);
    if (!quick) {
        if (recorded == text) return 0;
        std::fprintf(stderr, "%s: its table is not this one (--write records it)\n", to_compare.c_str());
        return 1;
    }
    const bool is_old = std::any_of(all.begin(), all.end(), [&](const Cell& cell) {
        return recorded.find(fmt::format("`{:016x}`", cell.compiled.digest)) == std::string::npos;
    });
    if (is_old) std::printf("%s: its table is of other levels; albireo-bands --write %s renews it\n", to_compare.c_str(), to_compare.c_str());
    return is_old ? kIsOld : 0;
}

}  // namespace

int main(int count, char** arguments) {
    return console::run_program("albireo-bands", [&] { return run(count, arguments); });
}
