// Goal: every full-screen pass is pixel-exact, with and without MSAA; packing keeps signs and depth.
#include <doctest/doctest.h>

#include <cmath>

#include "tests/client/render/canvas.hpp"

using namespace albireo;
using gpu::Format;
using render::Four;

namespace {

constexpr int kWidth = Canvas::kOddWidth, kHeight = Canvas::kOddHeight;

/// Every other pixel is a surface that faces the camera, at z = 0 or nearer; the others are empty or far behind.
constexpr const char* kSurfaces =
    "#include \"shaders/pack.glsl\"\nlayout(location = 0) out uvec4 c;\nvoid main() { ivec2 p = "
    "ivec2(gl_FragCoord.xy);\n"
    "c = ((p.x + p.y) & 1) == 0 ? pack_surface(vec3(0.0, 0.0, 1.0), 0.0, 0.5, false) : uvec4(0u); }\n";

}  // namespace

TEST_CASE("a checkerboard passes through every full-screen pass pixel by pixel") {
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
        const auto sum = canvas.image(Format::rgba16f), out = canvas.image(Format::rgba16f);
        canvas.draw(edges, canvas.screen("shaders/copy.frag"), {checker.texture}, {1, 1, 1, 1});
        canvas.device.copy(edges.target, sum.target, kWidth, kHeight);
        canvas.draw(out, canvas.screen("shaders/resolve.frag"), {sum.texture});
        canvas.check_checker(out);
        canvas.device.copy(out.target, checker.target, kWidth, kHeight);
        canvas.check_checker(checker);
    }
    SUBCASE("final") {
        const auto out = canvas.image(Format::rgba16f);
        canvas.draw(out, canvas.screen("shaders/final.frag"), {checker.texture, checker.texture});
        canvas.check_checker(out);
    }
    SUBCASE("merging of particles, with no particles") {
        const auto surfaces = canvas.image(Format::rgba16ui);
        const auto sums = canvas.image(Format::rgba16f, 1, (kWidth + 1) / 2, (kHeight + 1) / 2);
        canvas.draw(sums, canvas.screen("shaders/copy.frag"), {checker.texture}, {0, 0, 0, 0});
        canvas.draw(checker, canvas.screen("shaders/particle_merge.frag"),
                    {surfaces.texture, sums.texture, sums.texture, sums.texture}, {}, gpu::Blend::over);
        canvas.check_checker(checker);
    }
    SUBCASE("the occlusion blur does not cross depth edges") {
        // Depths alternate like the values, farther apart than the blur's threshold.
        const auto surfaces = canvas.image(Format::rgba16ui);
        const gpu::Program deep = canvas.device.make_program(
            test_library().assemble("shaders/screen.vert"),
            with_test_shader(
                "#include \"shaders/pack.glsl\"\nlayout(location = 0) out uvec4 c;\nvoid main() { ivec2 p = "
                "ivec2(gl_FragCoord.xy); "
                "c = pack_surface(vec3(0.0, 0.0, 1.0), ((p.x + p.y) & 1) == 0 ? 0.0 : -20.0, 0.0, false); }\n"));
        canvas.draw(surfaces, deep, {});
        const auto out = canvas.image(Format::rgba16f);
        canvas.draw(out, canvas.screen("shaders/occlusion_blur.frag"), {surfaces.texture, checker.texture},
                    {1, 0, 0, 0});
        canvas.check_checker(out, 0.001F);
    }
    SUBCASE("the first bloom level averages full squares of four") {
        const auto out = canvas.image(Format::rgba16f, 1, (kWidth + 1) / 2, (kHeight + 1) / 2);
        canvas.draw(out, canvas.screen("shaders/bloom_down.frag"), {checker.texture},
                    {1.0F / kWidth, 1.0F / kHeight, 1, 0}, gpu::Blend::none, gpu::Depth::none, {kWidth, kHeight, 0, 0});
        const std::vector<float> pixels = canvas.floats(out);
        // Every full square has two bright and two dark texels, so all averages are equal.
        for (int y = 0; y + 1 < out.height; ++y) {
            for (int x = 0; x + 1 < out.width; ++x) {
                CHECK(pixels[static_cast<std::size_t>(y * out.width + x) * 4] == pixels[0]);
            }
        }
    }
}

