#pragma once
/// Rock of one tile, as the mesh builder needs it: its polygons, their open edges, and the shape of its face. It is either
/// all static rock of the tile, or one moving wall. Everything is in the tile's own coordinates.
///
/// 1. At a seam (the tile's first and last column) depth(), swell() and extra() depend only on data that both tiles share
///    there, so the tiles' meshes meet.
#include <array>
#include <cstdint>
#include <vector>

#include "client/scene/polygon.hpp"
#include "sim/level/level.hpp"

namespace albireo::scene {

/// In units. Nothing farther than this above or below the camera's line is ever in view, unless the line is steep
/// (Rock::sight()).
inline constexpr float kRockSight = 13;

class Rock {
  public:
    struct Edge {
        Vec2 a, b;
        bool open = false;  // air on its other side
    };

    Rock(const Level& level, std::size_t tile);
    Rock(const Level& level, std::size_t tile, const WallDef& moving);

    /// Their corners run counter-clockwise.
    const std::vector<Polygon>& polygons() const { return polygons_; }
    /// The edges of all polygons, one polygon after another.
    const std::vector<Edge>& edges() const { return edges_; }
    /// The camera's line through the tile.
    Vec2 enter() const { return enter_; }
    Vec2 exit() const { return exit_; }
    std::uint32_t index() const { return index_; }

    /// In units. Nothing farther than this above or below the camera's line comes into view.
    float sight() const { return sight_; }

    /// Whether p is on a line where tiles meet. A wall that moves sideways has no such line.
    bool is_seam(Vec2 p) const;

    /// The distance to the open air. Near a seam it becomes the height over the edge at the seam.
    float depth(Vec2 p) const;

    /// How far the face bulges toward the eye.
    float swell(Vec2 p) const;

    /// Texture coordinates: columns along the tile, height over the camera's line, the tile, distance to the open air.
    std::array<float, 4> extra(Vec2 p, float to_open) const;

  private:
    void take(const Level& level, const WallDef& wall);
    void find_open_edges();
    float camera_y(float x) const;
    bool is_open(const Edge& edge, const Polygon& own) const;
    float noise(float u, float v, float columns) const;

    std::uint32_t index_;
    Vec2 enter_, exit_;
    float columns_ = 1;  // of the texture, along the tile
    float sight_ = kRockSight;
    bool has_seams_ = true;
    std::vector<Polygon> polygons_;
    std::vector<Edge> edges_;
};

}  // namespace albireo::scene
