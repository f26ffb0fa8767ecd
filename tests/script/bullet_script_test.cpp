// Goal: a script's bullet programs compile into the steps that they describe. Unfair or unbounded programs are refused
// with one line.
#include <doctest/doctest.h>

#include <iterator>
#include <string>

#include "tests/script/short_script.hpp"

using namespace albireo;
using namespace albireo::script;

namespace {

const std::string kSnare =
    "bullet { name = 'snare', look = 3, { fly = 36, speed = 0, over = 36 }, { wait = 30 }, { aim = true },\n"
    "    { fly = true, speed = 0.11, over = 20 } }\n";

/// A kind with this gun, spawned, so that its programs are written.
std::string gunner(const std::string& gun) {
    return "kind { name = 'k', radius = 1, parts = { radius = 1, armour = 1, gun = { rest = 60, speed = 0.1, " + gun + " } } }\n" +
           "at(5) spawn { kind = 'k', place = {9, 0} }\n";
}

}  // namespace

TEST_CASE("a bullet program compiles step by step. Its last step fills the life of the bullet") {
    const Level level = level_of(kSnare +
                                 "bullet { name = 'bloom', { fly = 68, speed = 0.03, over = 50 },\n"
                                 "    { split = 6, ring = true, speed = 0.08, into = 'snare' } }\n"
                                 "bullet { name = 'unused', { fly = 3 } }\n" +
                                 gunner("bullet = 'bloom', count = 8, stack = 2, stack_speed = 0.01, swing = 20, period = 90"));
    REQUIRE(level.bullets.size() == 2);
    CHECK(level.name(level.bullets[0].name) == "snare");
    CHECK(level.bullets[0].look == 3);
    REQUIRE(level.bullets[0].steps.count == 4);
    const BulletStepDef& last = level.bullet_steps[level.bullets[0].steps.first + 3u];
    CHECK(last.ticks == 900 - 36 - 30);
    CHECK(last.over == 20);
    const BulletStepDef& split = level.bullet_steps[level.bullets[1].steps.first + 1u];
    CHECK(split.op == BulletOp::split);
    CHECK(split.times == 6);
    CHECK(split.into == 0);
    const GunDef& gun = level.guns[0];
    CHECK(gun.bullet == 1);
    CHECK(gun.stack == 2);
    CHECK(gun.period == 90);
    CHECK(gun.swing == Angle{3641});
}

TEST_CASE("difficulty scales the speeds of a program, but a rest stays a rest and an aimed bullet stays fair") {
    const std::string body = "bullet { name = 'b', { fly = 30, speed = 0.038 }, { aim = true }, { fly = 30, speed = 0.12 } }\n"
                             "bullet { name = 'c', { fly = true, speed = 0.1 } }\n" +
                             gunner("bullet = 'b'") + "kind { name = 'l', radius = 1, parts = { radius = 1, armour = 1, gun = { rest = 60, speed = 0.1, bullet = 'c' } } }\n" +
                             "at(5) spawn { kind = 'l', place = {9, 0} }\n";
    const Level calm = level_of(body, Difficulty::calm), standard = level_of(body), storm = level_of(body, Difficulty::storm);
    CHECK(calm.bullet_steps[0].speed == storm.bullet_steps[0].speed);
    CHECK(calm.bullet_steps[2].speed < standard.bullet_steps[2].speed);
    CHECK(storm.bullet_steps[2].speed == kAimedSpeedMax);
    CHECK(storm.bullet_steps[4].speed == Fixed::ratio(112, 1000));
}

