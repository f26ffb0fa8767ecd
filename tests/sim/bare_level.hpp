#pragma once
/// A level that contains only what a test puts there, with helpers to play it. The scenery barely moves.
#include <doctest/doctest.h>

#include "sim/level/level_bytes.hpp"
#include "tests/support/game.hpp"

namespace albireo::support {

class BareLevel {
  public:
    BareLevel() {
        level_.title = Name::of("Bare");
        level_.ticks = kLevelTicksMax;
        level_.names = {Name::of("thing")};
        level_.tiles = {{.enter = {}, .exit = {4_u, 0_u}, .ticks = 65535}};
    }

    /// Adds a kind with these parts that starts with `begin`; returns its index.
    std::uint8_t kind(KindDef def, const std::vector<PartDef>& parts, const std::vector<ActionDef>& begin = {}) {
        def.parts = append(level_.parts, parts);
        const Range actions = append(level_.actions, begin);
        const Range states = append(level_.states, {{.begin = actions}});
        def.machines = append(level_.machines, {{.states = states}});
        if (def.radius.raw == 0) def.radius = 1_u;
        level_.kinds.push_back(def);
        return static_cast<std::uint8_t>(level_.kinds.size() - 1);
    }
    /// The n-th spawn is the enemy {n, 0, 0}, counted from 1.
    EnemyId spawn(std::uint32_t tick, const SpawnDef& def) {
        level_.spawns.push_back(def);
        level_.cues.push_back(
            {.tick = tick, .kind = CueKind::spawn, .a = static_cast<std::uint16_t>(level_.spawns.size() - 1)});
        return {static_cast<std::uint16_t>(level_.spawns.size()), 0, 0};
    }
    Level& raw() { return level_; }

    Level done() {
        REQUIRE(check_level(level_) == "");
        derive(level_);
        return level_;
    }

  private:
    template <class T>
    static Range append(std::vector<T>& list, const std::vector<T>& items) {
        const auto first = static_cast<std::uint16_t>(list.size());
        list.insert(list.end(), items.begin(), items.end());
        return {first, static_cast<std::uint16_t>(items.size())};
    }

    Level level_;
};

/// Steps a game in which both players send the same frames every tick.
inline void wait(Game& game, std::uint32_t ticks, const FramePair& frames = {}) {
    for (std::uint32_t t = 0; t < ticks; ++t) game.step(frames);
}

inline const Enemy* enemy_of(const Game& game, EnemyId id) {
    for (const Enemy& enemy : game.world->enemies) {
        if (enemy.id == id) return &enemy;
    }
    return nullptr;
}

/// The number of events of a kind in the last tick; `last` receives the last of them.
inline int count_of(const Game& game, EventKind kind, Event* last = nullptr) {
    int count = 0;
    for (const Event& event : game.events->all()) {
        if (event.kind != kind) continue;
        ++count;
        if (last != nullptr) *last = event;
    }
    return count;
}

/// Puts a shot with this damage at an enemy's part, and returns its owner's report of the hit.
inline Report shoot(Game& game, Slot owner, EnemyId id, std::uint8_t part, std::uint16_t damage) {
    const Enemy* enemy = enemy_of(game, id);
    REQUIRE(enemy != nullptr);
    Ship& ship = game.world->ships[index(owner)];
    ++ship.fired.value;
    Shot shot{};
    shot.at = enemy->parts[part].at;
    shot.number = ship.fired;
    shot.damage = damage;
    REQUIRE(game.world->shots[index(owner)].add(shot) != nullptr);
    return {.kind = ReportKind::hit, .slot = owner, .part = part, .enemy = id, .number = shot.number};
}

inline Frame with(Frame frame, const Report& report) {
    REQUIRE(frame.report_count < kReportsPerFrameMax);
    frame.reports[frame.report_count++] = report;
    return frame;
}

/// One tick in which a slot sends this frame and the other slot does nothing.
inline void step_as(Game& game, Slot slot, const Frame& frame) {
    FramePair frames;
    frames[index(slot)] = frame;
    game.step(frames);
}

}  // namespace albireo::support
