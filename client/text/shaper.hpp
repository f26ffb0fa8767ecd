#pragma once
/// Turns letters into glyphs where they join, stack or run from right to left: HarfBuzz chooses and places the glyphs,
/// FriBidi their order. Owned by a Font, which says from which face each letter comes. Draws nothing.
///
/// 1. Lengths are in ems, from the left end of the line; glyphs are in the order in which they lie, from left to right.
/// 2. A line runs as its first letter that has a direction; without one, from left to right. Values between kIsolate and
///    kEndIsolate have an order of their own, and do not count for the line's.
/// 3. Letters of scripts that are not shaped look and lie as in a line of their own.
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace albireo::text {

class Shaper {
  public:
    Shaper();
    ~Shaper();

    /// Faces are numbered from 0, in the order in which they are added. The bytes must outlive this.
    void add(std::span<const std::uint8_t> file);
    void add(const std::string& path, int index);

    static constexpr int kNoFace = -1;
    struct Placed {
        int face = kNoFace;
        std::uint32_t glyph = 0;  // its number in the face; 0: the face lacks it
        float x = 0, y = 0;       // of its origin
    };
    struct Line {
        std::vector<Placed> glyphs;
        float width = 0;
    };
    /// `face_of` says which face has a letter, kNoFace: none; it may add faces. Such a letter takes `missing_width`.
    Line shape(std::string_view text, const std::function<int(char32_t)>& face_of, float missing_width);
    /// Whether the letter belongs to the one before it, so that a line may not be cut between them.
    static bool is_mark(char32_t code);

  private:
    struct Faces;
    std::unique_ptr<Faces> faces_;
};

}  // namespace albireo::text
