// Goal: a client survives any server: messages in any order with any contents, unsolicited levels, snapshots and
// questions, frames. It ends with one line or plays on. hostile_server_fuzz does the same over the path of real datagrams.
#include <cstdint>
#include <cstdlib>

#include "client/net/game_client.hpp"
#include "sim/snapshot.hpp"
#include "tests/fuzz/hostile_words.hpp"
#include "tests/fuzz/tape.hpp"
#include "tests/session/fake_server.hpp"
#include "tests/session/idle_controller.hpp"

using namespace albireo;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    Tape tape{data, data + size};
    HostileWords words(tape);
    FakeServer server;
    IdleController idle;
    client::ClientEnvironment reach;
    reach.open_link = [&] { return server.net.connect(); };
    if (tape.byte() % 2 == 0) {
        reach.find_level = [](const std::string& name, Difficulty difficulty) { return HostileWords::levels().find(name, difficulty); };
    }
    client::GameClient client({.players = static_cast<std::uint8_t>(1 + tape.byte() % 2)}, reach, idle);
    proto::Micros now = 0;
    const auto pass = [&](proto::Micros length) {
        for (const proto::Micros until = now + length; now < until; now += 5000) {
            client.advance(now);
            server.advance(now);
        }
    };
    pass(100'000);
    server.connection.send(proto::Welcome{proto::kProtocolVersion, kCoreVersion, "false"});
    for (int turn = 0; turn < 120 && !tape.done() && client.state() != client::GameClient::State::failed; ++turn) {
        const std::uint8_t op = tape.byte();
        words.say(op, server.connection, now);
        pass(op % 5 == 0 ? 300'000 : 20'000);
    }
    if (client.state() == client::GameClient::State::failed && client.failure().empty()) std::abort();
    return 0;
}
