// Goal: each fault of a storm run does what its name says, and the game survives it; whole matches reach their ends; a
// finding is shrunk to what causes it; and a run that exercised too little fails.
#include <doctest/doctest.h>

#include <algorithm>

#include "proto/memory_link.hpp"
#include "sim/script/compile.hpp"
#include "tests/storm/desync_scene.hpp"
#include "tests/storm/faults.hpp"
#include "tests/storm/shrink.hpp"
#include "tests/storm/tap.hpp"

using namespace albireo;
using namespace albireo::storm;

namespace {

Faults only(std::initializer_list<FaultKind> kinds) {
    Faults faults = Faults::none();
    for (const FaultKind kind : kinds) faults.set(kind, true);
    return faults;
}

/// A plain game on a short level, with these incidents.
VirtualGameOptions with(std::vector<Incident> incidents) {
    VirtualGameOptions options = plain();
    options.incidents = std::move(incidents);
    options.calm_at = 20 * kSecond;
    return options;
}

void play(VirtualGame& game) {
    game.run(game.options().calm_at + kCalm);
    game.check_at_end();
    for (const Finding& finding : game.findings()) FAIL_CHECK(finding.what);
}

bool operator==(const Incident& a, const Incident& b) {
    return a.kind == b.kind && a.slot == b.slot && a.at == b.at && a.length == b.length && a.amount == b.amount;
}

}  // namespace

TEST_CASE("faults are named, listed and read back") {
    Faults faults;
    CHECK(faults.is_all());
    CHECK(parse_faults("loss,hostile-partner,rebind", faults).empty());
    CHECK(faults.count() == 3);
    CHECK(list_of(faults) == "loss,rebind,hostile-partner");
    CHECK(parse_faults("none", faults).empty());
    CHECK(faults.count() == 0);
    CHECK(list_of(faults) == "none");
    CHECK(parse_faults("loss,lozz", faults) == "lozz");
    for (const FaultKind kind : all_fault_kinds()) {
        CHECK(parse_faults(name_of(kind), faults).empty());
        CHECK(faults == only({kind}));
        CHECK(description_of(kind).size() > 10);
    }
}

TEST_CASE("leaving out one kind of fault changes no other") {
    for (std::uint32_t seed = 1; seed <= 30; ++seed) {
        CAPTURE(seed);
        const VirtualGameOptions all = storm_of(seed, 60 * kSecond, Faults{});
        Faults fewer;
        fewer.set(FaultKind::crash, false);
        fewer.set(FaultKind::delay, false);
        const VirtualGameOptions rest = storm_of(seed, 60 * kSecond, fewer);
        std::vector<Incident> expected = all.incidents;
        std::erase_if(expected, [](const Incident& incident) { return incident.kind == Incident::Kind::crash; });
        CHECK(std::ranges::equal(rest.incidents, expected, [](const Incident& a, const Incident& b) { return a == b; }));
        REQUIRE(rest.link_changes.size() == all.link_changes.size());
        for (std::size_t i = 0; i < all.link_changes.size(); ++i) {
            CHECK(rest.link_changes[i].at == all.link_changes[i].at);
            CHECK(rest.link_changes[i].link.out.loss_ppm == all.link_changes[i].link.out.loss_ppm);
            CHECK(rest.link_changes[i].link.in.rate == all.link_changes[i].link.in.rate);
            CHECK(rest.link_changes[i].link.out.delay == 0);
        }
        CHECK(rest.clock_ppm == all.clock_ppm);
        CHECK(rest.difficulty == all.difficulty);
        CHECK(rest.hostile_partner == all.hostile_partner);
    }
}

TEST_CASE("a shorter game has the same faults up to its calm") {
    for (std::uint32_t seed = 1; seed <= 30; ++seed) {
        CAPTURE(seed);
        const VirtualGameOptions full = storm_of(seed, 120 * kSecond, Faults{});
        const VirtualGameOptions brief = storm_of(seed, 60 * kSecond, Faults{});
        std::vector<Incident> expected = full.incidents;
        std::erase_if(expected, [](const Incident& incident) { return incident.at >= 60 * kSecond; });
        // A goodbye whose return would come after the calm does not happen.
        const auto not_leave = [](const Incident& incident) { return incident.kind == Incident::Kind::leave; };
        std::erase_if(expected, not_leave);
        std::vector<Incident> seen = brief.incidents;
        std::erase_if(seen, not_leave);
        REQUIRE(seen.size() == expected.size());
        for (std::size_t i = 0; i < seen.size(); ++i) {
            CHECK(seen[i].at == expected[i].at);
            CHECK(seen[i].kind == expected[i].kind);
            CHECK(seen[i].length == std::min(expected[i].length, 60 * kSecond - seen[i].at));
        }
    }
}

