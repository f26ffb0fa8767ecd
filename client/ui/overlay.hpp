#pragma once
/// Text and boxes over the picture in the game's own font, and Dear ImGui's windows for the developer tools. Owned by
/// the program, beside the device it draws with. Only overlay.cpp and tools.cpp use ImGui.
///
/// Once per frame call begin(), then any of the others, then end(). Positions and sizes are fractions of the picture,
/// which is 16 : 9 in any window (scene/letterbox.hpp): (0, 0) is its upper left corner. Later drawing covers earlier
/// drawing, and the tools' windows cover everything.
#include <array>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "client/gpu/shader_library.hpp"
#include "client/platform/input.hpp"
#include "client/text/line.hpp"

namespace albireo::ui {

enum class Ink : std::uint8_t { white, gold, blue, grey, red, shade };
enum class Size : std::uint8_t { small, middle, large };
using text::Align;

/// The smallest picture for which texts are laid out, in pixels. In a smaller one they lie as in this one, scaled down with it.
inline constexpr int kLeastWidth = 480, kLeastHeight = 270;

struct TextDef {
    float x = 0.5F, y = 0.5F;  // the line's middle
    Size size = Size::middle;
    Ink ink = Ink::white;
    Align align = Align::centre;
    float strength = 1;       // opacity, 0 … 1
    float scale = 1;          // times the size
    float width_max = 0.96F;  // fraction of the picture's width; a longer line is scaled down
    bool backed = false;      // a dark strip behind it, where the picture is busy
    float shrunk = 1;         // times the size, because there is no room for it: less than Style and the smallest size ask for
};

/// A player's choices for all text.
struct Style {
    float small_scale = 1;       // times the size of small text, 0.75 … 1.5; larger text stays
    bool high_contrast = false;  // bright letters on dark, solid backgrounds
    float hud_scale = 1;         // of the HUD in the picture, around which texts are placed
};

/// A line that was drawn and its bounds, in pixels from the window's upper left corner.
struct Placed {
    std::string text;
    float left = 0, top = 0, right = 0, bottom = 0;
    float shrunk = 1;  // its size as a fraction of the wanted one at Style{}: less than 1 if it is too long for its place
    std::string paragraph{};  // of which it is a line; empty: it is alone
};

class Overlay {
  public:
    /// Requires a current OpenGL context. The context and the device must outlive it. Throws gpu::ShaderError.
    Overlay(gpu::Device& device, const gpu::ShaderLibrary& library);
    ~Overlay();
    Overlay(const Overlay&) = delete;
    Overlay& operator=(const Overlay&) = delete;

    /// `width` and `height` are the window's, in pixels; `seconds`: since the last frame.
    void begin(const platform::Input& input, int width, int height, float seconds);
    /// Draws everything that was added since begin(). Requires an open frame and pass of the device.
    void end();

    void set_style(const Style& style) { style_ = style; }
    const Style& style() const { return style_; }

    /// Returns the width of the line as drawn, as a fraction of the picture.
    float text(std::string_view text, const TextDef& def);
    /// The width that the line would have without a limit.
    float text_width(std::string_view text, const TextDef& def);
    /// The same as text() in as many lines as it takes at its full size, the first of them at TextDef::y. Returns their height, as a fraction of the picture.
    float paragraph(std::string_view text, const TextDef& def);
    /// The height of such a paragraph, without drawing it.
    float paragraph_height(std::string_view text, const TextDef& def);
    /// The lines that were drawn since begin().
    const std::vector<Placed>& placed() const { return placed_; }
    /// Darkens the whole picture: 0 not at all … 1 almost black.
    void dim(float share);
    bool is_dimmed() const { return is_dimmed_; }
    /// A dark rounded rectangle, as a background for text.
    void sheet(float x0, float y0, float x1, float y1, float strength);
    /// A filled rectangle.
    void box(float x0, float y0, float x1, float y1, Ink ink, float strength);
    /// A square of cells, dark on light with a margin of four cells, each a whole number of pixels and at least two: a QR code, which must
    /// not be blurred. It extends left from `right`, and is at most as high as from `top` to `bottom`; where there is no room for that, nothing
    /// is drawn. Returns its lower left corner.
    struct Corner {
        float left = 0, bottom = 0;
    };
    Corner cells(float right, float top, float bottom, int count, const std::function<bool(int column, int row)>& is_dark);
    /// Whether there is room for so many cells in this height, which is a fraction of the picture's.
    bool has_room_for_cells(int count, float height) const { return cell_pixels(count, height) > 0; }
    /// A picture of cells that fills the box. Returns for each cell its ink and opacity; 0: the cell is not drawn. Equal neighbours
    /// in a row are drawn as one, and cells meet at whole pixels.
    struct Cell {
        Ink ink = Ink::white;
        float strength = 0;
        bool operator==(const Cell&) const = default;
    };
    void mosaic(float x0, float y0, float x1, float y1, int columns, int rows, const std::function<Cell(int column, int row)>& cell_at);
    /// Whether the mouse is over this box.
    bool is_over(float x0, float y0, float x1, float y1) const;
    /// The mouse's horizontal position relative to x0 (0) and x1 (1), clamped to 0 … 1.
    float mouse_share(float x0, float x1) const;
    /// The mouse's vertical position, as a fraction of the picture; outside the picture below 0 or above 1.
    float mouse_y() const { return mouse_y_; }

  private:
    /// Fractions of the picture, in pixels of the window.
    float x_of(float share) const { return left_ + share * width_; }
    float y_of(float share) const { return top_ + share * height_; }
    using Four = std::array<float, 4>;
    /// The layout that overlay.vert reads.
    struct Box {
        Four at{}, image{}, colour{}, shape{};
    };
    struct Sheet {
        float left, top, right, bottom;
        float radius;
        float edge = 0;  // 0: filled
    };
    void add(const Sheet& sheet, const Four& colour);
    /// The size of letters in pixels: at Style{}, and with the player's choices.
    struct Sizes {
        float usual = 0, wanted = 0;
    };
    Sizes sizes_of(const TextDef& def) const;
    float cell_pixels(int count, float height) const;
    std::vector<std::string_view> lines_of(std::string_view text, const TextDef& def);
    /// From one line of a paragraph to the next, as a fraction of the picture.
    float line_step(const TextDef& def) const;

    gpu::Device& device_;
    text::Font& font_ = text::font();
    gpu::Owned<gpu::Program> program_;
    gpu::Owned<gpu::Texture> letters_;
    std::uint32_t letters_version_ = 0;  // of the atlas in letters_
    std::vector<Box> boxes_;
    float window_width_ = 1, window_height_ = 1;
    float left_ = 0, top_ = 0, width_ = 1, height_ = 1;  // of the picture, in pixels
    float mouse_x_ = -1, mouse_y_ = -1;                  // shares
    std::vector<Placed> placed_;
    bool is_dimmed_ = false;
    Style style_;
};

}  // namespace albireo::ui
