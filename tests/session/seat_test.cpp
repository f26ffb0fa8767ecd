// Goal: a seat is right about its player in edge cases: a game that ends in the lobby, a player who is heard at the last
// moment, a player who returns over a new connection.
#include <doctest/doctest.h>

#include "server/levels.hpp"
#include "server/session.hpp"

using namespace albireo;
using namespace albireo::server;
using proto::Partner;

namespace {

struct SeatScene {
    SeatScene() : session(setup(), metrics) {
        for (const Slot slot : kSlots) {
            session.take_seat(slot, {.name = "player"});
            session.connect(slot, connections[index(slot)], now);
        }
    }
    static SessionSetup setup() {
        static Levels levels;
        SessionSetup setup;
        setup.code = "AAAAAA";
        setup.level = levels.find("the_cut", Difficulty::standard);
        return setup;
    }
    void ready(Slot slot) { session.receive(slot, proto::Ready{session.setup().level->digest}, now); }
    void start() {
        for (const Slot slot : kSlots) ready(slot);
        REQUIRE(session.has_started());
    }
    void run(Micros until) {
        for (; now < until; now += proto::kMicrosPerTick) session.advance(now);
    }

    Metrics metrics;
    Micros now = 0;
    std::array<proto::Connection, kSlotCount> connections;
    proto::Connection later;  // of a player who takes or retakes a seat
    Session session;
};

}  // namespace

TEST_CASE("a session that has ended in the lobby does not start, although both players become ready") {
    SeatScene scene;
    scene.session.end(proto::ByeReason::server_closing, scene.now);
    scene.ready(Slot::gold);
    scene.ready(Slot::blue);
    CHECK_FALSE(scene.session.has_started());
    CHECK(scene.metrics.sessions_started.load() == 0);
}

TEST_CASE("a new player who is silent for ten seconds and then gets ready counts as present") {
    SeatScene scene;
    scene.start();
    scene.session.disconnect(Slot::blue, true, scene.now);
    scene.session.take_seat(Slot::blue, {.name = "another"});
    scene.session.connect(Slot::blue, scene.later, scene.now);
    scene.run(Presence::kAbsentAfter);  // the last pass is just before
    REQUIRE(scene.session.state_of(Slot::blue) == Partner::expected);
    scene.now = Presence::kAbsentAfter + 1;
    proto::Connection client;
    proto::OutPacket packet;
    client.send(proto::Ready{scene.session.setup().level->digest});
    REQUIRE(client.next_packet(packet, scene.now));
    scene.later.receive(packet.channel, packet.bytes(), scene.now);
    scene.ready(Slot::blue);
    CHECK(scene.session.state_of(Slot::blue) == Partner::here);
}

TEST_CASE("a player's conflicting frames stay counted when they return over a new connection") {
    SeatScene scene;
    scene.start();
    Frame fires;
    fires.buttons = 1;
    proto::FrameWindow& window = scene.connections[index(Slot::blue)].incoming();
    window.put(Tick{0}, {}, true);
    window.put(Tick{0}, fires, true);
    scene.run(proto::kMicrosPerSecond);
    REQUIRE(scene.metrics.conflicts.load() == 1);
    scene.session.disconnect(Slot::blue, false, scene.now);
    scene.session.connect(Slot::blue, scene.later, scene.now);
    scene.connections[index(Slot::gold)].incoming().put(Tick{0}, {}, true);  // the world uses blue's last frame
    scene.run(2 * proto::kMicrosPerSecond);
    REQUIRE(scene.later.frames_started());
    CHECK(scene.metrics.conflicts.load() == 1);
}
