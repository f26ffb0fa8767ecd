#pragma once
/// The colours of all shots, which must be distinguishable at a glance. One table for each kind of colour vision; the
/// test simulates them (tests/client/render/palette_test.cpp).
///
/// 1. Gold stays gold and blue stays blue: they identify the players. Only the enemies' fire changes.
/// 2. Shapes differ as well as colours, and enemy fire is always brighter and outlined.
#include <array>

#include "client/scene/view.hpp"

namespace albireo::scene {

struct FireColours {
    std::array<Vec3, 4> enemy;  // by ShotLook: orb, dart, ring, diamond
    std::array<Vec3, 3> beam;
    std::array<Vec3, 2> player;
};

constexpr FireColours fire_colours(Palette palette) {
    constexpr std::array<Vec3, 2> kPlayers = {{{1.0F, 0.46F, 0.04F}, {0.08F, 0.30F, 1.0F}}};
    switch (palette) {
        case Palette::deuteranopia:
        case Palette::protanopia:
            // Red and green look alike. Colours other than gold and blue lie on a pale line from pink to mint.
            return {{{{1.0F, 0.50F, 0.55F}, {1.0F, 0.80F, 0.85F}, {0.80F, 1.0F, 0.85F}, {1.0F, 0.40F, 0.75F}}},
                    {{{1.0F, 0.50F, 0.55F}, {1.0F, 0.40F, 0.75F}, {0.80F, 1.0F, 0.85F}}},
                    kPlayers};
        case Palette::tritanopia:
            // Blue and green look alike, and gold looks pale pink. White with a little mint differs from both.
            return {{{{0.80F, 1.0F, 0.92F}, {0.95F, 1.0F, 1.0F}, {0.90F, 1.0F, 0.92F}, {0.70F, 1.0F, 0.90F}}},
                    {{{0.80F, 1.0F, 0.92F}, {0.70F, 1.0F, 0.90F}, {0.90F, 1.0F, 0.92F}}},
                    kPlayers};
        default:
            return {{{{1.0F, 0.06F, 0.40F}, {1.0F, 0.03F, 0.03F}, {0.25F, 1.0F, 0.12F}, {0.60F, 0.10F, 1.0F}}},
                    {{{1.0F, 0.10F, 0.50F}, {0.62F, 0.16F, 1.0F}, {0.28F, 1.0F, 0.18F}}},
                    kPlayers};
    }
}

/// 8 bits a channel, red lowest: unpackUnorm4x8 of the shaders.
constexpr std::uint32_t packed(Vec3 colour) {
    const auto byte = [](float x) { return static_cast<std::uint32_t>((x < 0 ? 0 : x > 1 ? 1 : x) * 255 + 0.5F); };
    return byte(colour.x) | byte(colour.y) << 8 | byte(colour.z) << 16 | 0xff000000U;
}

}  // namespace albireo::scene
