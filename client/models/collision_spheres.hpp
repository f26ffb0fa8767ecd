/// A solid as a few collision spheres, for shapes where spheres are faster than triangles: the players' ships.
/// The inside is filled with a grid of samples. Each sample is a candidate centre, with the largest radius that the
/// nearest surface and `overhang` allow. The sphere that covers the most uncovered samples is taken, until there are
/// enough.
#pragma once

#include <span>
#include <vector>

#include "client/models/model.hpp"

namespace albireo::models {

struct CollisionSphere {
    Vec3 center;
    float radius = 0;
};

struct SphereFit {
    int count = 0;
    float overhang = 0;  // how far a sphere may stick out, units; accurate to half the spacing of the vertices
    float step = 0;      // of the grid of samples, units, > 0
};

/// The same model gives the same spheres, largest gain first; fewer than `count` if those already cover the solid.
std::vector<CollisionSphere> fitted_spheres(const Model& model, const SphereFit& fit);

/// The number of spheres that represent a ship.
inline constexpr int kShipSpheres = 29;

/// The spheres of the ship, in field units.
std::vector<CollisionSphere> ship_spheres(const Model& ship);

/// The centres of those cells of a cubic grid that lie inside the model.
std::vector<Vec3> samples_inside(const Model& model, float step);

}  // namespace albireo::models
