/// Reads: surfaces, occlusion. Writes: light. Sun and sky first, then points, then capsules, then the black lights,
/// which take away: one draw for each kind, whatever their number; what a light costs is its pixels.
///
/// A coarse picture has no rectangle for each point: what they do at z = 0 is summed up here as a small map of the field, and the first draw
/// lights each pixel by one place of it. The map also has where the light comes from, and how deep it reaches.
#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

#include "client/render/pass.hpp"
#include "client/render/shadow_map.hpp"

namespace albireo::render {
namespace {

constexpr int kGlowColumns = 64, kGlowRows = 36;          // light_sky.frag has the same numbers
constexpr float kGlowStep = 32.0F / kGlowColumns;         // units
static_assert(18.0F / kGlowRows == kGlowStep);
constexpr float kGlowHeight = 1;                          // z of the lights, as the shader takes it

/// What points do at z = 0, as the eye sees it. `sum`: red, green, blue, and how deep it reaches from kGlowHeight, times the brightest of the
/// three. `ways`: the mean of the ways to the lights, times their weight, and the weight. Capsules and black lights are no part of it.
void sum_up(std::span<const scene::Light> points, scene::Vec2 eye, std::span<Four> sum, std::span<Four> ways) {
    std::fill(sum.begin(), sum.end(), Four{});
    std::fill(ways.begin(), ways.end(), Four{});
    for (const scene::Light& light : points) {
        const float r2 = light.radius * light.radius, z = light.from.z, height2 = z * z;
        if (height2 >= r2) continue;
        const float most = std::max({light.colour.x, light.colour.y, light.colour.z});
        const float deep = std::max(light.radius - z + kGlowHeight, kGlowHeight + 0.1F) * most;
        // In texels, whose middles are whole numbers.
        const float x = (light.from.x - eye.x + 16) / kGlowStep - 0.5F, y = (light.from.y - eye.y + 9) / kGlowStep - 0.5F;
        const float reach = std::sqrt(r2 - height2) / kGlowStep;
        const auto first = [&](float middle) { return std::max(0, static_cast<int>(std::ceil(middle - reach))); };
        const auto last = [&](float middle, int count) { return std::min(count - 1, static_cast<int>(std::floor(middle + reach))); };
        for (int row = first(y); row <= last(y, kGlowRows); ++row) {
            const float up = (y - static_cast<float>(row)) * kGlowStep;
            for (int column = first(x); column <= last(x, kGlowColumns); ++column) {
                const float along = (x - static_cast<float>(column)) * kGlowStep, far2 = along * along + up * up + height2;
                const float near = std::max(1 - far2 / r2, 0.0F), strength = near * near;
                const auto texel = static_cast<std::size_t>(row * kGlowColumns + column);
                Four& s = sum[texel];
                s = {s[0] + light.colour.x * strength, s[1] + light.colour.y * strength, s[2] + light.colour.z * strength, s[3] + deep * strength};
                const float weight = most * strength, each = weight / std::sqrt(std::max(far2, 1e-6F));
                Four& w = ways[texel];
                w = {w[0] + along * each, w[1] + up * each, w[2] + z * each, w[3] + weight};
            }
        }
    }
}

class LightPass final : public Pass {
  public:
    explicit LightPass(const PassSetup& setup)
        : sky_{setup.program("shaders/screen.vert", "shaders/light_sky.frag", setup.options.coarse ? std::vector<std::string>{"GLOW"} : std::vector<std::string>{}),
               setup.program("shaders/screen.vert", "shaders/light_sky.frag", {"SHADOWS"}),
               setup.program("shaders/screen.vert", "shaders/light_sky.frag", {"SHADOWS", "SOFT"})},
          light_(setup.program("shaders/light.vert", "shaders/light.frag", setup.coarse())),
          black_(setup.program("shaders/light.vert", "shaders/light.frag", {"BLACK"})) {
        if (!setup.options.coarse) return;
        for (Map& map : maps_) {
            map.texture = {setup.device, setup.device.make_texture({.width = kGlowColumns, .height = kGlowRows, .format = gpu::Format::rgba16f})};
            map.texels.resize(std::size_t{kGlowColumns} * kGlowRows);
        }
    }
    std::string_view name() const override { return "lights"; }
    void run(Frame& frame) override {
        const Buffers& buffers = frame.buffers;
        gpu::PassDef pass = whole(name(), buffers.light);
        pass.clear_colour = true;
        frame.device.begin_pass(pass);
        // A program each: a renderer in software runs both sides of a branch.
        const std::size_t shadows = frame.options.shadow_texels == 0 ? 0 : frame.options.soft_shadows ? 2 : 1;
        const bool has_map = !maps_[0].texels.empty() && shadows == 0;
        if (has_map) {
            const float shake = frame.view.visuals.shake;
            sum_up(frame.view.points.all(), frame.view.shake * shake, maps_[0].texels, maps_[1].texels);
            for (const Map& map : maps_) frame.device.upload(map.texture, std::as_bytes(std::span<const Four>(map.texels)));
        }
        gpu::Draw sky = screen_draw(frame, sky_[shadows], {buffers.surfaces.texture, buffers.occlusion.texture,
                                                  buffers.shadows[0].texture, buffers.shadows[1].texture});
        for (std::size_t i = 0; has_map && i < maps_.size(); ++i) sky.textures[2 + i] = maps_[i].texture;
        sky.depth = gpu::Depth::test_behind;  // the sky has no light
        sky.uniforms[1] = frame.device.push(shadow_block(frame.view.scroll, std::max(frame.options.shadow_texels, 1)));
        frame.device.draw(sky);
        if (!has_map) draw(frame, frame.view.points.all(), light_, gpu::Blend::add);
        draw(frame, frame.view.capsules.all(), light_, gpu::Blend::add);
        draw(frame, frame.view.blacks.all(), black_, gpu::Blend::darken);
        frame.device.end_pass();
    }
    Look look(const Buffers& buffers) const override { return {&buffers.light, 0, 0.5F}; }

  private:
    static void draw(Frame& frame, std::span<const scene::Light> lights, gpu::Program program, gpu::Blend blend) {
        if (lights.empty()) return;
        gpu::Draw draw = screen_draw(frame, program, {frame.buffers.surfaces.texture});
        draw.blend = blend;
        draw.depth = gpu::Depth::test_behind;
        draw.records = {frame.device.push_span(lights), kLightLanes};
        draw.count = 6;
        frame.device.draw(draw);
    }

    std::array<gpu::Owned<gpu::Program>, 3> sky_;  // without shadows (in a coarse picture with the map), with sharp ones, with soft ones
    gpu::Owned<gpu::Program> light_, black_;
    struct Map {
        gpu::Owned<gpu::Texture> texture;
        std::vector<Four> texels;
    };
    std::array<Map, 2> maps_;  // of a coarse picture: sum_up()
};

}  // namespace

std::unique_ptr<Pass> make_light_pass(const PassSetup& setup) {
    return std::make_unique<LightPass>(setup);
}

}  // namespace albireo::render
