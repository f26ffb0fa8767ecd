#include "client/models/creatures.hpp"
#include "client/models/sculpt.hpp"

namespace albireo::models {

/// A swan in flight: a long neck to the front, fins swept up and down into a crescent, wings to both sides of the
/// screen's plane that show when it banks.
Cage ship() {
    Cage cage = trunk({.sides = 4}, {{{-0.46F, 0.000F, 0}, 0.085F, 0.090F},
                                     {{-0.30F, 0.010F, 0}, 0.135F, 0.145F},
                                     {{-0.06F, 0.020F, 0}, 0.145F, 0.150F},
                                     {{0.18F, 0.010F, 0}, 0.100F, 0.105F},
                                     {{0.44F, -0.025F, 0}, 0.050F, 0.054F},
                                     {{0.70F, -0.065F, 0}, 0.014F, 0.018F}});
    eye(cage, {-0.46F, 0, 0},
        {.at = {-0.53F, 0, 0}, .axis = {-1, 0, 0}, .radius = 0.085F, .zone = Zone::glow, .rim = Zone::claw});
    eye(cage, {0.06F, 0.13F, 0}, {.at = {0.10F, 0.135F, 0}, .axis = {0.35F, 1, 0}, .radius = 0.10F, .bulge = 0.45F});
    // The wings, drooping a little toward their tips.
    grow(cage, {-0.18F, 0.01F, 0.14F}, {.zone = Zone::flesh, .tip = Tip::claw, .up = {1, 0, 0}, .mirror_z = true},
         {{{-0.20F, 0.00F, 0.25F}, 0.036F, 0.135F},
          {{-0.30F, -0.03F, 0.43F}, 0.022F, 0.085F},
          {{-0.58F, -0.10F, 0.56F}}});
    // The fins, a crescent seen from the side.
    grow(cage, {-0.18F, 0.15F, 0}, {.zone = Zone::flesh, .tip = Tip::claw},
         {{{-0.29F, 0.215F, 0}, 0.105F, 0.030F}, {{-0.46F, 0.315F, 0}, 0.065F, 0.020F}, {{-0.72F, 0.375F, 0}}});
    grow(cage, {-0.18F, -0.13F, 0}, {.zone = Zone::flesh, .tip = Tip::claw},
         {{{-0.29F, -0.195F, 0}, 0.105F, 0.030F}, {{-0.45F, -0.285F, 0}, 0.065F, 0.020F}, {{-0.68F, -0.345F, 0}}});
    return cage;
}

/// A dart with four swept fins.
Cage missile() {
    Cage cage = trunk({.sides = 4, .last_cap = Zone::claw}, {{{-0.50F, 0, 0}, 0.11F, 0.11F},
                                                             {{-0.05F, 0, 0}, 0.22F, 0.22F},
                                                             {{0.40F, 0, 0}, 0.17F, 0.17F},
                                                             {{0.85F, 0, 0}, 0.03F, 0.03F}});
    eye(cage, {-0.5F, 0, 0}, {.at = {-0.56F, 0, 0}, .axis = {-1, 0, 0}, .radius = 0.13F, .zone = Zone::glow});
    grow(cage, {-0.28F, 0.2F, 0}, {.tip = Tip::claw, .both = true}, {{{-0.78F, 0.48F, 0}}});
    grow(cage, {-0.28F, 0, 0.2F}, {.tip = Tip::claw, .mirror_z = true}, {{{-0.78F, 0, 0.48F}}});
    return cage;
}

/// A seed about to open: three husks around a bright kernel.
Cage pod() {
    Cage cage = trunk({.sides = 6},
                      {{{-0.62F, 0, 0}, 0.14F, 0.14F}, {{-0.20F, 0, 0}, 0.48F, 0.48F}, {{0.24F, 0, 0}, 0.46F, 0.46F}});
    eye(cage, {0.24F, 0, 0}, {.at = {0.30F, 0, 0}, .radius = 0.36F, .bulge = 0.9F, .zone = Zone::glow});
    for (int husk = 0; husk < 3; ++husk) {
        const float turns = static_cast<float>(husk) / 3;
        const auto around = [&](float x, float r) {
            const Vec3 p = turned({r, 0, 0}, turns);
            return Vec3{x, p.x, p.y};
        };
        grow(cage, around(0.02F, 0.47F), {.tip = Tip::claw, .up = around(0, 1)},
             {{around(0.38F, 0.60F), 0.22F, 0.10F}, {around(0.95F, 0.20F)}});
    }
    return cage;
}

}  // namespace albireo::models
