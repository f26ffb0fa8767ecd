#include "sim/game/sweep.hpp"

#include "sim/game/enemy.hpp"
#include "sim/game/formation.hpp"
#include "sim/game/hatch.hpp"
#include "sim/game/shot.hpp"
#include "sim/step.hpp"

namespace albireo {
namespace {

template <class Items>
void remove_gone_from(Items& pool) {
    pool.remove_if([](const auto& item) { return is_gone(item); });
}

}  // namespace

void remove_gone(World& world) {
    for (auto& shots : world.shots) remove_gone_from(shots);
    remove_gone_from(world.enemies);
    remove_gone_from(world.missiles);
    remove_gone_from(world.formations);
}

void sweep(StepContext& step) {
    remove_gone(step.world);
    // From the highest place down, so that the shot moved into a hole is never itself gone.
    step.gone_shots.for_each_down([&](std::uint32_t place) { step.world.enemy_shots.remove(place); });
}

}  // namespace albireo
