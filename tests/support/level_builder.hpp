#pragma once
/// Builds a level in C++.
#include <initializer_list>
#include <string_view>

#include "sim/level/level.hpp"

namespace albireo::support {

/// Appends items and returns their range, so that a level reads from the inside out.
class LevelBuilder {
  public:
    explicit LevelBuilder(Level& level) : level_(level) {}

    std::uint16_t name(std::string_view text) {
        level_.names.push_back(Name::of(text));
        return static_cast<std::uint16_t>(level_.names.size() - 1);
    }
    template <class T>
    static Range add(std::vector<T>& list, std::initializer_list<T> items) {
        const auto first = static_cast<std::uint16_t>(list.size());
        list.insert(list.end(), items);
        return {first, static_cast<std::uint16_t>(items.size())};
    }
    Range actions(std::initializer_list<ActionDef> items) { return add(level_.actions, items); }
    Range ways(std::initializer_list<TransitionDef> items) { return add(level_.transitions, items); }
    Range machine(std::string_view machine_name, std::initializer_list<StateDef> states) {
        const Range range = add(level_.states, states);
        return add(level_.machines, {{.name = name(machine_name), .states = range}});
    }
    void path(std::initializer_list<Vec2> points) {
        level_.paths.push_back({.name = name("path"), .points = add(level_.points, points)});
    }
    Range wall(std::initializer_list<Vec2> points) {
        return add(level_.walls, {WallDef{.points = add(level_.points, points)}});
    }
    Range moving_wall(std::initializer_list<Vec2> points, std::initializer_list<WallKey> keys, WallDef def) {
        def.points = add(level_.points, points);
        def.keys = add(level_.wall_keys, keys);
        return add(level_.walls, {def});
    }
    void spawn_at(std::uint32_t tick, const SpawnDef& def) {
        level_.spawns.push_back(def);
        level_.cues.push_back({tick, CueKind::spawn, 0, static_cast<std::uint16_t>(level_.spawns.size() - 1)});
    }
    void cue(std::uint32_t tick, CueKind kind, std::uint16_t a = 0) { level_.cues.push_back({tick, kind, 0, a}); }
    Range loop_spawn(std::uint32_t tick, const SpawnDef& def) {
        level_.spawns.push_back(def);
        const auto index = static_cast<std::uint16_t>(level_.spawns.size() - 1);
        return add(level_.loop_cues, {{tick, CueKind::spawn, 0, index}});
    }

  private:
    Level& level_;
};

}  // namespace albireo::support
