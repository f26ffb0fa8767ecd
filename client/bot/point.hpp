#pragma once
/// The autopilot's own plane: floats, field units. What it thinks goes nowhere but into buttons, so it may round.
#include "sim/base/vec2.hpp"

namespace albireo::bot {

constexpr float units(Fixed value) {
    return static_cast<float>(value.raw) * (1.0F / static_cast<float>(Fixed::kOneRaw));
}

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