TEST_CASE("passes that read surfaces use each pixel's own") {
    Canvas canvas;
    const auto surfaces = canvas.image(Format::rgba16ui);
    canvas.draw(surfaces, canvas.own(kSurfaces), {});
    const auto out = canvas.image(Format::rgba16f);
    const auto white = canvas.image(Format::rgba16f);
    canvas.draw(white, canvas.own("layout(location = 0) out vec4 c;\nvoid main() { c = vec4(1.0); }\n"), {});
    const auto check = [&](auto&& is_surface, auto&& is_empty) {
        const std::vector<float> pixels = canvas.floats(out);
        int wrong = 0;
        for (int y = 0; y < kHeight; ++y) {
            for (int x = 0; x < kWidth; ++x) {
                const float value = pixels[static_cast<std::size_t>(y * kWidth + x) * 4];
                if (!(((x + y) & 1) == 0 ? is_surface(value) : is_empty(value))) ++wrong;
            }
        }
        CHECK(wrong == 0);
    };
    SUBCASE("sun and sky") {
        canvas.draw(out, canvas.screen("shaders/light_sky.frag"), {surfaces.texture, white.texture});
        check([](float v) { return v > 0.1F; }, [](float v) { return v == 0; });
    }
    SUBCASE("occlusion") {
        canvas.draw(out, canvas.screen("shaders/occlusion.frag"), {surfaces.texture});
        // Nothing is exposed; beside a surface pixel are only equals at its own depth, and deeper ones occlude nothing.
        check([](float v) { return v > 0.9F; }, [](float v) { return v == 1; });
    }
    SUBCASE("their debug view") {
        canvas.draw(out, canvas.screen("shaders/look_at.frag", {"SURFACES"}), {surfaces.texture}, {1, 1, kWidth, kHeight},
                    gpu::Blend::none, gpu::Depth::none, {kWidth, kHeight, 0, 0});
        check([](float v) { return std::abs(v - 0.5F) < 0.01F; }, [](float v) { return v == 0; });
    }
}

TEST_CASE("the sky fills exactly the empty pixels, with and without MSAA") {
    Canvas canvas;
    for (const int samples : {1, 4}) {
        render::Buffers::Image scene = canvas.image(Format::rgba16f, samples);
        const gpu::Owned depth{canvas.device,
                               canvas.device.make_texture(
                                   {.width = kWidth, .height = kHeight, .format = Format::depth, .samples = samples})};
        scene.target = {canvas.device, canvas.device.make_target({.colours = {scene.texture}, .depth = depth})};
        gpu::PassDef clear = render::whole("test", scene);
        clear.clear = true;
        canvas.device.begin_pass(clear);
        canvas.device.end_pass();
        // Squares of the board are in front of everything; elsewhere the depth is that of empty space.
        const gpu::Program board = canvas.own(
            "layout(location = 0) out vec4 c;\nvoid main() { ivec2 p = ivec2(gl_FragCoord.xy);\n"
            "if (((p.x + p.y) & 1) == 1) discard; gl_FragDepth = 0.5; c = vec4(vec3(7.0), 1.0); }\n");
        canvas.draw(scene, board, {}, {}, gpu::Blend::none, gpu::Depth::write);
        canvas.draw(scene, canvas.screen("shaders/sky.frag"), {}, {}, gpu::Blend::none, gpu::Depth::test_equal);
        const render::Buffers::Image sum = canvas.image(Format::rgba16f), out = canvas.image(Format::rgba16f);
        if (samples > 1) {
            canvas.device.copy(scene.target, sum.target, kWidth, kHeight);
            canvas.draw(out, canvas.screen("shaders/resolve.frag"), {sum.texture});
        }
        const std::vector<float> pixels = canvas.floats(samples > 1 ? out : scene);
        int wrong = 0;
        for (int y = 0; y < kHeight; ++y) {
            for (int x = 0; x < kWidth; ++x) {
                const float* p = &pixels[static_cast<std::size_t>(y * kWidth + x) * 4];
                const bool board_here = p[0] == 7 && p[1] == 7 && p[2] == 7;
                const bool sky_here = p[2] > 0 && p[2] < 5;
                if (((x + y) & 1) == 0 ? !board_here : !sky_here) ++wrong;
            }
        }
        CHECK(wrong == 0);
    }
}

TEST_CASE("bloom: levels keep constant light constant, and upsampling spreads a texel around its own four pixels") {
    Canvas canvas;
    constexpr int kHalfWidth = (kWidth + 1) / 2, kHalfHeight = (kHeight + 1) / 2;
    const Four texel = {1.0F / kHalfWidth, 1.0F / kHalfHeight, 1, 0};
    const auto half = canvas.image(Format::rgba16f, 1, kHalfWidth, kHalfHeight, gpu::Filter::linear);
    SUBCASE("without bloom the board is unchanged") {
        const auto board = canvas.checker();
        canvas.draw(half, canvas.own("layout(location = 0) out vec4 c;\nvoid main() { c = vec4(0.0); }\n"), {});
        canvas.draw(board, canvas.screen("shaders/bloom_up.frag"), {half.texture}, texel, gpu::Blend::add);
        canvas.check_checker(board);
    }
    SUBCASE("constant light") {
        canvas.draw(half, canvas.own("layout(location = 0) out vec4 c;\nvoid main() { c = vec4(0.25); }\n"), {});
        const auto up = canvas.image(Format::rgba16f);
        canvas.draw(up, canvas.screen("shaders/bloom_up.frag"), {half.texture}, texel);
        const auto down = canvas.image(Format::rgba16f, 1, (kHalfWidth + 1) / 2, (kHalfHeight + 1) / 2);
        canvas.draw(down, canvas.screen("shaders/bloom_down.frag"), {half.texture}, {texel[0], texel[1], 0, 0});
        for (const render::Buffers::Image* image : {&up, &down}) {
            const std::vector<float> pixels = canvas.floats(*image);
            for (std::size_t i = 0; i < pixels.size(); i += 4) CHECK(pixels[i] == 0.25F);
        }
    }
    SUBCASE("one texel") {
        canvas.draw(
            half,
            canvas.own("layout(location = 0) out vec4 c;\nvoid main() { c = ivec2(gl_FragCoord.xy) == ivec2(6, 4) "
                       "? vec4(1.0) : vec4(0.0); }\n"),
            {});
        const auto up = canvas.image(Format::rgba16f);
        canvas.draw(up, canvas.screen("shaders/bloom_up.frag"), {half.texture}, texel);
        const std::vector<float> pixels = canvas.floats(up);
        const auto at = [&](int x, int y) { return pixels[static_cast<std::size_t>(y * kWidth + x) * 4]; };
        CHECK(at(12, 8) > 0.2F);
        for (int x = 0; x < 4; ++x) {
            for (int y = 0; y < 4; ++y) {
                // Pixels 12 and 13, 8 and 9 are the texel's own: the others are symmetric around them.
                CHECK(at(12 - x, 8 - y) == doctest::Approx(at(13 + x, 9 + y)).epsilon(0.01));
                CHECK(at(12 - x, 8 - y) == doctest::Approx(at(13 + x, 8 - y)).epsilon(0.01));
            }
        }
    }
}

