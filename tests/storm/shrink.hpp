#pragma once
/// Shrinks a game with a finding: the smallest set of faults, and the shortest game, that still show it.
///
/// 1. Each attempt is a whole game. The result has been played: it shows the finding.
/// 2. "The same finding" means the same text apart from numbers and names of players.
/// 3. The set of faults is minimal unless kAttemptsMax was reached: without any one kind, the finding is gone.
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "tests/storm/faults.hpp"
#include "tests/storm/matches.hpp"

namespace albireo::storm {

struct Case {
    std::uint32_t seed = 1;
    Faults faults;
    Micros faults_for = 0;
    Match match;
    bool operator==(const Case&) const = default;
};

/// A finding without what differs from game to game: numbers, and which player it is about.
std::string kind_of_finding(const std::string& what);

/// Plays a case and returns its findings.
using PlayCase = std::function<std::vector<Finding>(const Case&)>;

struct Shrunk {
    Case smallest;
    Finding finding;   // of the smallest case
    int attempts = 0;  // games played
};

inline constexpr int kAttemptsMax = 200;

/// `first` must be the finding of `from` that matters: usually its first one. `note` gets one line for each step that
/// made the case smaller.
Shrunk shrink(const Case& from, const Finding& first, const PlayCase& play,
              const std::function<void(const std::string& line)>& note);

}  // namespace albireo::storm
