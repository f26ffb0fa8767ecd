#pragma once
/// The answers of a board service, read from JSON. They are untrusted.
///
/// 1. Any bytes can be read: the result is a value, or nothing.
/// 2. At most kRowsMax rows are kept. Names are tidied like those of players; numbers are in range.
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "scores/entry/eligibility.hpp"

namespace albireo::app {

/// A hundred runs with the longest names and all achievements have about 150 KB.
inline constexpr std::size_t kBoardBytesMax = 256 << 10;
inline constexpr std::size_t kVerdictBytesMax = 16 << 10;

inline constexpr std::size_t kEarnedMax = 64;

struct BoardRow {
    std::uint64_t place = 0;  // from 1
    std::string names;        // "Anna, Ben"; "?" for a name without a visible letter
    std::uint64_t score = 0;
    std::int64_t run = 0;     // its number at that service
};

struct BoardRows {
    static constexpr std::size_t kRowsMax = 10;
    std::vector<BoardRow> rows{};   // the first of the board
    std::optional<BoardRow> own{};  // the player's best run, wherever it is
};
std::optional<BoardRows> read_board_rows(std::string_view json);

/// What the boards say to a recording.
struct Verdict {
    enum class Kind : std::uint8_t {
        counts,   // it has a place
        refused,  // it will never count
        later,    // it may be sent again later
        unclear,  // not the answer of boards
    };
    Kind kind = Kind::unclear;
    std::uint64_t place = 0, of = 0;                          // of = 0: not said
    scores::Refusal refusal = scores::Refusal::none;          // none: for a reason that this program does not know
    std::vector<std::string> earned{};                        // counts: ids of achievements, at most kEarnedMax
    bool is_too_often = false;                                // later, because this address has sent too many
};
Verdict read_verdict(unsigned status, std::string_view json);

}  // namespace albireo::app
