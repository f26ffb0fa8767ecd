// Goal: an address cannot fill the server with peers, sessions, files or work.
#include <doctest/doctest.h>
#include <time.h>

#include "proto/token.hpp"
#include "tests/attacks/attacker.hpp"
#include "tests/attacks/outcome.hpp"

using namespace albireo;
using namespace albireo::attacks;
using storm::LobbyFixture;

namespace {

Micros processor_time() {
    timespec had{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &had);
    return Micros{had.tv_sec} * kSecond + had.tv_nsec / 1000;
}

constexpr std::uint64_t kAttacker = address(203, 0, 113, 5);

/// Two players who begin a game, want to start again at once, and then wait on the results for a rematch.
struct Idlers {
    explicit Idlers(LobbyFixture& fixture)
        : gold(fixture.net.connect(kAttacker), "gold"), blue(fixture.net.connect(kAttacker), "blue") {
        gold.connection.send(proto::Create{.level = "the_cut", .players = 2});
    }
    void turn(Micros now) {
        // The Bye comes with the acknowledgement that the game is over: after it there is no game to say goodbye to.
        if (step == 3) say(proto::Bye{}), ++step;
        if (step == 4 && now >= next_word) say(proto::Hello{}), next_word = now + 4 * kSecond;
        for (Guest* each : {&gold, &blue}) each->turn(now);
        if (gold.entered && step == 0) {
            blue.connection.send(proto::Join{gold.entered->code});
        } else if (blue.entered && step == 1) {
            say(proto::Ready{blue.entered->level_digest});
        } else if (gold.started && blue.started && step == 2) {
            say(proto::RematchWish{.wants = true});
            for (Guest* each : {&gold, &blue}) each->send_due(now);
        } else {
            return;
        }
        ++step;
    }
    void say(const proto::Message& message) {
        for (Guest* each : {&gold, &blue}) each->connection.send(message);
    }
    Guest gold, blue;
    int step = 0;
    Micros next_word = 0;  // who is silent for ten seconds is dropped
};

}  // namespace

TEST_CASE("row 2: peers without a seat are few per address and gone after ten seconds") {
    LobbyFixture fixture;
    std::vector<std::unique_ptr<Guest>> guests;
    for (int i = 0; i < 1200; ++i) {  // 1.2 s
        guests.push_back(std::make_unique<Guest>(
            fixture.net.connect(address(203, 0, 113, 1 + static_cast<std::uint32_t>(i % 4)))));
        for (auto& guest : guests) guest->turn(fixture.now);
        fixture.run(kMs);
    }
    const auto held = fixture.metrics.peers_now.load();
    for (int i = 0; i < 120; ++i) {
        for (auto& guest : guests) guest->turn(fixture.now);
        fixture.run(100 * kMs);
    }
    CHECK(fixture.metrics.peers_now.load() == 0);
    client::GameClient& honest = fixture.add({.name = "anna"});
    fixture.run(kSecond);
    emit({.row = "2",
          .attack = "connect from four addresses and want no seat",
          .acts = 1200,
          .gain = "peers held at a time",
          .achieved = static_cast<long long>(held),
          .limit = 4 * 32,
          .is_ok = honest.state() == client::GameClient::State::waiting});
}

