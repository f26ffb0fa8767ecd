#include "client/scene/hollow.hpp"

#include <cmath>

#include "client/scene/displace.hpp"
#include "client/scene/ridge.hpp"

namespace albireo::scene {
namespace {

// In a shaft the camera moves 54 units down, and the layers by a quarter of that. Of the farthest layer, 24 units above and
// below the camera are visible.
constexpr float kHalfHeight = 64;
constexpr float kRow = 2;
constexpr float kTurn = 6.2831853F;

struct Strip {
    float middle = 0, half = 1;  // across, units
    float sway = 0, phase = 0;   // of its middle, up and down its length
    float bulge = 1;             // toward the eye, at its middle
    std::size_t columns = 8;
    bool thins = true;  // and thickens along its length
};

void add_strip(const Strip& strip, float tile, LevelMesh& mesh) {
    const auto rows = static_cast<std::size_t>(2 * kHalfHeight / kRow);
    const auto place = [&](float across, float y) {
        const float waist = strip.thins ? 1 + 0.3F * std::sin(y * 0.23F + strip.phase) : 1;
        const float sway = strip.sway * std::sin(y * 0.11F + strip.phase * 1.7F);
        const float round = strip.thins ? std::cos(across * 1.45F)
                                        : 0.5F + 0.3F * std::sin(across * kTurn * 4 + 0.35F * std::sin(y * 0.13F)) +
                                              0.2F * std::sin(across * kTurn * 9 + y * 0.05F);
        return Vec3{strip.middle + sway + across * strip.half * waist, y, strip.bulge * round};
    };
    const auto base = static_cast<std::uint32_t>(mesh.vertices.size());
    for (std::size_t i = 0; i <= strip.columns; ++i) {
        const float across = -1 + 2 * static_cast<float>(i) / static_cast<float>(strip.columns);
        for (std::size_t k = 0; k <= rows; ++k) {
            const float y = -kHalfHeight + kRow * static_cast<float>(k);
            constexpr float kStep = 0.02F;
            const Vec3 at = place(across, y);
            const Vec3 along = place(across + kStep, y) - place(across - kStep, y);
            const Vec3 up = place(across, y + kStep) - place(across, y - kStep);
            const float reach = strip.thins ? (1 - std::abs(across)) * strip.half : 4;
            mesh.vertices.push_back({at,
                                     math::normalized_or(math::cross(along, up), Vec3{0, 0, 1}),
                                     {(at.x + kRidgeLength / 2) * 64 / kRidgeLength, y, tile, reach}});
        }
    }
    const auto height = static_cast<std::uint32_t>(rows + 1);
    for (std::uint32_t i = 0; i < strip.columns; ++i) {
        for (std::uint32_t k = 0; k < rows; ++k) {
            const std::uint32_t a = base + i * height + k, b = a + height;
            for (const std::uint32_t index : {a, b, a + 1, a + 1, b, b + 1}) mesh.indices.push_back(index);
        }
    }
}

}  // namespace

LevelMesh hollow_mesh(std::uint32_t seed, bool closed) {
    LevelMesh mesh;
    mesh.graph = "hollow";
    mesh.is_rock = true;
    const float tile = 64.0F + 128.0F * static_cast<float>(seed % 64);
    if (closed) {
        // A whole number of folds fits into its length, so that it repeats without a seam.
        add_strip({.middle = 0, .half = kRidgeLength / 2, .bulge = 5, .columns = 128, .thins = false}, tile, mesh);
        return mesh;
    }
    VisualRandom random(seed);
    constexpr int kColumns = 6;
    for (int i = 0; i < kColumns; ++i) {
        const float place = (static_cast<float>(i) + 0.5F + 0.3F * random.either()) / kColumns - 0.5F;
        const float half = 1.6F + 1.4F * random.share();
        const float phase = kTurn * random.share();
        add_strip({.middle = place * kRidgeLength, .half = half, .sway = 1.6F, .phase = phase, .bulge = half}, tile, mesh);
    }
    return mesh;
}

LevelMesh mound_mesh(std::uint32_t seed) {
    LevelMesh mesh;
    mesh.graph = "flesh";
    mesh.is_rock = true;
    constexpr int kAround = 96, kUp = 40;
    VisualRandom random(seed);
    const float phase = kTurn * random.share();
    // A hemisphere, drawn up to a crown of chimneys, with ribs from the foot to the top.
    const auto place = [&](float turn, float up) {
        const float ribs = 0.16F * std::sin(turn * 11 + 0.8F * std::sin(up * 5 + phase)) + 0.07F * std::sin(turn * 23 + up * 9);
        const float lobes = 0.16F * std::sin(turn * 3 + phase) + 0.10F * std::sin(turn * 5 - up * 4);
        const float waist = std::sqrt(std::max(1 - up * up, 0.0F)) * (1 + 0.25F * std::cos(up * 4));
        const float wide = kMoundHeight * waist * (1 + (ribs + lobes) * (0.4F + 0.6F * up));
        const float crown = up > 0.75F ? (up - 0.75F) * 4 : 0;
        const float high = kMoundHeight * up * (1 + 0.22F * crown * std::sin(turn * 4 + phase) + 0.10F * std::sin(turn * 2));
        return Vec3{wide * std::cos(turn), high, wide * std::sin(turn) * 0.7F};
    };
    for (int i = 0; i <= kAround; ++i) {
        for (int k = 0; k <= kUp; ++k) {
            const float turn = kTurn * static_cast<float>(i) / kAround, up = static_cast<float>(k) / kUp;
            constexpr float kStep = 0.01F;
            const Vec3 at = place(turn, up);
            const Vec3 along = place(turn + kStep, up) - place(turn - kStep, up);
            const Vec3 rise = place(turn, std::min(up + kStep, 0.999F)) - place(turn, up - kStep);
            mesh.vertices.push_back({at,
                                     math::normalized_or(math::cross(rise, along), Vec3{0, 1, 0}),
                                     {static_cast<float>(i) * 64.0F / kAround, at.y, 64.0F, 2.5F}});
        }
    }
    constexpr std::uint32_t kColumn = kUp + 1;
    for (std::uint32_t i = 0; i < kAround; ++i) {
        for (std::uint32_t k = 0; k < kUp; ++k) {
            const std::uint32_t a = i * kColumn + k, b = a + kColumn;
            for (const std::uint32_t index : {a, a + 1, b, b, a + 1, b + 1}) mesh.indices.push_back(index);
        }
    }
    return mesh;
}

}  // namespace albireo::scene
