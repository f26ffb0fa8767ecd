#include "client/app/pictures/stills.hpp"

#include <algorithm>

#include "sim/game/player.hpp"

namespace albireo::app {
namespace {

/// Whether the level's timeline has reached this tick.
Still::When at(std::uint32_t timeline) {
    return [timeline](const Level&, const World& world) { return world.flow.timeline >= timeline; };
}

/// Whether the boss's phase machine is in this state.
Still::When phase(std::string_view kind, std::string_view state) {
    return [kind, state](const Level& level, const World& world) {
        return std::ranges::any_of(world.enemies.live(), [&](const Enemy& enemy) {
            const KindDef& def = level.kinds[enemy.kind];
            if (level.name(def.name) != kind) return false;
            for (std::size_t i = 0; i < def.machines.count; ++i) {
                const MachineDef& machine = level.machines[def.machines.first + i];
                if (level.name(machine.name) != "phases") continue;
                return level.name(level.states[machine.states.first + enemy.machines[i].state].name) == state;
            }
            return false;
        });
    };
}

/// Whether both ships fly near each other, with this many enemies and shots in the field.
Still::When thick(std::uint32_t timeline, std::int64_t enemies, std::uint32_t shots) {
    return [=](const Level&, const World& world) {
        const albireo::Vec2 apart = world.ships[0].at - world.ships[1].at;
        const auto in_sight = std::ranges::count_if(world.enemies.live(), [](const Enemy& enemy) { return abs(enemy.at.x) < 14_u && abs(enemy.at.y) < 8_u; });
        return world.flow.timeline >= timeline && is_flying(world.ships[0]) && is_flying(world.ships[1]) &&
               abs(apart.x) < 4_u && abs(apart.y) < 4_u && in_sight >= enemies && world.enemy_shots.count >= shots;
    };
}

}  // namespace

std::vector<Still> stills() {
    using Overrides = DemoGame::Overrides;
    constexpr std::uint16_t kCharged = kFire | kRelease;
    const Overrides bulwark_and_whip{.players = {{{kCharged, 0, Weapon::fan}, {kCharged, kFocus, Weapon::ribbon}}}, .full_bars = true};
    const Overrides bridge{.players = {{{kCharged | kFocus, 0, Weapon::ribbon}, {}}}, .full_bars = true};
    const Overrides storm{.players = {{{kLightning}, {kLightning}}}, .full_bars = true};
    return {
        {"01-arch", "the_cut", 1, at(1400), 160, 1},
        {"02-warden-claws", "the_cut", 8, phase("warden", "claws"), 200, 6},
        {"03-warden-molt", "the_cut", 8, phase("warden", "molt"), 190, 6},
        {"04-low-tide", "shelf_sea", 1, at(1180), 150, 3},
        {"05-swell", "shelf_sea", 2, at(2240), 310, 1},
        {"06-squall", "shelf_sea", 5, at(8830), 140, 6},
        {"07-siphon", "shelf_sea", 6, phase("nautilarch", "siphon"), 120, 9},
        {"08-pearl", "shelf_sea", 6, phase("nautilarch", "seeds"), 60, 9},
        {"09-gullet", "the_hive", 2, at(2640), 130, 3},
        {"10-nursery", "the_hive", 3, at(4400), 360, 5},
        {"11-double", "the_hive", 5, phase("matriarch", "double_grid"), 150, 9},
        {"12-coop", "the_cut", 6, thick(8700, 6, 20), 24, 6, bulwark_and_whip},
        {"12-bridge", "the_hive", 4, thick(6600, 5, 10), 20, 6, bridge},
        {"12-storm", "shelf_sea", 5, thick(8900, 6, 20), 14, 4, storm},
    };
}

}  // namespace albireo::app