TEST_CASE("shrinking finds the smallest set of faults and the shortest game") {
    const Faults cause = only({FaultKind::crash, FaultKind::late_duplicates, FaultKind::skew});
    int games = 0;
    const PlayCase play_case = [&](const Case& played) -> std::vector<Finding> {
        ++games;
        std::vector<Finding> findings{{kSecond, "another finding, at tick " + std::to_string(games)}};
        for (const FaultKind kind : all_fault_kinds()) {
            if (cause.has(kind) && !played.faults.has(kind)) return findings;
        }
        if (played.faults_for < 42 * 600'000) return findings;
        findings.push_back({25 * kSecond, "blue differs from the server at tick " + std::to_string(games)});
        return findings;
    };
    const Case from{.seed = 7, .faults = {}, .faults_for = 180 * kSecond, .match = {.section = 3}};
    const Finding first{170 * kSecond, "gold differs from the server at tick 4711"};
    std::vector<std::string> lines;
    const Shrunk shrunk = shrink(from, first, play_case, [&](const std::string& line) { lines.push_back(line); });
    CHECK(list_of(shrunk.smallest.faults) == list_of(cause));
    CHECK(shrunk.smallest.faults_for == 42 * 600'000);
    CHECK(shrunk.smallest.match == Match{.level = "the_cut", .section = 0, .players = 1});
    CHECK(shrunk.finding.what.starts_with("blue differs"));
    CHECK(shrunk.attempts == games);
    CHECK(games < 120);
    CHECK_FALSE(lines.empty());
    // A finding of another kind is no reason to go on with a case.
    const Shrunk other = shrink(from, {0, "gold failed"}, play_case, [](const std::string&) {});
    CHECK(other.smallest == from);
}

TEST_CASE("findings are of one kind if only numbers and players differ") {
    CHECK(kind_of_finding("gold differs from the server at tick 12") ==
          kind_of_finding("blue differs from the server at tick 999"));
    CHECK(kind_of_finding("gold was notified of a desync") != kind_of_finding("gold differs from the server at tick 1"));
    CHECK(kind_of_finding("digest 0a1b2c") == kind_of_finding("digest 77f0e9"));
}

TEST_CASE("late duplicates come seconds late, and no forged datagram passes the seal") {
    proto::MemoryNet net;
    std::vector<Tap*> taps;
    TrickCounters counters;
    proto::ImpairmentCounters links;
    auto link = std::make_unique<Tap>(taps, net.connect(), proto::FaultyLinkOptions{},
                                      Tricks{.seed = 3, .late_duplicate_ppm = 100'000, .bit_flips_ppm = 200'000},
                                      counters, links);
    std::vector<std::uint8_t> packet(40, 0x41);
    int arrived = 0;
    Micros latest = 0;
    for (Micros now = 0; now < 30 * kSecond; now += 10 * kMs) {
        if (now < 10 * kSecond) {
            for (std::size_t i = 0; i < 8; ++i) packet[i] = static_cast<std::uint8_t>(now >> (8 * i));
            link->send(proto::kServer, proto::Channel::frames, packet, now);
        }
        link->flush(now);
        proto::LinkEvent event;
        while (net.poll(event, now)) {
            if (event.kind != proto::LinkEvent::Kind::received) continue;
            ++arrived;
            Micros sent = 0;
            for (std::size_t i = 0; i < 8; ++i) sent |= Micros{event.bytes[i]} << (8 * i);
            latest = std::max(latest, now - sent);
        }
    }
    CHECK(counters.late_duplicates > 60);
    CHECK(counters.flipped > 120);
    CHECK(counters.forged == counters.flipped * kForgeries);
    CHECK(counters.accepted == 0);
    CHECK(counters.spoiled == 0);
    CHECK(arrived == 1'000 + static_cast<int>(counters.late_duplicates) - static_cast<int>(counters.flipped));
    CHECK(latest > 5 * kSecond);
    CHECK(latest < kLateMax + 20 * kMs);
    link->cut();
    link->send(proto::kServer, proto::Channel::frames, packet, 31 * kSecond);
    link->flush(31 * kSecond);
    proto::LinkEvent event;
    CHECK_FALSE(net.poll(event, 31 * kSecond));
}

TEST_CASE("after a freeze of the server, the game and its players continue") {
    VirtualGame game(with({{.kind = Incident::Kind::server_freeze, .at = 5 * kSecond, .length = 6 * kSecond}}));
    game.run(5 * kSecond);
    const Tick before = game.client(Slot::gold).predictor().confirmed().tick;
    game.run(11 * kSecond - 10 * kMs);
    CHECK(game.client(Slot::gold).predictor().confirmed().tick - before < 10);
    play(game);
    CHECK(game.incidents_of(Incident::Kind::server_freeze) == 1);
    CHECK(game.client(Slot::gold).predictor().confirmed().tick - before > 600);
}

TEST_CASE("a clock that jumps and one that changes its speed do no harm") {
    VirtualGame game(with({{.kind = Incident::Kind::clock_jump, .slot = Slot::gold, .at = 5 * kSecond, .amount = 3'000'000},
                           {.kind = Incident::Kind::clock_drift, .slot = Slot::blue, .at = 6 * kSecond, .amount = 40'000},
                           {.kind = Incident::Kind::clock_drift, .slot = Slot::blue, .at = 9 * kSecond, .amount = -40'000}}));
    play(game);
    CHECK(game.incidents_of(Incident::Kind::clock_jump) == 1);
    CHECK(game.incidents_of(Incident::Kind::clock_drift) == 2);
}

TEST_CASE("a client whose address changes reconnects by its token") {
    VirtualGame game(with({{.kind = Incident::Kind::rebind, .slot = Slot::blue, .at = 5 * kSecond}}));
    play(game);
    CHECK(game.metrics().rejoins.load() == 1);
    CHECK(game.client(Slot::blue).predictor().confirmed().tick.value > 1'000);
}

TEST_CASE("a client that crashes in the lobby gets into the game") {
    for (const Slot slot : kSlots) {
        VirtualGameOptions options =
            with({{.kind = Incident::Kind::crash_before_start, .slot = slot, .at = 400 * kMs, .length = kSecond}});
        options.traits[index(other(slot))].ready_after = 2 * kSecond;
        options.traits[index(slot)].ready_after = 2 * kSecond;
        VirtualGame game(options);
        play(game);
        CHECK(game.incidents_of(Incident::Kind::crash_before_start) == 1);
    }
}

TEST_CASE("a client that crashes about the end learns how the game ended") {
    for (const EndCrash when : {EndCrash::when_predicted, EndCrash::when_ended}) {
        VirtualGameOptions options = plain();
        options.level = "short";
        options.levels_folder = "tests/session/levels";
        options.calm_at = 60 * kSecond;
        options.traits[1].end_crash = when;
        options.traits[1].end_crash_after = 20 * kMs;
        options.traits[1].end_crash_for = 8 * kSecond;
        VirtualGame game(options);
        play(game);
        CHECK(game.is_over());
        CHECK(game.end_crashes() == 1);
        CHECK(game.coverage().cleared == 1);
        CHECK(game.coverage().ends_compared == 2);
        // Packets in flight at the crash are lost, perhaps with the frames of the last ticks. Then the game waits for the player.
        const bool has_ended = when == EndCrash::when_ended;
        CHECK(game.coverage().told_later == (has_ended ? 1 : 0));
        CHECK(game.metrics().rejoins.load() == (has_ended ? 0 : 1));
    }
}

TEST_CASE("players ask with leads as short as people's, and some lose the connection while their request is pending") {
    Coverage coverage;
    for (std::uint32_t seed = 41; seed <= 60; ++seed) {
        CAPTURE(seed);
        VirtualGameOptions options = storm_of(seed, 20 * kSecond, only({FaultKind::crash, FaultKind::partition}));
        options.make_controller = bot_controller(bodies(), seed, {.pause_every = 60});
        VirtualGame game(options);
        play(game);
        coverage.add(game.coverage());
    }
    CHECK(coverage.requests > 20);
    CHECK(coverage.brief_requests * 2 > coverage.requests);
    CHECK(coverage.asked_rejoins > 0);
}

TEST_CASE("random order gives other games, each the same from the same seed") {
    VirtualGameOptions options = storm_of(5, 8 * kSecond, only({FaultKind::delay, FaultKind::loss}));
    options.make_controller = bot_controller(bodies(), 5);
    VirtualGame fixed(options);
    play(fixed);
    CHECK(fixed.swaps() == 0);
    options.random_order = true;
    VirtualGame first(options), second(options);
    play(first);
    play(second);
    CHECK(first.swaps() > 100);
    CHECK(first.recording() == second.recording());
    CHECK(first.recording() != fixed.recording());
}

TEST_CASE("rare answers in the code do no harm, and come only in builds with asserts") {
    std::array<std::uint64_t, proto::kRareCount> seen{};
    for (std::uint32_t seed = 1; seed <= 4; ++seed) {
        CAPTURE(seed);
        VirtualGameOptions options = with({{.kind = Incident::Kind::crash, .slot = Slot::blue, .at = 8 * kSecond, .length = kSecond}});
        options.seed = seed;
        options.rare_ppm = 20'000;
        options.traits[0].picture = 50 * kMs;
        options.traits[1].lacks_level = true;
        VirtualGame game(options);
        play(game);
        for (std::size_t i = 0; i < seen.size(); ++i) seen[i] += game.rare_points()[i];
    }
    for (const std::uint64_t count : seen) CHECK((count > 0) == proto::kHasRare);
}

TEST_CASE("a hostile partner harms neither gold nor the server") {
    std::uint64_t packets = 0;
    for (std::uint32_t seed = 1; seed <= 6; ++seed) {
        CAPTURE(seed);
        VirtualGameOptions options = plain(20 * kMs, seed);
        options.hostile_partner = true;
        options.calm_at = 30 * kSecond;
        VirtualGame game(options);
        play(game);
        packets += game.hostile_packets();
        CHECK(game.client(Slot::gold).predictor().confirmed().tick.value > 300);
    }
    CHECK(packets > 500);
}

TEST_CASE("a planted desync is found and healed under faults, and one that is not expected is a finding") {
    VirtualGameOptions options = plain();
    options.calm_at = 20 * kSecond;
    options.faults[1] = fault_of("400:earnings[0].score@memory");
    options.expects_heal = true;
    VirtualGame game(options);
    play(game);
    CHECK(game.planted_seen() > 0);
    CHECK(game.coverage().heals == 1);
    options.expects_heal = false;
    VirtualGame strict(options);
    strict.run(options.calm_at + kCalm);
    strict.check_at_end();
    CHECK_FALSE(strict.findings().empty());
}

TEST_CASE("seeds draw matches of all kinds, and the same ones again") {
    server::Levels levels;
    const auto own = script::builtin_levels();
    REQUIRE(std::ranges::find(own, "the_cut") != own.end());
    REQUIRE(levels.offer_folder("tests/storm/levels").empty());
    const std::vector<std::string> extra{"crowd", "marathon", "sortie", "workshop"};
    int whole = 0, practice = 0, brief = 0, solo = 0;
    for (std::uint32_t seed = 1; seed <= 200; ++seed) {
        const Match match = match_of(seed, levels, own, extra);
        CHECK(match == match_of(seed, levels, own, extra));
        CHECK(levels.find(match.level, Difficulty::standard) != nullptr);
        const bool is_brief = match.level == "sortie" || match.level == "workshop";
        (is_brief ? brief : match.section != 0 ? practice : whole) += 1;
        solo += match.players == 1 ? 1 : 0;
    }
    CHECK(whole > 40);
    CHECK(practice > 15);
    CHECK(brief > 30);
    CHECK(solo > 20);
}

TEST_CASE("a run that covers too little is below its floors") {
    Coverage nothing;
    nothing.games = 2;
    CHECK(below_floors(nothing).empty());  // too few games for a floor
    nothing.games = 200;
    const auto lines = below_floors(nothing);
    CHECK(lines.size() > 10);
    CHECK(std::ranges::any_of(lines, [](const std::string& line) { return line.starts_with("heals: 0"); }));
    Coverage::each(nothing, [](std::string_view name, std::uint64_t) {
        CAPTURE(name);
        for (std::uint64_t games = 1; games < 2'000; games += 7) CHECK(floor_of(name, games) <= floor_of(name, games + 7));
    });
    // A kind of ending that hardly any game reaches fails a part of ./check --full.
    for (const char* ending : {"cleared", "over", "told_later", "continues"}) CHECK(floor_of(ending, 300) > 0);
    // … and by chance nothing fails that one game in five reaches.
    CHECK(floor_of("cleared", 20) == 0);
    CHECK(floor_of("cleared", 300) > 30);
    CHECK(floor_of("cleared", 100'000) > 20'000);
    CHECK(floor_of("left", 300) == 0);
    Coverage plenty;
    Coverage::each(plenty, [](std::string_view, std::uint64_t& count) { count = 1'000'000; });
    plenty.games = 200;
    CHECK(below_floors(plenty).empty());
    Coverage sum;
    sum.add(plenty);
    sum.add(plenty);
    CHECK(sum.games == 400);
    CHECK(sum.heals == 2'000'000);
}
