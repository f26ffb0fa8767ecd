#include "client/music/conductor.hpp"

#include <algorithm>

#include "sim/game/deck.hpp"
#include "sim/game/player.hpp"
#include "sim/game/score.hpp"
#include "sim/step.hpp"

namespace albireo::music {
namespace {

// Intensity is a sum of these; 4 brings in every stem.
constexpr float kBulletsPerStep = 70;
constexpr float kEnemiesPerStep = 12;
constexpr float kQuiet = 0.6F;       // pad and bass, when there is nothing to fight
constexpr float kBossIntensity = 2;  // in its first phase

struct Theme {
    std::string_view backdrop, song;
};
constexpr Theme kThemes[] = {{"canyon", "the_cut"}, {"sea", "shelf_sea"}, {"hive", "the_hive"}};

// By round of an endless level.
constexpr std::string_view kRounds[] = {"the_long_way", "the_long_way_2", "the_long_way_3"};

std::string_view theme_of(const World& world, const Level& level) {
    if (level.title.view() == "Tutorial") return "lobby";
    if (level.title.view() == "Boss Rush") return "boss_rush";
    if (level.is_endless()) return kRounds[std::clamp<std::size_t>(round_of(world), 1, std::size(kRounds)) - 1];
    for (const Theme& theme : kThemes) {
        if (level.backdrop.view() == theme.backdrop) return theme.song;
    }
    return "the_cut";
}

std::uint32_t lap_length(const Level& level, const LoopDef& loop) {
    std::uint32_t ticks = 0;
    for (std::size_t i = 0; i < loop.tiles.count; ++i) ticks += level.tiles[loop.tiles.first + i].ticks;
    return ticks;
}

/// Ticks since the last section began, loops included. An endless level has one section for the song, whatever card is played.
std::uint32_t section_age(const World& world, const Level& level) {
    const Flow& flow = world.flow;
    if (level.is_endless()) return world.clock.value - kTrailTicks;
    std::uint32_t begin = 0;
    for (const CueDef& cue : level.cues) {
        if (cue.kind == CueKind::section && cue.tick <= flow.timeline) begin = cue.tick;
    }
    std::uint32_t age = flow.timeline - begin;
    if (flow.loop != Flow::kNoLoop) {
        age += flow.lap * lap_length(level, level.loops[flow.loop]) + flow.lap_ticks;
    }
    return age;
}

/// The machine that has the boss's phases; null if it has none.
const Machine* phases_of(const Enemy& enemy, const Level& level) {
    const Range machines = level.kinds[enemy.kind].machines;
    for (std::size_t i = 0; i < machines.count; ++i) {
        if (level.name(level.machines[machines.first + i].name) == "phases") return &enemy.machines[i];
    }
    return nullptr;
}

/// A boss in the world that has a song of its own; null if there is none.
const Enemy* find_boss(const World& world, const Level& level, const SongBook& book) {
    for (const Enemy& enemy : world.enemies.live()) {
        const KindDef& kind = level.kinds[enemy.kind];
        if (kind.size == KindSize::boss && book.find(level.name(kind.name)) != nullptr) return &enemy;
    }
    return nullptr;
}

/// Whether each ship in play is on its last life.
bool is_last_life(const World& world) {
    bool is_last = false;
    for (const Slot slot : kSlots) {
        if (!is_in_play(world, slot)) continue;
        if (world.ships[index(slot)].lives > 1) return false;
        is_last = true;
    }
    return is_last;
}

}  // namespace

Moment moment_of(const World& world, const Level& level, const SongBook& book) {
    Moment moment;
    moment.song = theme_of(world, level);
    moment.tick = section_age(world, level);
    moment.intensity = std::clamp(static_cast<float>(world.enemy_shots.count) / kBulletsPerStep +
                                      static_cast<float>(world.enemies.count) / kEnemiesPerStep,
                                  kQuiet, 3.4F);
    if (const Enemy* boss = find_boss(world, level, book)) {
        const Machine* phases = phases_of(*boss, level);
        moment.song = level.name(level.kinds[boss->kind].name);
        moment.tick = phases != nullptr ? phases->age : section_age(world, level);
        moment.intensity = std::min(4.0F, kBossIntensity + (phases != nullptr ? static_cast<float>(phases->state) : 0));
        moment.cracking = phases != nullptr && phases->pending_wait > 0;
    }
    moment.linked = is_linked(world);
    moment.last_life = is_last_life(world);
    const Outcome outcome = outcome_of(world);
    moment.quiet = outcome == Outcome::over;
    if (outcome == Outcome::cleared) moment = {.song = "results", .intensity = 3};
    for (const Slot slot : kSlots) {
        if (((world.flow.players >> index(slot)) & 1) == 0) continue;
        moment.lost = moment.lost || world.ships[index(slot)].life.state == static_cast<std::uint8_t>(Life::dead);
    }
    moment.muffled = moment.lost || is_paused(world);
    return moment;
}

}  // namespace albireo::music