TEST_CASE("an unfair or boundless bullet is refused with one line that names the script's line") {
    struct Row {
        std::string body, error;
    };
    const std::string kRest = "{ fly = 30, speed = 0 }";
    const Row rows[] = {
        {"bullet { name = 'b', { aim = true } }", "bullet 'b' step 1: aims after a rest of 0 ticks, must rest for 18, slower than 0.040"},
        {"bullet { name = 'b', { fly = 30, speed = 0.03, over = 13 }, { aim = true } }",
         "bullet 'b' step 2: aims after a rest of 17 ticks, must rest for 18, slower than 0.040"},
        {"bullet { name = 'b', { fly = 30, speed = 0.04 }, { split = 3, spread = 90, speed = 0.1 } }",
         "bullet 'b' step 2: splits after a rest of 0 ticks, must rest for 18, slower than 0.040"},
        {"bullet { name = 'b', { fall = 80, pull = {0, -0.002} }, { split = 3, spread = 90, speed = 0.1 } }",
         "bullet 'b' step 2: splits after a rest of 0 ticks, must rest for 18, slower than 0.040"},
        {"bullet { name = 'b', " + kRest + ", { aim = true }, { fly = true, speed = 0.14 } }",
         "bullet 'b' step 3: flies at 0.140 after an aim, must be at most 0.130"},
        {"bullet { name = 'c', { fly = true, speed = 0.2 } }\nbullet { name = 'b', " + kRest +
             ", { aim = true }, { split = 2, spread = 9, speed = 0.1, into = 'c' } }",
         "bullet 'b' step 3: its children fly at 0.200 after an aim, must be at most 0.130"},
        {"bullet { name = 'b', " + kRest + ", { aim = true }, { fall = 9, pull = {0.01, 0} } }", "bullet 'b' step 3: falls after an aim"},
        {"bullet { name = 'b', " + kRest + ", { split = 2, spread = 9, speed = 0.1 }, { fly = 9 } }",
         "bullet 'b' step 2: splits, so it must be the last step"},
        {"bullet { name = 'b', " + kRest + ", { split = 17, ring = true, speed = 0.1 } }",
         "bullet 'b' step 2.split: must be a whole number from 2 to 16, is 17"},
        {"bullet { name = 'c', " + kRest + ", { split = 8, ring = true, speed = 0.1 } }\nbullet { name = 'b', " + kRest +
             ", { split = 8, ring = true, speed = 0.1, into = 'c' } }",
         "bullet 'b' bullet.descendants: 72 is not within 0 ... 64"},
        {"bullet { name = 'd', " + kRest + ", { split = 2, spread = 9, speed = 0.1 } }\n"
         "bullet { name = 'c', " + kRest + ", { split = 2, spread = 9, speed = 0.1, into = 'd' } }\n"
         "bullet { name = 'b', " + kRest + ", { split = 2, spread = 9, speed = 0.1, into = 'c' } }",
         "bullet 'b' bullet.splits, one after another: 3 is not within 0 ... 2"},
        {"bullet { name = 'b', " + kRest + ", { split = 2, spread = 9, speed = 0.1, into = 'b' } }",
         "bullet 'b' step 2.into: 'b' cannot split into itself"},
        {"bullet { name = 'b', " + kRest + ", { split = 2, spread = 9, speed = 0.1, into = 'c' } }",
         "bullet 'b' step 2.into: unknown bullet 'c'; known: b"},
        {"bullet { name = 'b', { fly = 800 }, { wait = 101 } }", "bullet 'b' step 2: ends after 901 ticks, but a bullet lives for 900"},
        {"bullet { name = 'b', { fly = true }, { wait = true } }", "bullet 'b' step 2.wait: the steps before it use up all of the bullet's 900 ticks"},
        {"bullet { name = 'b', { fly = 3, wait = 4 } }", "bullet 'b' step 1: has both 'fly' and 'wait'"},
        {"bullet { name = 'b', { speed = 4 } }", "bullet 'b' step 1: must have one of fly, wait, curve, orbit, fall, aim, split, bounce, veer"},
        {"bullet { name = 'b', { bounce = 2 }, { orbit = 30, radius = 3, turn = 2 } }",
         "bullet 'b' step 2: circles after a bounce, which would end the circle"},
        {"bullet { name = 'b' }", "bullet 'b': must have 1 to 8 steps, has 0"},
        {gunner("bullet = 'b'"), "kind 'k'.parts[1].gun.bullet: unknown bullet 'b'; none is declared yet"},
        {gunner("stack = 4, stack_speed = -0.04"), "kind 'k'.parts[1].gun: gun.speed of the last shot of a stack: -0.019 is not within 0.009 ... 8.000"},
        {gunner("hold = 4"), "kind 'k'.parts[1].gun: gun.hold: needs a bullet that waits"},
        {gunner("pattern = 'curtain', count = 9, pitch = 1, hole = 2.4"), "kind 'k'.parts[1].gun: gun.hole: 2.399 is not within 2.500 ... 12.000"},
        {"bullet { name = 'b', { fly = true, speed = 0.5 } }\n" + gunner("pattern = 'curtain', count = 9, pitch = 1, hole = 3, bullet = 'b'"),
         "kind 'k'.parts[1].gun: gun.speed: the hole of a curtain must be in sight for 60 ticks before x = -9, so at most 0.417 units a tick; is 0.500"},
        {"bullet { name = 'b', { curve = 9, turn = 2 } }\n" + gunner("pattern = 'curtain', count = 9, pitch = 1, hole = 3, bullet = 'b'"),
         "kind 'k'.parts[1].gun: gun.bullet: a curtain's bullets may only fly and wait, or its hole would close"},
    };
    for (const Row& row : rows) {
        // Head and program end with line 2 + those of the body before the word that fails.
        const std::string error = error_of(row.body + "\n");
        const std::size_t text = error.find(": ");
        INFO(error);
        REQUIRE(text != std::string::npos);
        CHECK(error.starts_with("test.lua:"));
        CHECK(error.find('\n') == std::string::npos);
        CHECK(error.substr(text + 2) == row.error);
    }
    CHECK(error_of("\n\nbullet { name = 'b', { aim = true } }").starts_with("test.lua:5: "));
}

TEST_CASE("the library of bullets compiles at each difficulty, and its programs can be guns' and curtains'") {
    const std::string names[] = {"dart", "brake", "curl", "wheel", "halo", "snare", "creep", "bloom", "seed", "lob", "hail", "ricochet"};
    std::string body = "use 'bullets'\n";
    for (const std::string& name : names) {
        body += "kind { name = '" + name + "', radius = 1, parts = { radius = 1, armour = 1, gun = { rest = 60, speed = 0.15, bullet = '" + name +
                "' } } }\nat(5) spawn { kind = '" + name + "', place = {9, 0} }\n";
    }
    body += gunner("pattern = 'curtain', count = 14, pitch = 0.9, hole = 2.5, bullet = 'creep'");
    for (const Difficulty difficulty : {Difficulty::calm, Difficulty::standard, Difficulty::storm}) {
        const Compiled compiled = compile_level(kHead + body, "test.lua", difficulty, builtin_source);
        CHECK(compiled.error == "");
        CHECK(compiled.level.bullets.size() == std::size(names));
    }
}
