// Goal: nobody finds a game by guessing codes. Before there were limits, the attack tried 9 350 codes a second by Rejoin on one
// connection, and 5 200 a second by Join and reconnecting.
#include <doctest/doctest.h>

#include "proto/join_code.hpp"
#include "tests/attacks/attacker.hpp"
#include "tests/attacks/outcome.hpp"

using namespace albireo;
using namespace albireo::attacks;
using storm::LobbyFixture;

namespace {

struct Codes {
    int asked = 0, looked_up = 0;
};

/// Tries codes for a minute over `connections` connections that are reopened once they are refused permanently.
Codes try_codes(LobbyFixture& fixture, std::uint64_t host, int connections, bool by_rejoin) {
    Random random = Random::seed(7, 8);
    std::vector<std::unique_ptr<Guest>> guests(static_cast<std::size_t>(connections));
    Codes codes;
    for (const Micros until = fixture.now + 60 * kSecond; fixture.now < until;) {
        for (auto& guest : guests) {
            if (guest == nullptr || guest->refusals.contains(proto::Refusal::too_many_tries)) {
                guest = std::make_unique<Guest>(fixture.net.connect(host));
            }
            const std::string code = proto::join_code((std::uint64_t{random.next()} << 32) | random.next());
            if (by_rejoin) {
                guest->connection.send(proto::Rejoin{code, proto::Proof{1}});
            } else {
                guest->connection.send(proto::Join{code});
            }
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
