#include "tests/support/proving_level.hpp"

#include <algorithm>
#include <initializer_list>

#include "sim/level/level_bytes.hpp"

namespace albireo {
namespace {

constexpr std::uint32_t kBossAt = 1500;  // of the timeline, which then stands still until the boss has died

template <class T>
Range append(std::vector<T>& list, std::initializer_list<T> items) {
    const Range range{static_cast<std::uint16_t>(list.size()), static_cast<std::uint16_t>(items.size())};
    list.insert(list.end(), items);
    return range;
}

class Builder {
  public:
    Level build() {
        level_.title = Name::of("Proving ground");
        level_.backdrop = Name::of("canyon");
        level_.ticks = kBossAt + 500;
        scenery();
        organs();
        kinds();
        timeline();
        derive(level_);
        return std::move(level_);
    }

  private:
    std::uint16_t name(std::string_view text) {
        level_.names.push_back(Name::of(text));
        return static_cast<std::uint16_t>(level_.names.size() - 1);
    }

    void tile(Fixed rise, Fixed narrow) {
        const Range low = append(level_.points, {{0_u, -12_u},
                                                 {16_u, -12_u},
                                                 {16_u, rise - 8_u},
                                                 {11_u, rise - 7_u + narrow},
                                                 {5_u, narrow - 7_u},
                                                 {0_u, -8_u}});
        const Range high = append(level_.points, {{0_u, 12_u},
                                                  {0_u, 8_u},
                                                  {6_u, 8_u - narrow},
                                                  {10_u, 8_u - narrow + rise},
                                                  {16_u, rise + 8_u},
                                                  {16_u, 12_u}});
        TileDef def{.enter = {0_u, 0_u}, .exit = {16_u, rise}, .ticks = 500, .model = name("rock")};
        def.walls = append(level_.walls, {WallDef{low}, WallDef{high}});
        level_.tiles.push_back(def);
    }

    void scenery() {
        tile({}, {});
        tile({}, 1_u);
        tile(1_u, 1_u);
        tile({}, {});  // loops
        tile({}, 1_u);
        tile({}, {});
        level_.paths = {{.name = name("swoop"),
                         .points = append(level_.points, {{20_u, 5_u}, {6_u, 4_u}, {-2_u, -3_u}, {-24_u, 0_u}})},
                        {.name = name("dive"),
                         .points = append(level_.points, {{18_u, -5_u}, {4_u, 0_u}, {20_u, 5_u}, {28_u, 5_u}})}};
    }

    void organs() {
        level_.guns = {
            {.pattern = Pattern::aimed,
             .count = 3,
             .rest = 80,
             .delay = 40,
             .spread = Angle::degrees(24),
             .speed = 110_mu,
             .radius = 180_mu},
            {.pattern = Pattern::ring, .count = 10, .rest = 110, .delay = 30, .speed = 80_mu, .radius = 180_mu},
            {.pattern = Pattern::spiral,
             .count = 4,
             .burst = 12,
             .burst_gap = 8,
             .rest = 60,
             .spin = Angle::degrees(13),
             .speed = 100_mu,
             .radius = 180_mu},
            {.pattern = Pattern::aimed_cone,
             .count = 2,
             .burst = 4,
             .burst_gap = 10,
             .rest = 70,
             .spread = Angle::degrees(50),
             .speed = 130_mu,
             .radius = 150_mu}};
        level_.beams = {
            {.aimed = 1, .telegraph = 50, .burn = 40, .rest = 120, .delay = 60, .reach = 40_u, .half_width = 300_mu},
            {.curved = 1,
             .telegraph = 60,
             .burn = 90,
             .rest = 150,
             .delay = 90,
             .sweep = 40,
             .half_width = 350_mu,
             .bend = {-8_u, 6_u},
             .tip = {-20_u, -4_u}}};
        level_.missiles = {{.name = name("missile"),
                            .coast = 25,
                            .turn = 25,
                            .life = 400,
                            .launch_speed = 80_mu,
                            .speed = 160_mu,
                            .radius = 300_mu,
                            .armour = 2,
                            .worth = 20,
                            .charge = 10}};
        level_.hatches = {
            {.count = 3, .missile = 0, .shielded_when_shut = 1, .shut = 160, .angle = Angle::degrees(180)},
            {.count = 6, .missile = 0, .shut = 50, .gap = 12, .delay = 60, .angle = Angle::degrees(90)}};
    }

