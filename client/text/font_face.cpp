// The letters of a font file, drawn by FreeType. In the replay page font_baked.cpp takes this file's place.
#include "client/text/font.hpp"

#include <ft2build.h>
#include FT_FREETYPE_H
#include FT_MODULE_H

#include <algorithm>
#include <string>

#include "client/text/system_fonts.hpp"

// font_file.S
extern "C" const unsigned char albireo_font_begin[];
extern "C" const unsigned char albireo_font_end[];
extern "C" const unsigned char albireo_japanese_font_begin[];
extern "C" const unsigned char albireo_japanese_font_end[];

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

std::span<const std::uint8_t> japanese_font_file() {
    return {albireo_japanese_font_begin, albireo_japanese_font_end};
}

struct Font::Face {
    FT_Library library = nullptr;
    std::vector<FT_Face> faces;  // the file, the fallback, then fonts of the system, as letters needed them
    SystemFonts system;
    bool asks_system = false;
    /// The row of the atlas that is being filled.
    struct Shelf {
        int x = 0, y = 0, height = 0;
    };
    Shelf shelf, after_ascii;

    void add(std::span<const std::uint8_t> file) {
        FT_Face face = nullptr;
        if (FT_New_Memory_Face(library, file.data(), static_cast<FT_Long>(file.size()), 0, &face) != 0)
            fail("no font file inside the program");
        FT_Set_Pixel_Sizes(face, 0, kPixels);
        faces.push_back(face);
    }

    /// Null: no font has this letter.
    FT_Face with(char32_t code) {
        for (FT_Face each : faces) {
            if (FT_Get_Char_Index(each, code) != 0) return each;
        }
        if (!asks_system) return nullptr;
        const SystemFonts::Place place = system.with(code);
        FT_Face face = nullptr;
        if (place.file.empty() || FT_New_Face(library, place.file.c_str(), place.index, &face) != 0) return nullptr;
        if (FT_Set_Pixel_Sizes(face, 0, kPixels) != 0 || FT_Get_Char_Index(face, code) == 0) {
            FT_Done_Face(face);
            return nullptr;
        }
        return faces.emplace_back(face);
    }

    ~Face() {
        for (FT_Face each : faces) FT_Done_Face(each);
        if (library != nullptr) FT_Done_FreeType(library);
    }
};

Font::Font(std::span<const std::uint8_t> file, const Fallback& fallback) : face_(std::make_unique<Face>()) {
    if (FT_Init_FreeType(&face_->library) != 0) fail("FreeType does not start");
    if (FT_Property_Set(face_->library, "bsdf", "spread", &kSpread) != 0)
        fail("this FreeType makes no distance fields");
    face_->add(file);
    if (!fallback.file.empty()) face_->add(fallback.file);
    face_->asks_system = fallback.system;
    FT_Face face = face_->faces.front();
    ascent_ = static_cast<float>(face->ascender) / static_cast<float>(face->units_per_EM);
    descent_ = -static_cast<float>(face->descender) / static_cast<float>(face->units_per_EM);
    atlas_.assign(std::size_t{kAtlasWidth} * kAtlasHeight, 0);
    for (char32_t code = kFirst; code <= kLast; ++code) {
        if (!make(code, ascii_[code - kFirst])) fail("a letter cannot be drawn");
    }
    face_->after_ascii = face_->shelf;
}

Font::~Font() = default;

/// Draws a letter into the atlas. False if that fails, or if no font has it.
bool Font::make(char32_t code, Glyph& glyph) {
    FT_Face face = face_->with(code);
    // Unhinted, as it is drawn at any size.
    if (face == nullptr || FT_Load_Char(face, code, FT_LOAD_NO_HINTING | FT_LOAD_NO_BITMAP) != 0) return false;
    FT_GlyphSlot slot = face->glyph;
    if (slot->format != FT_GLYPH_FORMAT_OUTLINE) return false;  // a coloured picture
    constexpr float kUnit = 1.0F / kPixels;
    glyph.advance = static_cast<float>(slot->advance.x) / 64.0F * kUnit;
    if (slot->outline.n_points == 0) return true;  // a space
    // Distances made from a drawn letter differ little from those of its outline, and take a third of the time.
    if (FT_Render_Glyph(slot, FT_RENDER_MODE_NORMAL) != 0 || FT_Render_Glyph(slot, FT_RENDER_MODE_SDF) != 0)
        return false;
    const FT_Bitmap& bitmap = slot->bitmap;
    const int wide = static_cast<int>(bitmap.width), high = static_cast<int>(bitmap.rows);
    Face::Shelf& shelf = face_->shelf;
    for (int attempt = 0;; ++attempt) {
        if (shelf.x + wide > kAtlasWidth) shelf = {0, shelf.y + shelf.height, 0};
        if (shelf.x + wide <= kAtlasWidth && shelf.y + high <= kAtlasHeight) break;
        if (attempt > 0) return false;
        forget_others();
    }
    const int x0 = shelf.x, y0 = shelf.y;
    // A texel apart: a filter reads beyond a letter's edge.
    shelf.x += wide + 1;
    shelf.height = std::max(shelf.height, high + 1);
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

/// Makes room: letters that are still needed are drawn again at their next use.
void Font::forget_others() {
    others_.clear();
    face_->shelf = face_->after_ascii;
    const auto& [x, y, height] = face_->shelf;
    for (int row = y; row < kAtlasHeight; ++row) {
        const int from = row < y + height ? x : 0;
        std::fill(atlas_.begin() + row * kAtlasWidth + from, atlas_.begin() + (row + 1) * kAtlasWidth, std::uint8_t{0});
    }
}

}  // namespace albireo::text
