#include "client/text/font.hpp"

#include "client/text/scripts.hpp"
#include "client/text/utf8.hpp"

namespace albireo::text {

Font& font() {
    static Font font(font_file(), {.file = japanese_font_file(), .system = true});
    return font;
}

const Glyph& Font::glyph(char32_t code) {
    if (code >= kFirst && code <= kLast) return ascii_[code - kFirst];
    if (const auto found = others_.find(code); found != others_.end()) return found->second;
    Glyph made;
    if (!is_invisible(code) && (missing_.contains(code) || !make(code, made))) {
        missing_.insert(code);
        return missing_box_;
    }
    return others_.emplace(code, made).first->second;
}

float Font::measure(std::string_view text) {
    if (const ShapedText* const whole = shaped(text)) return whole->width;
    float sum = 0;
    for_each_letter(text, [&](char32_t code) { sum += glyph(code).advance; });
    return sum;
}

std::size_t Font::fit(std::string_view text, float width) {
    if (shaped(text) != nullptr) return fit_shaped(text, width);
    std::size_t end = 0;
    for (float sum = 0; end < text.size();) {
        const Letter letter = first_letter(text.substr(end));
        sum += glyph(letter.code).advance;
        if (sum > width) break;
        end += letter.bytes;
    }
    return end;
}

}  // namespace albireo::text
