#pragma once
/// Seasons: spans of time in which the boards begin anew. Each has boards of its own; a run stays on those of the season that it was submitted in.
///
/// 1. One season is open, the newest; the others are closed and never open again.
/// 2. All games of a season are of one core, so their scores can be compared. A program with another core opens a season.
/// 3. A season that an operator opens takes no recording that says that it began earlier. This is the recording's own claim, and can be forged.
///    That a run was submitted while its season was open is what the server's clock says.
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "scores/database.hpp"

namespace albireo::scores {

struct Season {
    std::uint32_t number = 1;   // from 1
    std::string name{};         // tidy; may be empty
    std::uint32_t core = 0;     // 0: no season has been opened
    std::uint64_t from_ms = 0;  // recordings must have begun then or later; 0: whenever
    std::uint64_t opened_ms = 0;
    std::optional<std::uint64_t> closed_ms{};  // nothing: it is open
    std::uint64_t runs = 0;                    // that it has

    /// "Season 2", or "Season 2: Winter"
    std::string title() const { return "Season " + std::to_string(number) + (name.empty() ? "" : ": " + name); }
};

/// The clock of a player's machine may be slow by this much.
inline constexpr std::uint64_t kSlowClockMs = 10 * 60 * 1000;

/// The newest one. In an empty database: number 1, core 0.
Season open_season(Database& database);
/// Nothing if there is no such season.
std::optional<Season> find_season(Database& database, std::uint32_t number);
/// Newest first.
std::vector<Season> all_seasons(Database& database);

/// Closes the open season, if there is one, and opens the next.
Season begin_season(Database& database, const std::string& name, std::uint32_t core, std::uint64_t now_ms);
/// The open season; opens one if none is open, or if that is of another core.
Season season_for_core(Database& database, std::uint32_t core, std::uint64_t now_ms);

}  // namespace albireo::scores
