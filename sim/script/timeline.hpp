#pragma once
/// The timeline words of a level script: at, wait, spawn, boss, turret, formation, message, warn, section, raise,
/// tide.
///
/// 1. Words act at the current time, in ticks: at(t) sets it, wait(n) adds to it, and it never goes back. In the cues
///    of a loop it is the time of the lap, from 0.
/// 2. A spawn that a loop waits for appears when the camera first reaches the loop, wherever it stands in the script.
#include "sim/script/scenery.hpp"

namespace albireo::script {

class Timeline {
  public:
    Timeline(Emitter& out, Scenery& scenery) : out_(out), scenery_(scenery) {}

    /// Sets the time. Throws a Mistake if it would go back, or beyond kLevelTicksMax.
    void at(std::uint32_t tick);
    void wait(std::uint32_t ticks) { at(now_ + ticks); }
    /// Each returns the index of its first spawn in Level::spawns, which the script gets as a handle. `place` is the
    /// `file:line` of the word.
    std::int32_t spawn(const Value& value, const char* word, const std::string& place);
    std::int32_t turret(const Value& value, const std::string& place);
    std::int32_t formation(const Value& value, const std::string& place);
    /// Adds a change of the sea. Throws a Mistake.
    void tide(const Value& value, const std::string& place);
    /// Adds a cue of any other kind, with its operand `a` (CueKind).
    void cue(CueKind kind, std::uint16_t a, const std::string& place);

    /// Until end_lap(), cues are added to the loop with this index. If `once`, they run only in its first lap.
    void begin_lap(std::size_t loop, bool once);
    void end_lap();
    bool is_in_lap() const { return lap_ >= 0; }

    /// Writes all cues and loops to the level, sorted. Throws a Mistake about errors that can be found only now; its
    /// text begins with the `file:line` of the word at fault.
    void finish();

  private:
    struct Turret {
        std::uint16_t spawn;
        bool ceiling;
        Fixed ahead;
        std::uint32_t tick;
        std::int32_t loop;
        std::string place;
    };

    std::uint16_t add_spawn(const SpawnDef& spawn, std::uint32_t tick, const char* word, const std::string& place);
    void add_cue(const CueDef& cue, const std::string& place);
    void place_turrets();
    void finish_loops();

    Emitter& out_;
    Scenery& scenery_;
    std::uint32_t now_ = 0;
    std::uint32_t outer_now_ = 0;
    std::int32_t lap_ = -1;  // the loop whose cues are being collected, or -1
    bool once_ = false;
    std::vector<CueSource> cues_;
    std::size_t lap_cues_ = 0;  // of all loops together
    std::vector<Turret> turrets_;
};

}  // namespace albireo::script
