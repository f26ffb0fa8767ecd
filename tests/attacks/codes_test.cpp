// Goal: nobody finds a game by guessing codes. Before there were limits, the attack tried 9 350 codes a second by Rejoin on one
// connection, and 5 200 a second by Join and reconnecting.
#include <doctest/doctest.h>

#include "proto/join_code.hpp"
#include "proto/token.hpp"
#include "server/seat_tokens.hpp"
#include "tests/attacks/attacker.hpp"
#include "tests/attacks/outcome.hpp"
#include "tests/session/memory_directory.hpp"
#include "tests/support/contains_bytes.hpp"

using namespace albireo;
using namespace albireo::attacks;
using storm::LobbyFixture;

namespace {

struct Codes {
    int asked = 0, looked_up = 0;
};

/// Tries codes for a minute over `connections` connections that are reopened once they are refused permanently, or, if `leaves`, with a
/// goodbye after each code.
Codes try_codes(LobbyFixture& fixture, std::uint64_t host, int connections, bool by_rejoin, bool leaves = false) {
    Random random = Random::seed(7, 8);
    std::vector<std::unique_ptr<Guest>> guests(static_cast<std::size_t>(connections));
    Codes codes;
    for (const Micros until = fixture.now + 60 * kSecond; fixture.now < until;) {
        for (auto& guest : guests) {
            const bool is_refused = guest != nullptr && (guest->refusals.contains(proto::Refusal::too_many_tries) || guest->refusals.contains(proto::Refusal::recovering));
            if (guest == nullptr || is_refused || leaves) {
                guest = std::make_unique<Guest>(fixture.net.connect(host));
            }
            const std::string code = proto::join_code((std::uint64_t{random.next()} << 32) | random.next());
            if (by_rejoin) {
                guest->connection.send(proto::Rejoin{code, proto::Proof{1}});
            } else {
                guest->connection.send(proto::Join{code});
            }
            if (leaves) guest->connection.send(proto::Bye{});
            ++codes.asked;
            const int before = guest->refusals[proto::Refusal::unknown_code];
            guest->turn(fixture.now);
            codes.looked_up += guest->refusals[proto::Refusal::unknown_code] - before;
        }
        fixture.run(5 * kMs);
    }
    return codes;
}

}  // namespace

TEST_CASE("row 1: one address tries at most 60 codes a minute, by Join or Rejoin, over any number of connections") {
    for (const bool by_rejoin : {false, true}) {
        for (const int connections : {1, 5}) {
            CAPTURE(by_rejoin);
            CAPTURE(connections);
            LobbyFixture fixture;
            const Codes codes = try_codes(fixture, address(203, 0, 113, 5), connections, by_rejoin);
            emit({.row = "1",
                  .attack = std::string("guess codes by ") + (by_rejoin ? "Rejoin" : "Join") +
                            ", connections: " + std::to_string(connections),
                  .acts = codes.asked,
                  .gain = "codes looked up in a minute",
                  .achieved = codes.looked_up,
                  .limit = 60});
            CHECK(codes.looked_up >= 1);
        }
    }
}

TEST_CASE("row 1: in a fleet, too, a server's own codes are tried at most 60 times a minute") {
    using Where = Directory::Where;
    struct Way {
        const char* name;
        bool by_rejoin;
        std::optional<Where> answer;  // of the directory, always; none: it has not answered yet
    };
    for (const Way& way : {Way{"by Join, when the fleet has had enough of the address", false, Where::too_many},
                           Way{"by Rejoin, when the fleet has had enough of the address", true, Where::too_many},
                           Way{"by Join, leaving before the directory has answered", false, std::nullopt},
                           Way{"by Rejoin, leaving before the directory has answered", true, std::nullopt}}) {
        LobbyFixture fixture;
        const auto directory = std::make_shared<MemoryDirectory>();
        directory->is_slow = !way.answer;
        if (way.answer) directory->otherwise = *way.answer;
        fixture.lobby->set_directory(directory);
        const Codes codes = try_codes(fixture, address(203, 0, 113, 5), 2, way.by_rejoin, true);
        emit({.row = "1",
              .attack = std::string("guess codes of a server of a fleet ") + way.name,
              .acts = codes.asked,
              .gain = "codes looked up in a minute",
              .achieved = static_cast<long long>(directory->asked.size()),
              .limit = 60});
        CHECK(directory->asked.size() > 10);
    }
}

TEST_CASE("row 1: in a fleet, an address without a try left cannot tell by Rejoin whether a server has a game") {
    LobbyFixture fixture;
    const auto directory = std::make_shared<MemoryDirectory>();
    directory->pool = {"ACDEFG"};
    fixture.lobby->set_directory(directory);
    fixture.add({.name = "Gold"});
    fixture.run(kSecond);
    REQUIRE(directory->kept.contains("ACDEFG"));
    const std::uint64_t host = address(203, 0, 113, 5);
    for (int i = 0; i < 24; ++i) fixture.admission->note_wrong_code(host, fixture.now);
    const auto refusals_of = [&](const std::string& code) {
        Guest guest(fixture.net.connect(host));
        guest.connection.send(proto::Rejoin{code, proto::Proof{1}});
        for (int i = 0; i < 20; ++i) guest.turn(fixture.now), fixture.run(5 * kMs);
        std::string text;
        for (const auto& [reason, times] : guest.refusals) text += std::to_string(static_cast<int>(reason)) + ", ";
        return text;
    };
    const auto of_a_game = refusals_of("ACDEFG");
    CHECK(!of_a_game.empty());
    CHECK(of_a_game == refusals_of("ACDEFH"));
}

TEST_CASE("the tokens of a seat are wiped when the seat goes") {
    const proto::Token first{1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16}, second{21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31, 32, 33, 34, 35, 36};
    alignas(server::SeatTokens) std::array<std::uint8_t, sizeof(server::SeatTokens)> memory{};
    auto* const tokens = new (memory.data()) server::SeatTokens(first);
    const proto::Binding binding{};
    tokens->rotate(second, proto::prove(first, binding), binding);
    CHECK(support::contains_bytes(memory, first));
    CHECK(support::contains_bytes(memory, second));
    tokens->~SeatTokens();
    CHECK_FALSE(support::contains_bytes(memory, first));
    CHECK_FALSE(support::contains_bytes(memory, second));
}
