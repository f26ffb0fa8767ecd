/// The slow truth: double precision, no tree, and other formulas than the library's own. Every triangle is asked,
/// unless a ball around it, or around a cluster that it stands in, is too far away to matter.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "client/collide/shapes.hpp"
#include "tests/client/collide/scenes.hpp"

namespace albireo::collide::reference {

/// How many queries a test asks: `full` with ALBIREO_FULL=1, else `usual`; under a sanitizer a tenth of that, but not
/// below 50.
int queries(int usual, int full);

double point_triangle(const Vec3d& p, const Triangle& t);
double segment_segment(const Vec3d& a0, const Vec3d& a1, const Vec3d& b0, const Vec3d& b1);
double segment_triangle(const Vec3d& a, const Vec3d& b, const Triangle& t);
/// With every side of the box moved out by `grow`.
bool box_triangle(const Box& box, const Triangle& t, double grow);
/// Where a segment crosses a triangle, with how far inside its border (negative outside).
struct Crossing {
    double t, inside;
};
std::optional<Crossing> crossing(const Segment& s, const Triangle& t);

struct Ball {
    Vec3d center;
    double radius;
};
/// All of the triangle lies in it.
Ball ball_around(const Triangle& t);

/// All triangles of a mesh, neighbours in clusters of 64.
class Surface {
  public:
    explicit Surface(const scenes::Model& model);

    const Triangle& triangle(std::size_t i) const { return triangles_[i]; }
    std::size_t size() const { return triangles_.size(); }

    /// Calls `visit(triangle)` for every one that may be nearer than `within` to the query, which `from(point)` is the
    /// distance from. A visitor may make `within` smaller as it goes.
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

/// The distance from the surface to a point and to a segment; nothing nearer than `within` is `within`.
double distance(const Surface& s, const Vec3d& p, double within);
double distance(const Surface& s, const Vec3d& a, const Vec3d& b, double within);

double triangle_triangle(const Triangle& s, const Vec3d& s_move, const Triangle& t);
/// Convex polygons and polyhedra as their triangles: the distance between two, the first moved.
double surfaces_apart(const std::vector<Triangle>& a, const Vec3d& a_move, const std::vector<Triangle>& b);

/// When two convex things first come within `reach` of each other, by stepping as far as the distance allows.
/// `gap(move)` is the distance between them after the first has moved by it, 0 where they overlap.
/// `least` is the smallest gap met on the way, less the reach: a touch when at most 0.
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
    return out;  // crept along a graze: a miss, by `least`
}

}  // namespace albireo::collide::reference
