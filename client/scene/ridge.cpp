#include "client/scene/ridge.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "client/scene/displace.hpp"

namespace albireo::scene {

LevelMesh ridge_mesh(std::uint32_t seed, float height, std::string_view graph) {
    LevelMesh mesh;
    mesh.graph = graph;
    mesh.is_rock = true;
    constexpr std::size_t kColumns = 128;
    constexpr std::size_t kRows = 7;
    VisualRandom random(seed);
    // A skyline of mesas: displaced, then quantised into steps. Both ends are equal, so the strip repeats without a seam.
    std::array<float, kColumns + 1> skyline{};
    displace(skyline, height * 0.75F, 0.66F, random);
    for (float& y : skyline) {
        const float level = std::floor(y / (height * 0.3F)) * (height * 0.3F);
        y = level + (y - level) * 0.25F;
    }
    // A mesa's top is broad: needles are cut to their neighbours' height.
    const std::array<float, kColumns + 1> raw = skyline;
    for (std::size_t i = 1; i < kColumns; ++i)
        skyline[i] = std::clamp(raw[i], std::min(raw[i - 1], raw[i + 1]), std::max(raw[i - 1], raw[i + 1]));
    std::array<float, kColumns + 1> rubble{};
    displace(rubble, 0.55F, 0.7F, random);
    for (std::size_t i = 0; i <= kColumns; ++i) skyline[i] += rubble[i];
    std::array<std::array<float, kColumns + 1>, kRows> bulge{};
    for (std::size_t k = 1; k < kRows; ++k) displace(bulge[k], 1.2F, 0.6F, random);
    const auto place = [&](std::size_t i, std::size_t k) {
        const float share = static_cast<float>(k) / (kRows - 1);
        const float drop = share * share * (skyline[i] + 22) + share * 1.5F;
        return Vec3{static_cast<float>(i) * (kRidgeLength / kColumns) - kRidgeLength / 2, skyline[i] - drop,
                    share * 3.0F + bulge[k][i]};
    };
    for (std::size_t i = 0; i <= kColumns; ++i) {
        for (std::size_t k = 0; k < kRows; ++k) {
            const Vec3 at = place(i, k);
            const std::size_t left = i == 0 ? kColumns - 1 : i - 1, right = i == kColumns ? 1 : i + 1;
            Vec3 along = place(right, k) - place(left, k);
            if (along.x < 0) along.x += kRidgeLength;
            const Vec3 down = place(i, std::min(k + 1, kRows - 1)) - place(i, k > 0 ? k - 1 : 0);
            const Vec3 normal = math::normalized_or(math::cross(down, along), Vec3{0, 0, 1});
            mesh.vertices.push_back({at,
                                     normal,
                                     {static_cast<float>(i) * (64.0F / kColumns), at.y,
                                      64.0F + 128.0F * static_cast<float>(seed % 64), skyline[i] - at.y}});
        }
    }
    for (std::uint32_t i = 0; i < kColumns; ++i) {
        for (std::uint32_t k = 0; k + 1 < kRows; ++k) {
            const auto a = static_cast<std::uint32_t>(i * kRows + k), b = static_cast<std::uint32_t>(a + kRows);
            for (const std::uint32_t index : {a, a + 1, b, b, a + 1, b + 1}) mesh.indices.push_back(index);
        }
    }
    return mesh;
}

}  // namespace albireo::scene
