#include "client/models/creatures.hpp"
#include "client/models/sculpt.hpp"

namespace albireo::models {

/// A swan in flight: a long neck to the front, fins swept up and down into a crescent, wings to both sides of the
/// screen's plane that show when it banks.
Cage ship() {
    Cage cage = trunk({.sides = 4, .last_cap = Zone::shell}, {{{-0.48F, 0.0F, 0}, 0.085F, 0.090F},
                                                              {{-0.34F, 0.0F, 0}, 0.120F, 0.130F},
                                                              {{-0.10F, 0.005F, 0}, 0.140F, 0.150F},
                                                              {{0.14F, 0.01F, 0}, 0.120F, 0.120F},
                                                              {{0.40F, -0.01F, 0}, 0.070F, 0.070F},
                                                              {{0.68F, -0.04F, 0}, 0.020F, 0.024F}});
    eye(cage, {-0.48F, 0, 0}, {.at = {-0.54F, 0, 0}, .axis = {-1, 0, 0}, .radius = 0.075F, .zone = Zone::glow});
    eye(cage, {0.27F, 0.1F, 0}, {.at = {0.24F, 0.115F, 0}, .axis = {0.25F, 1, 0}, .radius = 0.085F});
    // The wings.
    grow(cage, {-0.23F, 0, 0.14F}, {.zone = Zone::flesh, .tip = Tip::claw, .up = {1, 0, 0}, .mirror_z = true},
         {{{-0.24F, -0.01F, 0.24F}, 0.035F, 0.13F},
          {{-0.36F, -0.03F, 0.42F}, 0.022F, 0.085F},
          {{-0.62F, -0.05F, 0.56F}}});
    // The fins, a crescent seen from the side.
    grow(cage, {-0.23F, 0.14F, 0}, {.zone = Zone::flesh, .tip = Tip::claw},
         {{{-0.32F, 0.20F, 0}, 0.100F, 0.030F}, {{-0.48F, 0.30F, 0}, 0.065F, 0.020F}, {{-0.72F, 0.38F, 0}}});
    grow(cage, {-0.23F, -0.14F, 0}, {.zone = Zone::flesh, .tip = Tip::claw},
         {{{-0.32F, -0.19F, 0}, 0.100F, 0.030F}, {{-0.46F, -0.28F, 0}, 0.065F, 0.020F}, {{-0.68F, -0.35F, 0}}});
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
