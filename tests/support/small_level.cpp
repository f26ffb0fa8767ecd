// One file: the parts of one level refer to each other by index.
#include "tests/support/small_level.hpp"

#include <algorithm>
#include <cassert>

#include "sim/level/level_bytes.hpp"
#include "tests/support/level_builder.hpp"

namespace albireo::support {
namespace {

constexpr ActionDef sleep_for(std::int32_t ticks) {
    return {.op = Op::sleep, .x = ticks};
}
constexpr std::int32_t raw(Fixed value) {
    return value.raw;
}

enum Kind : std::uint8_t { kSkimmer, kPost, kCarrier, kMite, kWarden, kBell, kJuggler };
enum Gun : std::uint8_t { kAimed, kRing, kSpiral, kCone, kAimedCone, kForward, kFirstOfJuggler };

/// Programs with every step, each with a gun of the juggler.
void add_programs(Level& level, LevelBuilder& b) {
    const auto program = [&](std::uint8_t look, bool draws, std::initializer_list<BulletStepDef> steps) {
        level.bullets.push_back({.name = b.name("bullet"),
                                 .look = look,
                                 .draws = static_cast<std::uint8_t>(draws ? 1 : 0),
                                 .steps = LevelBuilder::add(level.bullet_steps, steps)});
        return static_cast<std::uint8_t>(level.bullets.size() - 1);
    };
    const auto on = [](std::uint16_t ticks) { return BulletStepDef{.ticks = ticks, .speed = kKeepPace}; };
    const BulletStepDef brake = {.ticks = 20, .over = 20};
    const BulletStepDef rest = {.ticks = 20};
    const std::uint8_t snare = program(3, false, {brake, rest, {.op = BulletOp::aim, .turn = 400}, {.ticks = 860, .over = 20, .speed = 110_mu}});
    const std::uint8_t wheel = program(2, true, {{.op = BulletOp::curve, .alternate = 1, .ticks = 60, .turn = 200},
                                                 {.op = BulletOp::veer, .turn = 4000, .random = 3000},
                                                 on(840)});
    const std::uint8_t petal = program(3, true, {brake, rest, {.op = BulletOp::veer, .random = 8000},
                                                 {.op = BulletOp::split, .times = 3, .into = kNone, .spread = Angle::degrees(60), .speed = 90_mu}});
    const std::uint8_t bloom = program(3, true, {brake, rest, {.op = BulletOp::split, .times = 6, .ring = 1, .into = petal, .speed = 80_mu}});
    const std::uint8_t lob = program(0, false, {{.op = BulletOp::bounce, .times = 3, .on = kOnRock | kOnEdge},
                                                {.op = BulletOp::fall, .ticks = 900, .by = {{}, -2_mu}}});
    const std::uint8_t creep = program(3, false, {{.ticks = 30, .speed = 90_mu}, rest, {.ticks = 850, .speed = 90_mu}});
    const std::uint8_t halo = program(2, false, {{.op = BulletOp::orbit, .ticks = 90, .over = 30, .turn = 500, .radius = 3_u, .by = {-20_mu, {}}},
                                                 {.ticks = 810, .speed = 90_mu}});
    const GunDef gun = {.count = 5, .rest = 120, .delay = 10, .spread = Angle::degrees(300), .speed = 120_mu, .radius = 150_mu};
    const auto add = [&](std::uint8_t bullet, Pattern pattern) -> GunDef& {
        level.guns.push_back(gun);
        level.guns.back().bullet = bullet;
        level.guns.back().pattern = pattern;
        return level.guns.back();
    };
    add(snare, Pattern::ring).hold = 3;
    GunDef& wheels = add(wheel, Pattern::forward);
    wheels.stack = 2;
    wheels.stack_speed = 30_mu;
    wheels.period = 100;
    wheels.swing = Angle::degrees(30);
    add(bloom, Pattern::aimed).count = 1;
    add(lob, Pattern::cone);
    GunDef& curtain = add(creep, Pattern::curtain);
    curtain.count = 14;
    curtain.pitch = 900_mu;
    curtain.hole = 3_u;
    curtain.hole_is_drawn = 1;
    add(halo, Pattern::spiral);
}

void add_juggler(Level& level, LevelBuilder& b) {
    const std::uint16_t hand = b.name("hand");
    const auto first = static_cast<std::uint16_t>(level.parts.size());
    const auto guns = static_cast<std::uint8_t>(level.guns.size());
    for (std::uint8_t gun = kFirstOfJuggler; gun < guns; ++gun) {
        const bool is_first = gun == kFirstOfJuggler;
        level.parts.push_back({.name = hand,
                               .vital = static_cast<std::uint8_t>(is_first ? 1 : 0),
                               .gun = gun,
                               .offset = {{}, 800_mu * (gun - kFirstOfJuggler - 2)},
                               .radius = 500_mu,
                               .armour = 6,
                               .worth = 10});
    }
    const Range juggle =
        b.machine("juggle", {{.name = b.name("throw"),
                              .begin = b.actions({{.op = Op::hover, .x = raw(11_u), .y = raw(2_u), .z = 60},
                                                  {.op = Op::guns, .a = kNone, .x = 1}}),
                              .transitions = b.ways({{.when = When::after, .to = 1, .x = 400}})},
                             {.name = b.name("leave"), .begin = b.actions({{.op = Op::leave, .x = raw(200_mu)}})}});
    level.kinds.push_back({.name = b.name("juggler"),
                           .size = KindSize::medium,
                           .parts = {first, static_cast<std::uint16_t>(guns - kFirstOfJuggler)},
                           .machines = juggle,
                           .radius = 3_u,
                           .worth = 300,
                           .charge = 100});
}

void add_weapons(Level& level, LevelBuilder& b) {
    const auto gun = [&](Pattern pattern, std::uint8_t count, std::uint8_t burst, std::uint16_t rest) {
        level.guns.push_back({.pattern = pattern,
                              .count = count,
                              .burst = burst,
                              .rest = rest,
                              .delay = 10,
                              .spread = Angle::degrees(40),
                              .spin = Angle::degrees(11),
                              .speed = 120_mu,
                              .radius = 150_mu});
    };
    gun(Pattern::aimed, 1, 3, 60);
    gun(Pattern::ring, 12, 1, 90);
    gun(Pattern::spiral, 3, 4, 20);
    gun(Pattern::cone, 2, 2, 50);
    gun(Pattern::aimed_cone, 2, 1, 40);
    gun(Pattern::forward, 3, 1, 70);
    add_programs(level, b);
    level.beams = {{.aimed = 1,
                    .telegraph = 40,
                    .burn = 50,
                    .rest = 60,
                    .delay = 5,
                    .sweep = 40,
                    .reach = 30_u,
                    .half_width = 300_mu},
                   {.curved = 1,
                    .telegraph = 30,
                    .burn = 60,
                    .rest = 80,
                    .sweep = -30,
                    .half_width = 400_mu,
                    .bend = {-6_u, 5_u},
                    .tip = {-20_u, 0_u}}};
    level.missiles = {{.name = b.name("dart"),
                       .coast = 20,
                       .turn = 25,
                       .life = 400,
                       .launch_speed = 60_mu,
                       .speed = 180_mu,
                       .radius = 400_mu,
                       .armour = 2,
                       .worth = 30,
                       .charge = 12}};
    level.hatches = {{.count = 2, .missile = 0, .shielded_when_shut = 1, .shut = 60, .opening = 20, .gap = 12}};
}

void add_small_kinds(Level& level, LevelBuilder& b) {
    const std::uint16_t core = b.name("core");
    const Range skim = b.machine(
        "skim", {{.name = b.name("fly"),
                  .begin = b.actions({{.op = Op::guns, .a = kNone, .x = 1}}),
                  .transitions = b.ways({{.when = When::path_done, .to = 1}})},
                 {.name = b.name("go"), .begin = b.actions({{.op = Op::leave, .x = raw(-150_mu), .y = raw(40_mu)}})}});
    level.kinds.push_back(
        {.name = b.name("skimmer"),
         .face = Facing::path,
         .parts = LevelBuilder::add(level.parts, {{.name = core, .vital = 1, .gun = kAimed, .radius = 600_mu, .armour = 3}}),
         .machines = skim,
         .speed = 160_mu,
         .radius = 700_mu,
         .worth = 100,
         .charge = 120});

    const Range post =
        b.machine("post", {{.name = b.name("rise"),
                            .begin = b.actions({{.op = Op::anchor}, {.op = Op::face, .a = 0, .x = 16384}}),
                            .transitions = b.ways({{.when = When::after, .to = 1, .x = 30}})},
                           {.name = b.name("fire"),
                            .begin = b.actions({{.op = Op::guns, .a = 0, .x = 1}, {.op = Op::guns, .a = 1, .x = 1}}),
                            .tick = b.actions({{.op = Op::armour, .a = 1, .x = 1},
                                               sleep_for(40),
                                               {.op = Op::armour, .a = 1, .x = 0},
                                               sleep_for(1),
                                               sleep_for(20)}),
                            .end = b.actions({{.op = Op::guns, .a = kNone, .x = 0}}),
                            .transitions = b.ways({{.when = When::flag, .a = 0, .to = 0}})}});
    level.kinds.push_back(
        {.name = b.name("post"),
         .size = KindSize::medium,
         .parts = LevelBuilder::add(
             level.parts,
             {{.name = core, .vital = 1, .gun = kRing, .radius = 800_mu, .armour = 8},
              {.name = core, .gun = kForward, .offset = {0_u, 1_u}, .radius = 500_mu, .armour = 4, .worth = 25}}),
         .machines = post,
         .speed = 100_mu,
         .radius = 2_u,
         .worth = 200,
         .charge = 90,
         .par = 300});

    const Range carry = b.machine(
        "carry",
        {{.name = b.name("come"),
          .begin = b.actions({{.op = Op::hover, .x = raw(10_u), .y = raw(3_u), .z = 60}}),
          .transitions = b.ways({{.when = When::arrived, .to = 1}})},
         {.name = b.name("send"),
          .begin = b.actions({{.op = Op::hatches, .a = kNone, .x = 1}, {.op = Op::guns, .a = kNone, .x = 1}}),
          .tick = b.actions({{.op = Op::spawn, .a = kMite, .x = raw(-1_u), .y = raw(1_u)},
                             sleep_for(25),
                             {.op = Op::spawn, .a = kMite, .x = raw(-1_u), .y = raw(-1_u)},
                             sleep_for(25)}),
          .transitions = b.ways({{.when = When::after, .to = 2, .x = 150}})},
         {.name = b.name("part"),
          .begin = b.actions({{.op = Op::message, .x = 0},
                              {.op = Op::follow, .x = 1, .y = raw(80_mu)},
                              {.op = Op::speed, .x = raw(200_mu), .y = 40}}),
          .end = b.actions({{.op = Op::hatches, .a = kNone, .x = 0}}),
          .transitions = b.ways({{.when = When::path_done, .to = 3}})},
         {.name = b.name("gone"), .begin = b.actions({{.op = Op::leave, .x = raw(100_mu), .y = raw(100_mu)}})}});
    level.kinds.push_back(
        {.name = b.name("carrier"),
         .size = KindSize::large,
         .parts = LevelBuilder::add(level.parts, {{.name = core, .vital = 1, .gun = kCone, .radius = 1_u, .armour = 20},
                                             {.name = core,
                                              .motion = PartMotion::sway,
                                              .hatch = 0,
                                              .offset = {0_u, -1_u},
                                              .amplitude = {500_mu, 0_u},
                                              .period = 90,
                                              .radius = 700_mu,
                                              .armour = 10,
                                              .worth = 50}}),
         .machines = carry,
         .radius = 2_u,
         .worth = 400,
         .charge = 300,
         .par = 400});

    const Range buzz = b.machine("buzz", {{.name = b.name("buzz"),
                                           .begin = b.actions({{.op = Op::drift, .x = raw(-90_mu), .y = raw(20_mu)},
                                                               {.op = Op::face, .a = 2, .x = 300},
                                                               {.op = Op::guns, .a = kNone, .x = 1}}),
                                           .tick = b.actions({sleep_for(30),
                                                              {.op = Op::drift, .x = raw(-90_mu), .y = raw(-20_mu)},
                                                              sleep_for(30),
                                                              {.op = Op::drift, .x = raw(-90_mu), .y = raw(20_mu)}})}});
    level.kinds.push_back(
        {.name = b.name("mite"),
         .parts =
             LevelBuilder::add(level.parts, {{.name = core, .vital = 1, .gun = kAimedCone, .radius = 400_mu, .armour = 1}}),
         .machines = buzz,
         .radius = 500_mu,
         .worth = 20,
         .charge = 30});
}

void add_bosses(Level& level, LevelBuilder& b) {
    const std::uint16_t part = b.name("limb");
    const Range parts = LevelBuilder::add(
        level.parts,
        {{.name = part, .vital = 1, .shield = 1, .radius = 1500_mu, .armour = 30, .worth = 500},
         {.name = part,
          .motion = PartMotion::orbit,
          .gun = kSpiral,
          .amplitude = {3_u, 2_u},
          .period = 240,
          .radius = 900_mu,
          .armour = 12,
          .worth = 100},
         {.name = part,
          .motion = PartMotion::sway,
          .gun = kCone,
          .beam = 0,
          .offset = {0_u, 3_u},
          .amplitude = {1_u, 1_u},
          .period = 120,
          .radius = 900_mu,
          .armour = 12,
          .worth = 100},
         {.name = part, .gun = kCone, .beam = 1, .offset = {-1_u, 0_u}, .radius = 700_mu, .armour = 10, .worth = 100},
         {.name = part, .hatch = 0, .offset = {1_u, -3_u}, .radius = 900_mu, .armour = 10, .worth = 100}});
    const Range move = b.machine(
        "movement", {{.name = b.name("enter"),
                      .begin = b.actions({{.op = Op::hover, .x = raw(8_u), .y = 0, .z = 80}, {.op = Op::warn}}),
                      .transitions = b.ways({{.when = When::arrived, .to = 1}})},
                     {.name = b.name("hold"),
                      .par = 500,
                      .tick = b.actions({{.op = Op::part_to, .a = 2, .x = raw(-2_u), .y = raw(3_u), .z = 40},
                                         sleep_for(60),
                                         {.op = Op::part_to, .a = 2, .x = 0, .y = raw(3_u), .z = 0},
                                         sleep_for(60),
                                         {.op = Op::hover, .x = raw(8_u), .y = raw(-2_u), .z = 60},
                                         sleep_for(70),
                                         {.op = Op::hover, .x = raw(8_u), .y = raw(2_u), .z = 60},
                                         sleep_for(70)}),
                      .transitions = b.ways({{.when = When::parts_dead, .to = 2, .x = 2}})},
                     {.name = b.name("rage"),
                      .begin = b.actions({{.op = Op::face, .a = 2, .x = 120}}),
                      .tick = b.actions({{.op = Op::hover, .x = raw(5_u), .y = raw(3_u), .z = 50},
                                         sleep_for(60),
                                         {.op = Op::hover, .x = raw(10_u), .y = raw(-3_u), .z = 50},
                                         sleep_for(60)})}});
    b.machine("weapons",
              {{.name = b.name("wait"), .transitions = b.ways({{.when = When::in_state, .a = 0, .to = 1, .x = 1}})},
               {.name = b.name("calm"),
                .par = 400,
                .begin = b.actions({{.op = Op::guns, .a = kNone, .x = 1}, {.op = Op::hatches, .a = kNone, .x = 1}}),
                .tick = b.actions({sleep_for(50),
                                   {.op = Op::beams, .a = kNone, .x = 1},
                                   sleep_for(200),
                                   {.op = Op::beams, .a = kNone, .x = 0}}),
                .transitions = b.ways({{.when = When::armour_below, .a = 0, .to = 2, .x = 700}})},
               {.name = b.name("frenzy"),
                .begin = b.actions({{.op = Op::beams, .a = kNone, .x = 1}}),
                .tick = b.actions({{.op = Op::spawn, .a = kMite, .x = raw(-2_u)}, sleep_for(45)})}});
    b.machine("eye", {{.name = b.name("shut"),
                       .begin = b.actions({{.op = Op::armour, .a = 3, .x = 0}}),
                       .transitions = b.ways({{.when = When::part_dead, .a = 1, .to = 1}})},
                      {.name = b.name("open"),
                       .begin = b.actions({{.op = Op::armour, .a = 3, .x = 1}}),
                       .tick = b.actions({sleep_for(90), {.op = Op::go, .a = 2}})},
                      {.name = b.name("blink"),
                       .end = b.actions({{.op = Op::raise, .a = 3}}),
                       .transitions = b.ways({{.when = When::always, .to = 1}})}});
    level.kinds.push_back({.name = b.name("warden"),
                           .size = KindSize::boss,
                           .parts = parts,
                           .machines = {move.first, 3},
                           .radius = 5_u,
                           .worth = 5000,
                           .charge = 1500,
                           .par = 900});

    const Range ring =
        b.machine("ring", {{.name = b.name("wait"), .transitions = b.ways({{.when = When::after, .to = 1, .x = 120}})},
                           {.name = b.name("ring"),
                            .begin = b.actions({{.op = Op::raise, .a = 1}, {.op = Op::leave, .x = raw(-100_mu)}})}});
    level.kinds.push_back({.name = b.name("bell"),
                           .parts = LevelBuilder::add(level.parts, {{.name = part, .radius = 800_mu}}),
                           .machines = ring,
                           .radius = 1_u});
}

void add_scenery(Level& level, LevelBuilder& b) {
    const std::uint16_t model = b.name("canyon");
    // A floor and a ceiling that narrow, and a rock in the middle of the way.
    const Range narrow = b.wall({{0_u, -14_u}, {16_u, -14_u}, {16_u, -5_u}, {9_u, -4_u}, {4_u, -7_u}, {0_u, -7_u}});
    b.wall({{0_u, 14_u}, {0_u, 8_u}, {6_u, 6_u}, {16_u, 7_u}, {16_u, 14_u}});
    // It comes down when the level's own cue has raised flag 0, which takes effect while the camera is in the tile.
    b.moving_wall({{13_u, 12_u}, {13_u, 5_u}, {15_u, 5_u}, {15_u, 12_u}},
                  {{.t = 0}, {.t = 30, .by = {0_u, -2_u}}, {.t = 90, .by = {0_u, -5_u}}}, {.flag = 0});
    const Range rock = b.wall({{6_u, -1_u}, {9_u, -2_u}, {10_u, 1_u}, {7_u, 2_u}});
    // A lift, and a gate that shuts when the boss has raised flag 3.
    const Range lift = b.moving_wall({{2_u, -9_u}, {5_u, -9_u}, {5_u, -6_u}, {2_u, -5_u}},
                                     {{.t = 0}, {.t = 60, .by = {1_u, 2_u}}}, {.period = 160});
    b.moving_wall({{10_u, 9_u}, {10_u, 4_u}, {12_u, 4_u}, {12_u, 9_u}}, {{.t = 0}, {.t = 40, .by = {0_u, -3_u}}},
                  {.flag = 3, .even = 1});
    level.tiles = {
        {.enter = {0_u, 0_u}, .exit = {16_u, 0_u}, .ticks = 240, .model = model},
        {.enter = {0_u, 0_u}, .exit = {16_u, 1_u}, .ticks = 240, .model = model, .walls = {narrow.first, 3}},
        {.enter = {0_u, 1_u}, .exit = {24_u, 1_u}, .ticks = 240, .model = model, .walls = {narrow.first, 1}},
        {.enter = {0_u, 1_u}, .exit = {12_u, 0_u}, .ticks = 120, .model = model, .walls = {rock.first, 3}},
        {.enter = {0_u, 0_u}, .exit = {10_u, 0_u}, .ticks = 100, .model = model, .walls = {narrow.first, 2}},
        {.enter = {0_u, 0_u}, .exit = {40_u, 0_u}, .ticks = 900, .model = model, .walls = {lift.first, 2}},
    };
}

}  // namespace

Level small_level() {
    Level level;
    level.title = Name::of("Small");
    level.backdrop = Name::of("none");
    level.ticks = 1100;
    LevelBuilder b(level);
    const std::uint16_t hello = b.name("hello");
    b.path({{20_u, 5_u}, {8_u, 4_u}, {0_u, -4_u}, {8_u, -6_u}, {-20_u, 0_u}});
    b.path({{18_u, 0_u}, {6_u, 1_u}, {-12_u, 6_u}});
    add_weapons(level, b);
    add_small_kinds(level, b);
    add_bosses(level, b);
    add_juggler(level, b);
    add_scenery(level, b);

    const SpawnDef skimmer = {.kind = kSkimmer, .placement = Placement::path, .path = 0};
    b.cue(0, CueKind::message, hello);
    for (std::uint32_t i = 0; i < 5; ++i) b.spawn_at(10 + 12 * i, skimmer);
    for (std::int32_t i = -1; i <= 1; ++i) {
        b.spawn_at(
            80, {.kind = kSkimmer, .placement = Placement::path, .path = 1, .abreast = 1500_mu * i, .speed = 200_mu});
    }
    b.cue(100, CueKind::section);
    b.spawn_at(120, {.kind = kPost, .placement = Placement::wall, .at = {22_u, -6_u}});
    b.spawn_at(150, {.kind = kCarrier, .placement = Placement::point, .at = {20_u, 6_u}});
    for (std::uint32_t i = 0; i < 4; ++i) b.spawn_at(260 + 15 * i, skimmer);
    b.spawn_at(200, {.kind = kJuggler, .placement = Placement::point, .at = {20_u, 3_u}});
    b.cue(300, CueKind::raise, 0);
    b.cue(400, CueKind::warn);
    b.cue(470, CueKind::section);
    // The timeline stops in the loops, whose tiles begin at 480.
    for (std::uint32_t i = 0; i < 12; ++i) b.spawn_at(500 + 20 * i, skimmer);
    b.spawn_at(520, {.kind = kJuggler, .placement = Placement::point, .at = {20_u, -3_u}});
    b.spawn_at(760, {.kind = kCarrier, .placement = Placement::point, .at = {20_u, -4_u}});
    b.cue(800, CueKind::section);

    const Range boss = b.loop_spawn(5, {.kind = kWarden, .placement = Placement::point, .at = {22_u, 0_u}});
    const auto warden = static_cast<std::uint16_t>(level.spawns.size() - 1);
    level.loop_cues[boss.first].once = 1;
    const Range juggler = b.loop_spawn(40, {.kind = kJuggler, .placement = Placement::point, .at = {20_u, 3_u}});
    level.loop_cues[juggler.first].once = 1;
    const Range bell = b.loop_spawn(3, {.kind = kBell, .placement = Placement::point, .at = {9_u, -3_u}});
    b.loop_spawn(30, skimmer);
    const Range last = b.loop_spawn(10, skimmer);
    level.loops = {{.tiles = {2, 1}, .cues = {boss.first, 2}, .spawn = warden, .laps_max = 12},
                   {.tiles = {3, 1}, .cues = {bell.first, 2}, .flag = 1, .laps_max = 9},
                   {.tiles = {4, 1}, .cues = last, .laps_max = 2}};
    level.formations = {{{0, 5}}, {{5, 3}}, {{10, 4}}, {{15, 12}}};
    std::stable_sort(level.cues.begin(), level.cues.end(),
                     [](const CueDef& a, const CueDef& c) { return a.tick < c.tick; });
    assert(check_level(level).empty());
    derive(level);
    return level;
}

}  // namespace albireo::support
