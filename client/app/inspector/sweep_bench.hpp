#pragma once
/// Two shapes in the plane of play that can be dragged: one moves, the other is at rest. Shows where they first touch,
/// computed by the same sweeps that the game uses.
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
    /// The pairs of shapes for which there is a sweep.
    static std::span<const Pair> pairs();

    std::size_t pair = 0;
    collide::Vec2 from{-6, 2}, to{5, -1};  // of the moving shape
    collide::Vec2 still{1, 0};
    float angle = 0.5F;  // of both shapes, radians

    std::optional<collide::Hit> solve() const;

    /// A shape's outline at a position: circles and lines.
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
