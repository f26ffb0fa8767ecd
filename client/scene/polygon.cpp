#include "client/scene/polygon.hpp"

#include <algorithm>
#include <utility>

namespace albireo::scene {

float area(std::span<const Vec2> polygon) {
    float sum = 0;
    for (std::size_t i = 0; i < polygon.size(); ++i) sum += math::cross(polygon[i], polygon[(i + 1) % polygon.size()]);
    return sum / 2;
}

bool is_inside(std::span<const Vec2> polygon, Vec2 p) {
    bool inside = false;
    for (std::size_t i = 0, j = polygon.size() - 1; i < polygon.size(); j = i++) {
        const Vec2 a = polygon[i], b = polygon[j];
        if ((a.y > p.y) != (b.y > p.y) && p.x < (b.x - a.x) * (p.y - a.y) / (b.y - a.y) + a.x) inside = !inside;
    }
    return inside;
}

float distance_to_segment(Vec2 a, Vec2 b, Vec2 p) {
    const Vec2 way = b - a;
    const float t = std::clamp(math::dot(p - a, way) / std::max(math::dot(way, way), 1e-9F), 0.0F, 1.0F);
    return math::length(p - a - way * t);
}

Polygon clipped(Polygon polygon, Vec2 low, Vec2 high) {
    const auto cut = [&](auto&& inside, auto&& crossing) {
        Polygon out;
        for (std::size_t i = 0; i < polygon.size(); ++i) {
            const Vec2 a = polygon[i], b = polygon[(i + 1) % polygon.size()];
            if (inside(a)) out.push_back(a);
            if (inside(a) != inside(b)) out.push_back(crossing(a, b));
        }
        polygon = std::move(out);
    };
    const auto at_x = [](float x) {
        return [x](Vec2 a, Vec2 b) { return Vec2{x, a.y + (b.y - a.y) * (x - a.x) / (b.x - a.x)}; };
    };
    const auto at_y = [](float y) {
        return [y](Vec2 a, Vec2 b) { return Vec2{a.x + (b.x - a.x) * (y - a.y) / (b.y - a.y), y}; };
    };
    cut([&](Vec2 p) { return p.x >= low.x; }, at_x(low.x));
    cut([&](Vec2 p) { return p.x <= high.x; }, at_x(high.x));
    cut([&](Vec2 p) { return p.y >= low.y; }, at_y(low.y));
    cut([&](Vec2 p) { return p.y <= high.y; }, at_y(high.y));
    return polygon;
}

void triangulate(const Polygon& polygon, std::vector<std::array<std::size_t, 3>>& out) {
    std::vector<std::size_t> left;
    for (std::size_t i = 0; i < polygon.size(); ++i) left.push_back(i);
    for (std::size_t tries = 0; left.size() > 3 && tries < 2 * left.size();) {
        bool cut = false;
        for (std::size_t i = 0; i < left.size() && !cut; ++i) {
            const std::size_t a = left[(i + left.size() - 1) % left.size()], b = left[i],
                              c = left[(i + 1) % left.size()];
            const Vec2 pa = polygon[a], pb = polygon[b], pc = polygon[c];
            if (math::cross(pb - pa, pc - pa) < 0) continue;
            bool holds = false;
            for (const std::size_t other : left) {
                if (other == a || other == b || other == c) continue;
                const Vec2 p = polygon[other];
                holds = holds || (math::cross(pb - pa, p - pa) > 1e-6F && math::cross(pc - pb, p - pb) > 1e-6F &&
                                  math::cross(pa - pc, p - pc) > 1e-6F);
            }
            if (holds) continue;
            out.push_back({a, b, c});
            left.erase(left.begin() + static_cast<std::ptrdiff_t>(i));
            cut = true;
        }
        if (!cut)
            ++tries, std::rotate(left.begin(), left.begin() + 1, left.end());
        else
            tries = 0;
    }
    if (left.size() == 3) out.push_back({left[0], left[1], left[2]});
}

}  // namespace albireo::scene
