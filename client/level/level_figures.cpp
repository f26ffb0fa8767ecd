#include "client/level/level_figures.hpp"

#include <algorithm>
#include <map>
#include <set>
#include <span>

#include "client/level/same_kind.hpp"

namespace albireo {
namespace {

constexpr double kColumn = 0.25;  // units between two places that are looked at

double real(Fixed value) {
    return static_cast<double>(value.raw) / Fixed::kOneRaw;
}

struct Rock {
    double low, high;
};

/// The heights at which a vertical line is in the polygon, by the even-odd rule.
void add_rock(std::vector<Rock>& rocks, std::span<const Vec2> polygon, double x) {
    std::vector<double> edges;
    for (std::size_t i = 0, j = polygon.size() - 1; i < polygon.size(); j = i++) {
        const double px = real(polygon[j].x), qx = real(polygon[i].x);
        if ((px > x) == (qx > x)) continue;
        const double py = real(polygon[j].y), qy = real(polygon[i].y);
        edges.push_back(py + (qy - py) * (x - px) / (qx - px));
    }
    std::sort(edges.begin(), edges.end());
    for (std::size_t i = 0; i + 1 < edges.size(); i += 2) rocks.push_back({edges[i], edges[i + 1]});
}

/// Whether any rock between `bottom` and `top` leaves a passage both above and below it, or is in the middle.
bool is_in_mid_field(std::vector<Rock> rocks, double bottom, double top) {
    std::sort(rocks.begin(), rocks.end(), [](const Rock& a, const Rock& b) { return a.low < b.low; });
    std::vector<Rock> joined;
    for (const Rock& rock : rocks) {
        if (!joined.empty() && rock.low - joined.back().high < kWayRoom) {
            joined.back().high = std::max(joined.back().high, rock.high);
        } else {
            joined.push_back(rock);
        }
    }
    return std::any_of(joined.begin(), joined.end(), [&](const Rock& rock) {
        const double camera = (bottom + top) / 2;
        if (rock.low < camera + kMiddle && rock.high > camera - kMiddle) return true;
        return rock.low - bottom >= kWayRoom && top - rock.high >= kWayRoom;
    });
}

}  // namespace

double LevelFigures::share_of(std::size_t count) const {
    std::size_t sum = 0;
    for (std::size_t i = 0; i < std::min(count, kinds.size()); ++i) sum += kinds[i].spawns;
    return spawns == 0 ? 0 : static_cast<double>(sum) / static_cast<double>(spawns);
}

std::uint8_t program_of(const GunDef& gun) {
    return gun.bullet;
}

bool is_rich(const Level& level, const TileDef& tile) {
    const auto walls = std::span(level.walls).subspan(tile.walls.first, tile.walls.count);
    return tile.sea != kNoSea || has_rock_in_mid_field(level, tile) ||
           std::any_of(walls.begin(), walls.end(), [](const WallDef& wall) { return wall.moves(); });
}

bool has_rock_in_mid_field(const Level& level, const TileDef& tile) {
    const double enter = real(tile.enter.x), exit = real(tile.exit.x);
    const double slope = (real(tile.exit.y) - real(tile.enter.y)) / (exit - enter);
    for (double x = enter + kColumn / 2; x < exit; x += kColumn) {
        std::vector<Rock> rocks;
        for (const WallDef& wall : std::span(level.walls).subspan(tile.walls.first, tile.walls.count)) {
            add_rock(rocks, std::span(level.points).subspan(wall.points.first, wall.points.count), x);
        }
        const double camera = real(tile.enter.y) + slope * (x - enter);
        const double half = real(kFieldHalfHeight);
        if (is_in_mid_field(std::move(rocks), camera - half, camera + half)) return true;
    }
    return false;
}

LevelFigures figures_of(const Level& level, const std::vector<std::string>& known) {
    LevelFigures figures;
    std::map<std::uint8_t, std::size_t> spawns;
    for (const SpawnDef& spawn : level.spawns) ++spawns[first_like(level, spawn.kind)];
    for (std::size_t i = 0; i < level.kinds.size(); ++i) {
        const auto kind = static_cast<std::uint8_t>(i);
        if (level.kinds[i].size == KindSize::boss || first_like(level, kind) != kind) continue;
        KindUse use{std::string(level.name(level.kinds[i].name)), spawns[kind]};
        figures.spawns += use.spawns;
        figures.new_kinds += std::find(known.begin(), known.end(), use.name) == known.end() ? 1 : 0;
        figures.kinds.push_back(std::move(use));
    }
    std::stable_sort(figures.kinds.begin(), figures.kinds.end(),
                     [](const KindUse& a, const KindUse& b) { return a.spawns > b.spawns; });

    std::map<std::string, std::size_t> places;
    for (Wave& wave : waves_of(level)) {
        const auto [place, is_new] = places.emplace(wave.name, figures.waves.size());
        if (is_new) figures.waves.push_back({std::move(wave), 0});
        ++figures.waves[place->second].uses;
    }
    std::stable_sort(figures.waves.begin(), figures.waves.end(),
                     [](const WaveUse& a, const WaveUse& b) { return a.uses > b.uses; });

    std::set<std::uint8_t> programs;
    for (const GunDef& gun : level.guns) programs.insert(program_of(gun));
    programs.erase(kNone);
    figures.programs = programs.size();
    for (const CueDef& cue : level.cues) figures.sections += cue.kind == CueKind::section ? 1 : 0;
    figures.tiles = level.tiles.size();
    for (const TileDef& tile : level.tiles) figures.rich_tiles += is_rich(level, tile) ? 1 : 0;
    return figures;
}

}  // namespace albireo
