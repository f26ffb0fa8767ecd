#include "client/render/font.hpp"

#include <ft2build.h>
#include FT_FREETYPE_H

#include <algorithm>
#include <string>

#include "client/gpu/shader_library.hpp"
#include "client/text/utf8.hpp"

// font_file.S
extern "C" const unsigned char albireo_font_begin[];
extern "C" const unsigned char albireo_font_end[];

namespace albireo::render {
namespace {

constexpr int kPixels = 48;          // height of a letter in the atlas
constexpr int kCell = kPixels + 28;  // distances reach 8 pixels beyond the outline
constexpr int kColumns = 16;
// ASCII takes six rows. The rest is for the letters of two players' names: 64 bytes each are at most 64 new letters.
constexpr int kRows = 14;
constexpr int kCells = kColumns * kRows;
static_assert(kCells >= '~' - ' ' + 1 + 2 * 64);

}  // namespace

std::span<const std::uint8_t> font_file() {
    return {albireo_font_begin, albireo_font_end};
}

struct Font::Face {
    FT_Library library = nullptr;
    FT_Face face = nullptr;
    ~Face() {
        if (face != nullptr) FT_Done_Face(face);
        if (library != nullptr) FT_Done_FreeType(library);
    }
};

namespace {

[[noreturn]] void fail(const char* what) {
    throw gpu::AssetError{std::string("the HUD's font cannot be used: ") + what + "; rebuild after tools/setup"};
}

}  // namespace

Font::Font(std::span<const std::uint8_t> file) : face_(std::make_unique<Face>()) {
    if (FT_Init_FreeType(&face_->library) != 0) fail("FreeType does not start");
    if (FT_New_Memory_Face(face_->library, file.data(), static_cast<FT_Long>(file.size()), 0, &face_->face) != 0)
        fail("no font file inside the program");
    FT_Set_Pixel_Sizes(face_->face, 0, kPixels);
    width_ = kCell * kColumns;
    height_ = kCell * kRows;
    atlas_.assign(static_cast<std::size_t>(width_) * static_cast<std::size_t>(height_), 0);
    more_.reserve(static_cast<std::size_t>(kCells) - ascii_.size());
    for (char32_t code = kFirst; code <= kLast; ++code) make(code, ascii_[code - kFirst]);
}

Font::~Font() = default;

/// Draws a letter into the next free cell.
void Font::make(char32_t code, Glyph& glyph) {
    if (FT_Load_Char(face_->face, code, FT_LOAD_DEFAULT) != 0) fail("a letter is missing");
    FT_GlyphSlot slot = face_->face->glyph;
    constexpr float kUnit = 1.0F / kPixels;
    glyph.advance = static_cast<float>(slot->advance.x) / 64.0F * kUnit;
    const int cell = cells_++;
    if (slot->outline.n_points == 0) return;  // a space
    if (FT_Render_Glyph(slot, FT_RENDER_MODE_SDF) != 0) fail("this FreeType makes no distance fields");
    const FT_Bitmap& bitmap = slot->bitmap;
    const int wide = std::min(static_cast<int>(bitmap.width), kCell),
              high = std::min(static_cast<int>(bitmap.rows), kCell);
    const int x0 = cell % kColumns * kCell, y0 = cell / kColumns * kCell;
    for (int y = 0; y < high; ++y) {
        // FreeType's rows run downward, the atlas's upward.
        const unsigned char* row = bitmap.buffer + (high - 1 - y) * bitmap.pitch;
        std::copy_n(row, wide, atlas_.begin() + (y0 + y) * width_ + x0);
    }
    glyph.left = static_cast<float>(slot->bitmap_left) * kUnit;
    glyph.top = static_cast<float>(slot->bitmap_top) * kUnit;
    glyph.right = glyph.left + static_cast<float>(wide) * kUnit;
    glyph.bottom = glyph.top - static_cast<float>(high) * kUnit;
    const auto atlas_width = static_cast<float>(width_), atlas_height = static_cast<float>(height_);
    glyph.u0 = static_cast<float>(x0) / atlas_width;
    glyph.v0 = static_cast<float>(y0) / atlas_height;
    glyph.u1 = static_cast<float>(x0 + wide) / atlas_width;
    glyph.v1 = static_cast<float>(y0 + high) / atlas_height;
}

bool Font::prepare(std::string_view text) {
    const int before = cells_;
    text::for_each_letter(text, [&](char32_t code) {
        if (code >= kFirst && code <= kLast) return;
        const auto place = std::ranges::lower_bound(more_, code, {}, &More::code);
        if (place != more_.end() && place->code == code) return;
        if (cells_ == kCells || FT_Get_Char_Index(face_->face, code) == 0) return;
        make(code, more_.insert(place, More{code, {}})->glyph);
    });
    return cells_ != before;
}

const Glyph& Font::glyph(char32_t code) const {
    if (code >= kFirst && code <= kLast) return ascii_[code - kFirst];
    const auto place = std::ranges::lower_bound(more_, code, {}, &More::code);
    return place != more_.end() && place->code == code ? place->glyph : ascii_[U'?' - kFirst];
}

float Font::measure(std::string_view text) const {
    float sum = 0;
    text::for_each_letter(text, [&](char32_t code) { sum += glyph(code).advance; });
    return sum;
}

std::size_t Font::fit(std::string_view text, float width) const {
    std::size_t end = 0;
    for (float sum = 0; end < text.size();) {
        const text::Letter letter = text::first_letter(text.substr(end));
        sum += glyph(letter.code).advance;
        if (sum > width) break;
        end += letter.bytes;
    }
    return end;
}

}  // namespace albireo::render
