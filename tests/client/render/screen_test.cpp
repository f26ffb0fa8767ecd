// Goal: every full-screen pass is pixel exact, with and without MSAA; packing keeps signs and depth.
#include <doctest/doctest.h>

#include <cmath>

#include "client/scene/displace.hpp"
#include "tests/client/render/gl_fixture.hpp"

using namespace albireo;
using gpu::Format;
using render::Four;

namespace {

constexpr int kWidth = 37, kHeight = 23;  // odd, so that halves round

/// A shader of the test's own beside the program's.
gpu::ShaderText with_test_shader(std::string_view text) {
    static std::vector<gpu::Asset> assets;
    assets.assign(render::embedded_assets().begin(), render::embedded_assets().end());
    assets.push_back({"shaders/test.frag", text});
    return gpu::ShaderLibrary(assets).assemble("shaders/test.frag");
}

struct Canvas {
    gpu::Device& device = test_device();
    render::Options options{
        .width = kWidth, .height = kHeight, .samples = 1, .occlusion_divisor = 1, .bloom = 0, .tone_map = false};
    scene::View view;

    render::Buffers::Image image(Format format, int samples = 1, int width = kWidth, int height = kHeight) {
        render::Buffers::Image made{.texture = device.make_texture({.width = width,
                                                                    .height = height,
                                                                    .format = format,
                                                                    .samples = samples,
                                                                    .filter = gpu::Filter::nearest}),
                                    .target = {},
                                    .width = width,
                                    .height = height};
        made.target = device.make_target({.colours = {made.texture}, .depth = {}});
        return made;
    }
    gpu::Program screen(std::string_view fragment) {
        return device.make_program(test_library().assemble("shaders/screen.vert"), test_library().assemble(fragment));
    }
    void draw(const render::Buffers::Image& to, gpu::Program program, std::array<gpu::Texture, 6> textures,
              Four second = {}, gpu::Blend blend = gpu::Blend::none) {
        device.begin_frame();
        gpu::Draw draw;
        draw.program = program;
        draw.uniforms = {device.push(render::frame_block(view, options)), device.push(second)};
        draw.textures = textures;
        draw.blend = blend;
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
    /// One-pixel squares of 1 and 0.25 (both exact in half floats), drawn by a shader that looks at pixel numbers
    /// alone.
    render::Buffers::Image checker(Format format = Format::rgba16f) {
        static const gpu::Program program = device.make_program(
            test_library().assemble("shaders/screen.vert"),
            with_test_shader("layout(location = 0) out vec4 c;\nvoid main() { ivec2 p = ivec2(gl_FragCoord.xy); c = "
                             "vec4(vec3(((p.x + p.y) & 1) == 0 ? 1.0 : 0.25), 1.0); }\n"));
        const render::Buffers::Image made = image(format);
        draw(made, program, {});
        return made;
    }
    void check_checker(const render::Buffers::Image& image, float tolerance = 0) {
        const std::vector<float> pixels = floats(image);
        int wrong = 0;
        for (int y = 0; y < kHeight; ++y) {
            for (int x = 0; x < kWidth; ++x) {
                const float want = ((x + y) & 1) == 0 ? 1.0F : 0.25F;
                const float is = pixels[static_cast<std::size_t>(y * kWidth + x) * 4];
                if (std::abs(is - want) > tolerance) ++wrong;
            }
        }
        CHECK(wrong == 0);
    }
};

}  // namespace

TEST_CASE("a checkerboard comes through every full-screen pass pixel for pixel") {
    Canvas canvas;
    const auto checker = canvas.checker();
    canvas.check_checker(checker);
    SUBCASE("copy") {
        const auto out = canvas.image(Format::rgba16f);
        canvas.draw(out, canvas.screen("shaders/copy.frag"), {checker.texture}, {1, 1, 1, 1});
        canvas.check_checker(out);
    }
    SUBCASE("copy, added to black") {
        const auto out = canvas.image(Format::rgba16f);
        canvas.draw(out, canvas.screen("shaders/copy.frag"), {checker.texture}, {0, 0, 0, 0});
        canvas.draw(out, canvas.screen("shaders/copy.frag"), {checker.texture}, {1, 1, 1, 1}, gpu::Blend::add);
        canvas.check_checker(out);
    }
    SUBCASE("through a multisampled target and its resolve") {
        const auto edges = canvas.image(Format::rgba16f, 4);
        const auto out = canvas.image(Format::rgba16f);
        canvas.draw(edges, canvas.screen("shaders/copy.frag"), {checker.texture}, {1, 1, 1, 1});
        canvas.device.copy(edges.target, out.target, kWidth, kHeight);
        canvas.check_checker(out);
    }
    SUBCASE("final") {
        const auto out = canvas.image(Format::rgba16f);
        canvas.draw(out, canvas.screen("shaders/final.frag"), {checker.texture, checker.texture});
        canvas.check_checker(out);
    }
    SUBCASE("particles' merge, with no particles") {
        const auto surfaces = canvas.image(Format::rgba16);
        const auto sums = canvas.image(Format::rgba16f, 1, (kWidth + 1) / 2, (kHeight + 1) / 2);
        const auto hidden = canvas.image(Format::rgba16f, 1, (kWidth + 1) / 2, (kHeight + 1) / 2);
        canvas.draw(hidden, canvas.screen("shaders/copy.frag"), {checker.texture}, {0, 0, 0, 0});
        canvas.draw(sums, canvas.screen("shaders/copy.frag"), {checker.texture}, {0, 0, 0, 0});
        const auto ones = canvas.image(Format::rgba16f, 1, (kWidth + 1) / 2, (kHeight + 1) / 2);
        const gpu::Program one = canvas.device.make_program(
            test_library().assemble("shaders/screen.vert"),
            with_test_shader("layout(location = 0) out vec4 c;\nvoid main() { c = vec4(1.0); }\n"));
        canvas.draw(ones, one, {});
        canvas.draw(checker, canvas.screen("shaders/particle_merge.frag"),
                    {surfaces.texture, sums.texture, ones.texture, sums.texture}, {}, gpu::Blend::over);
        canvas.check_checker(checker);
    }
    SUBCASE("occlusion's blur does not cross edges of depth") {
        // Depths alternate as the values do, farther apart than the blur looks.
        const auto surfaces = canvas.image(Format::rgba16);
        const gpu::Program deep = canvas.device.make_program(
            test_library().assemble("shaders/screen.vert"),
            with_test_shader(
                "#include \"shaders/pack.glsl\"\nlayout(location = 0) out vec4 c;\nvoid main() { ivec2 p = "
                "ivec2(gl_FragCoord.xy); "
                "c = pack_surface(vec3(0.0, 0.0, 1.0), ((p.x + p.y) & 1) == 0 ? 0.0 : -20.0, 0.0, false); }\n"));
        canvas.draw(surfaces, deep, {});
        const auto out = canvas.image(Format::rgba16f);
        canvas.draw(out, canvas.screen("shaders/occlusion_blur.frag"), {surfaces.texture, checker.texture},
                    {1, 0, 0, 0});
        canvas.check_checker(out, 0.001F);
    }
    SUBCASE("the first of the bloom's levels takes whole squares of four") {
        const auto out = canvas.image(Format::rgba16f, 1, (kWidth + 1) / 2, (kHeight + 1) / 2);
        canvas.draw(out, canvas.screen("shaders/bloom_down.frag"), {checker.texture},
                    {1.0F / kWidth, 1.0F / kHeight, 1, 0});
        const std::vector<float> pixels = canvas.floats(out);
        // Every full square holds two bright and two dark texels, so all are alike.
        for (int y = 0; y + 1 < out.height; ++y) {
            for (int x = 0; x + 1 < out.width; ++x) {
                CHECK(pixels[static_cast<std::size_t>(y * out.width + x) * 4] == pixels[0]);
            }
        }
    }
}

TEST_CASE("normals and depth survive packing, with the sign of z") {
    Canvas canvas;
    // Each pixel packs a normal and a depth of its own into 16-bit texels; a second pass unpacks them.
    const char* kMake =
        "#include \"shaders/pack.glsl\"\n#include \"shaders/noise.glsl\"\nlayout(location = 0) out vec4 c;\n"
        "void main() { ivec2 p = ivec2(gl_FragCoord.xy); vec3 h = hash3(ivec3(p, 1)); vec3 n = normalize(h * 2.0 - 1.0 "
        "+ 0.001);"
        " c = pack_surface(n, mix(-60.0, 12.0, hash1(ivec3(p, 2))), h.x, (p.x & 1) == 1); }\n";
    const char* kCheck =
        "#include \"shaders/pack.glsl\"\n#include \"shaders/noise.glsl\"\nlayout(binding = 0) uniform sampler2D "
        "s;\nlayout(location = 0) out vec4 c;\n"
        "void main() { ivec2 p = ivec2(gl_FragCoord.xy); vec3 h = hash3(ivec3(p, 1)); vec3 n = normalize(h * 2.0 - 1.0 "
        "+ 0.001);"
        " Packed u = unpack_surface(texelFetch(s, p, 0)); float z = mix(-60.0, 12.0, hash1(ivec3(p, 2)));"
        " c = vec4(length(u.normal.xy - n.xy), abs(u.z - z), sign(u.normal.z) == sign(n.z) || abs(n.z) < 0.01 ? 0.0 : "
        "1.0,"
        " (u.is_ship == ((p.x & 1) == 1) ? 0.0 : 1.0) + step(0.01, abs(u.gloss - h.x))); }\n";
    const auto packed = canvas.image(Format::rgba16);
    const auto out = canvas.image(Format::rgba16f);
    const auto vertex = test_library().assemble("shaders/screen.vert");
    canvas.draw(packed, canvas.device.make_program(vertex, with_test_shader(kMake)), {});
    canvas.draw(out, canvas.device.make_program(vertex, with_test_shader(kCheck)), {packed.texture});
    const std::vector<float> off = canvas.floats(out);
    for (std::size_t i = 0; i < off.size(); i += 4) {
        CHECK(off[i] < 1e-4F);
        CHECK(off[i + 1] < 88.0F / 65536);  // at least 16 bits of depth
        CHECK(off[i + 2] == 0);
        CHECK(off[i + 3] == 0);
    }
}

TEST_CASE("a broken shader is one line with file and line") {
    Canvas canvas;
    try {
        canvas.device.make_program(
            test_library().assemble("shaders/screen.vert"),
            with_test_shader("#include \"shaders/pack.glsl\"\nvoid main() {\n    undefined_thing = 1.0;\n}\n"));
        FAIL("must throw");
    } catch (const gpu::ShaderError& error) {
        CHECK(error.text.starts_with("shaders/test.frag:3: "));
        CHECK(error.text.find('\n') == std::string::npos);
    }
}
