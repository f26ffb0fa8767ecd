#pragma once
/// Words and panels over the picture: the game's own letters for what players read, Dear ImGui's windows for tools.
/// Owned by the program, beside the context it draws with; the only place (with tools.cpp) that knows ImGui.
///
/// Call begin(), then any of the others, then end(), once a frame. Places are shares of the picture, which is 16 : 9
/// whatever the window is (scene/letterbox.hpp): (0, 0) is its upper left corner.
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "client/platform/input.hpp"

namespace albireo::ui {

enum class Ink : std::uint8_t { white, gold, blue, grey, red, shade };
enum class Size : std::uint8_t { small, middle, large };
enum class Align : std::uint8_t { left, centre, right };

struct TextDef {
    float x = 0.5F, y = 0.5F;  // the line's middle
    Size size = Size::middle;
    Ink ink = Ink::white;
    Align align = Align::centre;
    float strength = 1;
    float scale = 1;          // of the size
    float width_max = 0.96F;  // of the picture: what is longer is made smaller
    bool backed = false;      // a dark strip behind it, where the picture is busy
};

/// A line that was written, and where: in pixels, from the window's upper left corner.
struct Placed {
    std::string text;
    float left = 0, top = 0, right = 0, bottom = 0;
};

class Overlay {
  public:
    /// Needs a current OpenGL context, which must outlive it.
    Overlay();
    ~Overlay();
    Overlay(const Overlay&) = delete;
    Overlay& operator=(const Overlay&) = delete;

    /// `width` and `height` are the window's, in pixels.
    void begin(const platform::Input& input, int width, int height, float seconds);
    /// Onto the framebuffer that is bound.
    void end();

    void text(std::string_view text, const TextDef& def);
    /// All that was written since begin().
    const std::vector<Placed>& placed() const { return placed_; }
    /// Darkens the whole picture by so much.
    void dim(float share);
    /// A dark sheet for lines to stand on.
    void sheet(float x0, float y0, float x1, float y1, float strength);
    void box(float x0, float y0, float x1, float y1, Ink ink, float strength);
    /// Whether the mouse is over this box.
    bool is_over(float x0, float y0, float x1, float y1) const;
    /// Where the mouse is between these two, 0 … 1.
    float mouse_share(float x0, float x1) const;
    /// … and how far down, as a share of the picture.
    float mouse_y() const { return mouse_y_; }

  private:
    /// Of a place in the picture, in the window's pixels.
    float x_of(float share) const { return left_ + share * width_; }
    float y_of(float share) const { return top_ + share * height_; }
    void note_letters(std::string_view text);
    void make_letters();

    float left_ = 0, top_ = 0, width_ = 1, height_ = 1;  // of the picture, in pixels
    float mouse_x_ = -1, mouse_y_ = -1;                  // shares
    std::vector<Placed> placed_;
    std::set<char32_t> letters_;  // beyond Latin-1, that the fonts have or wait for
    bool has_new_letters_ = false;
};

}  // namespace albireo::ui
