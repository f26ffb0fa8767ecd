// The letters of a font file, drawn by FreeType. In the replay page font_baked.cpp takes this file's place.
#include "client/text/font.hpp"

#include <ft2build.h>
#include FT_FREETYPE_H
#include FT_MODULE_H

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "client/text/scripts.hpp"
#include "client/text/shaper.hpp"
#include "client/text/system_fonts.hpp"
#include "client/text/utf8.hpp"

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
// A line of the largest text that players see has no more of them; each takes a kilobyte or two.
constexpr std::size_t kShapedTextsMax = 256;

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
    Shaper shaper;               // has the same faces
    SystemFonts system;
    bool asks_system = false;
    std::map<std::pair<int, std::uint32_t>, Glyph> glyphs;  // of shaped text, by face and number
    std::map<std::string, ShapedText, std::less<>> texts;   // those of the last pictures
    std::uint32_t forgotten = 0;                            // counts forget_others()
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
        shaper.add(file);
    }

    /// The number of the first face with this letter; kNoFace: no font has it.
    int with(char32_t code) {
        for (std::size_t i = 0; i < faces.size(); ++i) {
            if (FT_Get_Char_Index(faces[i], code) != 0) return static_cast<int>(i);
        }
        if (!asks_system) return Shaper::kNoFace;
        const SystemFonts::Place place = system.with(code);
        FT_Face face = nullptr;
        if (place.file.empty() || FT_New_Face(library, place.file.c_str(), place.index, &face) != 0)
            return Shaper::kNoFace;
        if (FT_Set_Pixel_Sizes(face, 0, kPixels) != 0 || FT_Get_Char_Index(face, code) == 0) {
            FT_Done_Face(face);
            return Shaper::kNoFace;
        }
        faces.push_back(face);
        shaper.add(place.file, place.index);
        return static_cast<int>(faces.size()) - 1;
    }
    /// Room for a picture in the atlas; its lower left corner. Nothing if the atlas is full.
    std::optional<std::pair<int, int>> reserve(int wide, int high) {
        if (shelf.x + wide > kAtlasWidth) shelf = {0, shelf.y + shelf.height, 0};
        if (shelf.x + wide > kAtlasWidth || shelf.y + high > kAtlasHeight) return std::nullopt;
        const std::pair corner{shelf.x, shelf.y};
        // A texel apart: a filter reads beyond a letter's edge.
        shelf.x += wide + 1;
        shelf.height = std::max(shelf.height, high + 1);
        return corner;
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
    make_box();
    face_->after_ascii = face_->shelf;
}

Font::~Font() = default;

/// Draws a letter into the atlas. False if that fails, or if no font has it.
bool Font::make(char32_t code, Glyph& glyph) {
    const int face = face_->with(code);
    return face != Shaper::kNoFace && make(face, FT_Get_Char_Index(face_->faces[static_cast<std::size_t>(face)], code), glyph);
}

bool Font::make(int from, std::uint32_t number, Glyph& glyph) {
    FT_Face face = face_->faces[static_cast<std::size_t>(from)];
    // Unhinted, as it is drawn at any size.
    if (FT_Load_Glyph(face, number, FT_LOAD_NO_HINTING | FT_LOAD_NO_BITMAP) != 0) return false;
    FT_GlyphSlot slot = face->glyph;
    if (slot->format != FT_GLYPH_FORMAT_OUTLINE) return false;  // a coloured picture
    constexpr float kUnit = 1.0F / kPixels;
    glyph.advance = static_cast<float>(slot->advance.x) / 64.0F * kUnit;
    if (slot->outline.n_points == 0) return true;  // a space
    // Distances made from a drawn letter differ little from those of its outline, and take a third of the time.
    if (FT_Render_Glyph(slot, FT_RENDER_MODE_NORMAL) != 0 || FT_Render_Glyph(slot, FT_RENDER_MODE_SDF) != 0)
        return false;
    const FT_Bitmap& bitmap = slot->bitmap;
    glyph.left = static_cast<float>(slot->bitmap_left) * kUnit;
    glyph.top = static_cast<float>(slot->bitmap_top) * kUnit;
    return place(static_cast<int>(bitmap.width), static_cast<int>(bitmap.rows), glyph, [&](int y) { return bitmap.buffer + y * bitmap.pitch; });
}

/// Copies a picture of this size into the atlas, beside the glyph's upper left corner, and makes room if there is none. row(y) is the first byte of a row, from the top.
template <class Row>
bool Font::place(int wide, int high, Glyph& glyph, Row&& row) {
    auto corner = face_->reserve(wide, high);
    if (!corner) {
        forget_others();
        corner = face_->reserve(wide, high);
    }
    if (!corner) return false;
    const auto [x0, y0] = *corner;
    // The picture's rows run downward, the atlas's upward.
    for (int y = 0; y < high; ++y) std::copy_n(row(high - 1 - y), wide, atlas_.begin() + (y0 + y) * kAtlasWidth + x0);
    ++version_;
    constexpr float kUnit = 1.0F / kPixels;
    glyph.right = glyph.left + static_cast<float>(wide) * kUnit;
    glyph.bottom = glyph.top - static_cast<float>(high) * kUnit;
    glyph.u0 = static_cast<float>(x0) / kAtlasWidth;
    glyph.v0 = static_cast<float>(y0) / kAtlasHeight;
    glyph.u1 = static_cast<float>(x0 + wide) / kAtlasWidth;
    glyph.v1 = static_cast<float>(y0 + high) / kAtlasHeight;
    return true;
}

