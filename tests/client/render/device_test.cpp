// Goal: running out of driver memory is one line of error, and the device keeps working. Frames do not share memory.
#include <doctest/doctest.h>

#include <array>

#include "tests/client/render/gl_fixture.hpp"

using namespace albireo;

TEST_CASE("a picture without room is refused in one line, and a driver's error is counted") {
    const auto context = gpu::make_egl_context(16, 16);
    const auto device = gpu::make_gl_device(1 << 12);
    const auto target = [&](int width, int samples) {
        const gpu::Texture texture = device->make_texture({.width = width, .height = 4, .samples = samples});
        return device->make_target({.colours = {texture}, .depth = {}});
    };
    CHECK(target(16, 4).id != 0);
    CHECK(target(16, 1000).id != 0);  // as many as there are
    CHECK(device->faults() == 0);
    try {
        target(1 << 24, 1);
        FAIL("must throw");
    } catch (const gpu::ContextError& error) {
        CHECK(error.text.find("no room for a picture of this size") != std::string::npos);
        CHECK(error.text.find('\n') == std::string::npos);
    }
    CHECK(device->faults() == 1);
}

TEST_CASE("memory that a driver does not have is refused in one line, and the device keeps working") {
    const auto context = gpu::make_egl_context(16, 16);
    const auto device = gpu::make_gl_device(1 << 12);
    const auto said = [&](auto&& make) -> std::string {
        try {
            make();
        } catch (const gpu::ContextError& error) {
            return error.text;
        }
        return "";
    };
    constexpr std::size_t kTooMuch = std::size_t{1} << 42;
    const std::byte byte{};
    // Refused before a byte of it is read.
    CHECK(said([&] {
              device->make_vertices({&byte, kTooMuch});
          }).starts_with("the graphics driver has no memory for another 4194305 MB: "));
    CHECK(said([&] { device->make_indices({&byte, kTooMuch}); }).find("no memory") != std::string::npos);
    CHECK(said([&] { gpu::make_gl_device(kTooMuch); }).find("no memory") != std::string::npos);
    CHECK(device->make_vertices({&byte, 1}).id != 0);
    CHECK(device->faults() == 0);
}

TEST_CASE("a draw whose data does not fit into a frame's memory is left out") {
    const auto context = gpu::make_egl_context(16, 16);
    const auto device = gpu::make_gl_device(1 << 12);
    const gpu::Texture texture = device->make_texture({.width = 4, .height = 4});
    const gpu::Target target = device->make_target({.colours = {texture}, .depth = {}});
    const gpu::Program fill = device->make_program(
        {"void main() {\n    vec2 t = vec2(gl_VertexID & 1, gl_VertexID >> 1);\n"
         "    gl_Position = vec4(t * 4.0 - 1.0, 0.0, 1.0);\n}\n",
         {}},
        {"layout(std140, binding = 1) uniform Block { vec4 colour; };\n"
         "layout(location = 0) out vec4 out_colour;\nvoid main() { out_colour = colour; }\n",
         {}});
    // The picture's red channel after it was filled with this colour.
    const auto red_after = [&](const gpu::BufferRange& colour) {
        device->begin_pass({.name = "fill", .target = target, .width = 4, .height = 4});
        gpu::Draw draw{.program = fill, .count = 3};
        draw.uniforms[1] = colour;
        device->draw(draw);
        device->end_pass();
        std::array<std::byte, 64> pixels{};
        device->read_rgba8(target, 4, 4, pixels);
        return std::to_integer<int>(pixels[20]);
    };
    device->begin_frame();
    CHECK(red_after(device->push(render::Four{1, 0, 0, 1})) == 255);
    CHECK(red_after(device->push(render::Four{0.2F, 0, 0, 1})) == 51);
    CHECK(device->stream(1 << 11).bytes.size() == 1 << 11);
    CHECK(device->stream(1 << 13).bytes.empty());
    while (!device->stream(256).bytes.empty()) {
    }
    const gpu::BufferRange lost = device->push(render::Four{1, 1, 1, 1});
    CHECK(lost.is_nowhere());
    CHECK(red_after(lost) == 51);  // drawn neither with nothing nor with the buffer bound before
    device->end_frame();
    // Frames reuse memory in turn: a full one is empty again, after the GPU has finished with it.
    for (int i = 0; i < 2 * gpu::kFramesInFlight; ++i) {
        device->begin_frame();
        CHECK(red_after(device->push(render::Four{i % 2 == 0 ? 1.0F : 0.0F, 0, 0, 1})) == (i % 2 == 0 ? 255 : 0));
        device->end_frame();
    }
}