    /// One machine that switches everything on, works through `program`, and goes by `transitions`.
    Range machine(std::initializer_list<ActionDef> begin, std::initializer_list<ActionDef> tick = {}) {
        StateDefinition state{.name = name("works")};
        state.begin = append(level_.actions, begin);
        state.tick = append(level_.actions, tick);
        const Range states = append(level_.states, {state});
        return append(level_.machines, {MachineDef{.name = name("main"), .states = states}});
    }

    void kinds() {
        const auto add = [&](std::string_view kind, KindDef def, std::initializer_list<PartDef> parts) {
            def.name = name(kind);
            def.parts = append(level_.parts, parts);
            level_.kinds.push_back(def);
        };
        const ActionDef guns_on{.op = Op::guns, .a = kNone, .x = 1};
        const ActionDef beams_on{.op = Op::beams, .a = kNone, .x = 1};
        const std::uint16_t body = name("body");

        add("skimmer", {.faces_path = 1, .speed = 130_mu, .radius = 600_mu, .worth = 50, .charge = 25},
            {{.name = body, .vital = 1, .radius = 600_mu, .armour = 2}});
        add("wedge",
            {.faces_path = 1,
             .machines = machine({guns_on}),
             .speed = 90_mu,
             .radius = 800_mu,
             .worth = 100,
             .charge = 40},
            {{.name = body, .vital = 1, .gun = 0, .radius = 800_mu, .armour = 6}});
        add("turret",
            {.size = KindSize::medium, .machines = machine({guns_on}), .radius = 800_mu, .worth = 150, .charge = 50},
            {{.name = body, .vital = 1, .gun = 1, .radius = 800_mu, .armour = 10}});
        add("lancer",
            {.size = KindSize::medium,
             .machines = machine({beams_on, {.op = Op::hover, .x = (11_u).raw, .y = (3_u).raw, .z = 90}},
                                 {{.op = Op::sleep, .x = 400}, {.op = Op::leave, .x = -4000, .y = 3000}}),
             .radius = 1200_mu,
             .worth = 300,
             .charge = 90},
            {{.name = body, .vital = 1, .beam = 0, .radius = 1200_mu, .armour = 30}});
        add("carrier",
            {.size = KindSize::large,
             .machines = machine({{.op = Op::hatches, .a = kNone, .x = 1},
                                  {.op = Op::hover, .x = (12_u).raw, .y = (-1_u).raw, .z = 100}},
                                 {{.op = Op::sleep, .x = 500}, {.op = Op::leave, .x = 3000, .y = -3000}}),
             .radius = 1500_mu,
             .worth = 400,
             .charge = 120},
            {{.name = body, .vital = 1, .hatch = 1, .radius = 1500_mu, .armour = 60}});
        boss(add);
    }

