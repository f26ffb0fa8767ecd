#pragma once
/// The glyphs of all text over the picture, in one signed distance field atlas, so that they stay sharp at any size.
/// Rendered by FreeType from the embedded fonts: Play, and M+ for letters that Play lacks, such as kana and kanji. Letters
/// of other scripts come from fonts of the system, and are shaped where their script needs it (shaper.hpp). A drawing pass keeps a texture of the atlas and uploads it again when
/// version() has changed.
///
/// 1. The atlas has printable ASCII from the start; any other letter is added at its first use.
/// 2. When the atlas is full (about 480 kanji beside the Latin letters), all letters but ASCII are dropped, and drawn again at
///    their next use. Text that was laid out earlier in that frame may show wrong letters for this frame.
/// 3. A letter that no font has is drawn as a box.
/// 4. Lengths are in ems: letters of size s are s times as large.
/// 5. Text without letters of such scripts (scripts.hpp) is set letter by letter, from left to right; so is any text in a page (font_baked.cpp).
#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <set>
#include <span>
#include <stdexcept>
#include <string_view>
#include <vector>

namespace albireo::text {

struct Glyph {
    float left = 0, bottom = 0, right = 0, top = 0;  // from the pen position, y up
    float u0 = 0, v0 = 0, u1 = 0, v1 = 0;            // lower left and upper right in the atlas
    float advance = 0;
    bool is_blank() const { return right <= left; }
};

/// Text whose letters are not set one after another.
struct ShapedText {
    struct Placed {
        float x = 0;  // from the left end of the text
        Glyph glyph;  // moved up or down to its place
    };
    std::vector<Placed> glyphs;  // those that are visible, from left to right
    float width = 0;
};

/// The font cannot be used: one line that says why and what to do.
struct FontError : std::runtime_error {
    using std::runtime_error::runtime_error;
};

class Font {
  public:
    /// The sources of letters that the font lacks.
    struct Fallback {
        std::span<const std::uint8_t> file{};  // another font; empty: none
        bool system = false;                   // then the system's fonts
    };
    /// Throws FontError. The bytes must outlive it.
    explicit Font(std::span<const std::uint8_t> file) : Font(file, {}) {}
    Font(std::span<const std::uint8_t> file, const Fallback& fallback);
    ~Font();
    Font(const Font&) = delete;
    Font& operator=(const Font&) = delete;

    static constexpr int kAtlasWidth = 2048, kAtlasHeight = 4096;
    static constexpr char32_t kFirst = U' ', kLast = U'~';  // of the letters that it has from the start
    /// kAtlasWidth × kAtlasHeight bytes, bottom row first: 128 on an outline, more inside.
    std::span<const std::uint8_t> atlas() const { return atlas_; }
    /// Counts the changes of the atlas; never 0.
    std::uint32_t version() const { return version_; }

    /// Valid until the next call.
    const Glyph& glyph(char32_t code);
    /// The box that stands for a letter that no font has.
    const Glyph& missing() const { return missing_box_; }
    /// The text with its glyphs in their places; null if its letters are to be set one after another. Valid until the next call.
    const ShapedText* shaped(std::string_view text);
    /// The width of UTF-8 text, in ems.
    float measure(std::string_view text);
    /// The length in bytes of the longest prefix of whole letters that is no wider than `width`, in ems.
    std::size_t fit(std::string_view text, float width);
    /// The height of a line above its baseline, and below it, in ems; both positive.
    float ascent() const { return ascent_; }
    float descent() const { return descent_; }

  private:
    struct Face;
    bool make(char32_t code, Glyph& glyph);
    bool make(int face, std::uint32_t number, Glyph& glyph);
    template <class Row>
    bool place(int wide, int high, Glyph& glyph, Row&& row);
    void make_box();
    void forget_others();
    std::size_t fit_shaped(std::string_view text, float width);

    std::unique_ptr<Face> face_;
    float ascent_ = 0, descent_ = 0;
    std::vector<std::uint8_t> atlas_;
    std::uint32_t version_ = 1;
    std::array<Glyph, kLast - kFirst + 1> ascii_{};
    Glyph missing_box_;
    std::map<char32_t, Glyph> others_;
    std::set<char32_t> missing_;  // letters that no font has
};

/// The embedded font files. No font of the system is needed for the game's own languages.
std::span<const std::uint8_t> font_file();
std::span<const std::uint8_t> japanese_font_file();

/// The program's font, created by the first call. Only for the thread that draws.
Font& font();

}  // namespace albireo::text
