#pragma once
/// The scenery words of a level script: level, tile, loop.
///
/// 1. Tiles are placed in the order of the script. A loop consists of consecutive tiles, named by their models; if
///    several runs of tiles match, it is the latest.
#include <optional>

#include "sim/script/emitter.hpp"

namespace albireo::script {

/// A cue, and the `file:line` of the word that wrote it.
struct CueSource {
    CueDef cue;
    std::string place;
};

struct LoopSource {
    std::string place;
    Range tiles{};
    std::int32_t spawn = -1;  // handle of the spawn that must die, or -1
    LoopDef def;
    std::vector<CueSource> cues;
};

class Scenery {
  public:
    explicit Scenery(Emitter& out) : out_(out) {}

    /// The words of that name, with their argument. Each throws a Mistake. `place` is the `file:line` of the word.
    void level(const Value& value, const std::string& place);
    void tile(const Value& value);
    /// Adds the loop and returns it, so that its cues can be collected.
    LoopSource& loop(Fields& fields, const std::string& place);
    /// Adds a card: a loop of the tiles from `first` on.
    LoopSource& card(Fields& fields, std::size_t first, const std::string& place);

    std::vector<LoopSource>& loops() { return loops_; }
    bool has_level() const { return !level_place_.empty(); }
    const std::string& level_place() const { return level_place_; }

    /// The timeline's tick when the camera reaches tile `last`: the sum of `ticks` of all tiles before it that are in
    /// no loop.
    std::uint32_t timeline_at(std::size_t last) const;
    /// The duration of a lap of these tiles, in ticks.
    std::uint32_t lap_ticks(Range tiles) const;

    /// The camera's tile and its position in that tile, at a tick of the timeline, or of a lap if `loop` is not null.
    struct CameraPlace {
        std::size_t tile;
        Vec2 camera;
    };
    CameraPlace camera_at(std::uint32_t tick, const LoopSource* loop) const;

    /// The surface of the floor or ceiling `ahead` units to the right of the camera, in coordinates of the camera's
    /// tile. Nothing if there is no static rock.
    std::optional<Vec2> surface(const CameraPlace& place, const LoopSource* loop, Fixed ahead, bool ceiling) const;

  private:
    void move_wall(WallDef& wall, Fields& fields);
    void add_sea(TileDef& tile, Fields& fields);
    void add_wave(const Value& value, const std::string& where);
    const LoopSource* loop_of(std::size_t tile) const;

    Emitter& out_;
    std::string level_place_;
    std::vector<LoopSource> loops_;
};

}  // namespace albireo::script
