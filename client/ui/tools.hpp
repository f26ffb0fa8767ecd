#pragma once
/// The tools' panels and their widgets, between Overlay's begin() and end(). Wraps Dear ImGui in plain calls: a panel
/// takes values and returns what the mouse did.
///
/// The letters of a panel have one size, kEm pixels high (twice that in a large window), so a panel is measured in
/// them: the smallest window has 49 by 27.
#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace albireo::ui {

inline constexpr float kEm = 13;

/// The last few seconds of one number, a value a frame.
struct Curve {
    static constexpr std::size_t kValues = 240;
    std::string name;
    std::array<float, kValues> values{};
    std::size_t next = 0;
    float least_top = 1;  // the scale reaches at least so far
    float limit = -1;     // a line that should not be crossed; below 0: none

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

/// Whether the mouse belongs to a panel: then it is not for what lies below.
bool has_mouse();

void curves(std::span<const Curve> curves);
/// `follow`: scrolled within the panel, as high as what is left of it.
void rows(std::span<const Row> rows, bool scrolled = false);
void words(const std::string& text);
/// Each returns the current choice.
/// `wanted`: selects this choice now; −1: leaves the choice alone.
int tabs(std::span<const char* const> names, int chosen, int wanted = -1);
int pick(const char* label, std::span<const std::string> names, int chosen);
int slide(const char* label, int value, int least, int most);
bool check(const char* label, bool on);
/// A button: whether it was pressed.
bool press(const char* label);

/// Frames side by side, oldest first, each a stack of parts.
struct Stacks {
    std::span<const char* const> parts;  // their names
    std::span<const float> values;       // frame by frame, part by part
    float line = 0;                      // across, with its value; 0: none
};
/// Returns the frame under the mouse, −1 if there is none.
int stacks(const Stacks& stacks);

/// A drawing that can be grabbed. Its middle is (0, 0), y up; `half_width` reaches its left and right edges.
class Canvas {
  public:
    explicit Canvas(float half_width, float height_em);
    enum class Ink : std::uint8_t { still, moving, ghost, contact };
    void line(float x0, float y0, float x1, float y1, Ink ink) const;
    void circle(float x, float y, float radius, Ink ink) const;
    /// A handle: moves with the mouse that has grabbed it. Whether it was moved.
    bool grab(int handle, float& x, float& y);

  private:
    float left_ = 0, top_ = 0, width_ = 1, height_ = 1, scale_ = 1;
};

}  // namespace albireo::ui
