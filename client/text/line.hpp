#pragma once
/// The layout of one line of text: its position, its size, and how text that is too wide is shortened. The HUD and the
/// overlay use it for every line, so both measure and shorten text identically.
#include <cstdint>
#include <limits>
#include <string_view>

#include "client/text/font.hpp"
#include "client/text/utf8.hpp"

namespace albireo::text {

inline constexpr char32_t kEllipsis = U'\u2026';

enum class Align : std::uint8_t { left, centre, right };
enum class Overflow : std::uint8_t {
    shrink,   // the whole line is scaled down
    shorten,  // the line is cut after a letter and ends in an ellipsis
};

struct LineDef {
    float x = 0;  // of the line's left end, middle or right end
    float size = 1;
    Align align = Align::left;
    float width_max = std::numeric_limits<float>::infinity();
    Overflow overflow = Overflow::shrink;
};

/// Refers to its text, which must outlive it.
struct Line {
    std::string_view text;
    bool has_ellipsis = false;  // after the text
    float left = 0, width = 0;
    float size = 1;
};

/// Lays out UTF-8 text, in the unit of LineDef::x and size. Text wider than LineDef::width_max is shrunk or shortened.
Line lay_out(Font& font, std::string_view text, const LineDef& def);

/// The line's text with its ellipsis if it is shaped; null: its letters are set one after another. Valid until the next call.
const ShapedText* shaped(Font& font, const Line& line);

/// Calls each(x, glyph) for every visible letter; x is the pen position.
template <class Each>
void for_each_glyph(Font& font, const Line& line, Each&& each) {
    if (const ShapedText* const whole = shaped(font, line)) {
        for (const ShapedText::Placed& placed : whole->glyphs) each(line.left + placed.x * line.size, placed.glyph);
        return;
    }
    float x = line.left;
    const auto write = [&](char32_t code) {
        const Glyph& glyph = font.glyph(code);
        if (!glyph.is_blank()) each(x, glyph);
        x += glyph.advance * line.size;
    };
    for_each_letter(line.text, write);
    if (line.has_ellipsis) write(kEllipsis);
}

}  // namespace albireo::text
