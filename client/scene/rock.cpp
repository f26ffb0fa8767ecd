#include "client/scene/rock.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "client/predict/units.hpp"
#include "client/scene/displace.hpp"

namespace albireo::scene {
namespace {

float smooth(float low, float high, float x) {
    const float t = std::clamp((x - low) / (high - low), 0.0F, 1.0F);
    return t * t * (3 - 2 * t);
}

/// The largest distance from the camera's line at which rock can come into view. Where the line is steep, the corners of the
/// picture are far above or below it.
float sight_of(const Level& level) {
    float sight = kRockSight;
    for (const TileDef& tile : level.tiles) {
        const math::Vec2 way = client::in_field(tile.exit - tile.enter);
        constexpr float kHalfHeight = 10.5F, kHalfWidth = 18;  // of the picture, and what a shake may show
        sight = std::max(sight, kHalfHeight + kHalfWidth * std::abs(way.y / way.x));
    }
    return sight;
}

}  // namespace

Rock::Rock(const Level& level, std::size_t tile)
    : index_(static_cast<std::uint32_t>(tile)),
      enter_(client::in_field(level.tiles[tile].enter)),
      exit_(client::in_field(level.tiles[tile].exit)),
      columns_(std::clamp(std::round(exit_.x - enter_.x), 1.0F, 127.0F)) {
    sight_ = sight_of(level);
    const Range walls = level.tiles[tile].walls;
    for (const WallDef& wall : std::span(level.walls).subspan(walls.first, walls.count)) {
        if (!wall.moves()) take(level, wall);
    }
    find_open_edges();
}

Rock::Rock(const Level& level, std::size_t tile, const WallDef& moving)
    : index_(static_cast<std::uint32_t>(tile)),
      enter_(client::in_field(level.tiles[tile].enter)),
      exit_(client::in_field(level.tiles[tile].exit)),
      columns_(std::clamp(std::round(exit_.x - enter_.x), 1.0F, 127.0F)) {
    const float still = sight_of(level);
    for (const WallKey& key : std::span(level.wall_keys).subspan(moving.keys.first, moving.keys.count)) {
        sight_ = std::max(sight_, still + std::abs(client::units(key.by.y)));
        has_seams_ = has_seams_ && key.by.x == Fixed{};
    }
    take(level, moving);
    find_open_edges();
}

void Rock::take(const Level& level, const WallDef& wall) {
    Polygon polygon;
    for (std::size_t i = 0; i < wall.points.count; ++i) {
        polygon.push_back(client::in_field(level.points[wall.points.first + i]));
    }
    if (area(polygon) < 0) std::reverse(polygon.begin(), polygon.end());
    polygons_.push_back(std::move(polygon));
}

void Rock::find_open_edges() {
    for (const Polygon& polygon : polygons_) {
        for (std::size_t i = 0; i < polygon.size(); ++i) {
            edges_.push_back({polygon[i], polygon[(i + 1) % polygon.size()], false});
            edges_.back().open = is_open(edges_.back(), polygon);
        }
    }
}

bool Rock::is_seam(Vec2 p) const {
    return has_seams_ && (std::abs(p.x - enter_.x) < 1e-3F || std::abs(p.x - exit_.x) < 1e-3F);
}

float Rock::camera_y(float x) const {
    return enter_.y + (exit_.y - enter_.y) * (x - enter_.x) / (exit_.x - enter_.x);
}

float Rock::depth(Vec2 p) const {
    float near = 1e9F, upright = 1e9F;
    const float seam_x = p.x - enter_.x < exit_.x - p.x ? enter_.x : exit_.x;
    for (const Edge& edge : edges_) {
        if (!edge.open) continue;
        near = std::min(near, distance_to_segment(edge.a, edge.b, p));
        for (const Vec2 end : {edge.a, edge.b}) {
            if (has_seams_ && std::abs(end.x - seam_x) < 1e-3F) upright = std::min(upright, std::abs(p.y - end.y));
        }
    }
    if (upright > 1e8F) return near;
    const float w = smooth(0, 2.5F, std::abs(p.x - seam_x));
    return upright + (near - upright) * w;
}

float Rock::swell(Vec2 p) const {
    const float d = depth(p);
    const std::array<float, 4> e = extra(p, 0);
    const float wave =
        noise(e[0] * 0.5F, e[1] * 0.45F, columns_ * 0.5F) + 0.5F * noise(e[0], e[1] * 0.9F + 11.0F, columns_);
    return 0.75F * (1 - std::exp(-d * 1.5F)) + smooth(0.2F, 2.2F, d) * (wave - 0.6F) * 0.8F;
}

std::array<float, 4> Rock::extra(Vec2 p, float to_open) const {
    return {(p.x - enter_.x) / (exit_.x - enter_.x) * columns_, p.y - camera_y(p.x),
            columns_ + 128.0F * static_cast<float>(index_ % 1024), to_open};
}

bool Rock::is_open(const Edge& edge, const Polygon& own) const {
    if (is_seam(edge.a) && is_seam(edge.b) && std::abs(edge.a.x - edge.b.x) < 1e-3F) return false;
    const Vec2 middle = (edge.a + edge.b) * 0.5F;
    if (std::abs(middle.y - camera_y(middle.x)) > sight_) return false;
    const Vec2 way = math::normalized_or(edge.b - edge.a, Vec2{1, 0});
    const Vec2 outside = middle + Vec2{way.y, -way.x} * 0.02F;
    for (const Polygon& polygon : polygons_) {
        if (&polygon != &own && is_inside(polygon, outside)) return false;
    }
    return true;
}

/// Value noise on columns of the tile. The first and last columns are the same for all tiles, and flat across.
float Rock::noise(float u, float v, float columns) const {
    const auto whole_columns = static_cast<int>(std::lround(columns));
    const auto value = [&](int x, int y) {
        const int key = x == 0 || x == whole_columns ? 0 : x + static_cast<int>(index_) * 131 + 7;
        return VisualRandom(static_cast<std::uint32_t>(key * 7349 + y * 9151)).share();
    };
    const auto x = static_cast<int>(std::floor(u)), y = static_cast<int>(std::floor(v));
    const float fx = smooth(0, 1, u - static_cast<float>(x)), fy = smooth(0, 1, v - static_cast<float>(y));
    const float low = value(x, y) + (value(x + 1, y) - value(x, y)) * fx;
    const float high = value(x, y + 1) + (value(x + 1, y + 1) - value(x, y + 1)) * fx;
    return low + (high - low) * fy;
}

}  // namespace albireo::scene
