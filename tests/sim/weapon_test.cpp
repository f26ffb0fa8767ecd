// Goal: the four weapons, plain, focused and charged, have the rate, count, speed, spread and damage of their table; and a
// seeker's curve, fixed when it is fired, ends where its frame aimed.
#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <numbers>

#include "sim/game/weapon.hpp"
#include "tests/sim/bare_level.hpp"

using namespace albireo;
using namespace albireo::support;

namespace {

struct VolleyRow {
    const char* name;
    Weapon weapon;
    Form form;
    int every, shots;
    Fixed speed;
    int spread;  // degrees
    Fixed gap;
    int damage;
};
const VolleyRow kRows[] = {
    {"needle", Weapon::needle, Form::plain, 4, 1, 950_mu, 0, 0_u, 10},
    {"needle, focused", Weapon::needle, Form::focused, 4, 2, 950_mu, 0, 300_mu, 7},
    {"needle, charged", Weapon::needle, Form::charged, 12, 1, 2400_mu, 0, 0_u, 60},
    {"fan", Weapon::fan, Form::plain, 10, 5, 700_mu, 44, 0_u, 10},
    {"fan, focused", Weapon::fan, Form::focused, 10, 5, 700_mu, 12, 0_u, 10},
    {"fan, charged", Weapon::fan, Form::charged, 20, 5, 700_mu, 44, 0_u, 10},
    {"seekers", Weapon::seekers, Form::plain, 24, 2, 340_mu, 0, 800_mu, 30},
    {"seekers, focused", Weapon::seekers, Form::focused, 24, 2, 440_mu, 0, 400_mu, 30},
    {"seekers, charged", Weapon::seekers, Form::charged, 20, 2, 420_mu, 0, 800_mu, 0},
};

Frame firing(Weapon weapon, Form form) {
    constexpr std::array kButtons = {int{kFire}, kFire | kFocus, int{kRelease}};
    Frame frame;
    frame.buttons = static_cast<std::uint16_t>(kButtons[static_cast<std::size_t>(form)] |
                                               static_cast<int>(weapon) << static_cast<int>(kWeaponShift));
    return frame;
}
Frame firing(Weapon weapon, bool charged) { return firing(weapon, charged ? Form::charged : Form::plain); }

/// A level with one kind of one part, almost indestructible and so large that every shot is within it.
Level target_level() {
    BareLevel bare;
    const std::uint8_t kind = bare.kind({}, {{.vital = 1, .radius = 16_u, .armour = 1'000'000}});
    bare.spawn(0, {.kind = kind, .at = {0_u, 0_u}});
    return bare.done();
}
constexpr EnemyId kTarget{1, 0, 0};

/// Fills the blue bar, so that no charged tick is unpaid.
void fill(Game& game) {
    game.world->earnings[0].charge = 1000;
}

/// The world just after a volley was fired at `from`.
Game fired(const Level& level, Vec2 from, const Frame& frame) {
    Game game(level);
    game.world->ships[0].at = from;
    fill(game);
    step_as(game, Slot::gold, frame);
    return game;
}

}  // namespace

