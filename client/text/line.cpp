#include "client/text/line.hpp"

#include <cstddef>
#include <string>

namespace albireo::text {

const ShapedText* shaped(Font& font, const Line& line) {
    if (!line.has_ellipsis) return font.shaped(line.text);
    if (font.shaped(line.text) == nullptr) return nullptr;
    std::string whole(line.text);
    append_letter(whole, kEllipsis);
    return font.shaped(whole);
}

Line lay_out(Font& font, std::string_view text, const LineDef& def) {
    Line line{.text = text, .width = font.measure(text) * def.size, .size = def.size};
    if (line.width > def.width_max && def.overflow == Overflow::shrink) {
        line.size *= def.width_max / line.width;
        line.width = def.width_max;
    } else if (line.width > def.width_max) {
        const float ellipsis = font.glyph(kEllipsis).advance;
        line.text = text.substr(0, font.fit(text, def.width_max / def.size - ellipsis));
        while (line.text.ends_with(' ')) line.text.remove_suffix(1);
        line.has_ellipsis = true;
        const ShapedText* const whole = shaped(font, line);
        line.width = (whole != nullptr ? whole->width : font.measure(line.text) + ellipsis) * def.size;
    }
    line.left = def.x - line.width * (def.align == Align::right ? 1.0F : def.align == Align::centre ? 0.5F : 0.0F);
    return line;
}

}  // namespace albireo::text
