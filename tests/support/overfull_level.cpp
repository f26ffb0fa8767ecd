#include <cassert>

#include "sim/level/level_bytes.hpp"
#include "tests/support/level_builder.hpp"
#include "tests/support/small_level.hpp"

namespace albireo::support {

Level overfull_level(std::uint16_t enemies) {
    Level level;
    level.title = Name::of("Overfull");
    level.ticks = 100'000;
    LevelBuilder b(level);
    const std::uint16_t name = b.name("thing");
    level.tiles = {{.enter = {0_u, 0_u}, .exit = {16_u, 0_u}, .ticks = 60'000, .model = name}};
    level.guns = {{.pattern = Pattern::ring, .count = 64, .burst_gap = 1, .rest = 1, .speed = 10_mu, .radius = 100_mu}};
    level.beams = {{.telegraph = 1, .burn = 500, .rest = 1, .reach = 5_u, .half_width = 100_mu}};
    level.missiles = {{.name = name,
                       .coast = 600,
                       .life = 600,
                       .launch_speed = 10_mu,
                       .speed = 10_mu,
                       .radius = 100_mu,
                       .armour = 5,
                       .worth = 1,
                       .charge = 1}};
    level.hatches = {{.count = 64, .missile = 0, .shut = 1, .opening = 1, .gap = 1}};
    for (std::size_t i = 0; i < kPartsMax; ++i) {
        level.parts.push_back(
            {.name = name, .vital = 1, .gun = 0, .beam = 0, .hatch = 0, .radius = 500_mu, .armour = 5});
    }
    const Range all = b.machine("all", {{.name = name,
                                         .begin = b.actions({{.op = Op::guns, .a = kNone, .x = 1},
                                                             {.op = Op::beams, .a = kNone, .x = 1},
                                                             {.op = Op::hatches, .a = kNone, .x = 1}})}});
    level.kinds = {{.name = name,
                    .parts = {0, static_cast<std::uint16_t>(kPartsMax)},
                    .machines = all,
                    .radius = 500_mu,
                    .worth = 10,
                    .charge = 10}};
    for (std::uint16_t i = 0; i < enemies; ++i) {
        b.spawn_at(0, {.kind = 0,
                       .placement = Placement::point,
                       .at = {Fixed::from_int(i % 16), Fixed::from_int(i / 16 % 16 - 8)}});
    }
    for (std::uint16_t first = 0; first + 3 <= enemies; first = static_cast<std::uint16_t>(first + 3)) {
        level.formations.push_back({{first, 3}});
    }
    assert(check_level(level).empty());
    derive(level);
    return level;
}

}  // namespace albireo::support