    void boss(auto&& add) {
        const auto state = [&](std::string_view text, Range begin, Range transitions) {
            return StateDefinition{.name = name(text), .begin = begin, .transitions = transitions};
        };
        const Range comes = append(level_.actions, {ActionDef{.op = Op::hover, .x = (9_u).raw, .y = 0, .z = 120},
                                                    ActionDef{.op = Op::guns, .a = 2, .x = 1}});
        const Range opens =
            append(level_.actions, {ActionDef{.op = Op::hatches, .a = kNone, .x = 1},
                                    ActionDef{.op = Op::part_to, .a = 1, .x = (-2_u).raw, .y = (-2_u).raw, .z = 90},
                                    ActionDef{.op = Op::spawn, .a = 1, .x = (-1_u).raw, .y = (3_u).raw}});
        const Range rages = append(level_.actions, {ActionDef{.op = Op::guns, .a = kNone, .x = 1},
                                                    ActionDef{.op = Op::beams, .a = kNone, .x = 1}});
        const Range plate_gone = append(level_.transitions, {TransitionDef{.when = When::part_dead, .a = 1, .to = 1}});
        const Range half_gone =
            append(level_.transitions, {TransitionDef{.when = When::armour_below, .a = 0, .to = 2, .x = 600}});
        const Range states = append(level_.states, {state("guarded", comes, plate_gone),
                                                    state("open", opens, half_gone), state("rage", rages, {})});
        const Range main = append(level_.machines, {MachineDef{.name = name("main"), .states = states}});
        const std::uint16_t body = name("body");
        add("warden", {.size = KindSize::boss, .machines = main, .radius = 5_u, .worth = 5000, .charge = 500},
            {{.name = body, .vital = 1, .shield = 1, .gun = 2, .beam = 1, .radius = 2_u, .armour = 120},
             {.name = name("plate"),
              .motion = PartMotion::sway,
              .offset = {-2_u, 0_u},
              .amplitude = {{}, 2_u},
              .period = 150,
              .radius = 1_u,
              .armour = 40,
              .worth = 200},
             {.name = name("gun"),
              .motion = PartMotion::orbit,
              .gun = 3,
              .amplitude = {3_u, 3_u},
              .period = 240,
              .radius = 700_mu,
              .armour = 25,
              .worth = 100},
             {.name = name("hatch"), .hatch = 0, .offset = {0_u, 3_u}, .radius = 1_u, .armour = 30, .worth = 300}});
    }

    std::uint16_t spawn(SpawnDef def) {
        level_.spawns.push_back(def);
        return static_cast<std::uint16_t>(level_.spawns.size() - 1);
    }
    void at(std::uint32_t tick, SpawnDef def) {
        level_.cues.push_back({.tick = tick, .kind = CueKind::spawn, .a = spawn(def)});
    }
    void formation(std::uint32_t tick, int count, std::uint32_t gap, SpawnDef def, Fixed abreast = {}) {
        for (int i = 0; i < count; ++i) {
            def.abreast = abreast * (2 * i - count + 1) / 2;
            at(tick + gap * static_cast<std::uint32_t>(i), def);
        }
    }

    void timeline() {
        for (std::uint32_t t = 60; t < kBossAt; t += 360) {
            formation(t, 6, 14, {.kind = 0, .placement = Placement::path, .path = 0});
            formation(t + 120, 3, 0, {.kind = 1, .placement = Placement::path, .path = 1}, 1800_mu);
            at(t + 200, {.kind = 2, .placement = Placement::wall, .at = {16_u, -5_u}});
        }
        for (const std::uint32_t tick : {200u, 820u, 1250u}) {
            at(tick, {.kind = 4, .placement = Placement::point, .at = {21_u, -3_u}});
        }
        at(500, {.kind = 3, .placement = Placement::point, .at = {20_u, 5_u}});
        at(1000, {.kind = 3, .placement = Placement::point, .at = {20_u, -5_u}});
        for (const std::uint32_t tick : {700u, 1400u}) level_.cues.push_back({.tick = tick, .kind = CueKind::section});
        std::stable_sort(level_.cues.begin(), level_.cues.end(),
                         [](const CueDef& a, const CueDef& b) { return a.tick < b.tick; });

        const std::uint16_t warden = spawn({.kind = 5, .placement = Placement::point, .at = {23_u, 0_u}});
        const std::uint16_t guest = spawn({.kind = 0, .placement = Placement::path, .path = 0});
        level_.loop_cues = {{.tick = 10, .kind = CueKind::spawn, .once = 1, .a = warden},
                            {.tick = 250, .kind = CueKind::spawn, .a = guest}};
        level_.loops = {{.tiles = {3, 1}, .cues = {0, 2}, .spawn = warden, .laps_max = 12}};
    }

    Level level_;
};

}  // namespace

Level proving_level() {
    return Builder().build();
}

}  // namespace albireo
