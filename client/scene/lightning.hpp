#pragma once
/// Lightning as one strip of triangles.
/// 1. A bolt's strip has two vertices for each of its points, moved along the mean normal there: neighbouring quads
///    share an edge and never overlap, so there are no spots of double brightness.
/// 2. Forks are separate bolts, dimmer and thinner; where strips meet, max blending keeps the brighter.
/// 3. The same seed gives the same bolt; jitter moves its points slightly, and differently in each tick.
#include "client/scene/view.hpp"

namespace albireo::scene {

struct BoltDef {
    Vec2 from, to;  // units
    std::uint32_t seed = 1;
    std::uint32_t jitter_seed = 0;  // of the tick; 0: no jitter
    Vec3 colour{1, 1, 1};
    float half_width = 0.16F;  // units
    float light = 1;           // brightness, 1 full
    int forks = 4;
    std::size_t vertices_max = SIZE_MAX;  // of the bolt and its forks; a low limit makes it coarser, with fewer forks
};

/// Adds the bolt and as many of its forks as fit. Returns false and adds nothing if the bolt itself does not fit.
bool add_bolt(FixedList<BoltVertex, 16384>& strip, const BoltDef& def);

/// Adds two bolts between the same ends that alternate: each lives a third of a second, half a cycle apart, and fades.
/// `seconds`: since the release.
void add_alternating_bolt(FixedList<BoltVertex, 16384>& strip, BoltDef def, float seconds);

}  // namespace albireo::scene
