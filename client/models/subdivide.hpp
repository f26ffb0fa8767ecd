/// Catmull–Clark refinement of control cages, with the crease rules of DeRose, Kass and Truong (SIGGRAPH 1998).
#pragma once

#include "client/models/cage.hpp"

namespace albireo::models {

/// One refinement: every face of n corners becomes n quads. Boundaries behave as creases, their ends as they lie.
/// The points of the result are the cage's points, moved, then one for each face, then one for each edge.
Cage subdivided(const Cage& cage);

/// The same quads with every point moved to where endless refinement would take it. A crease or a point that is still
/// sharp counts as hard; where a crease simply ends, the smooth mask is used and is a little off. Every face must have
/// four corners.
Cage at_limit(const Cage& quads);

}  // namespace albireo::models
