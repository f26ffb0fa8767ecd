#include "client/text/font_bytes.hpp"

#include <algorithm>
#include <cstring>
#include <span>

#include "client/text/utf8.hpp"

namespace albireo::text {

std::vector<std::uint8_t> bytes_of(Font& font, std::u32string_view letters) {
    std::vector<BakedLetter> made;
    const auto add = [&](char32_t code) { made.push_back({code, font.glyph(code)}); };
    for (char32_t code = Font::kFirst; code <= Font::kLast; ++code) add(code);
    for (const char32_t code : letters) add(code);
    made.push_back({kNoLetter, font.missing()});
    float top = 0;
    for (const BakedLetter& each : made) top = std::max(top, each.glyph.v1);
    const BakedFont head{.ascent = font.ascent(),
                         .descent = font.descent(),
                         .letters = static_cast<std::uint32_t>(made.size()),
                         .rows = static_cast<std::uint32_t>(top * Font::kAtlasHeight + 0.5F)};
    std::vector<std::uint8_t> bytes;
    const auto append = [&](const void* from, std::size_t size) {
        const std::size_t at = bytes.size();
        bytes.resize(at + size);
        std::memcpy(bytes.data() + at, from, size);
    };
    append(&head, sizeof head);
    append(made.data(), made.size() * sizeof(BakedLetter));
    const std::span<const std::uint8_t> atlas = font.atlas();
    for (std::size_t i = 0; i < std::size_t{head.rows} * Font::kAtlasWidth; ++i) {
        const int below = i < Font::kAtlasWidth ? 0 : atlas[i - Font::kAtlasWidth];
        bytes.push_back(static_cast<std::uint8_t>(atlas[i] - below));
    }
    return bytes;
}

}  // namespace albireo::text
