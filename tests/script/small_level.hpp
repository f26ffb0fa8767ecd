#pragma once
/// A level built by hand, without Lua: two tiles (the second loops), one path, two bullet programs (one aims, the other splits
/// into it), two kinds with a gun, a machine and a child.
#include "sim/level/level_bytes.hpp"

namespace albireo {

inline Level small_level() {
    Level level;
    level.title = Name::of("small");
    level.backdrop = Name::of("none");
    level.ticks = 600;
    level.names = {Name::of("thing"), Name::of("child"), Name::of("core")};
    level.points = {{20_u, 5_u},  {4_u, -3_u},   {-20_u, 0_u},  // the path
                    {0_u, -14_u}, {16_u, -14_u}, {16_u, -7_u}, {8_u, -6_u}, {0_u, -7_u},
                    {0_u, 14_u},  {16_u, 14_u},  {16_u, 7_u},  {8_u, 8_u},  {0_u, 7_u}};
    level.walls = {{{3, 5}}, {{8, 5}}};
    const TileDef tile = {.enter = {0_u, 0_u}, .exit = {16_u, 0_u}, .ticks = 300, .model = 0, .walls = {0, 2}};
    level.tiles = {tile, tile};
    level.paths = {{.name = 0, .points = {0, 3}}};
    level.bullet_steps = {{.ticks = 30, .over = 30},
                          {.ticks = 20},
                          {.op = BulletOp::aim},
                          {.ticks = 850, .over = 20, .speed = 110_mu},
                          {.ticks = 50, .over = 20},
                          {.op = BulletOp::veer, .random = 2000},
                          {.op = BulletOp::split, .times = 4, .ring = 1, .into = 0, .speed = 80_mu}};
    level.bullets = {{.name = 0, .look = 3, .steps = {0, 4}}, {.name = 1, .look = 3, .draws = 1, .steps = {4, 3}}};
    level.guns = {
        {.pattern = Pattern::aimed, .count = 3, .spread = Angle::degrees(30), .speed = 100_mu, .radius = 150_mu},
        {.pattern = Pattern::ring, .count = 5, .speed = 100_mu, .radius = 150_mu, .bullet = 1}};
    level.parts = {{.name = 2, .vital = 1, .gun = 0, .radius = 500_mu, .armour = 10},
                   {.name = 2, .shield = 0, .gun = 1, .offset = {1_u, 0_u}, .radius = 500_mu, .armour = 5},
                   {.name = 2, .vital = 1, .radius = 300_mu, .armour = 1}};
    level.actions = {{.op = Op::guns, .a = kNone, .x = 1},
                     {.op = Op::sleep, .x = 60},
                     {.op = Op::spawn, .a = 1, .x = -65536},
                     {.op = Op::leave, .x = -6554}};
    level.transitions = {{.when = When::after, .to = 1, .x = 200}};
    level.states = {{.name = 0, .begin = {0, 1}, .tick = {1, 2}, .transitions = {0, 1}}, {.name = 1, .begin = {3, 1}}};
    level.machines = {{.name = 0, .states = {0, 2}}};
    level.kinds = {{.name = 0,
                    .face = Facing::path,
                    .parts = {0, 2},
                    .machines = {0, 1},
                    .speed = 100_mu,
                    .radius = 1_u,
                    .worth = 100,
                    .charge = 20},
                   {.name = 1, .parts = {2, 1}, .speed = 50_mu, .radius = 300_mu, .worth = 10, .charge = 5}};
    level.spawns = {{.kind = 0, .placement = Placement::path, .path = 0},
                    {.kind = 1, .placement = Placement::point, .at = {18_u, 2_u}},
                    {.kind = 1, .placement = Placement::wall, .at = {8_u, -6_u}}};
    level.cues = {{.tick = 10, .kind = CueKind::spawn, .a = 0}, {.tick = 20, .kind = CueKind::spawn, .a = 1}};
    level.loop_cues = {{.tick = 5, .kind = CueKind::spawn, .a = 2}};
    level.loops = {{.tiles = {1, 1}, .cues = {0, 1}, .spawn = 0, .laps_max = 3}};
    derive(level);
    return level;
}

}  // namespace albireo
