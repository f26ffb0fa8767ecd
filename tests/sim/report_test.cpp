// Goal: every kind of report is applied, late or implausible exactly as its rule says, up to the last step of the slack;
// and a shot deals its damage once, no matter which player reports it.
#include <doctest/doctest.h>

#include <functional>

#include "sim/game/player.hpp"
#include "tests/sim/bare_level.hpp"

using namespace albireo;
using namespace albireo::support;

namespace {

constexpr EnemyId kSimple{1, 0, 0};  // at (0, 0), two parts, each of radius 1
constexpr EnemyId kMany{2, 0, 0};    // at (4, 4), sixteen parts
constexpr EnemyId kGone{9, 0, 0};

Level report_level() {
    BareLevel bare;
    const PartDef part = {.radius = 1_u, .armour = 1000};
    bare.raw().missiles = {
        {.coast = 30, .turn = 30, .launch_speed = 100_mu, .speed = 200_mu, .radius = 500_mu, .armour = 9}};
    const std::uint8_t simple = bare.kind({}, {part, part});
    const std::uint8_t many = bare.kind({}, std::vector<PartDef>(16, part));
    bare.spawn(0, {.kind = simple, .at = {0_u, 0_u}});
    bare.spawn(0, {.kind = many, .at = {4_u, 4_u}});
    return bare.done();
}

/// Adds a shot of this slot that exists before the next frame is applied.
ShotNumber put_shot(Game& game, Slot owner, Vec2 at, Vec2 speed = {}) {
    Shot shot{};
    shot.at = at;
    shot.speed = speed;
    shot.number = {++game.world->ships[index(owner)].fired.value};
    shot.damage = 10;
    game.world->shots[index(owner)].add(shot);
    return shot.number;
}

Report hit(Slot owner, ShotNumber shot, EnemyId enemy, std::uint16_t part = 0) {
    return {.kind = ReportKind::hit, .slot = owner, .part = part, .enemy = enemy, .number = shot};
}

std::int32_t lost(const Game& game, EnemyId id, std::size_t part = 0) {
    return 10'000 - enemy_of(game, id)->parts[part].armour;
}

Frame ribbon_at(Vec2 aim) {
    Frame frame;
    frame.buttons = kFire | static_cast<std::uint16_t>(Weapon::ribbon) << kWeaponShift;
    frame.lock = kSimple;
    frame.aim = AimPoint::at(aim);
    return frame;
}

struct Counts {
    std::uint32_t applied = 0, late = 0, implausible = 0;
};

struct Row {
    const char* name;
    std::function<Frame(Game&)> frame;  // gold's
    Counts expected;
    std::int32_t damage = 0;  // to the first part of kSimple
};

void check_rows(std::initializer_list<Row> rows) {
    const Level level = report_level();
    for (const Row& row : rows) {
        INFO(row.name);
        Game game(level);
        wait(game, 200);
        game.world->ships[0].at = {-10_u, 0_u};
        const Frame frame = row.frame(game);
        const ReportCounters before = game.world->counters[0];
        step_as(game, Slot::gold, frame);
        const ReportCounters& after = game.world->counters[0];
        CHECK(after.applied - before.applied == row.expected.applied);
        CHECK(after.late - before.late == row.expected.late);
        CHECK(after.implausible - before.implausible == row.expected.implausible);
        CHECK(lost(game, kSimple) == row.damage);
    }
}

}  // namespace

