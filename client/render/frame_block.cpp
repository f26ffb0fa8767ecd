#include "client/render/frame_block.hpp"

namespace albireo::render {
namespace {

Four way(float x, float y, float z) {
    const math::Vec3 unit = math::normalized(math::Vec3{x, y, z});
    return {unit.x, unit.y, unit.z, 0};
}

}  // namespace

math::Vec3 sun_way() {
    return math::normalized(math::Vec3{-0.55F, 0.75F, 0.50F});
}

FrameBlock frame_block(const scene::View& view, const Options& options) {
    const auto width = static_cast<float>(scene_width(options)), height = static_cast<float>(scene_height(options));
    // ndc z = a + b / w, −1 at kNearZ and +1 at kFarZ, with w = 1 − z / distance.
    const float near = 1 - kNearZ / kEyeDistance, far = 1 - kFarZ / kEyeDistance;
    const float b = 2 / (1 / far - 1 / near), a = 1 - b / far;
    const scene::VisualSettings& look = view.visuals;
    const math::Vec3 flash = view.flash * look.flashes;
    FrameBlock block;
    block.size = {width, height, 1 / width, 1 / height};
    block.eye = {view.shake.x * look.shake, view.shake.y * look.shake, kEyeDistance,
                 static_cast<float>(options.occlusion_divisor)};
    block.lens = {a, b, 16, 9};
    block.clock = {view.seconds, view.dt, static_cast<float>(view.frame), 1.15F};
    block.scroll = {view.scroll.x, view.scroll.y, static_cast<float>(options.occlusion_samples), options.bloom};
    block.sun_way = way(sun_way().x, sun_way().y, sun_way().z);
    block.back_way = way(0.75F, -0.25F, 0.15F);
    const scene::Sky& sky = view.sky;
    // Lightning is behind the plane of play, so it draws the edges of what flies there.
    const float bolt = sky.lightning * look.flashes, from_behind = 1 + 3 * bolt;
    block.back_colour = {0.12F * from_behind, 0.17F * from_behind, 0.34F * from_behind, bolt};
    block.sun_colour = {1.45F * sky.sun.x, 0.92F * sky.sun.y, 0.60F * sky.sun.z, 0};
    block.sky_down = {0.12F * sky.light.x, 0.06F * sky.light.y, 0.05F * sky.light.z, 1 / look.brightness};
    block.sky_up = {0.13F * sky.light.x, 0.13F * sky.light.y, 0.20F * sky.light.z, sky.rain};
    block.haze = {sky.haze.x, sky.haze.y, sky.haze.z, 0.13F};
    block.suns = {sky.suns.x, sky.suns.y, sky.suns_size, sky.space};
    block.show = {view.fade, view.hurt * look.flashes, sky.dawn, options.tone_map ? 1.0F : 0.0F};
    block.flash = {flash.x, flash.y, flash.z, 1 - 0.8F * look.background_dim};
    block.grade = view.grade;
    return block;
}

}  // namespace albireo::render
