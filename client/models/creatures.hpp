/// Everything that has a body, as control cages. Each function sculpts one shape, x forward, z its back, about the
/// origin, in its own measure; the catalogue scales it to the radius that the level gives its part.
#pragma once

#include "client/models/cage.hpp"

namespace albireo::models {

// The players.
Cage ship();  // in field units: 1.4 long, 0.7 high
Cage missile();
Cage pod();

// Small.
Cage skimmer();  // a manta
Cage wedge();    // a stag beetle
Cage spinner();  // a brittle star
Cage mote();     // a seed with hooks, for a small kind that nobody has drawn

// Medium and large.
Cage lancer();     // a squid with a narwhal's lance
Cage turret();     // a barnacle
Cage carrier();    // a horseshoe crab that carries its brood
Cage medusa();     // a jellyfish, for a medium kind that nobody has drawn
Cage leviathan();  // a whale of plates, for a large kind that nobody has drawn

// The Sentinel: a ring of shell with an eye in its middle.
Cage sentinel_ring();
Cage sentinel_eye();
Cage sentinel_guard();

// The Warden: a crab the size of a house.
Cage warden_body();
Cage warden_claw();  // curved toward −y: the upper one
Cage warden_hatch();
Cage warden_core();
Cage warden_eye();

// Organs for parts that nobody has drawn.
Cage gun();
Cage shell_plate();

}  // namespace albireo::models