/// A frame as high as a capital letter.
void Font::make_box() {
    constexpr int kWide = 34, kHigh = 46, kStroke = 3;  // pixels, of the middle of the frame's line, and half of its width
    constexpr int kAcross = kWide + 2 * kSpread, kUp = kHigh + 2 * kSpread;
    std::vector<std::uint8_t> picture(std::size_t{kAcross} * kUp);
    for (int y = 0; y < kUp; ++y) {
        for (int x = 0; x < kAcross; ++x) {
            const float beside = std::abs(static_cast<float>(x) + 0.5F - kAcross / 2.0F) - kWide / 2.0F;
            const float above = std::abs(static_cast<float>(y) + 0.5F - kUp / 2.0F) - kHigh / 2.0F;
            const float outside = std::hypot(std::max(beside, 0.0F), std::max(above, 0.0F));
            const float from_line = std::abs(outside + std::min(std::max(beside, above), 0.0F));
            picture[static_cast<std::size_t>(y * kAcross + x)] =
                static_cast<std::uint8_t>(std::clamp(128 + (kStroke - from_line) * 127 / kSpread, 0.0F, 255.0F));
        }
    }
    constexpr float kUnit = 1.0F / kPixels;
    missing_box_.advance = static_cast<float>(kWide + 4 * kStroke) * kUnit;
    missing_box_.left = static_cast<float>(2 * kStroke - kSpread) * kUnit;
    missing_box_.top = static_cast<float>(kHigh + kStroke + kSpread) * kUnit;
    if (!place(kAcross, kUp, missing_box_, [&](int y) { return picture.begin() + y * kAcross; })) fail("the atlas has no room");
}

const ShapedText* Font::shaped(std::string_view text) {
    if (!is_shaped(text)) return nullptr;
    if (const auto found = face_->texts.find(text); found != face_->texts.end()) return &found->second;
    const Shaper::Line line = face_->shaper.shape(text, [&](char32_t code) { return face_->with(code); }, missing_box_.advance);
    ShapedText made;
    made.width = line.width;
    const auto glyph_of = [&](const Shaper::Placed& placed) {
        if (placed.face == Shaper::kNoFace || placed.glyph == 0) return missing_box_;
        const std::pair key{placed.face, placed.glyph};
        if (const auto known = face_->glyphs.find(key); known != face_->glyphs.end()) return known->second;
        Glyph drawn;
        if (!make(placed.face, placed.glyph, drawn)) drawn = missing_box_;  // may forget all others
        return face_->glyphs[key] = drawn;
    };
    // If the atlas was full, the text's first glyphs are gone, and all of them are drawn once more.
    for (int attempt = 0; attempt < 2; ++attempt) {
        made.glyphs.clear();
        const std::uint32_t before = face_->forgotten;
        for (const Shaper::Placed& each : line.glyphs) {
            Glyph glyph = glyph_of(each);
            if (glyph.is_blank()) continue;
            glyph.bottom += each.y;
            glyph.top += each.y;
            made.glyphs.push_back({each.x, glyph});
        }
        if (face_->forgotten == before) break;
    }
    if (face_->texts.size() >= kShapedTextsMax) face_->texts.clear();
    return &face_->texts.insert_or_assign(std::string(text), std::move(made)).first->second;
}

std::size_t Font::fit_shaped(std::string_view text, float width) {
    std::vector<std::size_t> ends = {0};  // where the text may be cut
    for (std::size_t at = 0; at < text.size();) {
        at += first_letter(text.substr(at)).bytes;
        if (at == text.size() || !Shaper::is_mark(first_letter(text.substr(at)).code)) ends.push_back(at);
    }
    // Text gets wider with each letter, but for some that join; the loop after the search makes good for these.
    std::size_t fits = 0;
    for (std::size_t above = ends.size(); above - fits > 1;) {
        const std::size_t middle = (fits + above) / 2;
        (measure(text.substr(0, ends[middle])) <= width ? fits : above) = middle;
    }
    while (fits + 1 < ends.size() && measure(text.substr(0, ends[fits + 1])) <= width) ++fits;
    return ends[fits];
}

/// Makes room: letters that are still needed are drawn again at their next use.
void Font::forget_others() {
    others_.clear();
    face_->glyphs.clear();
    face_->texts.clear();
    ++face_->forgotten;
    face_->shelf = face_->after_ascii;
    const auto& [x, y, height] = face_->shelf;
    for (int row = y; row < kAtlasHeight; ++row) {
        const int from = row < y + height ? x : 0;
        std::fill(atlas_.begin() + row * kAtlasWidth + from, atlas_.begin() + (row + 1) * kAtlasWidth, std::uint8_t{0});
    }
}

}  // namespace albireo::text
