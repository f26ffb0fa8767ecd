// The letters of a font as the build has drawn them: font_bytes.hpp. For the replay page, in place of font_face.cpp.
#include <cstring>
#include <string>

#include "client/text/font_bytes.hpp"
#include "client/text/utf8.hpp"

namespace albireo::text {

struct Font::Face {};

Font::Font(std::span<const std::uint8_t> file, const Fallback&) {
    BakedFont head;
    if (file.size() < sizeof head) throw FontError("the font cannot be used: there is none in the page");
    std::memcpy(&head, file.data(), sizeof head);
    ascent_ = head.ascent;
    descent_ = head.descent;
    atlas_.assign(std::size_t{kAtlasWidth} * kAtlasHeight, 0);
    const std::uint8_t* at = file.data() + sizeof head;
    for (std::uint32_t i = 0; i < head.letters; ++i, at += sizeof(BakedLetter)) {
        BakedLetter letter;
        std::memcpy(&letter, at, sizeof letter);
        if (letter.code == kNoLetter) {
            missing_box_ = letter.glyph;
        } else if (letter.code >= kFirst && letter.code <= kLast) {
            ascii_[letter.code - kFirst] = letter.glyph;
        } else {
            others_.emplace(letter.code, letter.glyph);
        }
    }
    for (std::size_t i = 0; i < std::size_t{head.rows} * kAtlasWidth; ++i) {
        const int below = i < kAtlasWidth ? 0 : atlas_[i - kAtlasWidth];
        atlas_[i] = static_cast<std::uint8_t>(at[i] + below);
    }
}

Font::~Font() = default;

bool Font::make(char32_t, Glyph&) { return false; }

void Font::forget_others() {}

// A page has neither HarfBuzz nor fonts of other scripts.
const ShapedText* Font::shaped(std::string_view) { return nullptr; }

std::size_t Font::fit_shaped(std::string_view, float) { return 0; }

// The page's texts are English.
std::span<const std::uint8_t> japanese_font_file() { return {}; }

}  // namespace albireo::text
