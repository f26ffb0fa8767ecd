/// A small software renderer, so that a shape can be judged without a GPU. Orthographic, z-buffered, one key light.
#pragma once

#include <array>
#include <string>
#include <vector>

#include "client/math/transform.hpp"
#include "client/models/model.hpp"

namespace albireo::models {

using Palette = std::array<Vec3, kZoneCount>;  // linear colour of each zone

class Raster {
  public:
    Raster(int width, int height);

    /// Draws the model turned by `pose.turn` with its origin at pixel (pose.at.x, pose.at.y), `pixels` to the unit.
    void draw(const Model& model, const math::Transform& pose, float pixels, const Palette& palette);

    /// Writes a PNG of half the size, each pixel the mean of four.
    bool write_png(const std::string& path) const;

  private:
    Vec3 shade(const Vec3& normal, const Vec3& colour, bool shines) const;

    int width_, height_;
    std::vector<Vec3> colour_;
    std::vector<float> depth_;
};

}  // namespace albireo::models