TEST_CASE("the picture takes from the bloom's texel exactly its own four pixels, at odd sizes") {
    Canvas canvas;
    canvas.options.bloom = 1;
    const auto half = canvas.image(Format::rgba16f, 1, (kWidth + 1) / 2, (kHeight + 1) / 2, gpu::Filter::linear);
    canvas.draw(half,
                canvas.own("layout(location = 0) out vec4 c;\nvoid main() { c = ivec2(gl_FragCoord.xy) == ivec2(16, 9) "
                           "? vec4(1.0) : vec4(0.0); }\n"),
                {});
    const auto black = canvas.image(Format::rgba16f);
    canvas.draw(black, canvas.own("layout(location = 0) out vec4 c;\nvoid main() { c = vec4(0.0); }\n"), {});
    const auto out = canvas.image(Format::rgba16f);
    canvas.draw(out, canvas.screen("shaders/final.frag"), {black.texture, half.texture});
    const std::vector<float> pixels = canvas.floats(out);
    const auto at = [&](int x, int y) { return pixels[static_cast<std::size_t>(y * kWidth + x) * 4]; };
    CHECK(at(32, 18) > 0.1F);
    for (int x = 0; x < 3; ++x) {
        for (int y = 0; y < 3; ++y) {
            // Pixels 32 and 33, 18 and 19 are its own.
            CHECK(at(32 - x, 18 - y) == doctest::Approx(at(33 + x, 19 + y)).epsilon(0.01));
            CHECK(at(32 - x, 18 - y) == doctest::Approx(at(33 + x, 18 - y)).epsilon(0.01));
        }
    }
}

TEST_CASE("a pass's debug view shows each pixel's own value") {
    Canvas canvas;
    const auto board = canvas.checker();
    const auto out = canvas.image(Format::rgba16f);
    canvas.draw(out, canvas.screen("shaders/look_at.frag"), {board.texture}, {2, 1, kWidth, kHeight},
                gpu::Blend::none, gpu::Depth::none, {kWidth, kHeight, 0, 0});
    canvas.check_checker(out);
}

TEST_CASE("normals and depth survive packing, with the sign of z") {
    Canvas canvas;
    // Each pixel packs its own normal and depth into 16-bit texels; a second pass unpacks them.
    const char* kMake =
        "#include \"shaders/pack.glsl\"\n#include \"shaders/noise.glsl\"\nlayout(location = 0) out uvec4 c;\n"
        "void main() { ivec2 p = ivec2(gl_FragCoord.xy); vec3 h = hash3(ivec3(p, 1)); vec3 n = normalize(h * 2.0 - 1.0 "
        "+ 0.001);"
        " c = pack_surface(n, mix(-60.0, 12.0, hash1(ivec3(p, 2))), h.x, (p.x & 1) == 1); }\n";
    const char* kCheck =
        "#include \"shaders/pack.glsl\"\n#include \"shaders/noise.glsl\"\nlayout(binding = 0) uniform usampler2D "
        "s;\nlayout(location = 0) out vec4 c;\n"
        "void main() { ivec2 p = ivec2(gl_FragCoord.xy); vec3 h = hash3(ivec3(p, 1)); vec3 n = normalize(h * 2.0 - 1.0 "
        "+ 0.001);"
        " Packed u = unpack_surface(texelFetch(s, p, 0)); float z = mix(-60.0, 12.0, hash1(ivec3(p, 2)));"
        " c = vec4(length(u.normal.xy - n.xy), abs(u.z - z), sign(u.normal.z) == sign(n.z) || abs(n.z) < 0.01 ? 0.0 : "
        "1.0,"
        " (u.is_ship == ((p.x & 1) == 1) ? 0.0 : 1.0) + step(0.01, abs(u.gloss - h.x))); }\n";
    const auto packed = canvas.image(Format::rgba16ui);
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
