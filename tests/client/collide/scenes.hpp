/// Meshes, ships and seeded random numbers, shared by the tests and the benchmark of client/collide.
#pragma once

#include <cstdint>
#include <vector>

#include "client/collide/mesh.hpp"
#include "client/collide/shapes.hpp"

namespace albireo::collide::scenes {

/// Show-side randomness: the same numbers from the same seed on every platform.
class Random {
  public:
    explicit Random(std::uint64_t seed) : state_(seed) {}
    std::uint64_t next();
    float unit() { return static_cast<float>(next() >> 40) * 0x1p-24F; }
    float between(float low, float high) { return low + (high - low) * unit(); }
    /// Log-uniform: as likely between 1 and 2 as between 10 and 20.
    float between_scales(float low, float high);
    Vec3 in_box(const Box& box);
    Vec3 direction();
    math::Quat turn();
    math::Transform pose(float reach);

  private:
    std::uint64_t state_;
};

struct Model {
    std::vector<Vec3> vertices;
    std::vector<std::uint32_t> indices;

    Triangle triangle(std::size_t i) const {
        return {vertices[indices[i * 3]], vertices[indices[i * 3 + 1]], vertices[indices[i * 3 + 2]]};
    }
    std::size_t size() const { return indices.size() / 3; }
    Box bounds() const;
};

/// A sphere of 20 n² triangles, with a radius of about 1, its surface displaced by smooth waves.
Model rock(int n, std::uint64_t seed = 1);
/// Triangles of every shape and size, including slivers and points.
Model shards(int count, std::uint64_t seed);

/// A ship of 29 spheres, about `size` from nose to tail.
SphereSet ship(float size);
/// The box grown by a share of its size on every side.
Box grown(const Box& box, float share);

}  // namespace albireo::collide::scenes
