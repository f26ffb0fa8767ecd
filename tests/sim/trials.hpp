#pragma once
/// Starting points for trials of the guarantees about a player's own ship and the scenery. They are spread over whole games,
/// each after some ticks in which anything may happen. They are counted, so that a test can check that it covers enough.
#include <algorithm>

#include "sim/digest.hpp"
#include "sim/game/flow.hpp"
#include "sim/game/player.hpp"
#include "sim/game/tuning.hpp"
#include "tests/support/game.hpp"

namespace albireo::support {

/// A game as one player knows it, and the three players who continue it: the player, the partner, and a different
/// partner.
struct Trial {
    Game game;
    Slot own;
    MadePlayer self, partner, other_partner;
    FramePair last;  // frames
    std::uint32_t seed;
    Random random;

    Frame& own_of(FramePair& frames) const { return frames[index(own)]; }
    Frame& partner_of(FramePair& frames) const { return frames[index(other(own))]; }
};

struct TrialCounts {
    int all = 0;
    int in_play = 0;       // began in play: the world moved and the player's ship flew
    int in_boss_loop = 0;  // in play, while the scenery repeated until a boss died
    int extended = 0;      // ended with an extend pending
    int diverged = 0;      // ended in two different worlds, because the partners acted differently

    void begin(const World& world, const Level& level, Slot own) {
        ++all;
        const bool plays = flow_state(world) == FlowState::playing && is_flying(world.ships[index(own)]);
        in_play += plays;
        in_boss_loop += plays && is_in_boss_loop(world, level);
    }
    void end(const World& a, const World& b) {
        diverged += root_of(a) != root_of(b);
        extended += a.team.extend_wait > 0 || b.team.extend_wait > 0;
    }

    static bool is_in_boss_loop(const World& world, const Level& level) {
        if (world.flow.loop == Flow::kNoLoop) return false;
        const auto is_boss = [&](const Enemy& enemy) { return level.kinds[enemy.kind].size == KindSize::boss; };
        return std::any_of(world.enemies.begin(), world.enemies.end(), is_boss);
    }
};

/// Plays one game of a level and calls check(trial) about `trials` times on its way, more often during boss fights.
template <class Check>
void for_each_trial(const Level& level, std::uint32_t seed, std::uint32_t trials, TrialCounts& counts, Check&& check) {
    Random random = Random::seed(seed, 5);
    const Slot own = kSlots[seed % kSlotCount];
    Game main_game(level, {.seed = seed});
    auto players = two_players({.seed = seed * 2}, {.seed = seed * 2 + 1});
    const std::uint32_t apart = (level.ticks + 1000) / trials;
    for (std::uint32_t n = 1; outcome_of(*main_game.world) == Outcome::playing && n <= 8 * trials; ++n) {
        const bool often = TrialCounts::is_in_boss_loop(*main_game.world, level);
        const std::uint32_t ticks = 1 + random.below(often ? apart / 2 : apart * 2);
        for (std::uint32_t t = 0; t < ticks; ++t) {
            FramePair frames;
            for (const Slot slot : kSlots) frames[index(slot)] = players[index(slot)].next(*main_game.world, level);
            main_game.step(frames);
            // They fly into rock and die, but the game must reach its end.
            for (Ship& ship : main_game.world->ships) ship.lives = kLivesAtStart;
        }

        const auto style = [&](std::uint32_t more) {
            return MadeStyle{.seed = (seed * 64 + n) * 4 + more,
                             .nonsense_permille = random.below(3) * 200,
                             .death_permille = random.below(4) * 4,
                             .command_permille = random.below(2) * 20,
                             .absent_permille = more != 1 && random.below(2) == 0 ? 5u : 0u,
                             .command_delay = static_cast<std::uint8_t>(1 + random.below(160)),
                             .agrees = more == 2,
                             .careless = random.below(2) == 0,
                             .greedy = random.below(2) == 0};
        };
        Trial trial{.game = main_game,
                    .own = own,
                    .self = MadePlayer(own, style(1)),
                    .partner = MadePlayer(other(own), style(2)),
                    .other_partner = MadePlayer(other(own), style(3)),
                    .last = {},
                    .seed = seed,
                    .random = random.branch()};
        // Most trials begin in play, the others in any state: a pause, a death, the end.
        const std::uint32_t before = random.below(300);
        const bool any = random.below(5) == 0;
        const auto plays = [&] {
            return flow_state(*trial.game.world) == FlowState::playing && is_flying(trial.game.world->ships[index(own)]);
        };
        for (std::uint32_t t = 0; t < before || (!any && !plays() && t < before + 600); ++t) {
            trial.own_of(trial.last) = trial.self.next(*trial.game.world, level);
            trial.partner_of(trial.last) = trial.partner.next(*trial.game.world, level);
            trial.game.step(trial.last);
        }
        // Half of the trials are a kill or two away from an extend.
        if (random.below(2) == 0) {
            for (Earnings& earnings : trial.game.world->earnings) earnings.score = kExtendFirst / 2 - random.below(100);
        }
        counts.begin(*trial.game.world, level, own);
        check(trial);
    }
}

}  // namespace albireo::support
