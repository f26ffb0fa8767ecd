// Goal: a server killed at any moment loses no game. Another process goes on with what is on the disk: no tick that a client
// has confirmed is missing or different, the players reconnect automatically, and the recording verifies as one.
#include <doctest/doctest.h>

#include <fmt/format.h>

#include "replays/reader.hpp"
#include "replays/verify.hpp"
#include "tests/storm/bots.hpp"
#include "tests/support/repetitions.hpp"
#include "tests/support/time_units.hpp"

using namespace albireo;
using namespace albireo::storm;

namespace {


struct Moment {
    const char* name;
    Micros from, to;  // when the first kill strikes
};
constexpr Moment kMoments[] = {
    {"start", 0, 600 * kMs},          {"lobby", 500 * kMs, 3 * kSecond}, {"mid-game", 2 * kSecond, 12 * kSecond},
    {"bad links", kSecond, 10 * kSecond}, {"pause", 2 * kSecond, 12 * kSecond},  {"desync exchange", 4 * kSecond, 6 * kSecond},
    {"end", 8 * kSecond, 14 * kSecond},
};
constexpr std::uint32_t kMomentCount = std::size(kMoments);

VirtualGameOptions game_of(std::uint32_t seed) {
    const Moment& moment = kMoments[seed % kMomentCount];
    Random random = Random::seed(seed * 2654435761u, seed + 17);
    random.next();
    const auto draw = [&](Micros from, Micros to) { return from + Micros{random.below(static_cast<std::uint32_t>(to - from))}; };
    VirtualGameOptions options;
    options.seed = seed;
    options.random_order = true;
    Habits habits;
    const bool is_bad = moment.name == std::string_view("bad links");
    for (auto& link : options.links) {
        link.out.delay = link.in.delay = draw(5 * kMs, is_bad ? 200 * kMs : 60 * kMs);
        link.out.loss_ppm = link.in.loss_ppm = random.below(is_bad ? 500'000 : 150'000);
    }
    if (moment.name == std::string_view("lobby")) options.traits[random.below(2)].ready_after = 3 * kSecond;
    if (moment.name == std::string_view("pause")) habits.pause_every = 90 + random.below(60);
    if (moment.name == std::string_view("desync exchange")) {
        Fault fault;
        REQUIRE(parse_fault(fmt::format("{}:ships[0].at.x", 200 + random.below(120)), fault).empty());
        options.faults[1] = fault;
        options.expects_heal = true;
    }
    if (moment.name == std::string_view("end")) {
        options.levels_folder = ALBIREO_SOURCE_DIR "/tests/session/levels";
        options.level = "short";
    }
    options.make_controller = bot_controller(bodies(), seed, habits);
    Micros at = draw(moment.from, moment.to);
    const std::uint32_t kills = 1 + random.below(3);
    for (std::uint32_t i = 0; i < kills; ++i) {
        Incident incident;
        incident.kind = Incident::Kind::server_crash;
        incident.at = at;
        incident.length = random.below(3) == 0 ? draw(kSecond, 6 * kSecond) : draw(10 * kMs, 300 * kMs);
        incident.amount = static_cast<std::int32_t>(random.below(40));
        options.incidents.push_back(incident);
        at += incident.length + draw(100 * kMs, 6 * kSecond);
    }
    options.calm_at = at + 2 * kSecond;
    return options;
}

}  // namespace

