// The letters of a font file, drawn by FreeType. In the replay page font_baked.cpp takes this file's place.
#include "client/text/font.hpp"

#include <ft2build.h>
#include FT_FREETYPE_H
#include FT_MODULE_H

#include <algorithm>
#include <string>

// font_file.S
extern "C" const unsigned char albireo_font_begin[];
extern "C" const unsigned char albireo_font_end[];

namespace albireo::text {
namespace {

constexpr int kPixels = 66;  // of an em in the atlas
// The range of the distance field on either side of an outline, in pixels: no shade is wider (render/shaders/letter.glsl).
constexpr int kSpread = 11;

[[noreturn]] void fail(const char* what) {
    throw FontError{std::string("the font cannot be used: ") + what + "; rebuild after tools/setup"};
}

}  // namespace

std::span<const std::uint8_t> font_file() {
    return {albireo_font_begin, albireo_font_end};
}

struct Font::Face {
    FT_Library library = nullptr;
    FT_Face face = nullptr;
    int shelf_x = 0, shelf_y = 0, shelf_height = 0;  // the row of the atlas that is being filled
    ~Face() {
        if (face != nullptr) FT_Done_Face(face);
        if (library != nullptr) FT_Done_FreeType(library);
    }
};

Font::Font(std::span<const std::uint8_t> file) : face_(std::make_unique<Face>()) {
    if (FT_Init_FreeType(&face_->library) != 0) fail("FreeType does not start");
    if (FT_Property_Set(face_->library, "bsdf", "spread", &kSpread) != 0)
        fail("this FreeType makes no distance fields");
    if (FT_New_Memory_Face(face_->library, file.data(), static_cast<FT_Long>(file.size()), 0, &face_->face) != 0)
        fail("no font file inside the program");
    FT_Face face = face_->face;
    FT_Set_Pixel_Sizes(face, 0, kPixels);
    ascent_ = static_cast<float>(face->ascender) / static_cast<float>(face->units_per_EM);
    descent_ = -static_cast<float>(face->descender) / static_cast<float>(face->units_per_EM);
    atlas_.assign(std::size_t{kAtlasWidth} * kAtlasHeight, 0);
    for (char32_t code = kFirst; code <= kLast; ++code) {
        if (!make(code, ascii_[code - kFirst])) fail("a letter cannot be drawn");
    }
}

Font::~Font() = default;

/// Draws a letter into the atlas. False if that fails, or if the font lacks it.
bool Font::make(char32_t code, Glyph& glyph) {
    if (FT_Get_Char_Index(face_->face, code) == 0) return false;
    // Unhinted, as it is drawn at any size.
    if (FT_Load_Char(face_->face, code, FT_LOAD_NO_HINTING) != 0) return false;
    FT_GlyphSlot slot = face_->face->glyph;
    constexpr float kUnit = 1.0F / kPixels;
    glyph.advance = static_cast<float>(slot->advance.x) / 64.0F * kUnit;
    if (slot->outline.n_points == 0) return true;  // a space
    // Distances made from a drawn letter differ little from those of its outline, and take a third of the time.
    if (FT_Render_Glyph(slot, FT_RENDER_MODE_NORMAL) != 0 || FT_Render_Glyph(slot, FT_RENDER_MODE_SDF) != 0)
        return false;
    const FT_Bitmap& bitmap = slot->bitmap;
    const int wide = static_cast<int>(bitmap.width), high = static_cast<int>(bitmap.rows);
    if (face_->shelf_x + wide > kAtlasWidth) {
        face_->shelf_y += face_->shelf_height;
        face_->shelf_x = face_->shelf_height = 0;
    }
    if (face_->shelf_x + wide > kAtlasWidth || face_->shelf_y + high > kAtlasHeight) return false;
    const int x0 = face_->shelf_x, y0 = face_->shelf_y;
    // A texel apart: a filter reads beyond a letter's edge.
    face_->shelf_x += wide + 1;
    face_->shelf_height = std::max(face_->shelf_height, high + 1);
    for (int y = 0; y < high; ++y) {
        // FreeType's rows run downward, the atlas's upward.
        const unsigned char* row = bitmap.buffer + (high - 1 - y) * bitmap.pitch;
        std::copy_n(row, wide, atlas_.begin() + (y0 + y) * kAtlasWidth + x0);
    }
    ++version_;
    glyph.left = static_cast<float>(slot->bitmap_left) * kUnit;
    glyph.top = static_cast<float>(slot->bitmap_top) * kUnit;
    glyph.right = glyph.left + static_cast<float>(wide) * kUnit;
    glyph.bottom = glyph.top - static_cast<float>(high) * kUnit;
    glyph.u0 = static_cast<float>(x0) / kAtlasWidth;
    glyph.v0 = static_cast<float>(y0) / kAtlasHeight;
    glyph.u1 = static_cast<float>(x0 + wide) / kAtlasWidth;
    glyph.v1 = static_cast<float>(y0 + high) / kAtlasHeight;
    return true;
}

}  // namespace albireo::text
