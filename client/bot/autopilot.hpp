#pragma once
/// A computer player: reads its client's predicted world and holds buttons.
///
/// 1. It never looks at a level's future, at the partner's frames, or at a confirmed world.
/// 2. The same seed, skill and worlds give the same controls.
/// 3. It decides every few ticks and keeps the decision until the next one, as people do (skill.hpp).
#include <cstdint>
#include <memory>

#include "client/bot/forecast.hpp"
#include "client/bot/planner.hpp"
#include "client/bot/skill.hpp"
#include "client/bot/tactics.hpp"
#include "client/predict/frame_maker.hpp"

namespace albireo::bot {

class Autopilot {
  public:
    struct Options {
        Slot own = Slot::gold;
        int skill = kSkillMax;  // 0 … 9
        std::uint32_t seed = 1;
        bool spares_bosses = false;  // tactics.hpp
        /// Sent with its commands: at least the number of ticks by which any prediction may be ahead of its frame.
        std::uint8_t command_delay = kLeadTicksMax;
    };

    /// The level must outlive the autopilot.
    Autopilot(const Level& level, const Options& options);

    /// The controls for the tick predicted.tick.
    client::Controls next(const World& predicted);

    /// Resets the autopilot for a different world.
    void reset();

  private:
    void decide(const World& world);
    void ask(const World& world, client::Controls& controls);

    const Level& level_;
    Options options_;
    Skill skill_;
    Random random_;
    Planner planner_;
    Sight sight_;
    Forecast forecast_;
    Tactics tactics_;
    Tactics::Orders orders_;
    Move move_;
    float danger_ = 0;
    Tick decide_at_;
    Tick lapse_until_;
    Tick ask_at_;
};

}  // namespace albireo::bot
