#include "client/models/collision_spheres.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <queue>

namespace albireo::models {
namespace {

/// Where a line along z meets the surface, and whether it enters (+1) or leaves (−1) as z grows.
struct Crossing {
    float z;
    int way;
};

struct Candidate {
    std::size_t gain, sample;

    bool operator<(const Candidate& other) const {  // the larger gain first, then the earlier sample
        return gain != other.gain ? gain < other.gain : sample > other.sample;
    }
};

/// The vertices, and the middles of triangles larger than a cell.
std::vector<Vec3> surface_points(const Model& model, float cell) {
    std::vector<Vec3> points = model.positions;
    for (std::size_t t = 0; t < model.triangle_count(); ++t) {
        const auto [a, b, c] = model.triangle(t);
        const float longest =
            std::max({math::length_squared(b - a), math::length_squared(c - b), math::length_squared(a - c)});
        if (longest > cell * cell) points.push_back((a + b + c) / 3);
    }
    return points;
}

}  // namespace

std::vector<Vec3> samples_inside(const Model& model, float step) {
    Vec3 low = model.positions.front(), high = low;
    for (const Vec3& at : model.positions) {
        low = math::min(low, at);
        high = math::max(high, at);
    }
    const auto cells = [&](float size) { return static_cast<int>(size / step) + 1; };
    const int columns = cells(high.x - low.x), rows = cells(high.y - low.y);
    // Slightly off the middle, so that no line runs through a vertex of a symmetric shape.
    const auto place = [&](float from, int i) { return from + (static_cast<float>(i) + 0.5013F) * step; };

    std::vector<std::vector<Crossing>> crossings(static_cast<std::size_t>(columns * rows));
    for (std::size_t t = 0; t < model.triangle_count(); ++t) {
        const auto [a, b, c] = model.triangle(t);
        const math::Vec2 ab{b.x - a.x, b.y - a.y}, ac{c.x - a.x, c.y - a.y};
        const float area = math::cross(ab, ac);
        if (area == 0) continue;
        const auto first = [&](float x, float from) { return std::max(0, static_cast<int>((x - from) / step) - 1); };
        const auto last = [&](float x, float from, int n) {
            return std::min(n - 1, static_cast<int>((x - from) / step) + 1);
        };
        for (int y = first(std::min({a.y, b.y, c.y}), low.y); y <= last(std::max({a.y, b.y, c.y}), low.y, rows); ++y) {
            for (int x = first(std::min({a.x, b.x, c.x}), low.x); x <= last(std::max({a.x, b.x, c.x}), low.x, columns);
                 ++x) {
                const math::Vec2 ap{place(low.x, x) - a.x, place(low.y, y) - a.y};
                const float v = math::cross(ap, ac) / area, w = math::cross(ab, ap) / area;
                if (v < 0 || w < 0 || v + w > 1) continue;
                crossings[static_cast<std::size_t>(y * columns + x)].push_back(
                    {a.z + v * (b.z - a.z) + w * (c.z - a.z), area < 0 ? 1 : -1});
            }
        }
    }

    std::vector<Vec3> inside;
    for (int y = 0; y < rows; ++y) {
        for (int x = 0; x < columns; ++x) {
            auto& line = crossings[static_cast<std::size_t>(y * columns + x)];
            std::sort(line.begin(), line.end(),
                      [](const Crossing& l, const Crossing& r) { return l.z != r.z ? l.z < r.z : l.way > r.way; });
            int depth = 0;
            for (std::size_t i = 0; i + 1 < line.size(); ++i) {
                depth += line[i].way;
                if (depth <= 0) continue;
                const int first = static_cast<int>(std::ceil((line[i].z - low.z) / step - 0.5013F));
                for (int z = first; place(low.z, z) < line[i + 1].z; ++z) {
                    inside.push_back({place(low.x, x), place(low.y, y), place(low.z, z)});
                }
            }
        }
    }
    return inside;
}

std::vector<CollisionSphere> fitted_spheres(const Model& model, const SphereFit& fit) {
    const std::vector<Vec3> inside = samples_inside(model, fit.step);
    const std::vector<Vec3> surface = surface_points(model, fit.step);
    std::vector<float> radius_squared;
    for (const Vec3& at : inside) {
        float nearest = std::numeric_limits<float>::max();
        for (const Vec3& vertex : surface) nearest = std::min(nearest, math::length_squared(vertex - at));
        const float radius = std::sqrt(nearest) + fit.overhang;
        radius_squared.push_back(radius * radius);
    }

    std::vector<Vec3> bare = inside;  // samples that no sphere holds yet
    const auto gain = [&](std::size_t sample) {
        return static_cast<std::size_t>(std::count_if(bare.begin(), bare.end(), [&](const Vec3& at) {
            return math::length_squared(at - inside[sample]) <= radius_squared[sample];
        }));
    };
    // Taking spheres can only reduce the gain of others, so an earlier gain is an upper bound: only the candidate at the top of
    // the queue is counted again.
    // The first bound is the sphere's volume in cells, with half a cell's diagonal around it.
    std::priority_queue<Candidate> queue;
    for (std::size_t sample = 0; sample < inside.size(); ++sample) {
        const float cells = std::sqrt(radius_squared[sample]) / fit.step + 0.87F;
        queue.push({static_cast<std::size_t>(4.19F * cells * cells * cells) + 1, sample});
    }
    std::vector<CollisionSphere> spheres;
    while (static_cast<int>(spheres.size()) < fit.count && !queue.empty() && !bare.empty()) {
        const Candidate top = queue.top();
        queue.pop();
        const Candidate now{gain(top.sample), top.sample};
        if (!queue.empty() && now < queue.top()) {
            queue.push(now);
            continue;
        }
        spheres.push_back({inside[top.sample], std::sqrt(radius_squared[top.sample])});
        std::erase_if(bare, [&](const Vec3& at) {
            return math::length_squared(at - inside[top.sample]) <= radius_squared[top.sample];
        });
    }
    return spheres;
}

std::vector<CollisionSphere> ship_spheres(const Model& ship) {
    return fitted_spheres(ship, {.count = kShipSpheres, .overhang = 0.03F, .step = 0.03F});
}

}  // namespace albireo::models
