#pragma once
/// Finds where two games differ that are known by the answers of cores or programs only (Answerer).
#include <array>
#include <cstdint>
#include <optional>
#include <string>

#include "replays/compare.hpp"
#include "replays/answerer.hpp"

namespace albireo::replays {

struct AnswersDifference {
    std::string fault;  // why there is no comparison; else empty
    std::uint32_t worlds_compared = 0;
    std::array<std::uint32_t, 2> ticks{};  // of each game, if they are two recordings
    std::optional<TickDifference> inputs;  // the first frames that differ: "gold.buttons"
    /// The first world that differs, after `system` of its tick if that is known. It may name no field: then the worlds differ in
    /// none that both name.
    std::optional<TickDifference> worlds;
    std::string system;
    /// The two cores' worlds have different fields, so that their digests always differ. Only fields that both have were compared,
    /// and the tick was found by halving.
    bool by_common_fields = false;
};

/// One recording under two cores or programs: both must have all of its ticks. Two recordings: the ticks that both have are compared,
/// and their inputs too.
enum class Games : std::uint8_t { one_recording, two_recordings };

AnswersDifference compare_answers(Answerer& a, Answerer& b, Games games);

}  // namespace albireo::replays
