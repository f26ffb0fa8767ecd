#pragma once
/// The letters of the HUD: printable ASCII as one picture of distances to their outlines, so that they stay sharp at
/// any size and can be brighter in the middle. Made once at start by FreeType from the font that the program carries.
#include <array>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

namespace albireo::render {

struct Glyph {
    float left = 0, bottom = 0, right = 0, top = 0;  // about the pen, for letters one unit high
    float u0 = 0, v0 = 0, u1 = 0, v1 = 0;            // lower left and upper right in the atlas
    float advance = 0;
};

struct Font {
    static constexpr char kFirst = ' ', kLast = '~';
    int width = 0, height = 0;
    std::vector<std::uint8_t> atlas;  // 128 on the outline, more inside
    std::array<Glyph, kLast - kFirst + 1> glyphs{};

    const Glyph& glyph(char c) const {
        return glyphs[static_cast<std::size_t>((c < kFirst || c > kLast ? '?' : c) - kFirst)];
    }
    float measure(std::string_view text) const {
        float sum = 0;
        for (const char c : text) sum += glyph(c).advance;
        return sum;
    }
};

/// The font file that the program carries: it needs none of the system's.
std::span<const std::uint8_t> font_file();
/// Throws gpu::AssetError if that is no font that can be used.
Font make_font(std::span<const std::uint8_t> file = font_file());

}  // namespace albireo::render
