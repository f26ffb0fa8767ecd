#include "client/app/activities/shapes.hpp"

namespace albireo::app {

void show_shapes(scene::Stage& stage, bot::BodyStore& bodies, const Level& level, bool shown) {
    stage.options().debug_shapes = shown;
    if (!shown || stage.options().bodies != nullptr) return;
    const auto found = bodies.of(level);
    stage.options().bodies = found.get();  // owned by the store
    std::vector<std::array<float, 4>> spheres;
    for (const collide::Sphere& ball : found->ship().spheres()) {
        spheres.push_back({ball.center.x, ball.center.y, ball.center.z, ball.radius});
    }
    stage.set_ship_spheres(std::move(spheres));
}

}  // namespace albireo::app
