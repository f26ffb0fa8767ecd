#pragma once
/// The players of a storm: autopilots whose skill the seed chooses.
#include "client/bot/bot_hands.hpp"
#include "tests/storm/virtual_game.hpp"

namespace albireo::storm {

/// What autopilots need of every level, made once for a whole test.
inline bot::BodyStore& bodies() {
    static bot::BodyStore store;
    return store;
}

inline auto bot_hands(bot::BodyStore& bodies, std::uint32_t seed) {
    return [&bodies, seed](Slot slot, std::uint32_t own_seed) -> std::unique_ptr<client::Hands> {
        const int skill = static_cast<int>((seed * 7 + index(slot) * 3) % 10);
        return std::make_unique<bot::BotHands>(bodies, bot::BotHands::Options{.skill = skill, .seed = own_seed});
    };
}

}  // namespace albireo::storm
