#pragma once
/// Names of players as others see them. Code that shows or logs a name from the wire must pass it through tidy_name().
/// Otherwise two players could have names that look the same, or a name could reverse the text of a log line.
#include <string>
#include <string_view>

namespace albireo::proto {

/// The widest name, in columns of a fixed-width font: an ideograph has two, a combining mark none.
inline constexpr int kNameColumnsMax = 24;
/// Combining marks on one letter. Vietnamese needs two, and no living script needs more than four.
inline constexpr int kNameMarksMax = 4;

/// The name in normal form C (UAX #15), without control characters, direction marks and other invisible
/// characters, private and unassigned ones. Joiners stay only where they change how letters look (joiners.hpp). Spaces of
/// any kind become one space, and none is at either end. Cut at kNameColumnsMax columns and kNameBytesMax bytes, between
/// characters. Empty if nothing visible remains, or if `name` is not UTF-8.
std::string tidy_name(std::string_view name);

}  // namespace albireo::proto
