#include "client/models/creatures.hpp"
#include "client/models/sculpt.hpp"

namespace albireo::models {

Cage skimmer() {
    Cage cage = trunk(
        {.sides = 4},
        {{{-0.42F, 0, 0.02F}, 0.07F, 0.06F}, {{-0.02F, 0, 0.04F}, 0.20F, 0.16F}, {{0.40F, 0, 0.03F}, 0.19F, 0.14F}});
    eye(cage, {0.4F, 0, 0.03F}, {.at = {0.55F, 0, 0.02F}, .axis = {1, 0, 0.35F}, .radius = 0.11F});
    grow(cage, {0.18F, 0.2F, 0.03F}, {.tip = Tip::claw, .both = true},
         {{{0.10F, 0.45F, 0.05F}, 0.23F, 0.06F}, {{-0.12F, 0.76F, 0.02F}, 0.13F, 0.035F}, {{-0.56F, 0.90F, -0.08F}}});
    grow(cage, {-0.42F, 0, 0}, {.tip = Tip::claw}, {{{-0.72F, 0, 0}, 0.035F, 0.03F}, {{-0.98F, 0, 0.02F}}});
    return cage;
}

Cage wedge() {
    Cage cage = trunk({.sides = 4}, {{{-0.70F, 0, 0}, 0.14F, 0.10F},
                                     {{-0.40F, 0, 0.05F}, 0.50F, 0.28F},
                                     {{0.12F, 0, 0.06F}, 0.36F, 0.26F},
                                     {{0.44F, 0, 0.01F}, 0.20F, 0.14F}});
    eye(cage, {0.28F, 0, 0.25F}, {.at = {0.26F, 0, 0.27F}, .axis = {0.3F, 0, 1}, .radius = 0.12F});
    grow(cage, {0.28F, 0.25F, 0}, {.zone = Zone::claw, .tip = Tip::claw, .both = true},
         {{{0.58F, 0.36F, 0}, 0.09F, 0.08F}, {{0.94F, 0.06F, 0}}});
    grow(cage, {-0.5F, 0.33F, 0}, {.tip = Tip::claw, .both = true}, {{{-0.88F, 0.76F, 0.02F}}});
    return cage;
}

Cage spinner() {
    Cage cage = trunk({.sides = 5}, {{{0, 0, -0.15F}, 0.32F, 0.32F}, {{0, 0, 0.12F}, 0.33F, 0.33F}});
    eye(cage, {0, 0, 0.12F}, {.at = {0, 0, 0.20F}, .axis = {0, 0, 1}, .radius = 0.20F});
    for (int arm = 0; arm < 5; ++arm) {
        const float turns = static_cast<float>(arm) / 5;
        grow(cage, turned({0.33F, 0, 0}, turns), {.tip = Tip::claw},
             {{turned({0.62F, -0.14F, 0.02F}, turns), 0.11F, 0.09F}, {turned({0.78F, -0.66F, 0}, turns)}});
    }
    return cage;
}

Cage mote() {
    Cage cage =
        trunk({.sides = 4},
              {{{-0.50F, 0, 0}, 0.16F, 0.16F}, {{-0.05F, 0, 0.02F}, 0.42F, 0.36F}, {{0.35F, 0, 0.02F}, 0.36F, 0.30F}});
    eye(cage, {0.35F, 0, 0}, {.at = {0.52F, 0, 0.05F}, .axis = {1, 0, 0.5F}, .radius = 0.22F, .bulge = 0.7F});
    grow(cage, {0.15F, 0.4F, 0}, {.zone = Zone::claw, .tip = Tip::claw, .both = true},
         {{{0.28F, 0.68F, 0}, 0.11F, 0.09F}, {{0.86F, 0.60F, 0}}});
    grow(cage, {-0.5F, 0, 0}, {.tip = Tip::claw}, {{{-0.72F, 0, 0}, 0.07F, 0.07F}, {{-1.05F, 0, 0.1F}}});
    return cage;
}

}  // namespace albireo::models
