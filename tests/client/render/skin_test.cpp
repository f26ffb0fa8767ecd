// Goal: the vertex shader poses a mesh as the same arithmetic on the CPU does, in the picture and in its shadow; poses cost no draw.
#include <doctest/doctest.h>

#include <cmath>

#include "client/gpu/null_device.hpp"
#include "client/models/catalog.hpp"
#include "client/scene/animate.hpp"
#include "client/scene/cast.hpp"
#include "client/scene/scenery.hpp"
#include "sim/script/compile.hpp"
#include "tests/client/render/gl_fixture.hpp"
#include "tests/client/render/wall.hpp"

using namespace albireo;
using math::Vec3;

namespace {

constexpr int kWidth = 192, kHeight = 108;

struct Posed {
    Level level = script::compile_builtin_level("the_cut", Difficulty::standard).level;
    models::Catalog catalog;
    scene::Cast cast = scene::make_cast(level, catalog);
    std::uint32_t claw = 0;
    scene::View view;

    Posed() {
        for (std::uint32_t mesh = 0; mesh < cast.skeletons.size(); ++mesh) {
            if (!cast.skeletons[mesh].reaches.empty()) claw = mesh;
        }
        REQUIRE_FALSE(cast.skeletons[claw].empty());
        view.hud.shown = false;
    }
    /// Adds the claw, large, in a strong pose. Returns its instance.
    scene::InstanceData& show(std::uint32_t mesh) {
        const math::Transform place = math::transform(math::turn({0, 0, 1}, 0.3F), {0, 0, 0});
        scene::InstanceData data = scene::at_place(place);
        for (const std::size_t i : {0U, 1U, 2U, 4U, 5U, 6U, 8U, 9U, 10U}) data.rows[i] *= 5;
        data.pose = scene::add_pose(cast.skeletons[claw], {.aiming = 1, .target = math::Vec2{-2, 9}}, place, view);
        return view.instances.add({mesh, data})->data;
    }
    /// A rigid mesh: the claw as the CPU poses it.
    scene::LevelMesh on_the_cpu() {
        scene::View bones;
        scene::add_pose(cast.skeletons[claw], {.aiming = 1, .target = math::Vec2{-2, 9}}, math::transform(math::turn({0, 0, 1}, 0.3F), {0, 0, 0}),
                        bones);
        scene::LevelMesh mesh = cast.level_meshes.meshes[claw];
        mesh.has_bones = false;
        for (scene::MeshVertex& v : mesh.vertices) {
            const int hold = static_cast<int>(v.extra[3]);
            const scene::BoneMotion &a = bones.bones.all()[static_cast<std::size_t>(hold & 31)],
                                    &b = bones.bones.all()[static_cast<std::size_t>(hold >> 5 & 31)];
            const float share = static_cast<float>(hold >> 10) / 1023;
            float turn[4], shift[4], size = 0;
            float dot = 0;
            for (std::size_t i = 0; i < 4; ++i) dot += a.turn[i] * b.turn[i];
            for (std::size_t i = 0; i < 4; ++i) {
                const float other = dot < 0 ? -share : share;
                turn[i] = a.turn[i] * (1 - share) + b.turn[i] * other;
                shift[i] = a.shift[i] * (1 - share) + b.shift[i] * other;
                size += turn[i] * turn[i];
            }
            const Vec3 axis = Vec3{turn[0], turn[1], turn[2]} / std::sqrt(size), half = Vec3{shift[0], shift[1], shift[2]} / std::sqrt(size);
            const float w = turn[3] / std::sqrt(size), d = shift[3] / std::sqrt(size);
            v.at += (math::cross(axis, math::cross(axis, v.at) + v.at * w) + half * w - axis * d + math::cross(axis, half)) * 2.0F;
            v.normal += math::cross(axis, math::cross(axis, v.normal) + v.normal * w) * 2.0F;
            v.extra[3] = 0;
        }
        return mesh;
    }
};

gpu::Image drawn(const scene::LevelMeshes& meshes, const scene::View& view, std::string_view pass) {
    render::Renderer renderer(test_device(), test_library(), meshes,
                              {.width = kWidth, .height = kHeight, .samples = 1, .relief = false, .particles_max = 64});
    renderer.look_at(pass);
    renderer.render(view);
    gpu::Image image;
    renderer.read(image);
    return image;
}

/// Pixels that differ by more than a little.
int different(const gpu::Image& a, const gpu::Image& b) {
    int count = 0;
    REQUIRE(a.pixels.size() == b.pixels.size());
    for (std::size_t i = 0; i < a.pixels.size(); i += 4) {
        int most = 0;
        for (std::size_t c = 0; c < 3; ++c) most = std::max(most, std::abs(int{a.pixels[i + c]} - int{b.pixels[i + c]}));
        count += most > 12 ? 1 : 0;
    }
    return count;
}

}  // namespace

TEST_CASE("the GPU poses a mesh as the CPU does") {
    Posed posed;
    scene::InstanceData& instance = posed.show(posed.claw);
    REQUIRE(instance.pose >= 0);
    for (const std::string_view pass : {"geometry", "shadows"}) {
        CAPTURE(pass);
        const gpu::Image gpu_picture = drawn(posed.cast.level_meshes, posed.view, pass);
        scene::LevelMeshes rigid;
        rigid.meshes.push_back(posed.on_the_cpu());
        const std::uint32_t mesh = std::exchange(posed.view.instances.all()[0].model, 0U);
        const gpu::Image cpu_picture = drawn(rigid, posed.view, pass);
        posed.view.instances.all()[0].model = mesh;
        const float pose = std::exchange(instance.pose, scene::kRestPose);
        const gpu::Image rest = drawn(posed.cast.level_meshes, posed.view, pass);
        instance.pose = pose;
        CHECK(different(gpu_picture, cpu_picture) < 12);
        CHECK(different(gpu_picture, rest) > (pass == "geometry" ? 300 : 60));
    }
}

TEST_CASE("a crowd of creatures in poses of their own is as many draws as one of them") {
    Posed posed;
    gpu::NullCounts counts;
    const auto device = gpu::make_null_device(&counts);
    render::Renderer renderer(*device, test_library(), posed.cast.level_meshes, {.width = 64, .height = 36, .particles_max = 64});
    const auto draws = [&] {
        const std::uint64_t before = counts.draws;
        renderer.render(posed.view);
        return counts.draws - before;
    };
    posed.show(posed.claw);
    draws();  // the first one fills all faces of the reflections
    const std::uint64_t one = draws();
    for (int i = 0; i < 500; ++i) posed.show(posed.claw);
    CHECK(posed.view.bones.size() > 2000);
    CHECK(draws() == one);
    CHECK(counts.left_out == 0);
}
