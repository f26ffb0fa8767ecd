#include "client/text/line.hpp"

namespace albireo::text {

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
        line.width = (font.measure(line.text) + ellipsis) * def.size;
    }
    line.left = def.x - line.width * (def.align == Align::right ? 1.0F : def.align == Align::centre ? 0.5F : 0.0F);
    return line;
}

}  // namespace albireo::text
