#pragma once
/// The game of a seed, unless the command line chooses it: the level, where it begins, and the number of players.
#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "server/levels.hpp"

namespace albireo::storm {

struct Match {
    std::string level = "the_cut";
    std::uint8_t section = 0;  // as in GameSetup
    std::uint8_t phase = 0;    // …
    std::uint8_t players = 2;
    bool operator==(const Match&) const = default;
};

/// Levels of storm runs that end within a minute, so that runs reach endings, continues and bosses.
inline constexpr const char* kShortLevels[] = {"sortie", "workshop"};

/// A campaign whose levels end within seconds, so that runs reach its changes of level.
inline constexpr std::array kCampaign = {"hop", "hop", "sortie"};

/// Whether its levels are among these.
bool has_campaign(const std::vector<std::string>& levels);

/// The match of a seed. Of ten matches, four are of a level of the game from its beginning, three from one of its
/// sections (late ones most, to reach its end; half of those that end in a boss begin in one of its phases, mostly the last), and three of
/// a short level, every second of them from a section, and one of four instead of the campaign (level "campaign"). One match in five is of one player.
/// `own`: the game's own levels. `extra`: other levels on offer; only those in kShortLevels are drawn.
Match match_of(std::uint32_t seed, server::Levels& levels, const std::vector<std::string>& own,
               const std::vector<std::string>& extra);

/// "boss_rush, campaign, shelf_sea, …" as a list.
std::vector<std::string> split_names(const std::string& names);

}  // namespace albireo::storm
