// Symptom: a client accepted a snapshot of one of the highest tick numbers. The ticks after it started over from 0, so the
// predicted world was behind the confirmed one.
#include "tests/session/fake_server_game.hpp"

using namespace albireo;
using client::GameClient;

TEST_CASE("a client drops a server that sends a snapshot of a tick that no game reaches") {
    for (const std::uint32_t absent : {0u, 60u}) {
        CAPTURE(absent);
        FakeServerGame table;
        const auto world = std::make_unique<World>();
        init(*world, *table.level, {.players = 1});
        world->tick = Tick{UINT32_MAX - 40};
        table.send_world(*world, *table.level, {world->tick, world->tick + absent, proto::ResumeReason::rejoin});
        table.pass(3'000'000);
        CHECK(table.client.state() == GameClient::State::failed);
        CHECK(table.client.failure().find("4294967255") != std::string::npos);
    }
}
