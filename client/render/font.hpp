#pragma once
/// The letters of the HUD as one picture of distances to their outlines, so that they stay sharp at any size and can be
/// brighter in the middle. Made by FreeType from the font that the program carries. Owned by the HUD's pass.
///
/// 1. Printable ASCII is there from the start; any other letter comes with the first text that has it (prepare()).
/// 2. A letter that the font lacks, or for which the atlas has no room left, is drawn as '?'.
#include <array>
#include <cstdint>
#include <memory>
#include <span>
#include <string_view>
#include <vector>

namespace albireo::render {

struct Glyph {
    float left = 0, bottom = 0, right = 0, top = 0;  // about the pen, for letters one unit high
    float u0 = 0, v0 = 0, u1 = 0, v1 = 0;            // lower left and upper right in the atlas
    float advance = 0;
};

/// The font file that the program carries: it needs none of the system's.
std::span<const std::uint8_t> font_file();

class Font {
  public:
    /// Throws gpu::AssetError if that is no font that can be used. The bytes must outlive it.
    explicit Font(std::span<const std::uint8_t> file = font_file());
    ~Font();
    Font(const Font&) = delete;
    Font& operator=(const Font&) = delete;

    int width() const { return width_; }
    int height() const { return height_; }
    /// 128 on an outline, more inside; the lowest row first.
    std::span<const std::uint8_t> atlas() const { return atlas_; }

    /// Makes the letters of a text that are not there yet. Whether the atlas has changed.
    bool prepare(std::string_view text);
    /// Of a letter that was prepared.
    const Glyph& glyph(char32_t code) const;
    /// How wide UTF-8 text is in letters one unit high. All of it must be prepared.
    float measure(std::string_view text) const;
    /// How many bytes of a text's beginning, whole letters, are no wider than that.
    std::size_t fit(std::string_view text, float width) const;

  private:
    static constexpr char32_t kFirst = U' ', kLast = U'~';
    struct More {
        char32_t code = 0;
        Glyph glyph;
    };
    struct Face;
    void make(char32_t code, Glyph& glyph);

    std::unique_ptr<Face> face_;
    int width_ = 0, height_ = 0;
    std::vector<std::uint8_t> atlas_;
    int cells_ = 0;  // of the atlas that are taken
    std::array<Glyph, kLast - kFirst + 1> ascii_{};
    std::vector<More> more_;  // by code
};

}  // namespace albireo::render
