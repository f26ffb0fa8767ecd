#pragma once
/// Two shapes in the plane of play that can be dragged about: one moves, one stands; where do they first touch? Asks
/// the very sweeps that the game uses.
#include <optional>
#include <vector>

#include "client/collide/sweep.hpp"

namespace albireo::app {

class SweepBench {
  public:
    enum class Shape : std::uint8_t { point, sphere, edge, capsule, plane, polygon, box };
    struct Pair {
        Shape moving, still;
        const char* name;
    };
    /// Those that there is a sweep for.
    static std::span<const Pair> pairs();

    std::size_t pair = 0;
    collide::Vec2 from{-6, 2}, to{5, -1};  // of the moving shape
    collide::Vec2 still{1, 0};
    float angle = 0.5F;  // of both shapes, radians

    std::optional<collide::Hit> solve() const;

    /// A shape's outline about a place: circles and lines.
    struct Outline {
        struct Circle {
            collide::Vec2 at;
            float radius;
        };
        std::vector<Circle> circles;
        std::vector<std::array<collide::Vec2, 2>> lines;
    };
    Outline outline(Shape shape, collide::Vec2 at) const;
};

}  // namespace albireo::app