TEST_CASE("how often, how many, how fast and how wide each weapon fires") {
    const Level level = BareLevel().done();
    for (const VolleyRow& row : kRows) {
        INFO(row.name);
        Game game(level);
        std::uint32_t number = 0;
        for (int t = 0; t <= 5 * row.every; ++t) {
            fill(game);
            game.world->shots[0].count = 0;
            step_as(game, Slot::gold, firing(row.weapon, row.form));
            const bool fires = t % row.every == 0;
            REQUIRE(count_of(game, EventKind::shot_fired) == (fires ? 1 : 0));
            REQUIRE(game.world->shots[0].count == (fires ? static_cast<unsigned>(row.shots) : 0u));
            for (int i = 0; i < static_cast<int>(game.world->shots[0].count); ++i) {
                const Shot& shot = game.world->shots[0].items[static_cast<std::size_t>(i)];
                REQUIRE(shot.number.value == ++number);
                REQUIRE(shot.weapon == row.weapon);
                REQUIRE(shot.powered == (row.form == Form::charged ? 1 : 0));
                REQUIRE(shot.age == 1);
                const double place = i - (row.shots - 1) / 2.0;
                const double turn = row.shots > 1 ? row.spread * place / (row.shots - 1) : 0;
                const double radians = turn * std::numbers::pi / 180;
                REQUIRE(std::abs(shot.speed.x.raw - row.speed.raw * std::cos(radians)) < 12);
                REQUIRE(std::abs(shot.speed.y.raw - row.speed.raw * std::sin(radians)) < 12);
                const Vec2 nose = shot.at - shot.speed - game.world->ships[0].at;
                REQUIRE(nose.x == 800_mu);
                REQUIRE(std::abs(nose.y.raw - row.gap.raw * place) <= 1);
            }
        }
    }
}

TEST_CASE("another weapon waits until the current one has cooled, and the ribbon has no shots") {
    const Level level = BareLevel().done();
    Game game(level);
    step_as(game, Slot::gold, firing(Weapon::seekers, false));
    for (int t = 1; t < 24; ++t) {
        step_as(game, Slot::gold, firing(Weapon::needle, false));
        REQUIRE(count_of(game, EventKind::shot_fired) == 0);
    }
    step_as(game, Slot::gold, firing(Weapon::needle, false));
    CHECK(count_of(game, EventKind::shot_fired) == 1);
    Game ribbon(level);
    wait(ribbon, 60, {firing(Weapon::ribbon, false), {}});
    CHECK(ribbon.world->ships[0].fired.value == 0);
}

// A charged seeker is a burr, which sticks (charged_test).
TEST_CASE("what a hit does, and what an unpaid charged shot does") {
    const Level level = target_level();
    for (const VolleyRow& row : kRows) {
        for (const bool paid : {true, false}) {
            INFO(row.name, paid ? "" : ", unpaid");
            Game game(level);
            wait(game, 2);
            if (paid)
                fill(game);
            else
                game.world->earnings[0].charge = -2000;
            const std::int32_t before = enemy_of(game, kTarget)->parts[0].armour;
            CHECK(before == 10'000'000);
            step_as(game, Slot::gold, firing(row.weapon, row.form));
            Frame frame;
            const ShotNumber number = game.world->shots[0].items[0].number;
            frame = with(frame, {.kind = ReportKind::hit, .enemy = kTarget, .number = number});
            step_as(game, Slot::gold, frame);
            const int plain = std::find_if(std::begin(kRows), std::end(kRows), [&](const VolleyRow& each) {
                                  return each.weapon == row.weapon && each.form == Form::plain;
                              })->damage;
            const bool is_paid = paid || row.form != Form::charged;
            CHECK(before - enemy_of(game, kTarget)->parts[0].armour == (is_paid ? row.damage : plain));
        }
    }
}

TEST_CASE("the ribbon deals 2 tenths of a hit a tick, 3 with focus, 6 when charged, from its begin report to its end report") {
    const Level level = target_level();
    for (const Form form : {Form::plain, Form::focused, Form::charged}) {
        Game game(level);
        fill(game);
        wait(game, 2);
        Frame frame = firing(Weapon::ribbon, form);
        frame.lock = kTarget;
        frame.aim = AimPoint::at({0_u, 0_u});
        const auto step = [&](const Frame& now) {
            fill(game);
            const std::int32_t before = enemy_of(game, kTarget)->parts[0].armour;
            step_as(game, Slot::gold, now);
            return before - enemy_of(game, kTarget)->parts[0].armour;
        };
        CHECK(step(frame) == 0);
        CHECK(step(frame) == 0);  // no damage without a report
        const std::int32_t damage = form == Form::charged ? 6 : form == Form::focused ? 3 : 2;
        CHECK(step(with(frame, {.kind = ReportKind::beam_begins, .enemy = kTarget})) == damage);
        for (int t = 0; t < 10; ++t) CHECK(step(frame) == damage);
        CHECK(step(with(frame, {.kind = ReportKind::beam_ends, .enemy = kTarget})) == 0);
        CHECK(step(frame) == 0);
        CHECK(step(with(frame, {.kind = ReportKind::beam_begins, .enemy = kTarget})) == damage);
        CHECK(step({}) == damage);  // the previous tick's ribbon
        CHECK(step({}) == 0);       // a ribbon that has stopped needs no end report
    }
}

