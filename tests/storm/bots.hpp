#pragma once
/// The players of a storm run: autopilots whose skill depends on the seed, optionally with human habits.
#include "client/bot/bot_controller.hpp"
#include "sim/step.hpp"
#include "tests/storm/virtual_game.hpp"

namespace albireo::storm {

/// Autopilot data for every level, built once for a whole test.
inline bot::BodyStore& bodies() {
    static bot::BodyStore store;
    return store;
}

struct Habits {
    std::uint32_t pause_every = 0;  // ticks; 0: never
    /// Requests pauses, sometimes again before the first request has acted, and sometimes both players in the same tick.
    /// In every second game lets "continue?" time out. Sometimes releases all keys for a while, or presses random keys.
    bool like_people = false;
};

/// A bot with these habits.
class Player final : public client::PlayerController {
  public:
    Player(bot::BodyStore& bodies, bot::BotController::Options options, Habits habits, std::uint32_t game_seed, Slot slot)
        : controller_(bodies, options),
          habits_(habits),
          game_seed_(game_seed),
          own_seed_(game_seed * 2 + static_cast<std::uint32_t>(slot) + 1),
          // The two players differ, so that one player's pause meets the other's.
          pause_every_(habits.pause_every + (slot == Slot::blue ? 7 : 0)) {}

    void begin(const Level& level, Slot own) override { controller_.begin(level, own); }
    client::Controls steer(const World& predicted) override {
        client::Controls controls = controller_.steer(predicted);
        if (habits_.pause_every != 0 && predicted.tick.value % pause_every_ == pause_every_ - 1 &&
            controls.command == Command::none)
            controls.command = Command::pause;
        if (habits_.like_people) behave(predicted, controls);
        return controls;
    }
    void see(const World& predicted, client::RemoteShots& remote, std::vector<Report>& reports) override {
        controller_.see(predicted, remote, reports);
    }

  private:
    static constexpr std::uint32_t kMood = 300;  // ticks
    /// A generator that depends only on the seed and the tick, so predictions do not disturb it.
    static Random at(std::uint32_t seed, std::uint32_t what) {
        Random random = Random::seed(seed * 2654435761u + what, what ^ 0x9e3779b9u);
        random.next();
        return random;
    }

    void behave(const World& world, client::Controls& controls) const {
        const std::uint32_t tick = world.tick.value;
        Random mood = at(own_seed_, tick / kMood);
        const std::uint32_t kind = mood.below(100);
        if (kind < 5) controls.buttons = 0;
        if (kind >= 5 && kind < 10) {
            Random keys = at(own_seed_ ^ 0x6b657973u, tick / 6);
            controls.buttons = static_cast<std::uint16_t>(keys.next() & kButtonBits & ~unsigned{kWeaponMask | kAbsent});
            controls.weapon = static_cast<Weapon>(keys.below(kWeaponCount));
        }
        if (requests_pause(tick)) controls.command = is_paused(world) ? Command::resume : Command::pause;
        if (is_over(world) && controls.command != Command::none)
            controls.command = at(game_seed_, 77).below(2) == 0 ? Command::none : Command::carry_on;
    }
    /// About every 25 s: once, or again up to half a second later, or both players in the same tick.
    bool requests_pause(std::uint32_t tick) const {
        constexpr std::uint32_t kEvery = 1500;
        const auto is_due = [&](std::uint32_t seed) {
            Random random = at(seed ^ 0x61736b73u, tick / kEvery);
            const std::uint32_t first = random.below(kEvery - 40);
            const std::uint32_t again = first + 1 + random.below(30);
            const bool twice = random.below(2) == 0;
            return tick % kEvery == first || (twice && tick % kEvery == again);
        };
        const bool together = at(game_seed_, tick / kEvery).below(4) == 0;
        return is_due(together ? game_seed_ : own_seed_);
    }

    bot::BotController controller_;
    Habits habits_;
    std::uint32_t game_seed_, own_seed_, pause_every_;
};

inline auto bot_controller(bot::BodyStore& bodies, std::uint32_t seed, Habits habits = {}) {
    return [&bodies, seed, habits](Slot slot, std::uint32_t own_seed) -> std::unique_ptr<client::PlayerController> {
        const int skill = static_cast<int>((seed * 7 + index(slot) * 3) % 10);
        const bot::BotController::Options options{.skill = skill, .seed = own_seed};
        return std::make_unique<Player>(bodies, options, habits, seed, slot);
    };
}

}  // namespace albireo::storm
