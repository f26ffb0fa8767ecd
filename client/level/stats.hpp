#pragma once
/// The output of `albireo-level --stats`: the figures, and how they compare with the bands of the level.
#include <optional>
#include <string>
#include <vector>

#include "client/level/bands.hpp"

namespace albireo {

struct PlayStats {
    int skill = 0;
    std::string seeds;  // as given: "1..10"
    PlayFigures figures;
};

struct Stats {
    std::string level;  // the name of its script
    std::string title;
    Difficulty difficulty = Difficulty::standard;
    LevelFigures figures;
    std::optional<PlayStats> play;  // none: nothing was played

    std::vector<Row> rows() const;
    bool is_short() const;
};

std::string stats_table(const Stats& stats);
std::string stats_json(const Stats& stats);

}  // namespace albireo