TEST_CASE("a seeker lands where its frame aimed when its curve ends, and nothing changes the curve later") {
    const Level level = BareLevel().done();
    Random random = Random::seed(11, 12);
    int landed = 0;
    std::int32_t farthest = 0;
    for (int trial = 0; trial < 1500; ++trial) {
        const Vec2 from = {Fixed{random.between(-15 << 16, 10 << 16)}, Fixed{random.between(-2 << 16, 2 << 16)}};
        const Vec2 to = {Fixed{random.between(-15 << 16, 15 << 16)}, Fixed{random.between(-6 << 16, 6 << 16)}};
        const bool charged = trial % 2 == 1;
        Frame frame = firing(Weapon::seekers, charged);
        frame.lock = kTarget;
        frame.aim = AimPoint::at(to);
        Game left_alone = fired(level, from, frame);
        Game disturbed(left_alone);
        Frame later = firing(Weapon::needle, false);
        later.buttons |= kUp;
        later.lock = {2, 0, 0};
        later.aim = AimPoint::at(-to);

        const std::uint32_t count = left_alone.world->shots[0].count;
        REQUIRE(count == 2);
        std::array<int, 4> ticks{};
        for (std::uint32_t i = 0; i < count; ++i) ticks[i] = left_alone.world->shots[0].items[i].bend_ticks + 1;
        for (int age = 1; age <= 111; ++age) {
            for (const Shot& shot : left_alone.world->shots[0]) {
                const std::uint32_t i = shot.number.value - 1;
                if (ticks[i] != age) continue;
                REQUIRE(shot.age == age);
                REQUIRE(shot.bend_ticks == 0);
                farthest = std::max(farthest, length(shot.at - frame.aim.point()).raw);
                ++landed;
            }
            for (const Shot& shot : left_alone.world->shots[0]) {
                bool found = false;
                for (const Shot& twin : disturbed.world->shots[0]) found = found || same_bytes(shot, twin);
                REQUIRE(found);
            }
            left_alone.step({});
            step_as(disturbed, Slot::gold, later);
        }
    }
    CHECK(landed > 2500);
    CHECK_MESSAGE(farthest <= (5_mu).raw, farthest, " of 65536 to the unit");  // well within any part's radius
}

TEST_CASE("a curve takes as long as a straight flight at the weapon's speed, within 24 to 110 ticks") {
    const Level level = BareLevel().done();
    struct Way {
        bool charged;
        Fixed distance;
        int ticks;
    };
    const Way ways[] = {{false, 1_u, 24}, {false, 8_u, 24}, {false, 17_u, 50}, {false, 25_u, 73},
                        {true, 10_u, 24}, {true, 21_u, 50}, {true, 25_u, 59}};
    for (const Way& way : ways) {
        Frame frame = firing(Weapon::seekers, way.charged);
        frame.lock = kTarget;
        frame.aim = AimPoint::at({-12_u + 800_mu + way.distance, 0_u});
        const Game game = fired(level, {-12_u, 0_u}, frame);
        for (const Shot& shot : game.world->shots[0]) CHECK(shot.bend_ticks + 1 == way.ticks);
    }
    Frame frame = firing(Weapon::seekers, false);
    frame.lock = kTarget;
    frame.aim = {32767, 0};  // 128 units away
    CHECK(fired(level, {-12_u, 0_u}, frame).world->shots[0].items[0].bend_ticks + 1 == 110);
}
