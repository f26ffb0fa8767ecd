#include "sim/script/scenery.hpp"

#include <algorithm>

namespace albireo::script {

void Scenery::level(const Value& value, const std::string& place) {
    if (has_level()) throw Mistake("level: already declared at " + level_place_);
    Fields fields(value, "level");
    Emitter::check_name(fields.text("name"), fields.where("name"));
    Emitter::check_name(fields.text("backdrop"), fields.where("backdrop"));
    out_.level.title = Name::of(fields.text("name"));
    out_.level.backdrop = Name::of(fields.text("backdrop"));
    out_.level.ticks = static_cast<std::uint32_t>(fields.whole("ticks", {1, kLevelTicksMax}));
    const std::int64_t breath = fields.whole("breath", {1, 3600}, kBreathTicks);
    out_.level.breath = static_cast<std::uint16_t>(scaled(breath, out_.factors().breath, 1));
    for (const Value& wave : fields.list("waves")) add_wave(wave, fields.where("waves"));
    fields.done();
    level_place_ = place;
}

void Scenery::add_wave(const Value& value, const std::string& where) {
    auto& waves = out_.level.waves;
    const std::string here = where + "[" + std::to_string(waves.size() + 1) + "]";
    if (waves.size() >= kWavesMax) throw Mistake(where + ": more than " + std::to_string(kWavesMax) + " waves");
    Fields fields(value, here);
    WaveDef wave;
    const Fixed length = fields.units("length", {1_u, 1024_u});
    wave.turns = static_cast<std::uint16_t>(((std::int64_t{1} << 32) + length.raw / 2) / length.raw);
    wave.period = static_cast<std::int16_t>(fields.whole("period", {-32767, 32767}));
    if (wave.period == 0) throw Mistake(fields.where("period") + ": must not be 0");
    wave.phase = fields.angle("phase", {});
    wave.share = fields.units("share", {Fixed{}, 1_u}, 1_u);
    fields.done();
    waves.push_back(wave);
}

/// The sea of a tile. The script states it at the tile's exit; at the entry it is as at the previous tile's exit.
void Scenery::add_sea(TileDef& tile, Fields& fields) {
    const UnitRange heights = {-kTilePlaceMax, kTilePlaceMax};
    tile.sea = tile.sea_to = fields.units("sea", heights);
    const Fixed swell = fields.units("swell", {Fixed{}, kSwellMax}, Fixed{});
    tile.swell_to = min(Fixed{static_cast<std::int32_t>(scaled(swell.raw, out_.factors().swell, 0))}, kSwellMax);
    tile.swell = tile.swell_to;
    if (out_.level.tiles.empty() || out_.level.tiles.back().sea == kNoSea) return;
    const TileDef& before = out_.level.tiles.back();
    tile.sea = clamp(before.sea_to - before.exit.y + tile.enter.y, heights.low, heights.high);
    tile.swell = before.swell_to;
}

void Scenery::tile(const Value& value) {
    Fields fields(value, "tile");
    Level& level = out_.level;
    if (level.tiles.size() >= kTilesMax) throw Mistake("tile: more than " + std::to_string(kTilesMax) + " tiles");
    TileDef tile;
    tile.model = out_.name(fields.text("model"), fields.where("model"));
    tile.enter = fields.point("enter", kTilePlaceMax, {});
    tile.exit = fields.point("exit", kTilePlaceMax);
    tile.ticks = static_cast<std::uint16_t>(fields.whole("ticks", {1, 65535}));
    if (fields.has("sea")) add_sea(tile, fields);
    const std::int64_t advance = std::int64_t{tile.exit.x.raw} - tile.enter.x.raw;
    if (advance < kTileAdvanceMin.raw || advance > kTileAdvanceMax.raw) {
        throw Mistake(fields.where("exit") + ": must be " + std::to_string(kTileAdvanceMin.floor()) + " to " +
                      std::to_string(kTileAdvanceMax.floor()) + " units to the right of enter");
    }
    const auto walls = fields.list("walls");
    std::vector<WallDef> polygons;
    std::size_t corners = 0, moving = 0;
    for (std::size_t i = 0; i < walls.size(); ++i) {
        Fields wall(walls[i], fields.where("walls[" + std::to_string(i + 1) + "]"));
        const auto points = wall.items();
        corners += points.size();
        if (points.size() < 3) throw Mistake(wall.where() + ": must have 3 points {x, y} or more");
        if (corners > kTilePointsMax) {
            throw Mistake(fields.where("walls") + ": more than " + std::to_string(kTilePointsMax) +
                          " points in a tile");
        }
        polygons.push_back({.points = out_.points(points, wall.where(), kTilePlaceMax, false)});
        if (wall.has("keys")) move_wall(polygons.back(), wall);
        moving += polygons.back().moves();
        if (moving > kTileMovesMax) {
            throw Mistake(fields.where("walls") + ": more than " + std::to_string(kTileMovesMax) +
                          " walls of a tile have keys");
        }
        wall.done();
    }
    tile.walls = range_at(level.walls.size(), polygons.size(), fields.where("walls"));
    level.walls.insert(level.walls.end(), polygons.begin(), polygons.end());
    fields.done();
    level.tiles.push_back(tile);
}

/// Reads how a wall moves. A wall without a key at 0 begins where its points are.
void Scenery::move_wall(WallDef& wall, Fields& fields) {
    Level& level = out_.level;
    const std::string where = fields.where("keys");
    std::vector<WallKey> keys;
    for (const Value& value : fields.list("keys")) {
        const std::string here = where + "[" + std::to_string(&value - fields.list("keys").data() + 1) + "]";
        Fields key(value, here);
        const auto numbers = key.items();
        key.done();
        if (numbers.size() != 3) throw Mistake(here + ": must be {t, dx, dy}");
        const UnitRange reach = {-kTilePlaceMax * 2, kTilePlaceMax * 2};
        const WallKey next = {.t = static_cast<std::uint16_t>(to_whole(numbers[0], here + "[1]", {0, 65534})),
                              .by = {to_units(numbers[1], here + "[2]", reach), to_units(numbers[2], here + "[3]", reach)}};
        if (keys.empty() && next.t > 0) keys.push_back({});
        if (!keys.empty() && next.t <= keys.back().t) {
            throw Mistake(here + ": must be later than the key before it, at " + std::to_string(keys.back().t));
        }
        keys.push_back(next);
    }
    if (keys.size() < 2) throw Mistake(where + ": must have a key {t, dx, dy} after tick 0");
    if (keys.size() > kWallKeysMax) {
        throw Mistake(where + ": more than " + std::to_string(kWallKeysMax) + " keys, including the one at 0");
    }
    if (fields.has("period")) {
        wall.period = static_cast<std::uint16_t>(fields.whole("period", {keys.back().t + 1, 65535}));
        keys.push_back({.t = wall.period, .by = keys.front().by});  // for the check of its speed
    }
    for (std::size_t k = 1; k < keys.size(); ++k) {
        const Vec2 way = keys[k].by - keys[k - 1].by;
        const Fixed most = kWallSpeedMax * (keys[k].t - keys[k - 1].t);
        if (abs(way.x) <= most && abs(way.y) <= most) continue;
        throw Mistake(where + ": from tick " + std::to_string(keys[k - 1].t) + " to " + std::to_string(keys[k].t) +
                      " the wall moves by more than half a unit a tick");
    }
    if (wall.period != 0) keys.pop_back();
    if (fields.has("after")) wall.flag = out_.flag(fields.text("after"), fields.where("after"));
    wall.even = fields.truth("even", false) ? 1 : 0;
    wall.keys = range_at(level.wall_keys.size(), keys.size(), where);
    level.wall_keys.insert(level.wall_keys.end(), keys.begin(), keys.end());
    for (std::size_t p = 0; p < wall.points.count; ++p) {
        for (const WallKey& key : keys) {
            const Vec2 at = level.points[wall.points.first + p] + key.by;
            if (abs(at.x) <= kTilePlaceMax && abs(at.y) <= kTilePlaceMax) continue;
            throw Mistake(where + ": at tick " + std::to_string(key.t) + " a point of the wall is more than " +
                          std::to_string(kTilePlaceMax.floor()) + " units from the tile's origin");
        }
    }
}

LoopSource& Scenery::loop(Fields& fields, const std::string& place) {
    const Level& level = out_.level;
    LoopSource loop;
    loop.place = place;
    const auto models = fields.list("tiles");
    if (models.empty() || models.size() > level.tiles.size()) {
        throw Mistake(fields.where("tiles") + ": must name 1 or more of the tiles above, in their order");
    }
    // The latest run of tiles with those models.
    const auto model = [&](std::size_t tile) { return std::string(level.name(level.tiles[tile].model)); };
    std::vector<std::string> names;
    for (std::size_t i = 0; i < models.size(); ++i) names.push_back(to_text(models[i], fields.where("tiles")));
    std::size_t first = level.tiles.size() - names.size() + 1;
    for (bool found = false; !found;) {
        if (first-- == 0) {
            std::vector<std::string> known;
            for (std::size_t tile = 0; tile < level.tiles.size(); ++tile) known.push_back(model(tile));
            std::sort(known.begin(), known.end());
            known.erase(std::unique(known.begin(), known.end()), known.end());
            throw Mistake(fields.where("tiles") + ": no run of tiles above has these models" +
                          nearest(names[0], known));
        }
        found = true;
        for (std::size_t i = 0; i < names.size() && found; ++i) found = model(first + i) == names[i];
    }
    loop.tiles = range_at(first, names.size(), fields.where("tiles"));
    for (std::size_t i = 0; i < names.size(); ++i) {
        if (loop_of(first + i) != nullptr) throw Mistake(fields.where("tiles") + ": these tiles are already in a loop");
    }
    if (const Value* target = fields.find("until_dead")) {
        if (target->type != Value::Type::handle) {
            throw Mistake(fields.where("until_dead") + ": must be a value that boss or spawn returned, is " +
                          describe(*target));
        }
        loop.spawn = target->reference;
    }
    if (fields.has("until_flag")) loop.def.flag = out_.flag(fields.text("until_flag"), fields.where("until_flag"));
    const bool has_trigger = fields.has("until_dead") || fields.has("until_flag");
    if (has_trigger && fields.has("laps")) {
        throw Mistake(fields.where("laps") + ": a loop with until_dead or until_flag cannot also have laps");
    }
    loop.def.laps_max = static_cast<std::uint8_t>(fields.whole("laps", {1, kLapsMax}, 40));
    loops_.push_back(std::move(loop));
    return loops_.back();
}

LoopSource& Scenery::card(Fields& fields, std::size_t first, const std::string& place) {
    const auto& tiles = out_.level.tiles;
    LoopSource card;
    card.place = place;
    card.tiles = range_at(first, tiles.size() - first, fields.where("tiles"));
    card.def.laps_max = 1;
    card.def.tier = static_cast<std::uint8_t>(fields.whole("tier", {1, kTiersMax}));
    if (card.tiles.count < 1 || card.tiles.count > kCardTilesMax) {
        throw Mistake(fields.where("tiles") + ": must make 1 to " + std::to_string(kCardTilesMax) + " tiles, makes " +
                      std::to_string(card.tiles.count));
    }
    if (fields.has("until_flag")) card.def.flag = out_.flag(fields.text("until_flag"), fields.where("until_flag"));
    const bool boss = fields.has("boss");
    if (card.def.flag != kNone && !boss) throw Mistake(fields.where("until_flag") + ": only a card with a boss repeats");
    const std::uint32_t ticks = lap_ticks(card.tiles);
    const std::uint32_t least = boss ? kBossLapTicksMin : kCardTicksMin;
    if (ticks < least || ticks > kCardTicksMax) {
        throw Mistake(fields.where("tiles") + ": must last " + std::to_string(least) + " to " + std::to_string(kCardTicksMax) +
                      " ticks, last " + std::to_string(ticks));
    }
    loops_.push_back(std::move(card));
    return loops_.back();
}

std::uint32_t Scenery::timeline_at(std::size_t last) const {
    std::uint32_t ticks = 0;
    for (std::size_t tile = 0; tile < last; ++tile) {
        if (loop_of(tile) == nullptr) ticks += out_.level.tiles[tile].ticks;
    }
    return ticks;
}

std::uint32_t Scenery::lap_ticks(Range tiles) const {
    std::uint32_t ticks = 0;
    for (std::size_t i = 0; i < tiles.count; ++i) ticks += out_.level.tiles[tiles.first + i].ticks;
    return ticks;
}

Scenery::CameraPlace Scenery::camera_at(std::uint32_t tick, const LoopSource* loop) const {
    const auto& tiles = out_.level.tiles;
    // A cue of tick t runs when the camera has moved t + 1 times; in a lap, t times.
    std::uint32_t left = loop == nullptr ? tick + 1 : tick;
    std::size_t tile = loop == nullptr ? 0 : loop->tiles.first;
    const std::size_t last = loop == nullptr ? tiles.size() : std::size_t{loop->tiles.first} + loop->tiles.count;
    for (; tile + 1 < last; ++tile) {
        if (loop == nullptr && loop_of(tile) != nullptr) continue;  // the timeline does not advance in loops
        if (left < tiles[tile].ticks) break;
        left -= tiles[tile].ticks;
    }
    const TileDef& at = tiles[tile];
    left = std::min<std::uint32_t>(left, at.ticks);
    const auto part = [&](Fixed from, Fixed to) {
        return Fixed{wrap32(from.raw + (std::int64_t{to.raw} - from.raw) * left / at.ticks)};
    };
    return {tile, {part(at.enter.x, at.exit.x), part(at.enter.y, at.exit.y)}};
}

std::optional<Vec2> Scenery::surface(const CameraPlace& place, const LoopSource* loop, Fixed ahead,
                                     bool ceiling) const {
    const Level& level = out_.level;
    const Fixed x = place.camera.x + ahead;
    // Visits the tiles in order from the camera's own. Each is moved so that its entry meets the previous tile's exit.
    Vec2 delta{};
    std::size_t tile = place.tile;
    Fixed middle = place.camera.y;
    for (std::size_t steps = 0; steps < kTileRowMax; ++steps) {
        const TileDef& def = level.tiles[tile];
        if (def.exit.x + delta.x > x) {
            middle = mix(def.enter, def.exit, (x - delta.x - def.enter.x) / (def.exit.x - def.enter.x)).y + delta.y;
            break;
        }
        const bool wraps = loop != nullptr && tile + 1 == std::size_t{loop->tiles.first} + loop->tiles.count;
        if (wraps && loop->def.tier != 0) return std::nullopt;  // another card follows
        const std::size_t next = wraps ? loop->tiles.first : tile + 1;
        if (next >= level.tiles.size()) return std::nullopt;
        delta = delta + def.exit - level.tiles[next].enter;
        tile = next;
    }
    // The nearest edge of static rock above or below the camera's line.
    const TileDef& def = level.tiles[tile];
    std::optional<Vec2> found;
    for (const WallDef& wall : std::span(level.walls).subspan(def.walls.first, def.walls.count)) {
        if (wall.moves()) continue;
        const auto points = std::span(level.points).subspan(wall.points.first, wall.points.count);
        for (std::size_t i = 0, j = points.size() - 1; i < points.size(); j = i++) {
            Vec2 p = points[j] + delta;
            Vec2 q = points[i] + delta;
            if (p.x > q.x) std::swap(p, q);
            if (x < p.x || x > q.x || p.x == q.x) continue;
            const Fixed y = mix(p, q, (x - p.x) / (q.x - p.x)).y;
            if (ceiling ? y < middle : y > middle) continue;
            if (!found || (ceiling ? y < found->y : y > found->y)) found = Vec2{x, y};
        }
    }
    return found;
}

const LoopSource* Scenery::loop_of(std::size_t tile) const {
    for (const LoopSource& loop : loops_) {
        if (tile >= loop.tiles.first && tile < std::size_t{loop.tiles.first} + loop.tiles.count) return &loop;
    }
    return nullptr;
}

}  // namespace albireo::script
