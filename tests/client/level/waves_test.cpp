// Goal: the waves of a level are found as its author would count them, by the definition in client/level/waves.hpp.
#include <doctest/doctest.h>

#include "client/level/waves.hpp"
#include "tests/client/level/tiny_level.hpp"

using namespace albireo;

namespace {

/// "140 dart high x5; 700 moth low x4; loop 1, 120 dart high x2"
std::string text_of(const std::vector<Wave>& waves) {
    std::string text;
    for (const Wave& wave : waves) {
        if (!text.empty()) text += "; ";
        if (wave.loop != Wave::kTimeline) text += "loop " + std::to_string(wave.loop + 1) + ", ";
        text += std::to_string(wave.tick) + " " + wave.name + " x" + std::to_string(wave.enemies);
    }
    return text;
}

struct Case {
    const char* what;
    const char* script;
    const char* waves;
};

constexpr Case kCases[] = {
    {"nothing", "", ""},
    {"a file is one wave, however long",
     "at(10) formation { kind = 'dart', path = 'high', count = 20, gap = 50 }", "10 dart high x20"},
    {"a file with gaps of a second is as many waves as enemies",
     "at(10) formation { kind = 'dart', path = 'high', count = 3, gap = 60 }",
     "10 dart high x1; 70 dart high x1; 130 dart high x1"},
    {"a wedge begins with the enemy in its middle",
     "at(10) formation { kind = 'dart', path = 'high', count = 5, abreast = 1, stagger = 14 }", "10 dart high x5"},
    {"a path and its mirror image are one",
     "at(10) formation { kind = 'dart', path = 'high', count = 3, gap = 13, mirror = 'both' }", "10 dart high x6"},
    {"the same again after less than a second",
     "at(10) formation { kind = 'dart', path = 'high', count = 3, gap = 13 }\n"
     "wait(50) formation { kind = 'dart', path = 'high', count = 3, gap = 13, mirror = true }",
     "10 dart high x6"},
    {"the same again after a second",
     "at(10) formation { kind = 'dart', path = 'high', count = 3, gap = 13 }\n"
     "wait(90) formation { kind = 'dart', path = 'high', count = 3, gap = 13 }",
     "10 dart high x3; 100 dart high x3"},
    {"two kinds that come together are one wave, in any order",
     "at(10) formation { kind = 'moth', path = 'low', count = 2, gap = 13 }\n"
     "wait(59) formation { kind = 'dart', path = 'high', count = 3, gap = 13 }",
     "10 dart high + moth low x5"},
    {"one kind on two paths",
     "at(10) spawn { kind = 'dart', path = 'low' } spawn { kind = 'dart', path = 'high' }",
     "10 dart high + dart low x2"},
    {"a kind a second later is another wave, although enemies of the first still spawn",
     "at(10) formation { kind = 'dart', path = 'high', count = 9, gap = 13 }\n"
     "wait(60) formation { kind = 'moth', path = 'low', count = 2, gap = 13 }",
     "10 dart high x9; 70 moth low x2"},
    {"enemies on rock and at a place in the field",
     "at(10) turret { kind = 'post', side = 'floor' } at(300) spawn { kind = 'moth', place = { 18, 1 } }",
     "10 post on rock x1; 300 moth x1"},
    {"bosses belong to no wave", "at(10) boss { kind = 'whale', place = { 20, 0 } } spawn { kind = 'dart', path = 'low' }",
     "10 dart low x1"},
    {"a loop has waves of its own, counted once",
     "at(1490) spawn { kind = 'dart', path = 'low' }\n"
     "loop { tiles = { 'lap' }, laps = 3, cues = function()\n"
     "  at(5) spawn { kind = 'dart', path = 'low' } at(200) spawn { kind = 'moth', path = 'high' } end }",
     "1490 dart low x1; loop 1, 5 dart low x1; loop 1, 200 moth high x1"},
};

}  // namespace

TEST_CASE("the waves of a tiny level") {
    for (const Case& one : kCases) {
        CAPTURE(one.what);
        CHECK(text_of(waves_of(support::tiny_level(one.script))) == one.waves);
    }
}
