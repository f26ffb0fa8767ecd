#pragma once
/// The letters of everything that is written over the picture, in one atlas of distances to their outlines: they stay
/// sharp at any size. Made by FreeType from the font that the program carries. A drawing pass keeps a texture of the
/// atlas and uploads it again when version() has changed.
///
/// 1. Printable ASCII is there from the start; any other letter is added when it is first asked for.
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
    float left = 0, bottom = 0, right = 0, top = 0;  // from the pen, y up
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
    /// 128 on an outline, more inside; the lowest row first.
    std::span<const std::uint8_t> atlas() const { return atlas_; }
    /// Counts the changes of the atlas; never 0.
    std::uint32_t version() const { return version_; }

    /// Valid until the font ends.
    const Glyph& glyph(char32_t code);
    /// The width of UTF-8 text.
    float measure(std::string_view text);
    /// How many bytes of the text's beginning, whole letters, are no wider than `width`.
    std::size_t fit(std::string_view text, float width);
    /// Of a line, above and below its baseline.
    float ascent() const { return ascent_; }
    float descent() const { return descent_; }

  private:
    static constexpr char32_t kFirst = U' ', kLast = U'~';
    struct Face;
    bool make(char32_t code, Glyph& glyph);

    std::unique_ptr<Face> face_;
    float ascent_ = 0, descent_ = 0;
    std::vector<std::uint8_t> atlas_;
    int shelf_x_ = 0, shelf_y_ = 0, shelf_height_ = 0;  // the row of letters that is being filled
    std::uint32_t version_ = 1;
    std::array<Glyph, kLast - kFirst + 1> ascii_{};
    std::map<char32_t, Glyph> others_;
};

/// The font file that the program carries: it needs none of the system's.
std::span<const std::uint8_t> font_file();

/// The program's font, made by the first call. Only for the thread that draws.
Font& font();

}  // namespace albireo::text
