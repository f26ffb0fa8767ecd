#pragma once
/// A bot's game in figures, as one JSON object and as a few lines for people.
#include <span>
#include <string>

#include "client/net/game_client.hpp"

namespace albireo::bot {

/// The result of a level that has ended.
struct LevelResult {
    std::uint8_t stage = 0;  // of a campaign; 0: there is none
    std::string level;
    std::string outcome;
    std::uint32_t final_tick = 0;
    std::uint64_t final_digest = 0;
    std::uint32_t team_score = 0;
    std::uint64_t digests_checked = 0, desyncs = 0, resyncs = 0;
};
LevelResult result_of(const client::GameClient& game);

/// `levels`: of the whole session, the current one last. The other figures are those of the current level.
std::string figures_json(const client::GameClient& game, double seconds, std::span<const LevelResult> levels = {});
std::string figures_text(const client::GameClient& game, double seconds);

}  // namespace albireo::bot