TEST_CASE("row 2: an address holds few connections of players who wait on the results for a rematch") {
    const auto held_without_seat = [](const server::Limits& limits, LobbyFixture& fixture) {
        fixture.environment.admission = std::make_shared<server::AdmissionControl>(limits);
        fixture.open_lobby();
        std::vector<std::unique_ptr<Idlers>> idlers;
        std::uint64_t most = 0;
        for (int i = 0; i < 10 * 180; ++i) {  // as long as the first ones wait
            if (i % 50 == 0) idlers.push_back(std::make_unique<Idlers>(fixture));  // as many games as an address may begin
            for (auto& each : idlers) each->turn(fixture.now);
            fixture.now += 90 * kMs;
            fixture.run(10 * kMs);
            const std::uint64_t seated = 2 * fixture.metrics.sessions_now.load();
            most = std::max(most, fixture.metrics.peers_now.load() - std::min(seated, fixture.metrics.peers_now.load()));
        }
        return most;
    };
    LobbyFixture without, with;
    server::Limits unlimited;
    unlimited.rematch_waits = {1'000, 1'000, 1'000};
    const std::uint64_t before = held_without_seat(unlimited, without), now = held_without_seat({}, with);
    CHECK(before > 60);
    client::GameClient& honest = with.add({.name = "anna"});
    with.run(kSecond);
    emit({.row = "2",
          .attack = "begin games, end them at once, and wait on the results",
          .acts = 36,
          .gain = "peers without a seat held at a time",
          .achieved = static_cast<long long>(now),
          .limit = 16 + 2,  // those who have just said goodbye
          .is_ok = honest.state() == client::GameClient::State::waiting,
          .figures = {{"without_the_limit", static_cast<long long>(before)}}});
}

TEST_CASE("a player whose address has too many who wait still gets their rematch") {
    LobbyFixture fixture;
    server::Limits limits;
    limits.rematch_waits = {0, 0, 0};
    fixture.environment.admission = std::make_shared<server::AdmissionControl>(limits);
    fixture.open_lobby();
    Idlers pair(fixture);
    for (int i = 0; i < 100; ++i) {
        pair.turn(fixture.now);
        fixture.run(10 * kMs);
    }
    CHECK(pair.step == 4);
    CHECK(fixture.metrics.peers_now == 0);
    for (Guest* old : {&pair.gold, &pair.blue}) {
        Guest again(fixture.net.connect(kAttacker));
        again.connection.send(proto::Rejoin{.code = old->entered->code, .proof = proto::prove(old->entered->token, again.binding()), .rematch = true});
        for (int i = 0; i < 20; ++i) {
            again.turn(fixture.now);
            fixture.run(10 * kMs);
        }
        CHECK(again.entered);
    }
}

TEST_CASE("row 3: an address holds few sessions, and a lobby ends after ten minutes even if its player stays") {
    LobbyFixture fixture;
    std::vector<std::unique_ptr<Guest>> guests;
    std::uint64_t most = 0;
    for (int i = 0; i < 11 * 60 * 10; ++i) {
        if (i < 1000) {
            guests.push_back(std::make_unique<Guest>(fixture.net.connect(kAttacker)));
            guests.back()->connection.send(proto::Create{.level = "the_cut"});
        }
        for (auto& guest : guests) {
            if (guest->refused() == 0 || i < 1000) guest->turn(fixture.now);
        }
        fixture.now += 90 * kMs;
        fixture.run(10 * kMs);
        most = std::max(most, fixture.metrics.sessions_now.load());
    }
    emit({.row = "3",
          .attack = "create lobbies from one address and stay",
          .acts = 1000,
          .gain = "sessions held at a time",
          .achieved = static_cast<long long>(most),
          .limit = 16,
          .is_ok = fixture.metrics.sessions_now.load() == 0,
          .figures = {{"files", fixture.journals.made}, {"places_at_a_time", fixture.lobbies.most}}});
    CHECK(fixture.journals.made == 0);
    CHECK(fixture.lobbies.most <= 16);
    CHECK(fixture.lobbies.now == 0);
    CHECK(fixture.metrics.sessions_now.load() == 0);
}

TEST_CASE("row 3: a game that has begun waits five minutes for a player who vanished, not longer") {
    LobbyFixture fixture;
    auto guest = std::make_unique<Guest>(fixture.net.connect(kAttacker));
    guest->connection.send(proto::Create{.level = "the_cut", .players = 1});
    const auto run = [&](Micros length) {
        for (const Micros until = fixture.now + length; fixture.now < until;) {
            if (guest) guest->turn(fixture.now);
            if (guest && guest->entered && !guest->started) guest->connection.send(proto::Ready{guest->entered->level_digest});
            // A vanished player's seat needs no fine steps.
            fixture.now += guest ? 0 : 90 * kMs;
            fixture.run(10 * kMs);
        }
    };
    run(2 * kSecond);
    REQUIRE(guest->started);
    guest.reset();
    run(280 * kSecond);
    CHECK(fixture.metrics.sessions_now.load() == 1);
    run(40 * kSecond);
    emit({.row = "3",
          .attack = "begin a game and vanish",
          .acts = 1,
          .gain = "sessions held after 320 seconds",
          .achieved = static_cast<long long>(fixture.metrics.sessions_now.load())});
}

TEST_CASE("rows 4 and 5: creating sessions makes little work and no files, which only games have that start") {
    for (const std::uint8_t players : {std::uint8_t{2}, std::uint8_t{1}}) {
        CAPTURE(static_cast<int>(players));
        LobbyFixture fixture;
        fixture.levels.find("the_cut", Difficulty::standard);  // compiled once, at the first request
        int made = 0, asked = 0;
        const Micros before = processor_time();
        std::unique_ptr<Guest> guest;
        constexpr int kSeconds = 10;
        for (int i = 0; i < kSeconds * 200; ++i) {
            if (guest == nullptr || guest->entered || guest->refused() > 0) {
                if (guest != nullptr && guest->entered) {
                    ++made;
                    if (players == 1) guest->connection.send(proto::Ready{guest->entered->level_digest});
                    guest->connection.send(proto::Bye{});
                    for (int k = 0; k < 4; ++k) guest->turn(fixture.now), fixture.run(kMs);
                }
                guest = std::make_unique<Guest>(fixture.net.connect(kAttacker));
                guest->connection.send(proto::Create{.level = "the_cut", .players = players});
                ++asked;
            }
            guest->turn(fixture.now);
            fixture.run(5 * kMs);
        }
        const Micros work = (processor_time() - before) / kSeconds;
        emit({.row = players == 2 ? "4" : "5",
              .attack = players == 2 ? "create games and leave" : "create games alone, start them and leave",
              .acts = asked,
              .gain = "games created in ten seconds",
              .achieved = made,
              .limit = 12 + kSeconds * 12 / 60 + 1,
              .figures = {{"recordings", static_cast<long long>(fixture.recordings.size())}, {"journals", fixture.journals.made}, {"work_us_per_second", work}}});
        CHECK(fixture.journals.made <= (players == 1 ? made + 1 : 0));
        CHECK(fixture.journals.most <= 16);
        CHECK(fixture.lobbies.most <= 16);
        CHECK(fixture.recordings.size() <= (players == 1 ? 15u : 0u));
    }
}

TEST_CASE("row 5: a session that has not started costs the server little, and its start no compression") {
    LobbyFixture fixture;
    std::string error;
    fixture.levels.compile_all(error);
    std::vector<Micros> creates, starts;
    std::vector<std::unique_ptr<Guest>> guests;
    /// The costliest pass of the lobby within 20 ms, which is the pass that served the guest's request.
    const auto cost = [&] {
        Micros most = 0;
        for (int i = 0; i < 20; ++i, fixture.now += kMs) {
            guests.back()->turn(fixture.now);
            const Micros before = processor_time();
            fixture.lobby->advance(fixture.net, fixture.now);
            most = std::max(most, processor_time() - before);
        }
        return most;
    };
    for (std::uint32_t i = 0; i < 40; ++i) {
        guests.push_back(std::make_unique<Guest>(fixture.net.connect(address(10, 0, i, 1))));
        guests.back()->connection.send(proto::Create{.level = "the_hive", .players = 1});
        creates.push_back(cost());
        REQUIRE(guests.back()->entered);
        guests.back()->connection.send(proto::Ready{guests.back()->entered->level_digest});
        starts.push_back(cost());
        CHECK(guests.back()->started);
        guests.back()->connection.send(proto::Bye{});
        guests.back()->turn(fixture.now);
        fixture.run(5 * kMs);
    }
    // The median, because one interrupt is longer than the work.
    for (auto* costs : {&creates, &starts}) std::ranges::nth_element(*costs, costs->begin() + 20);
#ifdef ALBIREO_UNDER_ASAN  // the sanitizer's work is several times the server's
    constexpr Micros kMost = kSecond;
#else
    constexpr Micros kMost = 1'000;  // the goal is 200; a busy machine may take several times that
#endif
    emit({.row = "5",
          .attack = "create games and start them, each from another address",
          .acts = 40,
          .gain = "microseconds of the shard's thread for a Create (median)",
          .achieved = creates[20],
          .limit = kMost,
          .is_ok = starts[20] < 5 * kMost &&
                   fixture.recordings.size() == 40,  // with the packing of the level a start took 13'000
          .figures = {{"start_us", starts[20]}}});
}
