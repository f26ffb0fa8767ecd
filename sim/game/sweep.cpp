#include "sim/game/sweep.hpp"

#include "sim/game/enemy.hpp"
#include "sim/game/formation.hpp"
#include "sim/game/hatch.hpp"
#include "sim/game/shot.hpp"

namespace albireo {
namespace {

template <class Items>
void remove_gone(Items& pool) {
    pool.remove_if([](const auto& item) { return is_gone(item); });
}

}  // namespace

void sweep(StepContext& step) {
    for (auto& shots : step.world.shots) remove_gone(shots);
    remove_gone(step.world.enemies);
    remove_gone(step.world.missiles);
    remove_gone(step.world.formations);
    // From the last one down: the shot that fills a hole is then never one that is gone.
    step.gone_shots.for_each_down([&](std::uint32_t place) { step.world.enemy_shots.remove(place); });
}

}  // namespace albireo
