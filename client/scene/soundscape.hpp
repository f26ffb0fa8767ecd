#pragma once
/// The place that a moment's sound comes from: which backdrop, whether it rains, and how closely rock surrounds the camera.
///
/// 1. It is a function of a world, so a tick sounds the same after a seek.
/// 2. Rock that comes closer never lowers the enclosure, and a scroll changes it gradually.
#include "client/audio/place.hpp"
#include "sim/level/level.hpp"
#include "sim/world.hpp"

namespace albireo::scene {

audio::Place place_of(const World& world, const Level& level);

/// 0 … 1: the mean of the columns around the camera, the nearer ones counting more. A column is enclosed by as much as its
/// gap between floor and ceiling is narrow. Without a floor or without a ceiling it is open.
float enclosure_of(const Scroll& scroll, const Level& level);

/// … of a single column that is free of rock from `low` to `high`, in units of the field.
float enclosure_of_gap(float low, float high);

}  // namespace albireo::scene
