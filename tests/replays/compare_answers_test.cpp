// Goal: two cores whose worlds have different fields are compared by those that both have, and the first tick, system and fields are found.
#include "replays/compare_answers.hpp"

#include <doctest/doctest.h>

#include <sstream>

namespace albireo::replays {
namespace {

/// A core whose answers are made up: a world has one field that both cores have, one of its own, and a digest over both.
class MadeUp : public Answerer {
  public:
    std::string own_field;               // its name; every core has another
    std::uint32_t first = 0, last = 1000;
    std::uint32_t differs_from = 2000;   // `lives` is 2 from this tick on, instead of 3
    std::uint32_t input_from = 2000;     // the button is down from this tick on
    std::string fault;
    int dumps = 0;

    std::string ask(const std::string& question, std::string& answer) override {
        if (!fault.empty()) return fault;
        std::istringstream words(question);
        std::string command, system;
        std::uint32_t number = 0;
        words >> command >> number >> system;
        answer.clear();
        if (command == "digests") {
            for (std::uint32_t tick = first; tick <= last; ++tick) {
                answer += std::to_string(tick) + " " + own_field + std::to_string(lives(tick)) + " " + std::to_string(tick >= input_from) + "\n";
            }
        } else if (command == "trace") {
            for (const char* name : {"move_ships", "move_shots", "end"}) {
                const bool late = std::string_view(name) == "move_ships";
                answer += std::string(name) + " ships " + std::to_string(late ? lives(number - 1) : lives(number)) + "\n" + name + " all " + own_field + "\n";
            }
        } else {
            ++dumps;
            answer = "lives = " + std::to_string(system == "move_ships" ? lives(number - 1) : lives(number)) + " (of 3)\n" + own_field + " = 5\n" +
                     "late = " + (system.empty() ? std::to_string(lives(number)) : "0") + "\nframes[0].buttons = " + std::to_string(number >= input_from) + "\n";
        }
        return {};
    }

  private:
    int lives(std::uint32_t tick) const { return tick >= differs_from ? 2 : 3; }
};

}  // namespace

TEST_CASE("compare answers: cores with the same fields") {
    MadeUp a, b;
    a.own_field = b.own_field = "spare";
    CHECK(!compare_answers(a, b, Games::one_recording).worlds);
    CHECK(compare_answers(a, b, Games::one_recording).worlds_compared == 1001);
    b.differs_from = 417;
    const auto found = compare_answers(a, b, Games::one_recording);
    REQUIRE(found.worlds);
    CHECK(found.worlds->tick == Tick{417});
    CHECK(found.system == "move_shots");
    REQUIRE(found.worlds->count == 1);  // `late` differs only at the end of the tick
    CHECK(found.worlds->fields[0].path == "lives");
    CHECK(found.worlds->fields[0].a == 3);
    CHECK(found.worlds->fields[0].b == 2);
    CHECK(!found.by_common_fields);
}

TEST_CASE("compare answers: cores with different fields are compared by those that both have") {
    MadeUp a, b;
    a.own_field = "spare";
    b.own_field = "struck";
    b.differs_from = 417;
    auto found = compare_answers(a, b, Games::one_recording);
    REQUIRE(found.worlds);
    CHECK(found.by_common_fields);
    CHECK(found.worlds->tick == Tick{417});
    CHECK(found.system == "move_shots");
    CHECK(found.worlds->fields[0].path == "lives");
    CHECK(a.dumps < 20);  // not one for each tick
    b.differs_from = 2000;
    found = compare_answers(a, b, Games::one_recording);
    REQUIRE(found.worlds);
    CHECK(found.worlds->count == 0);
}

TEST_CASE("compare answers: two recordings, by the ticks that both have") {
    MadeUp a, b;
    a.own_field = b.own_field = "spare";
    a.first = 100;
    b.last = 500;
    auto found = compare_answers(a, b, Games::two_recordings);
    CHECK(found.fault == "");
    CHECK(found.worlds_compared == 401);
    CHECK(found.ticks == std::array<std::uint32_t, 2>{900, 500});
    CHECK(!found.worlds);
    CHECK(!found.inputs);
    b.input_from = 200;
    b.differs_from = 201;
    found = compare_answers(a, b, Games::two_recordings);
    REQUIRE(found.inputs);
    CHECK(found.inputs->tick == Tick{200});
    CHECK(found.inputs->fields[0].path == "gold.buttons");
    REQUIRE(found.worlds);
    CHECK(found.worlds->tick == Tick{201});
}

TEST_CASE("compare answers: a side that stops, talks nonsense or fails") {
    MadeUp a, b;
    a.own_field = b.own_field = "spare";
    b.last = 500;
    CHECK(compare_answers(a, b, Games::one_recording).fault == "printed no digest of tick 501");
    b.fault = "it was killed";
    CHECK(compare_answers(a, b, Games::one_recording).fault == "it was killed");
    CHECK(compare_answers(b, a, Games::two_recordings).fault == "it was killed");
    b.fault.clear();
    b.first = 1;
    b.last = 0;
    CHECK(compare_answers(a, b, Games::one_recording).fault == "printed no digest of tick 0");
    CHECK(compare_answers(b, b, Games::one_recording).fault == "printed no digest of tick 0");
}

}  // namespace albireo::replays
