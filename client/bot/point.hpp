#pragma once
/// The autopilot's own plane: floats, field units. Its results only become buttons, so rounding is harmless.
#include "client/predict/units.hpp"

namespace albireo::bot {

using client::units;

struct Point {
    float x = 0;
    float y = 0;

    friend constexpr Point operator+(Point a, Point b) { return {a.x + b.x, a.y + b.y}; }
    friend constexpr Point operator-(Point a, Point b) { return {a.x - b.x, a.y - b.y}; }
    friend constexpr Point operator*(Point a, float s) { return {a.x * s, a.y * s}; }
};

constexpr Point point(Vec2 v) {
    return {units(v.x), units(v.y)};
}
constexpr float square(Point p) {
    return p.x * p.x + p.y * p.y;
}

}  // namespace albireo::bot
