// Goal: enemies lean into turns, warn before they fire, recoil when they do and flinch when they are hit, within small limits. All
// of this depends on the worlds alone, so a seek shows the same as playing. The grade of a section, too, depends on the worlds alone.
#include <doctest/doctest.h>

#include <cmath>
#include <memory>

#include "client/scene/grade.hpp"
#include "client/scene/sway.hpp"
#include "client/scene/view.hpp"
#include "sim/level/section.hpp"
#include "sim/script/compile.hpp"
#include "sim/step.hpp"

using namespace albireo;

namespace {

const Level& the_cut() {
    static const Level level = script::compile_builtin_level("the_cut", Difficulty::standard).level;
    return level;
}

/// Plays a level without players and returns the widest roll, recoil and flinch of any enemy, and the largest step of a
/// roll between two ticks.
struct Seen {
    float roll = 0, roll_step = 0, recoil = 0;
    int rolling = 0, still = 0;
};
Seen play(const Level& level, int ticks) {
    auto world = std::make_unique<World>(), before = std::make_unique<World>();
    init(*world, level, {});
    auto events = std::make_unique<Events>();
    Seen seen;
    for (int i = 0; i < ticks; ++i) {
        *before = *world;
        events->clear();
        step(*world, level, {}, *events);
        for (const Enemy& enemy : world->enemies.live()) {
            const float roll = scene::roll_of(level, enemy);
            seen.roll = std::max(seen.roll, std::abs(roll));
            (std::abs(roll) > 0.1F ? seen.rolling : seen.still) += 1;
            for (const Enemy& then : before->enemies.live()) {
                if (then.id != enemy.id || then.mover != enemy.mover) continue;
                seen.roll_step = std::max(seen.roll_step, std::abs(roll - scene::roll_of(level, then)));
            }
            for (std::size_t p = 0; p < enemy.part_count; ++p) {
                const float recoil = scene::recoil_of(level, enemy, enemy.parts[p]);
                CHECK(recoil >= 0);
                CHECK(recoil <= 1);
                seen.recoil = std::max(seen.recoil, recoil);
            }
        }
    }
    return seen;
}

}  // namespace

TEST_CASE("enemies roll in bends, fly level on straight ways, and never jerk") {
    const Seen seen = play(the_cut(), 4000);
    MESSAGE("widest roll " << seen.roll << ", largest step in a tick " << seen.roll_step << ", ticks that an enemy rolls "
                           << seen.rolling << ", flies level " << seen.still);
    CHECK(seen.roll > 0.3F);
    CHECK(seen.roll <= scene::kRollMax);
    CHECK(seen.roll_step < 0.2F);
    CHECK(seen.rolling > 200);
    CHECK(seen.still > 200);
    CHECK(seen.recoil == 1);
}

TEST_CASE("a gun recoils in the tick in which it fires, and has settled a fifth of a second later") {
    Level level;
    level.guns.push_back({.burst = 2, .burst_gap = 20, .rest = 90});
    Enemy enemy{};
    enemy.shots = 1;
    const auto at = [&](std::uint16_t wait, std::uint8_t salvos) {
        Part part{};
        part.flags = kPartAlive | kGunOn;
        part.gun_wait = wait;
        part.gun_salvos = salvos;
        part.gun = 0;
        return scene::recoil_of(level, enemy, part);
    };
    CHECK(at(19, 1) == 1);  // the first of the burst
    CHECK(at(89, 2) == 1);  // the last
    CHECK(at(86, 2) < at(88, 2));
    CHECK(at(70, 2) == 0);
    enemy.shots = 0;  // it has not fired yet
    CHECK(at(89, 2) == 0);
}

