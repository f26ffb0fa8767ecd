// Surface against surface: for every leaf of one mesh, the triangles of the other near it, and then triangle by
// triangle.

#include <algorithm>
#include <array>
#include <cmath>

#include "client/collide/kernels.hpp"
#include "client/collide/query.hpp"

namespace albireo::collide {

using math::cross;
using math::dot;
using math::widen;

namespace {

using Corners = std::array<Vec3d, 3>;

/// The triangle's normal, of any length. Zero for a sliver, whose normal rounding could turn anywhere; its edges give
/// the same answer.
Vec3d normal_of(const Corners& t) {
    const Vec3d e = t[1] - t[0], f = t[2] - t[0], n = cross(e, f);
    return length_squared(n) > 1e-24 * length_squared(e) * length_squared(f) ? n : Vec3d{};
}

/// Does the segment p..q cross the triangle with normal n? Signs of volumes only; a touch counts, a segment in the
/// plane does not, and nothing crosses a triangle without area.
bool pierces(const Vec3d& p, const Vec3d& q, const Corners& t, const Vec3d& n) {
    const Vec3d d = q - p, a = t[0] - p, b = t[1] - p, c = t[2] - p;
    const double h0 = dot(a, n), rise = dot(d, n);
    if (rise == 0 || h0 * rise < 0 || std::abs(h0) > std::abs(rise)) return false;
    const double u = dot(cross(b, c), d), v = dot(cross(c, a), d), w = dot(cross(a, b), d);
    return (u >= 0 && v >= 0 && w >= 0) || (u <= 0 && v <= 0 && w <= 0);
}

/// Two triangles in one plane with normal n, by separating axes within it.
bool overlap_in_plane(const Corners& s, const Corners& t, const Vec3d& n) {
    const Corners* const pair[2] = {&s, &t};
    for (const Corners* from : pair)
        for (std::size_t i = 0, j = 2; i < 3; j = i++) {
            const Vec3d axis = cross((*from)[i] - (*from)[j], n);
            double lo[2], hi[2];
            for (int k = 0; k < 2; ++k) {
                const Corners& c = *pair[k];
                const double x = dot(c[0], axis), y = dot(c[1], axis), z = dot(c[2], axis);
                lo[k] = std::min({x, y, z}), hi[k] = std::max({x, y, z});
            }
            if (lo[0] > hi[1] || lo[1] > hi[0]) return false;
        }
    return true;
}

/// Two triangles meet when an edge of one pierces the other; when both lie in one plane, when they overlap there. One
/// of them may be without area, and is then its edges.
bool meet(const Corners& s, const Corners& t) {
    const Vec3d m = normal_of(s), n = normal_of(t);
    if (n == Vec3d{}) return m != Vec3d{} && meet(t, s);
    const double h0 = dot(s[0] - t[0], n), h1 = dot(s[1] - t[0], n), h2 = dot(s[2] - t[0], n);
    if ((h0 > 0 && h1 > 0 && h2 > 0) || (h0 < 0 && h1 < 0 && h2 < 0)) return false;
    if (h0 == 0 && h1 == 0 && h2 == 0) return overlap_in_plane(s, t, n);
    for (std::size_t i = 0, j = 2; i < 3; j = i++)
        if (pierces(s[j], s[i], t, n) || pierces(t[j], t[i], s, m)) return true;
    return false;
}

/// Visits every leaf whose box is near enough, until `leaf` returns true. Returns whether it did.
template <class Near, class OnLeaf>
bool visit(const TreeView& tree, const Near& is_near, const OnLeaf& leaf) {
    std::int32_t stack[kStackMax];
    int top = 0;
    stack[top++] = 0;
    while (top != 0) {
        const Node8& node = tree.nodes[stack[--top]];
        for (int lane = 0; lane < kWide; ++lane) {
            const std::int32_t child = node.child[lane];
            if (child == kNoChild || !is_near(Box{{node.min[0][lane], node.min[1][lane], node.min[2][lane]},
                                                  {node.max[0][lane], node.max[1][lane], node.max[2][lane]}}))
                continue;
            if (child >= 0)
                stack[top++] = child;
            else if (leaf(tree.leaves[~child]))
                return true;
        }
    }
    return false;
}

/// Slightly more than the rounding error of a float, so that no pair is lost to it.
Box grown(const Box& box) {
    const Vec3 far = math::max(math::abs(box.min), math::abs(box.max));
    const float slack = std::max({far.x, far.y, far.z}) * 1e-6F;
    return {box.min - Vec3{slack, slack, slack}, box.max + Vec3{slack, slack, slack}};
}

}  // namespace

bool touches(const Mesh& m, const Transform& pose, const Mesh& other, const Transform& other_pose) {
    if (other.triangle_count() > m.triangle_count()) return touches(other, other_pose, m, pose);
    const Transform into = inverse(pose) * other_pose;
    const auto placed = [&](const Vec3& p) {
        return widen(into.turn.x) * p.x + widen(into.turn.y) * p.y + widen(into.turn.z) * p.z + widen(into.at);
    };
    const auto meets_any = [&](const Corners& mine) {
        const Box around =
            grown({narrow(min(min(mine[0], mine[1]), mine[2])), narrow(max(max(mine[0], mine[1]), mine[2]))});
        return visit(
            m.view(), [&](const Box& box) { return overlaps(box, around); },
            [&](const Leaf8& leaf) {
                for (int i = 0; i < kWide; ++i) {
                    if (i > 0 && leaf.id[i] == leaf.id[i - 1]) continue;
                    const Triangle t = m.triangle(leaf.id[i]);
                    if (meet(mine, {widen(t.a), widen(t.b), widen(t.c)})) return true;
                }
                return false;
            });
    };
    // Down the smaller mesh's tree, skipping nodes that no triangle of the larger one is near.
    return visit(
        other.view(), [&](const Box& box) { return touches(m, grown(bounds(into, box))); },
        [&](const Leaf8& leaf) {
            for (int i = 0; i < kWide; ++i) {
                if (i > 0 && leaf.id[i] == leaf.id[i - 1]) continue;
                const Triangle t = other.triangle(leaf.id[i]);
                if (meets_any({placed(t.a), placed(t.b), placed(t.c)})) return true;
            }
            return false;
        });
}

}  // namespace albireo::collide
