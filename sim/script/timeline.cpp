#include "sim/script/timeline.hpp"

#include <algorithm>

namespace albireo::script {
namespace {

constexpr UnitRange kSpeed = {Fixed{}, kSpeedMax};
constexpr UnitRange kAcross = {-kOffsetMax, kOffsetMax};

void sort_cues(std::vector<CueSource>& cues) {
    std::stable_sort(cues.begin(), cues.end(),
                     [](const CueSource& a, const CueSource& b) { return a.cue.tick < b.cue.tick; });
}

void append_cues(std::vector<CueDef>& to, const std::vector<CueSource>& cues) {
    for (const CueSource& source : cues) to.push_back(source.cue);
}

}  // namespace

void Timeline::at(std::uint32_t tick) {
    if (tick < now_) {
        throw Mistake("at: the time is " + std::to_string(now_) + " already; a script reads forward in time");
    }
    if (tick > kLevelTicksMax) throw Mistake("at: must be at most " + std::to_string(kLevelTicksMax));
    now_ = tick;
}

std::int32_t Timeline::spawn(const Value& value, const char* word, const std::string& place) {
    Fields fields(value, word);
    SpawnDef def;
    def.kind = out_.kind(fields.text("kind"), fields.where("kind"));
    const bool on_path = fields.has("path");
    if (on_path == fields.has("place")) throw Mistake(fields.where() + ": must have either place = {x, y} or path");
    if (on_path) {
        def.placement = Placement::path;
        def.path = out_.path(fields.text("path"), fields.truth("mirror", false), fields.where("path"));
        def.abreast = fields.units("abreast", kAcross, Fixed{});
    } else {
        def.at = fields.point("place", kPlaceMax);
    }
    def.speed = fields.units("speed", kSpeed, Fixed{});
    fields.done();
    return add_spawn(def, now_, word, place);
}

std::int32_t Timeline::turret(const Value& value, const std::string& place) {
    Fields fields(value, "turret");
    SpawnDef def;
    def.kind = out_.kind(fields.text("kind"), fields.where("kind"));
    def.placement = Placement::wall;
    Turret turret;
    turret.ceiling = fields.choice("side", {"floor", "ceiling"}, 0) == 1;
    turret.ahead = fields.units("ahead", {-kPlaceMax, kPlaceMax}, kFieldHalfWidth + 2_u);
    turret.tick = now_;
    turret.loop = lap_;
    turret.place = place;
    fields.done();
    turret.spawn = add_spawn(def, now_, "turret", place);
    turrets_.push_back(turret);
    return turret.spawn;
}

std::int32_t Timeline::formation(const Value& value, const std::string& place) {
    Fields fields(value, "formation");
    SpawnDef def;
    def.placement = Placement::path;
    def.kind = out_.kind(fields.text("kind"), fields.where("kind"));
    def.speed = fields.units("speed", kSpeed, Fixed{});
    const std::string path = fields.text("path");
    const auto count = static_cast<std::int32_t>(fields.whole("count", {1, 64}));
    const auto gap = static_cast<std::uint32_t>(fields.whole("gap", {0, 3600}, 0));
    const Fixed abreast = fields.units("abreast", kAcross, Fixed{});
    const auto rank = static_cast<std::int32_t>(fields.whole("rank", {1, 64}, abreast.raw != 0 ? count : 1));
    const auto stagger = static_cast<std::uint32_t>(fields.whole("stagger", {0, 3600}, 0));
    bool sides[2] = {true, false};  // as drawn, mirrored
    if (const Value* mirror = fields.find("mirror")) {
        const bool both = mirror->type == Value::Type::text && mirror->text == "both";
        if (!both && mirror->type != Value::Type::boolean) {
            throw Mistake(fields.where("mirror") + ": must be true, false or \"both\", is " + describe(*mirror));
        }
        sides[1] = both || mirror->truth;
        sides[0] = !sides[1] || both;
    }
    fields.done();
    if (count > 1 && gap == 0 && abreast.raw == 0) {
        throw Mistake("formation: needs gap (ticks), abreast (units) or both; otherwise all enemies would be in one place");
    }
    std::int32_t first = -1;
    for (const bool mirrored : {false, true}) {
        if (!sides[mirrored ? 1 : 0]) continue;
        def.path = out_.path(path, mirrored, fields.where("path"));
        for (std::int32_t i = 0; i < count; ++i) {
            const std::int32_t row = i / rank;
            const std::int32_t in_row = std::min(rank, count - row * rank);
            const std::int32_t across = 2 * (i % rank) - (in_row - 1);  // half-places from the middle, left to right
            def.abreast = Fixed{wrap32(std::int64_t{abreast.raw} * across / 2)};
            // Delayed after the first enemy by `gap` per row and, in a wedge, by `stagger` per place from the middle.
            const auto off_middle = static_cast<std::uint32_t>(across < 0 ? -across : across);
            const std::uint32_t tick = now_ + gap * static_cast<std::uint32_t>(row) + stagger * off_middle / 2;
            const std::int32_t handle = add_spawn(def, tick, "formation", place);
            if (first < 0) first = handle;
        }
        if (count < kFormationMin) continue;
        auto& spawns = out_.level.spawns;
        const Range all = range_at(spawns.size() - static_cast<std::size_t>(count), static_cast<std::size_t>(count), place);
        out_.level.formations.push_back({all});
    }
    return first;
}

void Timeline::tide(const Value& value, const std::string& place) {
    Fields fields(value, "tide");
    TideDef def;
    def.swell = fields.units("swell", {Fixed{}, kSwellMax}, 1_u);
    def.tide = fields.units("tide", {-kPlaceMax, kPlaceMax}, Fixed{});
    def.over = static_cast<std::uint16_t>(fields.whole("over", {0, 65535}, 60));
    fields.done();
    auto& tides = out_.level.tides;
    const Range range = range_at(tides.size(), 1, place);
    tides.push_back(def);
    cue(CueKind::sea, range.first, place);
}

std::uint16_t Timeline::add_spawn(const SpawnDef& spawn, std::uint32_t tick, const char* word,
                                  const std::string& place) {
    auto& spawns = out_.level.spawns;
    if (spawns.size() >= kSpawnsMax) {
        throw Mistake(std::string(word) + ": more than " + std::to_string(kSpawnsMax) + " spawns");
    }
    spawns.push_back(spawn);
    const auto index = static_cast<std::uint16_t>(spawns.size() - 1);
    add_cue({.tick = tick, .kind = CueKind::spawn, .a = index}, place);
    return index;
}

void Timeline::cue(CueKind kind, std::uint16_t a, const std::string& place) {
    add_cue({.tick = now_, .kind = kind, .a = a}, place);
}

void Timeline::add_cue(const CueDef& cue, const std::string& place) {
    const bool in_lap = lap_ >= 0;
    auto& list = in_lap ? scenery_.loops()[static_cast<std::size_t>(lap_)].cues : cues_;
    if ((in_lap ? lap_cues_ : list.size()) >= kListMax) {
        throw Mistake("more than " + std::to_string(kListMax) + " cues");
    }
    list.push_back({cue, place});
    list.back().cue.once = once_ ? 1 : 0;
    if (in_lap) ++lap_cues_;
}

void Timeline::begin_lap(std::size_t loop, bool once) {
    if (lap_ >= 0) throw Mistake("loop: must not be inside another loop");
    lap_ = static_cast<std::int32_t>(loop);
    once_ = once;
    outer_now_ = now_;
    now_ = 0;
}

void Timeline::end_lap() {
    lap_ = -1;
    once_ = false;
    now_ = outer_now_;
}

void Timeline::finish() {
    Level& level = out_.level;
    const std::uint32_t tiled = scenery_.timeline_at(level.tiles.size());
    if (tiled < level.ticks) {
        throw Mistake(scenery_.level_place() + ": level.ticks: " + std::to_string(level.ticks) +
                      ", but the tiles outside loops last only " + std::to_string(tiled));
    }
    place_turrets();
    finish_loops();
    sort_cues(cues_);
    if (!cues_.empty() && cues_.back().cue.tick > level.ticks) {
        throw Mistake(cues_.back().place + ": a cue at tick " + std::to_string(cues_.back().cue.tick) +
                      " comes after the level's end at " + std::to_string(level.ticks));
    }
    append_cues(level.cues, cues_);
}

void Timeline::place_turrets() {
    for (const Turret& turret : turrets_) {
        const LoopSource* loop = turret.loop < 0 ? nullptr : &scenery_.loops()[static_cast<std::size_t>(turret.loop)];
        const auto camera = scenery_.camera_at(turret.tick, loop);
        const auto surface = scenery_.surface(camera, loop, turret.ahead, turret.ceiling);
        if (!surface || surface->x < -kTilePlaceMax || surface->x > kTilePlaceMax) {
            throw Mistake(turret.place + ": turret: there is no " + (turret.ceiling ? "ceiling" : "floor") +
                          " that far ahead of the camera" + (loop != nullptr && loop->def.tier != 0 ? " in its card" : ""));
        }
        out_.level.spawns[turret.spawn].at = *surface;
    }
}

void Timeline::finish_loops() {
    auto loops = scenery_.loops();
    std::sort(loops.begin(), loops.end(),
              [](const LoopSource& a, const LoopSource& b) { return a.tiles.first < b.tiles.first; });
    for (LoopSource& loop : loops) {
        LoopDef def = loop.def;
        def.tiles = loop.tiles;
        if (loop.spawn >= 0) {
            def.spawn = static_cast<std::uint16_t>(loop.spawn);
            // Its cue moves from the timeline to the beginning of the first lap.
            const auto cue = std::find_if(cues_.begin(), cues_.end(), [&](const CueSource& other) {
                return other.cue.kind == CueKind::spawn && other.cue.a == def.spawn;
            });
            if (cue == cues_.end()) throw Mistake(loop.place + ": loop: the spawn in until_dead belongs to another loop");
            loop.cues.push_back({{.tick = 0, .kind = CueKind::spawn, .once = 1, .a = def.spawn}, cue->place});
            cues_.erase(cue);
        }
        sort_cues(loop.cues);
        const std::uint32_t lap_ticks = scenery_.lap_ticks(loop.tiles);
        if (!loop.cues.empty() && loop.cues.back().cue.tick >= lap_ticks) {
            throw Mistake(loop.cues.back().place + ": loop: a cue at tick " +
                          std::to_string(loop.cues.back().cue.tick) + " of a lap of " + std::to_string(lap_ticks));
        }
        auto& all = out_.level.loop_cues;
        def.cues = range_at(all.size(), loop.cues.size(), loop.place);
        append_cues(all, loop.cues);
        if (out_.level.loops.size() >= kByteListMax - 1) throw Mistake(loop.place + ": too many loops");
        out_.level.loops.push_back(def);
    }
}

}  // namespace albireo::script
