/// A solid as a few collision spheres, for shapes where spheres are faster than triangles: the players' ships.
/// The inside is filled with a grid of samples. Each sample is a candidate centre, with the largest radius that the
/// nearest surface and `overhang` allow. The sphere that covers the most uncovered samples is taken, until there are
/// enough.
#pragma once

#include <span>
#include <vector>

#include "client/models/model.hpp"

namespace albireo::models {

struct Ball {
    Vec3 center;
    float radius = 0;
};

struct BallFit {
    int count = 0;
    float overhang = 0;  // how far a ball may stick out, units; accurate to half the spacing of the vertices
    float step = 0;      // of the grid of samples, units, > 0
};

/// The same model gives the same balls, largest gain first; fewer than `count` if fewer hold everything.
std::vector<Ball> fitted_balls(const Model& model, const BallFit& fit);

/// The number of balls that represent a ship.
inline constexpr int kShipBalls = 29;

/// The balls of the ship, in field units.
std::vector<Ball> ship_balls(const Model& ship);

/// The centres of those cells of a cubic grid that lie inside the model.
std::vector<Vec3> samples_inside(const Model& model, float step);

}  // namespace albireo::models
