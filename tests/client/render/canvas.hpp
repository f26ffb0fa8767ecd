#pragma once
/// Runs full-screen passes one at a time, and reads their output as numbers.
#include <doctest/doctest.h>

#include <cmath>
#include <string>

#include "tests/client/render/gl_fixture.hpp"

namespace albireo {

/// Adds a shader of the test to the program's.
inline gpu::ShaderText with_test_shader(std::string_view text) {
    static std::vector<gpu::Asset> assets;
    assets.assign(render::embedded_assets().begin(), render::embedded_assets().end());
    assets.push_back({"shaders/test.frag", text});
    return gpu::ShaderLibrary(assets).assemble("shaders/test.frag");
}

struct Canvas {
    static constexpr int kOddWidth = 37, kOddHeight = 23;  // so that halves round

    explicit Canvas(int wide = kOddWidth, int high = kOddHeight) : width(wide), height(high) {}

    int width, height;
    gpu::Device& device = test_device();
    render::Options options{
        .width = width, .height = height, .samples = 1, .occlusion_divisor = 1, .bloom = 0, .tone_map = false};
    scene::View view;

    /// Of the canvas's own size, unless another is given.
    render::Buffers::Image image(gpu::Format format, int samples = 1, int wide = 0, int high = 0,
                                 gpu::Filter filter = gpu::Filter::nearest) {
        if (wide == 0) wide = width, high = height;
        const gpu::TextureDef def{
            .width = wide, .height = high, .format = format, .samples = samples, .filter = filter};
        render::Buffers::Image made{
            .texture = {device, device.make_texture(def)}, .target = {}, .width = wide, .height = high};
        made.target = {device, device.make_target({.colours = {made.texture}, .depth = {}})};
        return made;
    }
    gpu::Program screen(std::string_view fragment, const std::vector<std::string>& defines = {}) {
        return device.make_program(test_library().assemble("shaders/screen.vert"),
                                   test_library().assemble(fragment, defines));
    }
    gpu::Program own(const std::string& fragment) {
        return device.make_program(test_library().assemble("shaders/screen.vert"), with_test_shader(fragment));
    }
    void draw(const render::Buffers::Image& to, gpu::Program program, std::array<gpu::Texture, 6> textures,
              render::Four second = {}, gpu::Blend blend = gpu::Blend::none, gpu::Depth depth = gpu::Depth::none,
              render::Four third = {1e6F, 1e6F, 0, 0}) {
        device.begin_frame();
        gpu::Draw draw;
        draw.program = program;
        draw.uniforms = {device.push(render::frame_block(view, options)), device.push(std::array<render::Four, 2>{second, third})};
        draw.textures = textures;
        draw.blend = blend;
        draw.depth = depth;
        draw.count = 3;
        device.begin_pass(render::whole("test", to));
        device.draw(draw);
        device.end_pass();
        device.end_frame();
    }
    std::vector<float> floats(const render::Buffers::Image& image) {
        std::vector<float> out(static_cast<std::size_t>(image.width * image.height) * 4);
        device.read_floats(image.target, 0, image.width, image.height, out);
        return out;
    }
    /// A picture of its own size, made by a shader of the test; `body` sets c.
    render::Buffers::Image made_by(std::string_view body, gpu::Format format = gpu::Format::rgba16f, int wide = 0,
                                   int high = 0) {
        render::Buffers::Image made = image(format, 1, wide, high);
        draw(made,
             own("#include \"shaders/frame.glsl\"\n#include \"shaders/pack.glsl\"\n#include \"shaders/noise.glsl\"\n"
                 "layout(location = 0) out " +
                 std::string(format == gpu::Format::rgba16ui ? "uvec4" : "vec4") +
                 " c;\nvoid main() { ivec2 p = ivec2(gl_FragCoord.xy); " + std::string(body) + " }\n"),
             {});
        return made;
    }
    /// A checkerboard of 1 and 0.25, pixel by pixel (both exact in half floats), drawn by a shader that uses only pixel
    /// coordinates.
    render::Buffers::Image checker(gpu::Format format = gpu::Format::rgba16f) {
        static const gpu::Program program = device.make_program(
            test_library().assemble("shaders/screen.vert"),
            with_test_shader("layout(location = 0) out vec4 c;\nvoid main() { ivec2 p = ivec2(gl_FragCoord.xy); c = "
                             "vec4(vec3(((p.x + p.y) & 1) == 0 ? 1.0 : 0.25), 1.0); }\n"));
        render::Buffers::Image made = image(format);
        draw(made, program, {});
        return made;
    }
    void check_checker(const render::Buffers::Image& image, float tolerance = 0) {
        const std::vector<float> pixels = floats(image);
        int wrong = 0;
        for (int y = 0; y < height; ++y) {
            for (int x = 0; x < width; ++x) {
                const float want = ((x + y) & 1) == 0 ? 1.0F : 0.25F;
                const float is = pixels[static_cast<std::size_t>(y * width + x) * 4];
                if (std::abs(is - want) > tolerance) ++wrong;
            }
        }
        CHECK(wrong == 0);
    }
};

}  // namespace albireo
