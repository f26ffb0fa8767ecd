#include <utility>

#include "client/models/creatures.hpp"
#include "client/models/sculpt.hpp"

namespace albireo::models {

/// Joints of shell in a ring that is open in front, where its two ends hold the eye; long hooks outside, teeth inside.
Cage sentinel_ring() {
    constexpr int kJoints = 11;
    std::vector<Ring> rings;
    for (int joint = 0; joint < kJoints; ++joint) {
        const float turns = 0.13F + 0.74F * static_cast<float>(joint) / (kJoints - 1);
        const float size = joint % 2 == 0 ? 0.84F : 1.0F;
        rings.push_back({turned({0.62F, 0, 0}, turns), 0.17F * size, 0.21F * size});
    }
    Cage cage = trunk({.sides = 4}, rings);
    grow(cage, rings.front().at, {.zone = Zone::claw, .tip = Tip::claw, .both = true},
         {{{0.68F, 0.36F, 0}, 0.12F, 0.14F}, {{1.0F, 0.20F, 0}}});
    for (const float joint : {0.5F, 2.5F, 4.5F}) {
        const float turns = 0.13F + 0.74F * joint / (kJoints - 1);
        grow(
            cage, turned({0.78F, 0, 0}, turns), {.zone = Zone::claw, .tip = Tip::claw, .both = true},
            {{turned({0.88F, 0.06F, 0}, turns), 0.11F, 0.10F}, {turned({0.95F, joint < 4 ? 0.44F : 0.16F, 0}, turns)}});
        grow(cage, turned({0.46F, 0, 0}, turns), {.tip = Tip::claw, .both = true},
             {{turned({0.24F, 0.04F, 0}, turns)}});
    }
    return cage;
}

Cage sentinel_eye() {
    Cage cage = trunk({.sides = 6, .axis = {0, 0, 1}}, {{{0, 0, -0.55F}, 0.34F, 0.34F},
                                                        {{0, 0, -0.18F}, 0.62F, 0.62F},
                                                        {{0, 0, 0.18F}, 0.62F, 0.62F},
                                                        {{0, 0, 0.42F}, 0.50F, 0.50F}});
    eye(cage, {0, 0, 0.42F},
        {.at = {0, 0, 0.46F}, .axis = {0, 0, 1}, .radius = 0.42F, .bulge = 0.55F, .pupil = 0.45F, .rim = Zone::flesh});
    for (int thorn = 0; thorn < 6; ++thorn) {
        const float turns = static_cast<float>(thorn) / 6;
        grow(cage, turned({0.62F, 0, 0}, turns), {.tip = Tip::claw},
             {{turned({0.78F, 0.06F, 0.04F}, turns), 0.12F, 0.10F}, {turned({0.92F, 0.34F, 0.12F}, turns)}});
    }
    return posed(std::move(cage), math::rotation(math::turn({0, 1, 0}, 0.38F)));
}

/// A crescent of shell that circles the ring.
Cage sentinel_guard() {
    Cage cage = trunk({.sides = 4}, {{{-0.10F, 0.55F, 0}, 0.16F, 0.18F},
                                     {{0.20F, 0.30F, 0}, 0.24F, 0.28F},
                                     {{0.30F, 0, 0}, 0.27F, 0.32F},
                                     {{0.20F, -0.30F, 0}, 0.24F, 0.28F},
                                     {{-0.10F, -0.55F, 0}, 0.16F, 0.18F}});
    eye(cage, {0.5F, 0.2F, 0}, {.at = {0.56F, 0.17F, 0.05F}, .axis = {1, 0.3F, 0.3F}, .radius = 0.12F, .both = true});
    grow(cage, {-0.1F, 0.55F, 0}, {.tip = Tip::claw, .both = true},
         {{{-0.40F, 0.68F, 0}, 0.10F, 0.1F}, {{-0.85F, 0.45F, 0}}});
    return cage;
}

/// A king crab from above: a broad shield, horns that clasp the core in its hollow front, a jointed tail. It leaves
/// room for the hatches on its shoulders, and for the eye on its upper horn.
Cage warden_body() {
    Cage cage = trunk({.sides = 8}, {{{-0.80F, 0, 0}, 0.07F, 0.06F},
                                     {{-0.63F, 0, 0.02F}, 0.24F, 0.16F},
                                     {{-0.55F, 0, 0.02F}, 0.16F, 0.11F},
                                     {{-0.37F, 0, 0.04F}, 0.45F, 0.24F},
                                     {{-0.27F, 0, 0.04F}, 0.36F, 0.19F},
                                     {{-0.02F, 0, 0.05F}, 0.70F, 0.30F},
                                     {{0.26F, 0, 0.05F}, 0.70F, 0.31F},
                                     {{0.50F, 0, 0.04F}, 0.58F, 0.27F},
                                     {{0.70F, 0, 0.03F}, 0.35F, 0.20F}});
    grow(cage, {0.70F, 0, 0.03F}, {.zone = Zone::flesh, .cap = Zone::glow, .axis = {1, 0, 0}},
         {{{0.56F, 0, 0.03F}, 0.26F, 0.14F}});
    grow(cage, {0.60F, 0.46F, 0.04F}, {.zone = Zone::claw, .tip = Tip::claw, .both = true},
         {{{0.71F, 0.56F, 0.04F}, 0.12F, 0.10F}, {{0.84F, 0.51F, 0.04F}, 0.08F, 0.07F}, {{0.93F, 0.30F, 0}}});
    grow(cage, {0.38F, 0.63F, 0.05F}, {.zone = Zone::claw, .tip = Tip::claw, .both = true},
         {{{0.40F, 0.78F, 0.04F}, 0.10F, 0.09F}, {{0.26F, 0.97F, 0}}});
    grow(cage, {-0.32F, 0.40F, 0.04F}, {.tip = Tip::claw, .both = true},
         {{{-0.44F, 0.52F, 0.02F}, 0.09F, 0.08F}, {{-0.78F, 0.60F, 0}}});
    grow(cage, {-0.80F, 0, 0}, {.tip = Tip::claw}, {{{-1.0F, 0, 0}}});
    // A crest of thorns along the back, and a pair of vents.
    grow(cage, {0.12F, 0, 0.36F}, {.tip = Tip::claw}, {{{-0.08F, 0, 0.60F}}});
    grow(cage, {-0.15F, 0, 0.30F}, {.tip = Tip::claw}, {{{-0.34F, 0, 0.50F}}});
    grow(cage, {-0.46F, 0, 0.20F}, {.tip = Tip::claw}, {{{-0.62F, 0, 0.36F}}});
    eye(cage, {0.12F, 0.48F, 0.27F},
        {.at = {0.16F, 0.40F, 0.31F},
         .axis = {0.2F, 0.3F, 1},
         .radius = 0.075F,
         .zone = Zone::glow,
         .rim = Zone::flesh,
         .both = true});
    return cage;
}

/// An arm, an elbow, a palm and a pincer.
Cage warden_claw() {
    Cage cage = trunk({.sides = 4}, {{{-0.90F, -0.30F, 0}, 0.10F, 0.11F},
                                     {{-0.62F, 0.06F, 0}, 0.11F, 0.12F},
                                     {{-0.40F, 0.18F, 0}, 0.17F, 0.17F},
                                     {{-0.16F, 0.20F, 0}, 0.16F, 0.17F},
                                     {{0.10F, 0.16F, 0}, 0.27F, 0.24F},
                                     {{0.34F, 0.10F, 0}, 0.24F, 0.20F}});
    grow(cage, {0.34F, 0.1F, 0}, {.zone = Zone::claw, .tip = Tip::claw},
         {{{0.58F, 0.16F, 0}, 0.15F, 0.13F}, {{0.82F, 0.10F, 0}, 0.09F, 0.08F}, {{0.96F, -0.22F, 0}}});
    grow(cage, {0.22F, -0.13F, 0}, {.zone = Zone::claw, .tip = Tip::claw},
         {{{0.36F, -0.30F, 0}, 0.11F, 0.10F}, {{0.58F, -0.38F, 0}, 0.07F, 0.07F}, {{0.86F, -0.28F, 0}}});
    grow(cage, {-0.51F, 0.26F, 0}, {.tip = Tip::claw}, {{{-0.62F, 0.50F, 0}}});
    grow(cage, {-0.03F, 0.40F, 0}, {.tip = Tip::claw}, {{{-0.14F, 0.66F, 0}}});
    return cage;
}

/// A lipped mouth with eight teeth that lean inward.
Cage warden_hatch() {
    Cage cage = trunk({.sides = 8, .axis = {0, 0, 1}}, {{{0, 0, -0.45F}, 0.55F, 0.55F},
                                                        {{0, 0, 0.0F}, 0.84F, 0.84F},
                                                        {{0, 0, 0.34F}, 0.66F, 0.66F},
                                                        {{0, 0, 0.34F}, 0.48F, 0.48F}});
    eye(cage, {0, 0, 0.34F},
        {.at = {0, 0, 0.05F},
         .axis = {0, 0, 1},
         .radius = 0.40F,
         .bulge = -0.2F,
         .zone = Zone::glow,
         .rim = Zone::flesh});
    for (int tooth = 0; tooth < 8; ++tooth) {
        const float turns = static_cast<float>(tooth) / 8;
        grow(cage, turned({0.57F, 0, 0.34F}, turns), {.zone = Zone::claw, .tip = Tip::claw},
             {{turned({0.24F, 0.04F, 0.50F}, turns)}});
    }
    return cage;
}

/// A heart in a cage of ribs.
Cage warden_core() {
    Cage cage = trunk({.sides = 6,
                       .hoop = false,
                       .axis = {1, 0, 0},
                       .zone = Zone::glow,
                       .first_cap = Zone::glow,
                       .last_cap = Zone::glow},
                      {{{-0.45F, 0, 0}, 0.25F, 0.25F},
                       {{-0.1F, 0, 0}, 0.60F, 0.60F},
                       {{0.25F, 0, 0}, 0.56F, 0.56F},
                       {{0.55F, 0, 0}, 0.2F, 0.2F}});
    Cage ribs =
        trunk({.sides = 6, .axis = {-1, 0, 0}}, {{{-0.30F, 0, 0}, 0.72F, 0.72F}, {{-0.66F, 0, 0}, 0.46F, 0.46F}});
    for (int rib = 0; rib < 6; ++rib) {
        const float turns = static_cast<float>(rib) / 6;
        const auto around = [&](float x, float r) {
            const Vec3 p = turned({r, 0, 0}, turns);
            return Vec3{x, p.x, p.y};
        };
        grow(ribs, around(-0.48F, 0.6F), {.zone = Zone::claw, .tip = Tip::claw, .up = around(0, 1)},
             {{around(-0.10F, 0.86F), 0.13F, 0.10F}, {around(0.34F, 0.80F), 0.09F, 0.07F}, {around(0.86F, 0.34F)}});
    }
    cage.join(ribs);
    return cage;
}

/// An eye between six lids.
Cage warden_eye() {
    Cage cage = trunk({.sides = 6, .axis = {0, 0, 1}},
                      {{{0, 0, -0.55F}, 0.36F, 0.36F}, {{0, 0, -0.10F}, 0.68F, 0.68F}, {{0, 0, 0.22F}, 0.60F, 0.60F}});
    eye(cage, {0, 0, 0.22F},
        {.at = {0, 0, 0.26F}, .axis = {0, 0, 1}, .radius = 0.50F, .bulge = 0.65F, .pupil = 0.40F, .rim = Zone::flesh});
    for (int lid = 0; lid < 6; ++lid) {
        const float turns = static_cast<float>(lid) / 6;
        grow(cage, turned({0.64F, 0, 0.06F}, turns), {.zone = Zone::claw, .tip = Tip::claw},
             {{turned({0.80F, 0, 0.24F}, turns), 0.24F, 0.11F},
              {turned({0.66F, 0.05F, 0.58F}, turns), 0.15F, 0.07F},
              {turned({0.34F, 0.10F, 0.82F}, turns)}});
    }
    return posed(std::move(cage), math::rotation(math::turn({0, 1, 0}, 0.50F)));
}

/// A bulb with a muzzle.
Cage gun() {
    Cage cage = trunk({.sides = 6, .axis = {1, 0, 0}}, {{{-0.72F, 0, 0}, 0.26F, 0.26F},
                                                        {{-0.35F, 0, 0}, 0.54F, 0.54F},
                                                        {{0.10F, 0, 0}, 0.46F, 0.46F},
                                                        {{0.45F, 0, 0}, 0.26F, 0.26F},
                                                        {{0.85F, 0, 0}, 0.34F, 0.34F}});
    eye(cage, {0.85F, 0, 0},
        {.at = {0.70F, 0, 0}, .radius = 0.22F, .bulge = -0.4F, .zone = Zone::glow, .rim = Zone::flesh});
    grow(cage, {-0.1F, 0.5F, 0}, {.tip = Tip::claw, .both = true}, {{{-0.45F, 0.82F, 0}}});
    return cage;
}

Cage shell_plate() {
    Cage cage = trunk({.sides = 4}, {{{-0.28F, 0.70F, 0}, 0.10F, 0.16F},
                                     {{0.06F, 0.42F, 0}, 0.20F, 0.34F},
                                     {{0.20F, 0, 0}, 0.24F, 0.42F},
                                     {{0.06F, -0.42F, 0}, 0.20F, 0.34F},
                                     {{-0.28F, -0.70F, 0}, 0.10F, 0.16F}});
    grow(cage, {-0.28F, 0.7F, 0}, {.zone = Zone::claw, .tip = Tip::claw, .both = true}, {{{-0.62F, 0.78F, 0}}});
    grow(cage, {0.4F, 0.2F, 0}, {.zone = Zone::claw, .tip = Tip::claw, .both = true}, {{{0.66F, 0.26F, 0}}});
    return cage;
}

}  // namespace albireo::models
