#pragma once
/// The glyphs of all text over the picture, in one signed distance field atlas, so that they stay sharp at any size.
/// Rendered by FreeType from the embedded font. A drawing pass keeps a texture of the atlas and uploads it again when
/// version() has changed.
///
/// 1. The atlas has printable ASCII from the start; any other letter is added at its first use.
/// 2. The atlas has room for every letter of the font. A letter that the font lacks is drawn as '?'.
/// 3. Lengths are in ems: letters of size s are s times as large.
#include <array>
#include <cstdint>
#include <map>
#include <memory>
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

/// The font cannot be used: one line that says why and what to do.
struct FontError : std::runtime_error {
    using std::runtime_error::runtime_error;
};

class Font {
  public:
    /// Throws FontError. The bytes must outlive it.
    explicit Font(std::span<const std::uint8_t> file);
    ~Font();
    Font(const Font&) = delete;
    Font& operator=(const Font&) = delete;

    static constexpr int kAtlasWidth = 2048, kAtlasHeight = 2048;
    static constexpr char32_t kFirst = U' ', kLast = U'~';  // of the letters that it has from the start
    /// kAtlasWidth × kAtlasHeight bytes, bottom row first: 128 on an outline, more inside.
    std::span<const std::uint8_t> atlas() const { return atlas_; }
    /// Counts the changes of the atlas; never 0.
    std::uint32_t version() const { return version_; }

    /// Valid as long as the font.
    const Glyph& glyph(char32_t code);
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

    std::unique_ptr<Face> face_;
    float ascent_ = 0, descent_ = 0;
    std::vector<std::uint8_t> atlas_;
    std::uint32_t version_ = 1;
    std::array<Glyph, kLast - kFirst + 1> ascii_{};
    std::map<char32_t, Glyph> others_;
};

/// The embedded font file. No font of the system is needed.
std::span<const std::uint8_t> font_file();

/// The program's font, created by the first call. Only for the thread that draws.
Font& font();

}  // namespace albireo::text