TEST_CASE("a gun warns before each burst: ever brighter, with the timing of the gun that it fires now, and a boss's for longer") {
    Level level;
    level.guns.push_back({.burst = 1, .rest = 30});
    level.guns.push_back({.burst = 2, .burst_gap = 10, .rest = 90});
    Part part{};
    part.flags = kPartAlive | kGunOn;
    part.gun = 1;
    part.gun_salvos = 2;
    for (const auto [size, ticks] : {std::pair{KindSize::medium, scene::kWarningTicks}, {KindSize::boss, scene::kBossWarningTicks}}) {
        float last = 1;
        for (int wait = 0; wait < 90; ++wait) {
            part.gun_wait = static_cast<std::uint16_t>(wait);
            const float now = scene::warning_of(level, size, part, 0);
            CHECK(now <= last);
            CHECK((now > 0) == (wait < ticks));
            CHECK(scene::warning_of(level, size, part, 0.5F) <= now);
            last = now;
        }
    }
    part.gun_wait = 3;
    CHECK(scene::warning_of(level, KindSize::boss, part, 0) > 0.9F);
    part.gun_salvos = 1;  // within the burst
    CHECK(scene::warning_of(level, KindSize::boss, part, 0) == 0);
    part.gun = 0;  // the other gun, whose burst is this one salvo
    CHECK(scene::warning_of(level, KindSize::boss, part, 0) > 0.9F);
    part.flags = kPartAlive;  // off
    CHECK(scene::warning_of(level, KindSize::boss, part, 0) == 0);
}

TEST_CASE("only a part that has lost armour flinches, a little") {
    Part whole{}, hit{};
    whole.armour = 50;
    hit.armour = 40;
    CHECK(math::length(scene::flinch_of(whole, whole, 3, 1)) == 0);
    CHECK(math::length(scene::flinch_of(hit, whole, 3, 1)) == 0);  // healed, by a level's script
    CHECK(math::length(scene::flinch_of(whole, hit, 3, 0)) == 0);
    const float far = math::length(scene::flinch_of(whole, hit, 3, 1));
    CHECK(far > 0.5F * scene::kFlinchMax);
    CHECK(far <= scene::kFlinchMax * 1.001F);
}

TEST_CASE("each section has a light of its own") {
    for (const char* backdrop : {"canyon", "sea", "hive"}) {
        const auto grades = scene::grades_of(backdrop);
        for (std::size_t i = 1; i < grades.size(); ++i) {
            CAPTURE(backdrop);
            CAPTURE(i);
            const scene::Grade &a = grades[i - 1], &b = grades[i];
            const float apart = math::length(a.sun - b.sun) + math::length(a.sky - b.sky) + math::length(a.air - b.air) + std::abs(a.dawn - b.dawn);
            CHECK(apart > 0.3F);
        }
    }
    CHECK(scene::grades_of("sea")[4].rain == 1);    // the squall
    CHECK(scene::grades_of("hive").back().dawn > 0.5F);   // out
}

TEST_CASE("grades are small, begin where the last one ended, and depend on the world alone") {
    const Level& level = the_cut();
    auto world = std::make_unique<World>();
    init(*world, level, {});
    std::array<float, 12> last{};
    float most_step = 0, most_change = 0;
    for (std::uint32_t timeline = 0; timeline < level.ticks; ++timeline) {
        world->flow.timeline = timeline;
        const auto rows = scene::matrix_of(scene::grade_of(*world, level, 0));
        std::array<float, 12> flat{};
        for (std::size_t i = 0; i < 12; ++i) flat[i] = rows[i / 4][i % 4];
        for (std::size_t i = 0; i < 12 && timeline > 0; ++i) {
            most_step = std::max(most_step, std::abs(flat[i] - last[i]));
            most_change = std::max(most_change, std::abs(flat[i] - scene::kPlainGrade[i / 4][i % 4]));
        }
        last = flat;
        // White stays near white, and black near black.
        for (const auto& row : rows) {
            const float white = row[0] + row[1] + row[2] + row[3];
            CHECK(white > 0.9F);
            CHECK(white < 1.1F);
            CHECK(row[3] >= 0);
            CHECK(row[3] < 0.006F);
        }
    }
    CHECK(most_step < 0.01F);
    CHECK(most_change > 0.03F);
    const auto plain = scene::matrix_of({});
    for (std::size_t i = 0; i < 12; ++i) {
        CHECK(plain[i / 4][i % 4] == doctest::Approx(scene::kPlainGrade[i / 4][i % 4]).epsilon(0.001));
    }
    CHECK(scene::grades_of("canyon").size() == section_count(level));
}
