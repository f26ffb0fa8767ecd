#pragma once
/// What the HUD shows of a boss, as a function of a world: its armour, where its phases end, and what is left of the par.
#include "client/scene/view.hpp"
#include "sim/level/level.hpp"
#include "sim/world.hpp"

namespace albireo::scene {

/// The bar of a boss. `enemy` is alive and of a kind of size boss.
///
/// 1. `full` is the armour that is left, as a share of the armour of all parts.
/// 2. A mark is where `full` will stand when a part reaches the armour at which a later phase begins, if no other part is
///    hurt until then. So the bar stops exactly at a mark when the phase breaks. The list of marks is in falling order.
/// 3. `par` is the share of the current phase's par that is left; below 0 while no par runs. A phase that breaks has been
///    paid, so its par no longer runs.
/// 4. `joint` is not `none` in a game for two, while a living part is joint (sim/world.hpp, kJoint).
BossBar boss_bar_of(const World& world, const Level& level, const Enemy& enemy);

}  // namespace albireo::scene
