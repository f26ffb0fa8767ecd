/// The slow reference: double precision, no tree, and formulas independent of the library's. It tests every triangle,
/// except those whose ball, or whose cluster's ball, is too far away to matter.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "client/collide/shapes.hpp"
#include "tests/client/collide/scenes.hpp"

namespace albireo::collide::reference {

/// The number of queries in a test: `full` with ALBIREO_FULL=1, else `usual`; under a sanitizer a tenth of that, but not
/// below 50.
int queries(int usual, int full);

double point_triangle(const Vec3d& p, const Triangle& t);
double segment_segment(const Vec3d& a0, const Vec3d& a1, const Vec3d& b0, const Vec3d& b1);
double segment_triangle(const Vec3d& a, const Vec3d& b, const Triangle& t);
/// Whether the triangle meets the box after every side of the box has moved out by `grow`.
bool box_triangle(const Box& box, const Triangle& t, double grow);
/// Where a segment crosses a triangle, and how far inside its border (negative: outside).
struct Crossing {
    double t, inside;
};
std::optional<Crossing> crossing(const Segment& s, const Triangle& t);

struct Ball {
    Vec3d center;
    double radius;
};
/// Contains the whole triangle.
Ball ball_around(const Triangle& t);

/// All triangles of a mesh, in clusters of 64 neighbours.
class Surface {
  public:
    explicit Surface(const scenes::Model& model);

    const Triangle& triangle(std::size_t i) const { return triangles_[i]; }
    std::size_t size() const { return triangles_.size(); }

    /// Calls `visit(triangle)` for every triangle that may be nearer than `within` to the query; `from(point)` is the distance from
    /// the query to a point. The visitor may reduce `within` as it goes.
    template <class From, class Visit>
    void near(const From& from, const double& within, const Visit& visit) const {
        const auto is_near = [&](const Ball& b) { return from(b.center) - b.radius <= within; };
        for (std::size_t c = 0; c < clusters_.size(); ++c) {
            if (!is_near(clusters_[c])) continue;
            for (std::size_t i = c * kCluster; i < size() && i < (c + 1) * kCluster; ++i)
                if (is_near(balls_[i])) visit(triangles_[i]);
        }
    }

  private:
    static constexpr std::size_t kCluster = 64;
    std::vector<Triangle> triangles_;
    std::vector<Ball> balls_, clusters_;
};

double point_segment(const Vec3d& p, const Vec3d& a, const Vec3d& b);
double point_box(const Vec3d& p, const Box& box);

/// The distance from the surface to a point and to a segment, capped at `within`.
double distance(const Surface& s, const Vec3d& p, double within);
double distance(const Surface& s, const Vec3d& a, const Vec3d& b, double within);

double triangle_triangle(const Triangle& s, const Vec3d& s_move, const Triangle& t);
/// Convex polygons and polyhedra as triangles: the distance between two, with the first moved.
double surfaces_apart(const std::vector<Triangle>& a, const Vec3d& a_move, const std::vector<Triangle>& b);

/// The time at which two convex shapes first come within `reach` of each other, found by stepping as far as the distance allows.
/// `gap(move)` is the distance between them after the first has moved by `move`, 0 if they overlap.
/// `least` is the smallest gap on the way, minus the reach: a touch if at most 0.
struct Touch {
    double t, least;
};
template <class Gap>
Touch advance(const Gap& gap, const Vec3d& d, double reach) {
    const double speed = math::length(d);
    Touch out{2, 1e30};
    double at = 0;
    for (int step = 0; step < 300; ++step) {
        const double apart = gap(d * at) - reach;
        out.least = apart < out.least ? apart : out.least;
        if (apart <= 1e-8) {
            out.t = at;
            return out;
        }
        if (speed == 0 || at >= 1) return out;
        at = at + apart / speed < 1 ? at + apart / speed : 1;
    }
    return out;  // gave up along a graze: a miss, by `least`
}

}  // namespace albireo::collide::reference
