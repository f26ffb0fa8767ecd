#include "client/render/font.hpp"

#include <ft2build.h>
#include FT_FREETYPE_H

#include <algorithm>
#include <string>

#include "client/gpu/shader_library.hpp"

// font_file.S
extern "C" const unsigned char albireo_font_begin[];
extern "C" const unsigned char albireo_font_end[];

namespace albireo::render {
namespace {

constexpr int kPixels = 48;  // height of a letter in the atlas
constexpr int kColumns = 16;

}  // namespace

std::span<const std::uint8_t> font_file() {
    return {albireo_font_begin, albireo_font_end};
}

Font make_font(std::span<const std::uint8_t> file) {
    FT_Library library = nullptr;
    FT_Face face = nullptr;
    const auto fail = [&](const char* what) {
        if (face != nullptr) FT_Done_Face(face);
        if (library != nullptr) FT_Done_FreeType(library);
        throw gpu::AssetError{std::string("the HUD's font cannot be used: ") + what + "; rebuild after tools/setup"};
    };
    if (FT_Init_FreeType(&library) != 0) fail("FreeType does not start");
    if (FT_New_Memory_Face(library, file.data(), static_cast<FT_Long>(file.size()), 0, &face) != 0)
        fail("no font file inside the program");
    FT_Set_Pixel_Sizes(face, 0, kPixels);
    constexpr int kCell = kPixels + 28;  // distances reach 8 pixels beyond the outline
    Font font;
    font.width = kCell * kColumns;
    font.height = kCell * static_cast<int>((font.glyphs.size() + kColumns - 1) / kColumns);
    font.atlas.assign(static_cast<std::size_t>(font.width) * static_cast<std::size_t>(font.height), 0);
    for (std::size_t i = 0; i < font.glyphs.size(); ++i) {
        const auto code = static_cast<FT_ULong>(Font::kFirst) + i;
        if (FT_Load_Char(face, code, FT_LOAD_DEFAULT) != 0) fail("a letter is missing");
        Glyph& glyph = font.glyphs[i];
        constexpr float kUnit = 1.0F / kPixels;
        glyph.advance = static_cast<float>(face->glyph->advance.x) / 64.0F * kUnit;
        if (face->glyph->outline.n_points == 0) continue;  // a space
        if (FT_Render_Glyph(face->glyph, FT_RENDER_MODE_SDF) != 0) fail("this FreeType makes no distance fields");
        const FT_Bitmap& bitmap = face->glyph->bitmap;
        const int wide = std::min(static_cast<int>(bitmap.width), kCell),
                  high = std::min(static_cast<int>(bitmap.rows), kCell);
        const int x0 = static_cast<int>(i) % kColumns * kCell, y0 = static_cast<int>(i) / kColumns * kCell;
        for (int y = 0; y < high; ++y) {
            // FreeType's rows run downward, the atlas's upward.
            const unsigned char* row = bitmap.buffer + (high - 1 - y) * bitmap.pitch;
            std::copy_n(row, wide, font.atlas.begin() + (y0 + y) * font.width + x0);
        }
        glyph.left = static_cast<float>(face->glyph->bitmap_left) * kUnit;
        glyph.top = static_cast<float>(face->glyph->bitmap_top) * kUnit;
        glyph.right = glyph.left + static_cast<float>(wide) * kUnit;
        glyph.bottom = glyph.top - static_cast<float>(high) * kUnit;
        glyph.u0 = static_cast<float>(x0) / static_cast<float>(font.width);
        glyph.v0 = static_cast<float>(y0) / static_cast<float>(font.height);
        glyph.u1 = static_cast<float>(x0 + wide) / static_cast<float>(font.width);
        glyph.v1 = static_cast<float>(y0 + high) / static_cast<float>(font.height);
    }
    FT_Done_Face(face);
    FT_Done_FreeType(library);
    return font;
}

}  // namespace albireo::render
