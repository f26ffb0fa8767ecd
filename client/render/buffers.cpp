#include "client/render/buffers.hpp"

#include <algorithm>

namespace albireo::render {

using gpu::Filter;
using gpu::Format;

Buffers make_buffers(gpu::Device& device, const Options& options) {
    const int width = scene_width(options), height = scene_height(options);
    const auto texture = [&](const gpu::TextureDef& def) { return gpu::Owned{device, device.make_texture(def)}; };
    const auto image = [&](Format format, int w, int h, Filter filter = Filter::nearest, int samples = 1) {
        return Buffers::Image{
            .texture = texture({.width = w, .height = h, .format = format, .samples = samples, .filter = filter}),
            .target = {},
            .width = w,
            .height = h,
            .full_width = w,
            .full_height = h};
    };
    const auto target = [&](Buffers::Image& made, gpu::Texture depth = {}) {
        made.target = {device, device.make_target({.colours = {made.texture}, .depth = depth})};
    };
    Buffers b;
    b.depth = texture({.width = width, .height = height, .format = Format::depth, .filter = Filter::nearest});
    b.surfaces = image(Format::rgba16ui, width, height);
    target(b.surfaces, b.depth);
    if (options.occlusion_samples > 0) {
        const int divisor = options.occlusion_divisor;
        b.occlusion = image(Format::r16f, (width + divisor - 1) / divisor, (height + divisor - 1) / divisor);
        target(b.occlusion);
        b.occlusion_swap = image(Format::r16f, b.occlusion.width, b.occlusion.height);
        target(b.occlusion_swap);
    }
    if (options.shadow_texels > 0) {
        for (Buffers::Image& map : b.shadows) {
            map = image(Format::depth, options.shadow_texels, options.shadow_texels);
            map.target = {device, device.make_target({.depth = map.texture})};
        }
    }
    if (const int side = options.reflection_texels; side > 0) {
        b.reflection_depth = texture({.width = side, .height = side, .format = Format::depth, .filter = Filter::nearest});
        b.reflection_face = image(Format::rg11b10f, side, side);
        target(b.reflection_face, b.reflection_depth);
        b.reflection = image(Format::rg11b10f, 3 * side, 2 * side, Filter::linear);
        target(b.reflection);
        b.reflection_rough = image(Format::rg11b10f, 3 * kRoughTexels, 2 * kRoughTexels, Filter::linear);
        target(b.reflection_rough);
    }
    b.light = image(Format::rgba16f, width, height, Filter::linear);
    target(b.light, b.depth);
    b.scene = image(Format::rgba16f, width, height);
    target(b.scene, options.samples > 1 ? gpu::Texture{} : b.depth);
    if (options.samples > 1) {
        b.scene_depth =
            texture({.width = width, .height = height, .format = Format::depth, .samples = options.samples});
        b.scene_edges = image(Format::rgba16f, width, height, Filter::nearest, options.samples);
        target(b.scene_edges, b.scene_depth);
        b.scene_sum = image(Format::rgba16f, width, height);
        target(b.scene_sum);
    }
    b.bolts = image(Format::rg11b10f, width, height);
    target(b.bolts);
    const int half_width = (width + 1) / 2, half_height = (height + 1) / 2;
    b.particle_sum = image(Format::rgba16f, half_width, half_height, Filter::linear);
    b.particle_hidden = image(Format::r16f, half_width, half_height, Filter::linear);
    b.particle_light = image(Format::rg11b10f, half_width, half_height, Filter::linear);
    b.particle_sum.target = {
        device, device.make_target(
                    {.colours = {b.particle_sum.texture, b.particle_hidden.texture, b.particle_light.texture}})};
    if (options.haze) {
        b.bend = image(Format::rgba16f, (width + 3) / 4, (height + 3) / 4, Filter::linear);
        target(b.bend);
    }
    if (options.focus) {
        for (Buffers::Image& far : b.focus) {
            far = image(Format::rgba16f, half_width, half_height, Filter::linear);
            target(far);
        }
    }
    for (Buffers::Image& exposure : b.exposure) {
        exposure = image(Format::rgba16f, 1, 1);
        constexpr std::array<float, 4> kNone{};
        device.upload(exposure.texture, std::as_bytes(std::span(kNone)));
        target(exposure);
    }
    int w = width, h = height;
    for (Buffers::Image& level : b.bloom) {
        w = std::max(1, (w + 1) / 2);
        h = std::max(1, (h + 1) / 2);
        level = image(Format::rg11b10f, w, h, Filter::linear);
        target(level);
    }
    // A scale below 1, now or later.
    b.graded = image(Format::rgba8, width, height, Filter::linear);
    target(b.graded);
    b.picture = image(Format::rgba8, options.width, options.height);
    target(b.picture);
    return b;
}

void fit(Buffers& b, const Options& options) {
    const int width = scene_width(options), height = scene_height(options);
    const auto use = [](Buffers::Image& image, int w, int h) {
        image.width = std::min(w, image.full_width);
        image.height = std::min(h, image.full_height);
    };
    for (Buffers::Image* image : {&b.surfaces, &b.light, &b.scene, &b.scene_edges, &b.scene_sum, &b.bolts, &b.graded}) {
        use(*image, width, height);
    }
    const int divisor = options.occlusion_divisor;
    for (Buffers::Image* image : {&b.occlusion, &b.occlusion_swap}) {
        use(*image, (width + divisor - 1) / divisor, (height + divisor - 1) / divisor);
    }
    for (Buffers::Image* image :
         {&b.particle_sum, &b.particle_hidden, &b.particle_light, &b.focus[0], &b.focus[1]}) {
        use(*image, (width + 1) / 2, (height + 1) / 2);
    }
    use(b.bend, (width + 3) / 4, (height + 3) / 4);
    int w = width, h = height;
    for (Buffers::Image& level : b.bloom) {
        w = std::max(1, (w + 1) / 2);
        h = std::max(1, (h + 1) / 2);
        use(level, w, h);
    }
}

}  // namespace albireo::render
