#include <utility>

#include "client/models/creatures.hpp"
#include "client/models/sculpt.hpp"

namespace albireo::models {

Cage lancer() {
    Cage cage = trunk({.sides = 6}, {{{-0.42F, 0, 0}, 0.13F, 0.12F},
                                     {{-0.20F, 0, 0.01F}, 0.27F, 0.23F},
                                     {{0.08F, 0, 0.01F}, 0.21F, 0.20F},
                                     {{0.34F, 0, 0}, 0.20F, 0.18F},
                                     {{0.58F, 0, 0}, 0.10F, 0.10F}});
    grow(cage, {0.58F, 0, 0}, {.zone = Zone::claw, .tip = Tip::claw},
         {{{0.78F, 0, 0}, 0.045F, 0.045F}, {{1.16F, 0, 0}}});
    eye(cage, {-0.06F, 0.2F, 0.12F},
        {.at = {-0.04F, 0.19F, 0.16F}, .axis = {0.1F, 0.6F, 0.8F}, .radius = 0.09F, .both = true});
    grow(cage, {0.46F, 0.16F, 0}, {.tip = Tip::claw, .both = true},
         {{{0.30F, 0.34F, 0}, 0.15F, 0.035F}, {{-0.08F, 0.62F, 0}}});
    grow(cage, {-0.31F, 0.2F, 0}, {.tip = Tip::claw, .both = true},
         {{{-0.52F, 0.36F, 0.02F}, 0.075F, 0.07F}, {{-0.82F, 0.40F, 0.06F}, 0.055F, 0.05F}, {{-1.16F, 0.18F, 0}}});
    grow(cage, {-0.42F, 0, 0}, {.tip = Tip::claw}, {{{-0.70F, 0, -0.03F}, 0.065F, 0.06F}, {{-1.12F, 0, 0}}});
    return cage;
}

/// A cone of stone on the rock, six plates about the eye at its top, which looks up and out.
Cage turret() {
    Cage cage = trunk({.sides = 6, .axis = {0, 0, 1}}, {{{0, 0, -0.80F}, 0.62F, 0.52F},
                                                        {{0, 0, -0.62F}, 0.80F, 0.60F},
                                                        {{0, 0, -0.12F}, 0.50F, 0.42F},
                                                        {{0, 0, 0.14F}, 0.40F, 0.36F}});
    eye(cage, {0, 0, 0.14F},
        {.at = {0, 0, 0.16F}, .axis = {0, 0, 1}, .radius = 0.30F, .bulge = 0.8F, .pupil = 0.4F, .rim = Zone::flesh});
    for (int plate = 0; plate < 6; ++plate) {
        const float turns = static_cast<float>(plate) / 6;
        const auto around = [&](float r, float lag, float z) {
            const Vec3 p = turned({r, 0, 0}, turns + lag);
            return Vec3{p.x, 0.55F * p.y, z};
        };
        grow(cage, around(0.45F, 0, 0.01F), {.zone = Zone::claw, .tip = Tip::claw},
             {{around(0.68F, 0, 0.24F), 0.21F, 0.10F}, {around(0.54F, 0.02F, 0.80F)}});
    }
    return posed(std::move(cage), math::rotation(math::turn({1, 0, 0}, -1.3F)));
}

Cage carrier() {
    Cage cage = trunk({.sides = 8}, {{{-0.62F, 0, 0.02F}, 0.12F, 0.08F},
                                     {{-0.44F, 0, 0.05F}, 0.32F, 0.18F},
                                     {{-0.20F, 0, 0.08F}, 0.34F, 0.24F},
                                     {{0.02F, 0, 0.08F}, 0.52F, 0.27F},
                                     {{0.34F, 0, 0.06F}, 0.54F, 0.26F},
                                     {{0.58F, 0, 0.03F}, 0.34F, 0.17F}});
    eye(cage, {0.58F, 0, 0}, {.at = {0.68F, 0, 0.02F}, .axis = {1, 0, 0.2F}, .radius = 0.13F, .bulge = 0.4F});
    // The brood, in three pairs along the back.
    eye(cage, {0.18F, 0.37F, 0.2F},
        {.at = {0.17F, 0.30F, 0.31F}, .axis = {0, 0.35F, 1}, .radius = 0.12F, .zone = Zone::glow, .both = true});
    eye(cage, {-0.09F, 0.3F, 0.2F},
        {.at = {-0.10F, 0.23F, 0.31F}, .axis = {0, 0.3F, 1}, .radius = 0.09F, .zone = Zone::glow, .both = true});
    // The cheeks' horns, swept back, and the tail.
    grow(cage, {0.18F, 0.53F, 0.05F}, {.zone = Zone::shell, .tip = Tip::claw, .both = true},
         {{{0.12F, 0.68F, 0.02F}, 0.18F, 0.09F}, {{-0.20F, 0.80F, 0}, 0.10F, 0.06F}, {{-0.74F, 0.66F, 0}}});
    grow(cage, {-0.32F, 0.33F, 0.05F}, {.tip = Tip::claw, .both = true},
         {{{-0.46F, 0.44F, 0}, 0.07F, 0.05F}, {{-0.82F, 0.42F, 0}}});
    grow(cage, {-0.62F, 0, 0.02F}, {.tip = Tip::claw}, {{{-0.85F, 0, 0.03F}, 0.05F, 0.05F}, {{-1.25F, 0, 0.02F}}});
    return cage;
}

Cage medusa() {
    Cage cage = trunk({.sides = 6, .axis = {1, 0, 0}, .first_cap = Zone::glow}, {{{0.22F, 0, 0}, 0.26F, 0.20F},
                                                                                 {{-0.16F, 0, 0}, 0.66F, 0.48F},
                                                                                 {{0.10F, 0, 0}, 0.54F, 0.40F},
                                                                                 {{0.50F, 0, 0}, 0.44F, 0.32F}});
    eye(cage, {0.50F, 0, 0}, {.at = {0.66F, 0, 0.05F}, .axis = {1, 0, 0.4F}, .radius = 0.22F, .bulge = 0.5F});
    for (int arm = 0; arm < 6; ++arm) {
        const float turns = static_cast<float>(arm) / 6;
        // The arms hang flat, near the plane where shots fly.
        const auto around = [&](float x, float r, float lag) {
            const Vec3 p = turned({r, 0, 0}, turns + lag);
            return Vec3{x, p.x, 0.4F * p.y};
        };
        grow(cage, around(0.03F, 0.4F, 0), {.tip = Tip::claw},
             {{around(-0.30F, 0.34F, 0), 0.09F, 0.09F},
              {around(-0.62F, 0.50F, 0.02F), 0.055F, 0.055F},
              {around(-1.0F, 0.40F, 0.06F)}});
    }
    return cage;
}

Cage leviathan() {
    Cage cage = trunk({.sides = 6}, {{{-0.86F, 0, 0}, 0.07F, 0.06F},
                                     {{-0.62F, 0, 0.02F}, 0.22F, 0.18F},
                                     {{-0.50F, 0, 0.02F}, 0.16F, 0.13F},
                                     {{-0.24F, 0, 0.03F}, 0.38F, 0.29F},
                                     {{-0.10F, 0, 0.03F}, 0.29F, 0.22F},
                                     {{0.24F, 0, 0.03F}, 0.46F, 0.33F},
                                     {{0.40F, 0, 0.03F}, 0.34F, 0.25F},
                                     {{0.62F, 0, 0.01F}, 0.34F, 0.23F},
                                     {{0.86F, 0, 0}, 0.16F, 0.10F}});
    eye(cage, {0.50F, 0.28F, 0.15F},
        {.at = {0.54F, 0.24F, 0.23F}, .axis = {0.2F, 0.5F, 1}, .radius = 0.085F, .both = true});
    grow(cage, {0.07F, 0.38F, 0}, {.tip = Tip::claw, .both = true},
         {{{-0.04F, 0.58F, -0.04F}, 0.16F, 0.06F}, {{-0.50F, 0.84F, -0.1F}}});
    grow(cage, {-0.37F, 0.27F, 0}, {.tip = Tip::claw, .both = true}, {{{-0.72F, 0.52F, 0}}});
    grow(cage, {-0.74F, 0.14F, 0}, {.tip = Tip::claw, .both = true},
         {{{-0.90F, 0.24F, 0}, 0.10F, 0.04F}, {{-1.14F, 0.46F, 0}}});
    grow(cage, {0.74F, 0.25F, 0}, {.zone = Zone::claw, .tip = Tip::claw, .both = true},
         {{{0.92F, 0.32F, -0.03F}, 0.07F, 0.06F}, {{1.16F, 0.14F, -0.06F}}});
    return cage;
}

}  // namespace albireo::models