TEST_CASE("hits: within the bound, a unit and one tick's way, by own and partner's shots") {
    constexpr Fixed kReach = 2_u + 750_mu;  // radius 1, slack 1, speeds 0.5 and 0.25: all exact
    constexpr Vec2 kSpeed = {500_mu, -250_mu};
    const auto at = [&](Slot owner, Vec2 place, EnemyId enemy = kSimple, std::uint16_t part = 0) {
        return [=](Game& game) { return with({}, hit(owner, put_shot(game, owner, place, kSpeed), enemy, part)); };
    };
    check_rows({
        {"own, inside", at(Slot::gold, {1_u, 0_u}), {.applied = 1}, 10},
        {"own, at the bound's last step", at(Slot::gold, {kReach, 0_u}), {.applied = 1}, 10},
        {"own, a step beyond", at(Slot::gold, {kReach + Fixed{1}, 0_u}), {.implausible = 1}},
        {"partner's, at the bound's last step", at(Slot::blue, {0_u, -kReach}), {.applied = 1}, 10},
        {"partner's, a step beyond", at(Slot::blue, {0_u, -kReach - Fixed{1}}), {.implausible = 1}},
        {"no such part", at(Slot::gold, {0_u, 0_u}, kSimple, 2), {.implausible = 1}},
        {"an enemy that is gone", at(Slot::gold, {0_u, 0_u}, kGone), {.late = 1}},
        {"an enemy that is gone, partner's", at(Slot::blue, {0_u, 0_u}, kGone), {.late = 1}},
        {"own shot that is not there",
         [](Game&) { return with({}, hit(Slot::gold, {77}, kSimple)); },
         {.implausible = 1}},
        {"partner's shot that is not there",
         [](Game&) { return with({}, hit(Slot::blue, {77}, kSimple)); },
         {.late = 1}},
        {"slot 2",
         [](Game& game) { return with({}, hit(Slot{2}, put_shot(game, Slot::gold, {}), kSimple)); },
         {.implausible = 1}},
        {"slot 255",
         [](Game& game) { return with({}, hit(Slot{255}, put_shot(game, Slot::gold, {}), kSimple)); },
         {.implausible = 1}},
        {"an empty report", [](Game&) { return with({}, Report{}); }, {.implausible = 1}},
        {"an unknown kind", [](Game&) { return with({}, {.kind = ReportKind{7}}); }, {.implausible = 1}},
        {"the same twice",
         [](Game& game) {
             const Report report = hit(Slot::gold, put_shot(game, Slot::gold, {}), kSimple);
             return with(with({}, report), report);
         },
         {.applied = 1, .implausible = 1},
         10},
        {"more than a frame holds",
         [](Game& game) {
             Frame frame;
             for (int i = 0; i < 16; ++i) frame = with(frame, hit(Slot::gold, put_shot(game, Slot::gold, {}), kSimple));
             frame.report_count = 200;
             return frame;
         },
         {.applied = 16},
         160},
    });
}

TEST_CASE("hits of missiles: within the bound, a unit and one tick's way, and wider until every lead knows where it turned") {
    const auto of = [](std::uint16_t age, Vec2 away, std::uint16_t number = 5) {
        return [=](Game& game) {
            Missile missile{};
            missile.owner = kMany;
            missile.number = 5;
            missile.at = {-5_u, -5_u};
            missile.age = age;
            missile.armour = 90;
            game.world->missiles.add(missile);
            Report report = hit(Slot::gold, put_shot(game, Slot::gold, missile.at + away), kMany, number);
            report.kind = ReportKind::hit_missile;
            return with({}, report);
        };
    };
    const Fixed reach = 1_u + 500_mu;
    const Fixed ten_ticks = 200_mu * 20;  // two worlds may differ by twice its speed
    const Fixed step{1};
    check_rows({
        {"coasting, at the bound", of(30, {reach, 0_u}), {.applied = 1}},
        {"coasting, a step beyond", of(30, {reach + step, 0_u}), {.implausible = 1}},
        {"turned for ten ticks", of(40, {reach + ten_ticks, 0_u}), {.applied = 1}},
        {"turned for ten ticks, a step beyond", of(40, {reach + ten_ticks + step, 0_u}), {.implausible = 1}},
        {"turned for as long as a lead may not know of", of(30 + 91, {reach + 200_mu * 182, 0_u}), {.applied = 1}},
        {"turned for longer, at the bound", of(30 + 92, {reach, 0_u}), {.applied = 1}},
        {"turned for longer, a step beyond", of(30 + 92, {reach + step, 0_u}), {.implausible = 1}},
        {"gone", of(30, {0_u, 0_u}, 6), {.late = 1}},
    });
}

TEST_CASE("the ribbon: only while it burns, near its chord, on eight parts at most, each once") {
    const auto burning = [](Vec2 aim) { return [=](Game& game) { step_as(game, Slot::gold, ribbon_at(aim)); }; };
    const auto begins = [](EnemyId enemy, std::uint16_t part = 0) {
        return Report{.kind = ReportKind::beam_begins, .part = part, .enemy = enemy};
    };
    const auto at_height = [&](Fixed y, const Frame& frame) {
        return [=](Game& game) {
            burning({10_u, 0_u})(game);
            for (Enemy& enemy : game.world->enemies) {
                if (enemy.id == kMany) enemy.parts[0].at = {2_u, y};
            }
            return frame;
        };
    };
    const Frame frame = ribbon_at({10_u, 0_u});
    Frame nine = frame;
    for (std::uint16_t part = 0; part < 9; ++part) nine = with(nine, begins(kMany, part));
    const auto lit = [&](const Frame& now) {
        return [=](Game& game) {
            burning({10_u, 0_u})(game);
            return now;
        };
    };
    check_rows({
        {"without a ribbon", [&](Game&) { return with(frame, begins(kSimple)); }, {.implausible = 1}},
        {"with one", lit(with(frame, begins(kSimple))), {.applied = 1}, 2},
        {"twice", lit(with(with(frame, begins(kSimple)), begins(kSimple))), {.applied = 1, .late = 1}, 2},
        {"nine parts", lit(nine), {.applied = 8, .implausible = 1}},
        {"no such part", lit(with(frame, begins(kSimple, 2))), {.implausible = 1}},
        {"an enemy that is gone", lit(with(frame, begins(kGone))), {.late = 1}},
        {"an end without a start", lit(with(frame, {.kind = ReportKind::beam_ends, .enemy = kSimple})), {.late = 1}},
        {"an end",
         lit(with(with(frame, begins(kSimple)), {.kind = ReportKind::beam_ends, .enemy = kSimple})),
         {.applied = 2}},
        {"as far as it may bend", at_height(5_u + 999_mu, with(frame, begins(kMany))), {.applied = 1}},
        {"farther", at_height(6_u + 1_mu, with(frame, begins(kMany))), {.implausible = 1}},
    });
}

