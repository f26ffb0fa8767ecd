#include "client/collide/wall.hpp"

#include <algorithm>
#include <cassert>
#include <cmath>

namespace albireo::collide {

Walls::Walls(std::span<const std::vector<Vec2>> polygons) {
    struct Edge {
        Vec2 a, b;
        std::uint32_t polygon;
    };
    std::vector<Edge> edges;
    for (std::uint32_t p = 0; p < polygons.size(); ++p) {
        const std::vector<Vec2>& corners = polygons[p];
        assert(corners.size() >= 3);
        double area = 0;
        for (std::size_t i = 0, j = corners.size() - 1; i < corners.size(); j = i++)
            area += math::cross(math::widen(corners[j] - corners[0]), math::widen(corners[i] - corners[0]));
        // All polygons are made counter-clockwise, so that the windings of overlapping walls add up and never cancel.
        for (std::size_t i = 0, j = corners.size() - 1; i < corners.size(); j = i++)
            edges.push_back(area < 0 ? Edge{corners[i], corners[j], p} : Edge{corners[j], corners[i], p});
    }
    for (std::size_t first = 0; first < edges.size(); first += 8) {
        Edge8& block = blocks_.emplace_back();
        block.min_x = block.min_y = kFar;
        block.max_x = block.max_y = -kFar;
        for (std::size_t lane = 0; lane < 8; ++lane) {
            const Edge& e = edges[std::min(first + lane, edges.size() - 1)];
            block.ax[lane] = e.a.x, block.ay[lane] = e.a.y, block.bx[lane] = e.b.x, block.by[lane] = e.b.y;
            block.counts[lane] = first + lane < edges.size() ? 1.0F : 0.0F;
            block.min_x = std::min({block.min_x, e.a.x, e.b.x}), block.max_x = std::max({block.max_x, e.a.x, e.b.x});
            block.min_y = std::min({block.min_y, e.a.y, e.b.y}), block.max_y = std::max({block.max_y, e.a.y, e.b.y});
            polygon_.push_back(e.polygon);
        }
    }
}

NearestEdge Walls::nearest_edge(Vec2 point, float within) const {
    return kernels().edge_nearest(blocks_.data(), blocks_.size(), point.x, point.y, within);
}

bool Walls::inside(Vec2 point) const {
    return kernels().edge_winding(blocks_.data(), blocks_.size(), point.x, point.y) != 0;
}

bool Walls::touches(const Circle& c) const {
    return nearest_edge(c.center, c.radius).edge != kNoFace || inside(c.center);
}

bool Walls::touches(const SphereSet& ship, const Transform& pose) const {
    if (ship.empty()) return false;
    const Vec3 middle = pose.point(ship.bound().center);
    if (!touches(Circle{{middle.x, middle.y}, ship.bound().radius})) return false;
    for (const Sphere& s : ship.spheres()) {
        const Vec3 at = pose.point(s.center);
        if (touches(Circle{{at.x, at.y}, s.radius})) return true;
    }
    return false;
}

std::optional<NearestWall> Walls::nearest(Vec2 point, float within) const {
    const NearestEdge e = nearest_edge(point, within);
    if (e.edge == kNoFace) return std::nullopt;
    const Edge8& block = blocks_[e.edge / 8];
    const std::size_t lane = e.edge % 8;
    const Vec2 a = {block.ax[lane], block.ay[lane]}, edge = Vec2{block.bx[lane], block.by[lane]} - a;
    const float size2 = math::length_squared(edge);
    const float s = size2 > 0 ? std::clamp(math::dot(point - a, edge) / size2, 0.0F, 1.0F) : 0.0F;

    NearestWall out;
    out.point = a + edge * s;
    out.polygon = polygon_[e.edge];
    const bool in = inside(point);
    const Vec2 away = in ? out.point - point : point - out.point;
    const float distance = math::length(away);
    const Vec2 outward = math::normalized_or(Vec2{edge.y, -edge.x}, Vec2{0, 1});
    // Exactly on the outline `away` has no direction: the edge's own normal is used.
    out.normal = distance > 1e-6F * (1.0F + std::abs(point.x) + std::abs(point.y)) ? away / distance : outward;
    out.distance = in ? -distance : distance;
    return out;
}

float Walls::signed_distance(Vec2 point, float most) const {
    const NearestEdge e = nearest_edge(point, most);
    const float distance = e.edge == kNoFace ? most : std::sqrt(e.distance_squared);
    return inside(point) ? -distance : distance;
}

}  // namespace albireo::collide
