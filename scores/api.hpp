#pragma once
/// The same as the pages, as JSON for programs.
#include <nlohmann/json.hpp>
#include <vector>

#include "scores/challenge.hpp"
#include "scores/seasons.hpp"
#include "scores/store.hpp"
#include "scores/submissions.hpp"

namespace albireo::scores {

nlohmann::json json_of(const StoredRun& run);
nlohmann::json json_of(const Board& board, const std::vector<StoredRun>& runs);
/// Of a player: the runs, newest first, and for each achievement the first of them that earned it.
nlohmann::json json_of(const std::vector<StoredRun>& runs);
nlohmann::json json_of(const Challenge& challenge);
/// Newest first.
nlohmann::json json_of(const std::vector<Season>& seasons);
nlohmann::json achievements_json(Store& store);
/// The answer to a submission.
nlohmann::json json_of(const Decision& decision);

}  // namespace albireo::scores