TEST_CASE("a server killed at any moment loses no game") {
    const int games = support::repetitions(70, 1'000, 14);
    std::uint64_t crashes = 0, resumed = 0;
    for (int i = 1; i <= games; ++i) {
        const auto seed = static_cast<std::uint32_t>(i);
        VirtualGameOptions options = game_of(seed);
        const Micros calm_at = options.calm_at;
        VirtualGame game(std::move(options));
        game.run(calm_at + 12 * kSecond);
        // A crash waits for a write. If that came late, the players need time to come back, and a lobby notices after 8 s.
        if (game.server_crashes() > 0) game.run(game.restarted_at() + 20 * kSecond);
        game.check_at_end();
        for (const Finding& finding : game.findings()) {
            FAIL_CHECK("seed ", seed, " (", kMoments[seed % kMomentCount].name, ") at ", finding.at, ": ", finding.what);
        }
        crashes += game.server_crashes();
        resumed += game.metrics().sessions_resumed.load();
    }
    MESSAGE(crashes, " kills in ", games, " games; ", resumed, " games resumed");
    CHECK(crashes > static_cast<std::uint64_t>(games));
    CHECK(resumed > static_cast<std::uint64_t>(games) * 3 / 4);
}

TEST_CASE("a server killed before a game starts, or just then, has the lobby or the game, and never both") {
    const int games = support::repetitions(150, 2'000, 15);
    std::uint64_t crashes = 0, resumed = 0;
    for (int i = 1; i <= games; ++i) {
        const auto seed = static_cast<std::uint32_t>(i);
        Random random = Random::seed(seed * 2654435761u, seed + 5);
        VirtualGameOptions options;
        options.seed = seed;
        options.random_order = true;
        options.make_controller = bot_controller(bodies(), seed, {});
        for (auto& link : options.links) link.out.delay = link.in.delay = (5 + random.below(40)) * kMs;
        // Nobody has joined, one player is ready, both are: the second one takes up to a second.
        options.traits[random.below(2)].ready_after = Micros{random.below(1'000)} * kMs;
        if (random.below(2) == 0) options.offload_delay = Micros{1 + random.below(60)} * kMs;
        Micros at = Micros{random.below(1'600)} * kMs;
        for (std::uint32_t kills = 1 + random.below(2); kills > 0; --kills) {
            Incident incident;
            incident.kind = Incident::Kind::server_crash;
            incident.at = at;
            incident.length = 50 * kMs;
            incident.amount = static_cast<std::int32_t>(random.below(8));  // writes and packets later
            options.incidents.push_back(incident);
            at += Micros{1'200 + random.below(1'200)} * kMs;
        }
        options.calm_at = at + 10 * kSecond;  // a player in a lobby notices after 8 s that its server was killed
        VirtualGame game(options);
        game.run(options.calm_at + 12 * kSecond);
        game.check_at_end();
        for (const Finding& finding : game.findings()) FAIL_CHECK("seed ", seed, " at ", finding.at, ": ", finding.what);
        crashes += game.server_crashes();
        resumed += game.metrics().sessions_resumed.load();
    }
    MESSAGE(crashes, " kills in ", games, " games; ", resumed, " resumed");
    CHECK(crashes > static_cast<std::uint64_t>(games));
    CHECK(resumed > static_cast<std::uint64_t>(games) / 2);
}

TEST_CASE("a server that is killed again while its players come back has them back within three seconds") {
    int returning = 0;
    for (std::uint32_t seed = 1; seed <= 40; ++seed) {
        CAPTURE(seed);
        VirtualGameOptions options;
        options.seed = seed;
        for (auto& link : options.links) link.out.delay = link.in.delay = (10 + seed % 4 * 20) * kMs;
        options.make_controller = bot_controller(bodies(), seed, {});
        // Players notice the first kill after a second, and then need some tenths of a second to come back.
        const Micros first = 4 * kSecond, second = first + 1'000 * kMs + seed * 10 * kMs;
        for (const Micros at : {first, second}) {
            Incident incident;
            incident.kind = Incident::Kind::server_crash;
            incident.at = at;
            incident.length = 50 * kMs;
            options.incidents.push_back(incident);
        }
        VirtualGame game(std::move(options));
        game.run(first);
        const std::string watch_code = game.client(Slot::gold).watch_code();
        CHECK(!watch_code.empty());
        game.run(second);
        for (const Slot slot : kSlots) returning += game.client(slot).state() == client::GameClient::State::returning;
        const Micros started = second + 50 * kMs;
        game.run(started + 3 * kSecond);
        REQUIRE(game.server_crashes() == 2);
        for (const Slot slot : kSlots) CHECK(game.client(slot).state() == client::GameClient::State::playing);
        for (const Slot slot : kSlots) CHECK(game.client(slot).watch_code() == watch_code);
        CHECK(game.findings().empty());
    }
    CHECK(returning > 15);
}
