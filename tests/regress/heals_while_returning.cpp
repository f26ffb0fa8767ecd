// Symptom: a client that was reconnecting healed its old game from a snapshot, without the streams of frames that belong to
// the snapshot. Its prediction was then further ahead than the lead limit.
#include "tests/session/fake_server_game.hpp"

using namespace albireo;
using client::GameClient;

TEST_CASE("a snapshot that should heal a client whose connection was lost starts its game again instead") {
    FakeServerGame table;
    table.server.connection.start_frames(Tick{}, Tick{});
    while (table.client.predictor().predicted().tick < Tick{300}) {
        table.pass(100'000);
        auto& frames = table.server.connection.incoming();
        frames.release(frames.confirmed_up_to());
    }
    table.server.connection.send(proto::Refused{proto::Refusal::elsewhere, "1"});
    table.pass(100'000);
    REQUIRE(table.client.state() == GameClient::State::returning);
    table.server.connection = proto::Connection();
    table.pass(100'000);
    table.heal_on(*table.level);
    table.pass(500'000);
    CHECK(table.client.state() == GameClient::State::playing);
    CHECK(table.client.figures().resyncs == 0);
    CHECK(table.client.predictor().lead() <= kLeadTicksMax);
}
