/// Catmull–Clark subdivision of control cages, with the crease rules of DeRose, Kass and Truong (SIGGRAPH 1998).
#pragma once

#include "client/models/cage.hpp"

namespace albireo::models {

/// One subdivision: every face of n corners becomes n quads. Boundaries behave as creases.
/// The points of the result are the cage's points, moved, then one for each face, then one for each edge.
Cage subdivided(const Cage& cage);

/// The same quads with every point moved to its limit position. Requires four corners in every face. A crease or point
/// that is still sharp counts as hard. Where a crease ends, the smooth mask is used, which is slightly inexact.
Cage at_limit(const Cage& quads);

}  // namespace albireo::models
