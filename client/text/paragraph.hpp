#pragma once
/// A text that is too long for one line, as several. Links, too: a player must be able to read a whole invitation.
#include <string_view>
#include <vector>

#include "client/text/font.hpp"

namespace albireo::text {

/// As few lines as fit into `width_max` and, with that many lines, as even ones as possible. `width_max` is a multiple of the letters' size.
///
/// 1. A line ends after a space, after the punctuation of Chinese or Japanese, or before the "&" of a link. A word that is wider than a line is
///    cut after a letter. No line begins with that punctuation, unless a line takes no more than one letter.
/// 2. The lines together are the whole text, but for the spaces at their ends.
/// 3. Two or more spaces separate the parts of a text, such as hints. A part that fits into a line is not broken.
std::vector<std::string_view> break_lines(Font& font, std::string_view text, float width_max);

/// The same in at most this many lines: wider ones than `width_max` if the text needs them.
std::vector<std::string_view> break_lines(Font& font, std::string_view text, float width_max, std::size_t lines_max);

}  // namespace albireo::text
