// Goal: the eight promises of the one state-machine facility, each driven by a small table.
#include <doctest/doctest.h>

#include <string>

#include "sim/base/state_machine.hpp"

using namespace albireo;

namespace {

/// What the functions of the tables below work on: switches they test, and a diary of what was called.
struct Diary {
    std::string text;
    bool a = false, b = false, stop = false;
    int naps = 0;
    Machine machine;
};

void note(Diary& diary, std::string_view word) {
    diary.text += word;
    diary.text += ' ';
}

constexpr auto kTable = machine_table<Diary>({
    {"one",
     {[](Diary& d) { note(d, "+one"); }, [](Diary& d, Machine&) { note(d, "one"); }, [](Diary& d) { note(d, "-one"); }},
     {{{"two", [](const Diary& d) { return d.a; }}, {"three", [](const Diary& d) { return d.b; }}}}},
    {"two",
     {[](Diary& d) { note(d, "+two"); }, [](Diary& d, Machine&) { note(d, "two"); }, [](Diary& d) { note(d, "-two"); }},
     {{{"three", [](const Diary& d) { return d.b; }}}}},
    {"three",
     {[](Diary& d) { note(d, "+three"); },
      [](Diary& d, Machine& machine) {
          note(d, "three");
          if (d.naps > 0) sleep(machine, static_cast<std::uint16_t>(d.naps));
          if (d.stop) go(machine, 0);
      },
      [](Diary& d) { note(d, "-three"); }},
     {}},
});
static_assert(kTable.state("three") == 2 && kTable.name(1) == "two" && kTable.name(9) == "?" && kTable.size() == 3);

std::string run_once(Diary& diary, const auto& table) {
    diary.text.clear();
    TableHost host(table, diary);
    run(diary.machine, host);
    return diary.text;
}

Diary started(const auto& table) {
    Diary diary;
    TableHost host(table, diary);
    start(diary.machine, host);
    return diary;
}

constexpr auto kEndless = machine_table<Diary>({
    {"here", {nullptr, nullptr, [](Diary& d) { ++d.naps; }}, {{{"there", [](const Diary&) { return true; }}}}},
    {"there", {nullptr, nullptr, [](Diary& d) { ++d.naps; }}, {{{"here", [](const Diary&) { return true; }}}}},
});

constexpr auto kLate = machine_table<Diary>({
    {"calm",
     {nullptr, [](Diary& d, Machine&) { note(d, "calm"); }},
     {{{"broken", [](const Diary& d) { return d.a; }, true},
       {"other", [](const Diary& d) { return d.b; }, true},
       {"away", [](const Diary& d) { return d.stop; }}}}},
    {"broken", {[](Diary& d) { note(d, "+broken"); }}, {}},
    {"other", {[](Diary& d) { note(d, "+other"); }}, {}},
    {"away", {}, {{{"calm", [](const Diary& d) { return !d.stop; }}}}},
});

}  // namespace

TEST_CASE("transitions come before the tick, in order; end comes before begin; the new state ticks at once") {
    Diary diary = started(kTable);
    CHECK(diary.text == "+one ");
    CHECK(run_once(diary, kTable) == "one ");
    CHECK(diary.machine.age == 1);
    diary.a = diary.b = true;  // the first that holds is taken, and two falls through to three
    CHECK(run_once(diary, kTable) == "-one +two -two +three three ");
    CHECK(diary.machine.state == 2);
    CHECK(diary.machine.age == 1);
    CHECK(run_once(diary, kTable) == "three ");
    CHECK(diary.machine.age == 2);
}

TEST_CASE("falling through ends after kFallThroughMax states and is counted") {
    Diary diary = started(kEndless);
    run_once(diary, kEndless);
    CHECK(diary.naps == kFallThroughMax);
    CHECK(diary.machine.stuck == 1);
    for (int i = 0; i < 300; ++i) run_once(diary, kEndless);
    CHECK(diary.machine.stuck == 255);
}

TEST_CASE("a sleeping state does not tick, but leaves when it must, and wakes when it is entered again") {
    Diary diary = started(kTable);
    diary.b = true;
    diary.naps = 3;
    CHECK(run_once(diary, kTable) == "-one +three three ");
    for (int i = 0; i < 3; ++i) CHECK(run_once(diary, kTable) == "");
    CHECK(run_once(diary, kTable) == "three ");
    Diary other = started(kTable);
    other.machine.sleep = 50;
    other.a = true;
    CHECK(run_once(other, kTable) == "-one +two two ");
    CHECK(other.machine.sleep == 0);
}

TEST_CASE("go leaves as soon as the tick returns") {
    Diary diary = started(kTable);
    diary.b = true;
    run_once(diary, kTable);
    diary.b = false;
    diary.stop = true;
    CHECK(run_once(diary, kTable) == "three -three +one one ");
    CHECK(diary.machine.wanted == 0xffff);
}

TEST_CASE("enter from outside ends the old state, begins the new and forgets what was pending") {
    Diary diary = started(kTable);
    diary.machine.pending = 1;
    diary.machine.pending_wait = 9;
    TableHost host(kTable, diary);
    enter(diary.machine, host, kTable.state("three"));
    CHECK(diary.text == "+one -one +three ");
    CHECK(diary.machine.pending == kNoState);
    CHECK(diary.machine.age == 0);
}

TEST_CASE("a late transition is taken kLateTicks after it first held, whatever holds by then") {
    Diary diary = started(kLate);
    run_once(diary, kLate);
    diary.a = true;
    run_once(diary, kLate);
    CHECK(diary.machine.pending == kLate.state("broken"));
    diary.a = false;
    diary.b = true;  // another one waits behind it and is not heard
    for (std::uint32_t t = 1; t < kLateTicks; ++t) REQUIRE(run_once(diary, kLate) == "calm ");
    CHECK(run_once(diary, kLate) == "+broken ");
    CHECK(diary.machine.state == kLate.state("broken"));
    CHECK(diary.machine.pending == kNoState);
}

TEST_CASE("leaving by another way drops what was pending") {
    Diary diary = started(kLate);
    diary.a = true;
    run_once(diary, kLate);
    diary.a = false;
    diary.stop = true;
    run_once(diary, kLate);
    CHECK(diary.machine.state == kLate.state("away"));
    diary.stop = false;
    for (std::uint32_t t = 0; t < 2 * kLateTicks; ++t) run_once(diary, kLate);
    CHECK(diary.machine.state == kLate.state("calm"));
}

TEST_CASE("several machines of one owner do not touch each other") {
    Diary diary = started(kTable);
    Machine second;
    TableHost host(kTable, diary);
    start(second, host);
    diary.b = true;
    run(second, host);
    CHECK(second.state == 2);
    CHECK(diary.machine.state == 0);
}