TEST_CASE("deaths: five causes, reported once, and only of a ship that can die") {
    const auto died = [](std::uint16_t cause) { return Report{.kind = ReportKind::died, .part = cause}; };
    for (std::uint16_t cause = 0; cause < 5; ++cause) {
        check_rows({{"a cause", [&](Game&) { return with({}, died(cause)); }, {.applied = 1}}});
    }
    check_rows({
        {"cause 5", [&](Game&) { return with({}, died(5)); }, {.implausible = 1}},
        {"cause 65535", [&](Game&) { return with({}, died(65535)); }, {.implausible = 1}},
        {"twice", [&](Game&) { return with(with({}, died(0)), died(1)); }, {.applied = 1, .late = 1}},
        {"while safe",
         [&](Game& game) {
             game.world->ships[0].invulnerable = 1;
             return with({}, died(0));
         },
         {.late = 1}},
        {"while dead",
         [&](Game& game) {
             step_as(game, Slot::gold, with({}, died(0)));
             return with({}, died(0));
         },
         {.late = 1}},
    });
}

TEST_CASE("a shot that hits on both screens deals its damage once, in either order of reports") {
    const Level level = report_level();
    for (const Slot owner : kSlots) {
        for (const int first : {-1, 0, 1}) {  // owner first, both at once, partner first
            Game game(level);
            wait(game, 2);
            const ShotNumber shot = put_shot(game, owner, {});
            const Frame report = with({}, hit(owner, shot, kSimple));
            FramePair one, two;
            if (first <= 0) one[index(owner)] = report;
            if (first >= 0) one[index(other(owner))] = report;
            if (first < 0) two[index(other(owner))] = report;
            if (first > 0) two[index(owner)] = report;
            game.step(one);
            CHECK(lost(game, kSimple) == 10);
            // The owner's shot flies on until the owner reports the hit as well.
            CHECK(game.world->shots[index(owner)].count == (first > 0 ? 1 : 0));
            game.step(two);
            CHECK(lost(game, kSimple) == 10);
            CHECK(game.world->shots[index(owner)].count == 0);
            CHECK(game.world->counters[0].applied + game.world->counters[1].applied == 1);
            CHECK(game.world->counters[0].late + game.world->counters[1].late == 1);
            CHECK(game.world->counters[0].implausible + game.world->counters[1].implausible == 0);
        }
    }
}

TEST_CASE("an owner's hit uses up the shot even if implausible. A partner's implausible hit does nothing") {
    const Level level = report_level();
    for (const Slot owner : kSlots) {
        Game game(level);
        wait(game, 2);
        const ShotNumber shot = put_shot(game, owner, {12_u, -6_u});
        const Frame report = with({}, hit(owner, shot, kSimple));
        step_as(game, other(owner), report);
        CHECK(game.world->shots[index(owner)].count == 1);
        CHECK_FALSE(game.world->marks[index(owner)].spent.get(shot));
        step_as(game, owner, report);
        CHECK(game.world->shots[index(owner)].count == 0);
        CHECK(lost(game, kSimple) == 0);
    }
}

TEST_CASE("reports of a slot without a player are ignored") {
    const Level level = report_level();
    Game game(level, {.players = 1});
    wait(game, 2);
    const ShotNumber shot = put_shot(game, Slot::gold, {});
    step_as(game, Slot::blue, with({}, hit(Slot::gold, shot, kSimple)));
    CHECK(lost(game, kSimple) == 0);
    CHECK(same_bytes(game.world->counters[1], ReportCounters{}));
}
