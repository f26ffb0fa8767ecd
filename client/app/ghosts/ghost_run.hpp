#pragma once
/// A recording as a ghost: where its ships were, and the score, at each tick of play.
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <stop_token>

#include "client/scene/ghost.hpp"
#include "scores/entry/catalogue.hpp"

namespace albireo::app {

/// The game that a ghost is of: a whole game of this level, by one player or by two.
struct GhostOf {
    const scores::OwnLevel& level;
    bool is_pair = false;
};

/// The score that a recording claims. Nothing if it is no whole game of this kind (scores::eligibility_of).
std::optional<std::uint64_t> claimed_score(const scores::Catalogue& catalogue, GhostOf game, std::span<const std::uint8_t> file);

/// Plays a recording, which is untrusted. Null if it is no whole game of this kind, if it differs from what is played, or if it was stopped.
std::shared_ptr<const scene::Ghost> ghost_of(const scores::Catalogue& catalogue, GhostOf game, std::span<const std::uint8_t> file,
                                             const std::stop_token& stop = {});

}  // namespace albireo::app
