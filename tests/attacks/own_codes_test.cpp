// Goal: an address that has no try left learns nothing about a server's own codes, whatever state their games are in and however it asks. In a fleet a
// try counts for all servers together, so an address that asks all of them in turn tries no more codes than at one.
#include <doctest/doctest.h>

#include <functional>

#include "sim/script/compile.hpp"
#include "tests/attacks/attacker.hpp"
#include "tests/attacks/outcome.hpp"
#include "tests/session/memory_directory.hpp"

using namespace albireo;
using namespace albireo::attacks;
using storm::LobbyFixture;

namespace {

constexpr std::uint64_t kAttacker = address(203, 0, 113, 5);
constexpr const char* kOwn = "ACDEFG";
constexpr const char* kUnknown = "ACDEFH";
constexpr const char* kUnknownWatch = "ACDEFHJK";

/// A server of a fleet, or alone.
struct Server : LobbyFixture {
    explicit Server(bool in_fleet) {
        if (in_fleet) {
            directory->pool = {kOwn};
            lobby->set_directory(directory);
        }
    }
    void begin_game() {
        client::GameClient& gold = add({.name = "Gold"});
        run(kSecond);
        code = gold.code();
        REQUIRE(!code.empty());
        watch_code = lobby->find(code)->setup().watch_code;
    }
    /// A game of an earlier process, which is never read.
    void begin_recovery() {
        code = kOwn;
        lobby->recover({{kOwn, [this] { return unread.emplace_back().get_future(); }}});
    }
    /// What somebody learns by this request.
    std::string answers(const proto::Message& request) {
        Guest guest(net.connect(kAttacker));
        guest.connection.send(request);
        for (int i = 0; i < 40; ++i) guest.turn(now), run(5 * kMs);
        std::string text = guest.entered ? "entered" : "";
        for (const auto& [reason, times] : guest.refusals) text += std::to_string(static_cast<int>(reason)) + ", ";
        return text;
    }
    void use_up_tries() {
        for (int i = 0; i < 24; ++i) admission->note_wrong_code(kAttacker, now);
    }
    std::shared_ptr<MemoryDirectory> directory = std::make_shared<MemoryDirectory>();
    std::string code, watch_code;
    std::vector<std::promise<server::ParkedFile::Loaded>> unread;
};

/// By how many of the requests somebody who has no try left could tell the server's own code from an unknown one.
int told(Server& server) {
    int told = 0;
    const auto compare = [&](const proto::Message& of_own, const proto::Message& of_unknown) {
        const std::string own = server.answers(of_own), unknown = server.answers(of_unknown);
        CHECK(!unknown.empty());
        told += own != unknown ? 1 : 0;
    };
    // A player takes a free seat, so a Join comes last.
    compare(proto::Rejoin{server.code, proto::Proof{1}}, proto::Rejoin{kUnknown, proto::Proof{1}});
    if (!server.watch_code.empty()) compare(proto::Watch{.code = server.watch_code}, proto::Watch{.code = kUnknownWatch});
    compare(proto::Join{server.code}, proto::Join{kUnknown});
    return told;
}

void check(const char* attack, Server& server) {
    emit({.row = "1",
          .attack = attack,
          .acts = 3,
          .gain = "kinds of request by which a server's own code can be told from an unknown one",
          .achieved = told(server)});
}

}  // namespace

TEST_CASE("row 1: an address that has used up a server's tries cannot tell its codes from others, while games wait, are recovered, or are about to be parked") {
    for (const bool in_fleet : {false, true}) {
        CAPTURE(in_fleet);
        Server open(in_fleet);
        open.begin_game();
        open.use_up_tries();
        check("guess codes without a try left", open);
        Server drains(in_fleet);
        drains.begin_game();
        drains.lobby->drain();
        drains.use_up_tries();
        check("guess codes of a server that takes no new games, without a try left", drains);
        Server recovers(in_fleet);
        recovers.begin_recovery();
        recovers.use_up_tries();
        check("guess codes of games that are being recovered, without a try left", recovers);
    }
}

TEST_CASE("row 1: an address of which the fleet has had enough cannot tell a server's own codes from others") {
    const auto refuse_all = [](Server& server) { server.directory->otherwise = Directory::Where::too_many; };
    Server open(true);
    open.begin_game();
    refuse_all(open);
    check("guess codes of one server after the other, in a fleet", open);
    Server drains(true);
    drains.begin_game();
    drains.lobby->drain();
    refuse_all(drains);
    check("guess codes of a server of a fleet that takes no new games", drains);
}

TEST_CASE("row 1: between two levels a campaign answers a wrong token at once, and nobody without a try left can tell that it is there") {
    Server server(false);
    auto compiled = script::compile_level_file(ALBIREO_SOURCE_DIR "/tests/session/levels/short.lua", Difficulty::standard);
    REQUIRE(compiled.error == "");
    server.levels.offer("short", Difficulty::standard, std::make_shared<const Level>(std::move(compiled.level)));
    REQUIRE(server.levels.set_campaign({"short", "short"}) == "");
    client::GameClient& gold = server.add({.name = "Gold", .level = "campaign"});
    server.run(200 * kMs);
    server.code = gold.code();
    server.add({.name = "Blue", .code = server.code});
    for (int i = 0; i < 15'000 && !server.lobby->find(server.code)->goes_on(); ++i) server.run(kMs);
    REQUIRE(server.lobby->find(server.code)->goes_on());
    server.clients.clear();  // the next level opens when they have said goodbye, or after five seconds
    server.use_up_tries();
    check("guess codes of campaigns between two levels, without a try left", server);
    CHECK(server.lobby->find(server.code)->goes_on());
}

TEST_CASE("in a fleet a server's own code is tried when the directory has answered, and at once while the directory is down") {
    Server server(true);
    server.begin_game();
    server.directory->is_slow = true;
    client::GameClient& blue = server.add({.name = "Blue", .code = kOwn});
    server.run(kSecond);
    CHECK(server.lobby->find(kOwn)->name_of(Slot::blue).empty());
    SUBCASE("it answers") {}
    SUBCASE("it is down") { server.directory->is_up = false; }
    server.directory->is_slow = false;
    server.run(kSecond);
    CHECK(server.lobby->find(kOwn)->name_of(Slot::blue) == "Blue");
    CHECK(blue.slot() == Slot::blue);
}
