#pragma once
/// A font whose letters have been drawn already, as bytes: for the replay page, which has no FreeType. The build writes them
/// (web/bake.cpp), font_baked.cpp reads them; both run on machines of the same byte order.
#include <cstdint>
#include <string_view>
#include <vector>

#include "client/text/font.hpp"

namespace albireo::text {

/// The beginning of the bytes. Then `letters` of BakedLetter, the printable ASCII first, the box for missing letters last as kNoLetter, and `rows` rows of
/// the atlas, each as its differences from the row below it: distances change little, so that these pack better.
struct BakedFont {
    float ascent = 0, descent = 0;
    std::uint32_t letters = 0, rows = 0;
};
struct BakedLetter {
    char32_t code = 0;
    Glyph glyph;
};

/// The font's ASCII, and these letters.
std::vector<std::uint8_t> bytes_of(Font& font, std::u32string_view letters);

}  // namespace albireo::text
