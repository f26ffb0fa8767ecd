// Goal: no hit, however hard, ends a phase of a boss within two seconds of its start, in any level at any difficulty.
#include <doctest/doctest.h>

#include <algorithm>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "sim/base/limits.hpp"
#include "sim/event.hpp"
#include "sim/game/context.hpp"
#include "sim/game/enemy.hpp"
#include "sim/level/section.hpp"
#include "sim/step.hpp"
#include "sim/world.hpp"
#include "tests/sim/real_levels.hpp"

using namespace albireo;

namespace {

constexpr std::uint32_t kTwoSeconds = 2 * kTicksPerSecond;
constexpr std::uint32_t kFightMax = 200 * kTicksPerSecond;
constexpr std::int32_t kAll = 1'000'000;  // more armour than any part has, in tenths of a needle hit

/// The number of the phase that the boss is in; 0 before the first.
std::uint32_t phase_of(const Level& level, const Enemy& boss) {
    std::uint32_t phase = 0;
    const Range machines = level.kinds[boss.kind].machines;
    for (std::size_t m = 0; m < machines.count; ++m) {
        const Range states = level.machines[std::size_t{machines.first} + m].states;
        phase = std::max<std::uint32_t>(phase, level.states[std::size_t{states.first} + boss.machines[m].state].practice);
    }
    return phase;
}

/// The ticks that each phase lasts, if everything that can be hurt is hurt in each tick as hard as can be.
std::vector<std::uint32_t> phase_lengths(const Level& level, std::uint8_t section, const SectionBoss& target) {
    const auto world = std::make_unique<World>();
    const auto events = std::make_unique<Events>();
    init(*world, level, {.seed = 5, .section = section, .phase = 1});
    const EnemyId name{static_cast<std::uint16_t>(level.loops[target.loop].spawn + 1), 0, 0};
    std::vector<std::uint32_t> lengths(target.phases);
    for (std::uint32_t tick = 0; tick < kFightMax; ++tick) {
        const FramePair frames{};
        events->clear();
        step(*world, level, frames, *events);
        Enemy* const boss = find_enemy(*world, name);
        if (boss == nullptr) break;
        if (const std::uint32_t phase = phase_of(level, *boss); phase > 0) ++lengths[phase - 1];
        StepContext context(*world, level, frames, *events);
        for (std::size_t part = 0; part < boss->part_count && find_enemy(*world, name) != nullptr; ++part) {
            if (is_exposed(level, *boss, part)) hurt_enemy(context, *boss, part, {.amount = kAll});
        }
    }
    return lengths;
}

}  // namespace

TEST_CASE("no hit ends a phase of a boss within two seconds") {
    int phases = 0;
    for (const auto& [name, level] : support::real_levels()) {
        for (std::uint32_t section = 1; section <= section_count(level); ++section) {
            const auto boss = boss_of_section(level, section);
            if (!boss) continue;
            const auto lengths = phase_lengths(level, static_cast<std::uint8_t>(section), *boss);
            REQUIRE(lengths.size() == boss->phases);
            for (std::size_t i = 0; i < lengths.size(); ++i, ++phases) {
                CAPTURE(name);
                CAPTURE(section);
                CAPTURE(i + 1);
                CHECK(lengths[i] >= kTwoSeconds);
            }
        }
    }
    // Three difficulties of six bosses, in their levels and in the boss rush.
    CHECK(phases == 3 * 2 * (3 + 4 + 3 + 6 + 3 + 7));
}
