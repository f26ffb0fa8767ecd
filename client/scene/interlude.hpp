#pragma once
/// The intro and the ending of a campaign, as views of an empty level. Owned by the activity that shows them.
///
/// 1. The core is not involved: no tick is played, no frame is sent, and players see them independently.
/// 2. A view depends on the time alone, except for particles: they are emitted as the time passes, and live on.
/// 3. Nothing allocates after the constructor. Flashes go through View::flash, which a player can reduce.
#include <memory>

#include "client/scene/cast.hpp"
#include "client/scene/displace.hpp"
#include "client/scene/view.hpp"
#include "sim/base/types.hpp"
#include "sim/world.hpp"

namespace albireo::scene {

struct Recipe;
struct EffectRequest;

class Interlude {
  public:
    /// The intro: two stars, a spark from each, which become ships, link, and fly into the level's first tile. The ending,
    /// over a living interior's level: dawn, the hive sinks, the ships rise, each to its star.
    enum class Kind : std::uint8_t { intro, ending };
    static constexpr float kIntroSeconds = 24, kEndingSeconds = 40;
    static constexpr float seconds_of(Kind kind) { return kind == Kind::intro ? kIntroSeconds : kEndingSeconds; }

    struct Def {
        Kind kind = Kind::intro;
        bool is_linked = true;  // the ending: the ships stay linked up to their stars
    };
    /// Level and cast must outlive the interlude.
    Interlude(const Level& level, const Cast& cast, Def def);

    /// The view `seconds` after it began. Times must not decrease.
    void look(float seconds, View& view);

  private:
    void draw_intro(float t, View& view);
    void draw_ending(float t, View& view);
    void draw_sea(float t, float level, View& view) const;
    void draw_thread(Vec2 from, Vec2 to, float heat, View& view) const;
    void draw_spark(Slot slot, Vec2 at, Vec2 way, float size, View& view);
    void burst(const Recipe& recipe, Vec2 at, const EffectRequest& asked, View& view);
    /// Whether this time lies between the last view and this one.
    bool is_due(float at) const { return at > before_ && at <= now_; }

    const Level& level_;
    const Cast& cast_;
    Def def_;
    std::unique_ptr<World> world_ = std::make_unique<World>();  // the level before its first tick, without ships
    VisualRandom random_{5};
    float before_ = -1, now_ = -1;  // times of the last two views
    std::uint32_t frame_ = 0, ticks_ = 0, new_ticks_ = 0;
};

}  // namespace albireo::scene
