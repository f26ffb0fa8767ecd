// Goal: the eight guarantees of the state-machine facility, each driven by a small table.
#include <doctest/doctest.h>

#include <string>

#include "sim/base/state_machine.hpp"

using namespace albireo;

namespace {

/// The data of the tables below: conditions that transitions test, and a log of the calls.
struct Log {
    std::string text;
    bool a = false, b = false, stop = false;
    int naps = 0;
    Machine machine;
};

void note(Log& log, std::string_view word) {
    log.text += word;
    log.text += ' ';
}

constexpr auto kTable = machine_table<Log>({
    {"one",
     {[](Log& d) { note(d, "+one"); }, [](Log& d, Machine&) { note(d, "one"); }, [](Log& d) { note(d, "-one"); }},
     {{{"two", [](const Log& d) { return d.a; }}, {"three", [](const Log& d) { return d.b; }}}}},
    {"two",
     {[](Log& d) { note(d, "+two"); }, [](Log& d, Machine&) { note(d, "two"); }, [](Log& d) { note(d, "-two"); }},
     {{{"three", [](const Log& d) { return d.b; }}}}},
    {"three",
     {[](Log& d) { note(d, "+three"); },
      [](Log& d, Machine& machine) {
          note(d, "three");
          if (d.naps > 0) sleep(machine, static_cast<std::uint16_t>(d.naps));
          if (d.stop) go(machine, 0);
      },
      [](Log& d) { note(d, "-three"); }},
     {}},
});
static_assert(kTable.state("three") == 2 && kTable.name(1) == "two" && kTable.name(9) == "?" && kTable.size() == 3);

std::string run_once(Log& log, const auto& table) {
    log.text.clear();
    TableHost host(table, log);
    run(log.machine, host);
    return log.text;
}

Log started(const auto& table) {
    Log log;
    TableHost host(table, log);
    start(log.machine, host);
    return log;
}

constexpr auto kEndless = machine_table<Log>({
    {"here", {nullptr, nullptr, [](Log& d) { ++d.naps; }}, {{{"there", [](const Log&) { return true; }}}}},
    {"there", {nullptr, nullptr, [](Log& d) { ++d.naps; }}, {{{"here", [](const Log&) { return true; }}}}},
});

constexpr auto kLate = machine_table<Log>({
    {"calm",
     {nullptr, [](Log& d, Machine&) { note(d, "calm"); }},
     {{{"broken", [](const Log& d) { return d.a; }, true},
       {"other", [](const Log& d) { return d.b; }, true},
       {"away", [](const Log& d) { return d.stop; }}}}},
    {"broken", {[](Log& d) { note(d, "+broken"); }}, {}},
    {"other", {[](Log& d) { note(d, "+other"); }}, {}},
    {"away", {}, {{{"calm", [](const Log& d) { return !d.stop; }}}}},
});

}  // namespace

TEST_CASE("transitions precede the tick, in order. End precedes begin. The new state ticks at once") {
    Log log = started(kTable);
    CHECK(log.text == "+one ");
    CHECK(run_once(log, kTable) == "one ");
    CHECK(log.machine.age == 1);
    log.a = log.b = true;  // the first transition that holds is taken, and state two falls through to three
    CHECK(run_once(log, kTable) == "-one +two -two +three three ");
    CHECK(log.machine.state == 2);
    CHECK(log.machine.age == 1);
    CHECK(run_once(log, kTable) == "three ");
    CHECK(log.machine.age == 2);
}

TEST_CASE("falling through stops after kFallThroughMax states and is counted") {
    Log log = started(kEndless);
    run_once(log, kEndless);
    CHECK(log.naps == kFallThroughMax);
    CHECK(log.machine.stuck == 1);
    for (int i = 0; i < 300; ++i) run_once(log, kEndless);
    CHECK(log.machine.stuck == 255);
}

TEST_CASE("a sleeping state does not tick, but its transitions are taken, and it wakes when entered again") {
    Log log = started(kTable);
    log.b = true;
    log.naps = 3;
    CHECK(run_once(log, kTable) == "-one +three three ");
    for (int i = 0; i < 3; ++i) CHECK(run_once(log, kTable) == "");
    CHECK(run_once(log, kTable) == "three ");
    Log other = started(kTable);
    other.machine.sleep = 50;
    other.a = true;
    CHECK(run_once(other, kTable) == "-one +two two ");
    CHECK(other.machine.sleep == 0);
}

TEST_CASE("go leaves as soon as the tick returns") {
    Log log = started(kTable);
    log.b = true;
    run_once(log, kTable);
    log.b = false;
    log.stop = true;
    CHECK(run_once(log, kTable) == "three -three +one one ");
    CHECK(log.machine.wanted == 0xffff);
}

TEST_CASE("enter from outside ends the old state, begins the new one and drops a pending transition") {
    Log log = started(kTable);
    log.machine.pending = 1;
    log.machine.pending_wait = 9;
    TableHost host(kTable, log);
    enter(log.machine, host, kTable.state("three"));
    CHECK(log.text == "+one -one +three ");
    CHECK(log.machine.pending == kNoState);
    CHECK(log.machine.age == 0);
}

TEST_CASE("a late transition is taken kLateTicks after its condition first held, even if it no longer holds") {
    Log log = started(kLate);
    run_once(log, kLate);
    log.a = true;
    run_once(log, kLate);
    CHECK(log.machine.pending == kLate.state("broken"));
    log.a = false;
    log.b = true;  // a second late transition is ignored while one is pending
    for (std::uint32_t t = 1; t < kLateTicks; ++t) REQUIRE(run_once(log, kLate) == "calm ");
    CHECK(run_once(log, kLate) == "+broken ");
    CHECK(log.machine.state == kLate.state("broken"));
    CHECK(log.machine.pending == kNoState);
}

TEST_CASE("leaving by another transition drops the pending one") {
    Log log = started(kLate);
    log.a = true;
    run_once(log, kLate);
    log.a = false;
    log.stop = true;
    run_once(log, kLate);
    CHECK(log.machine.state == kLate.state("away"));
    log.stop = false;
    for (std::uint32_t t = 0; t < 2 * kLateTicks; ++t) run_once(log, kLate);
    CHECK(log.machine.state == kLate.state("calm"));
}

TEST_CASE("several machines of one owner are independent") {
    Log log = started(kTable);
    Machine second;
    TableHost host(kTable, log);
    start(second, host);
    log.b = true;
    run(second, host);
    CHECK(second.state == 2);
    CHECK(log.machine.state == 0);
}
