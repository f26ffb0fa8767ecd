#pragma once
/// The week's challenge: one level, difficulty and seed for everybody, by the ISO week. It is derived from the secret of the database, so
/// nobody can know and practise the next week's, and every server has its own.
#include <cstdint>
#include <span>
#include <string>

#include "scores/entry/catalogue.hpp"

namespace albireo::scores {

/// A week of ISO 8601: Monday to Sunday, UTC.
struct Week {
    int year = 0;    // the ISO year of the week; around New Year it may differ from the calendar year
    int number = 0;  // 1 … 53
    std::string text() const;  // "2026-W48"
    bool operator==(const Week&) const = default;
};
Week week_of(std::uint64_t ms_since_1970);

struct Challenge {
    Week week;
    std::string level{};
    Difficulty difficulty = Difficulty::standard;
    std::uint32_t seed = 1;  // not 0
};
Challenge challenge_of(const Week& week, const Catalogue& catalogue, std::span<const std::uint8_t> secret);

}  // namespace albireo::scores
