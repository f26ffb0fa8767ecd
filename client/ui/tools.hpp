#pragma once
/// The tools' panels: curves over time and tables of numbers, between Overlay's begin() and end().
#include <array>
#include <span>
#include <string>

namespace albireo::ui {

/// The last few seconds of one number, a value a frame.
struct Curve {
    static constexpr std::size_t kValues = 240;
    std::string name;
    std::array<float, kValues> values{};
    std::size_t next = 0;
    float least_top = 1;  // the scale reaches at least so far

    void add(float value) {
        values[next] = value;
        next = (next + 1) % kValues;
    }
    float last() const { return values[(next + kValues - 1) % kValues]; }
};

struct Row {
    std::string name;
    std::string value;
};

/// A panel whose upper left corner stands at (x, y), shares of the window.
void draw_curves(const char* title, float x, float y, std::span<const Curve> curves);
void draw_table(const char* title, float x, float y, std::span<const Row> rows);

}  // namespace albireo::ui
