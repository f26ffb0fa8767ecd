/// Every shape as a control cage. Each function sculpts one shape, x forward, z its back, about the
/// origin, at its own scale; the catalogue turns enemies to face −x and scales them to the radius that the level
/// gives the part. To add one: a trunk of rings, limbs grown from its faces, an eye; in catalog.cpp a row for
/// its shape and a row for its names. Then look at it: albireo_contact_sheet OUT.png NAME. The family's style:
/// smooth, symmetric about y = 0 (a heading may turn them upside down), spread in the plane of
/// the screen, where shots fly, sharp only at the tips of claws, each with an outline of its own.
#pragma once

#include "client/models/cage.hpp"

namespace albireo::models {

// The players.
Cage ship();  // in field units: 1.4 long, 0.7 high
Cage missile();

// Small.
Cage pod();      // a seed about to open
Cage skimmer();  // a manta
Cage wedge();    // a stag beetle
Cage spinner();  // a brittle star
Cage mote();     // a seed with hooks, for small kinds without a shape of their own

// Medium and large.
Cage lancer();     // a squid with a narwhal's lance
Cage turret();     // a barnacle; it stands on the rock, y up
Cage carrier();    // a horseshoe crab that carries its brood
Cage medusa();     // a jellyfish, for medium kinds without a shape of their own
Cage leviathan();  // a whale of plates, for large kinds without a shape of their own

// The Sentinel: a broken ring of shell with an eye in the gap.
Cage sentinel_ring();
Cage sentinel_eye();
Cage sentinel_guard();

// The Warden: a crab the size of a house.
Cage warden_body();
Cage warden_claw();  // curved toward −y: the upper one
Cage warden_hatch();
Cage warden_core();
Cage warden_eye();

// Organs for parts without a shape of their own.
Cage gun();
Cage shell_plate();

}  // namespace albireo::models
