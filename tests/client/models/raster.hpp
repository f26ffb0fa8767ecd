/// A small software renderer, to judge shapes without a GPU. Orthographic, z-buffered, one key light.
#pragma once

#include <array>
#include <string>
#include <vector>

#include "client/math/transform.hpp"
#include "client/models/model.hpp"

namespace albireo::models {

using Palette = std::array<Vec3, kZoneCount>;  // linear colour of each zone

inline constexpr Palette kGoldPalette = {Vec3{0.80F, 0.52F, 0.10F}, Vec3{0.95F, 0.70F, 0.25F}, Vec3{0.9F, 0.85F, 0.7F},
                                         Vec3{0.25F, 0.8F, 1.0F},   Vec3{0.02F, 0.02F, 0.03F}, Vec3{1.0F, 0.6F, 0.2F}};
inline constexpr Palette kBluePalette = {Vec3{0.12F, 0.30F, 0.80F}, Vec3{0.30F, 0.55F, 0.95F}, Vec3{0.7F, 0.8F, 0.9F},
                                         Vec3{1.0F, 0.75F, 0.25F},  Vec3{0.02F, 0.02F, 0.03F}, Vec3{0.3F, 0.8F, 1.0F}};
inline constexpr Palette kEnemyPalette = {Vec3{0.17F, 0.21F, 0.18F}, Vec3{0.26F, 0.10F, 0.34F},
                                          Vec3{0.45F, 0.43F, 0.36F}, Vec3{0.9F, 0.35F, 1.0F},
                                          Vec3{0.02F, 0.01F, 0.03F}, Vec3{0.35F, 1.0F, 0.35F}};

class Raster {
  public:
    Raster(int width, int height);

    /// Draws the model rotated by `pose.turn` with its origin at pixel (pose.at.x, pose.at.y), at `pixels` per unit.
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
