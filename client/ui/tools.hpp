#pragma once
/// Panels and widgets of the developer tools, between Overlay's begin() and end(). Wraps Dear ImGui in plain functions:
/// a widget takes a value and returns it as changed by the mouse.
///
/// A panel's font is kEm pixels high, or a whole multiple of that in a large window. Sizes of panels are in ems of it;
/// the smallest window is 49 by 27 em.
#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace albireo::ui {

inline constexpr float kEm = 13;

/// The last few seconds of one number, one value per frame.
struct Curve {
    static constexpr std::size_t kValues = 240;
    std::string name;
    std::array<float, kValues> values{};
    std::size_t next = 0;
    float least_top = 1;  // the scale's maximum is at least this
    float limit = -1;     // values above it are red, and it is drawn as a line; below 0: none

    void add(float value) {
        values[next] = value;
        next = (next + 1) % kValues;
    }
    float last() const { return values[(next + kValues - 1) % kValues]; }
};

struct Row {
    std::string name;
    std::string value;
    float share = -1;  // of a bar behind it, 0 … 1; below 0: none
};

/// Begins a panel, and ends it when it goes out of scope. It is at the left or right edge, below the HUD, and as
/// high as the window allows; longer content scrolls.
class Panel {
  public:
    enum class Side : std::uint8_t { left, right };
    struct Def {
        Side side = Side::left;
        float width = 17, height = 24;  // em
    };
    Panel(const char* title, const Def& def);
    ~Panel();
    Panel(const Panel&) = delete;
    Panel& operator=(const Panel&) = delete;
};

/// Whether a panel uses the mouse. Then nothing below the panel may use it.
bool has_mouse();

void curves(std::span<const Curve> curves);
/// `scrolled`: the rows scroll within the remaining height of the panel.
void rows(std::span<const Row> rows, bool scrolled = false);
void words(const std::string& text);
/// Each returns the current choice or value. `wanted`: selects this tab now; −1: keeps the choice.
int tabs(std::span<const char* const> names, int chosen, int wanted = -1);
int pick(const char* label, std::span<const std::string> names, int chosen);
int slide(const char* label, int value, int least, int most);
bool check(const char* label, bool on);
/// A button. Returns whether it was pressed.
bool press(const char* label);

/// A stacked bar chart: one bar for each frame, oldest first, with a segment for each part.
struct Stacks {
    std::span<const char* const> parts;  // their names
    std::span<const float> values;       // frame by frame, part by part
    float line = 0;                      // a horizontal line at this value, with a label; 0: none
};
/// Returns the frame under the mouse, −1 if there is none.
int stacks(const Stacks& stacks);

/// A drawing with handles. Its centre is (0, 0), y up; its left and right edges are at ∓`half_width`.
class Canvas {
  public:
    explicit Canvas(float half_width, float height_em);
    enum class Ink : std::uint8_t { still, moving, ghost, contact };
    void line(float x0, float y0, float x1, float y1, Ink ink) const;
    void circle(float x, float y, float radius, Ink ink) const;
    /// A handle that the mouse can drag. Returns whether it was moved; (x, y) is then its new position.
    bool grab(int handle, float& x, float& y);

  private:
    float left_ = 0, top_ = 0, width_ = 1, height_ = 1, scale_ = 1;
};

}  // namespace albireo::ui
