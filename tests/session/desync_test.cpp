// Goal: whichever bit of a replica is wrong, the tick, system and field are named, the replica is healed and the game goes
// on. A client that lies about its digests gains nothing.
#include <doctest/doctest.h>

#include <fmt/format.h>

#include "proto/memory_link.hpp"
#include "replays/bundle.hpp"
#include "replays/reader.hpp"
#include "replays/verify.hpp"
#include "sim/snapshot.hpp"
#include "sim/witness/words.hpp"
#include "tests/storm/desync_scene.hpp"

using namespace albireo;
using namespace albireo::storm;

TEST_CASE("a planted desync is named, healed, noted in the recording, and the game goes on") {
    VirtualGameOptions options = plain();
    options.faults[1] = fault_of("600:ships[0].at.x");
    VirtualGame game(options);
    game.run(11 * kSecond +
             500 * kMs);  // tick 600 at 10 s; then half a second to the next digest, and a few round trips
    const std::string line = desync_line(game);
    CHECK(line.find("desync at tick 600 after move_ships: ships[0].at.x server ") != std::string::npos);
    CHECK(game.client(Slot::blue).desync_text() != "");
    CHECK(line.find(game.client(Slot::blue).desync_text()) != std::string::npos);
    CHECK(game.metrics().desyncs.load() == 1);
    game.run(20 * kSecond);
    CHECK(game.client(Slot::blue).figures().desyncs <= 1);
    CHECK(game.client(Slot::blue).figures().resyncs == 1);
    CHECK(game.client(Slot::gold).figures().resyncs == 0);
    CHECK(game.metrics().desyncs.load() == 1);
    const Tick tick = game.client(Slot::blue).predictor().confirmed().tick;
    CHECK(tick > Tick{1100});
    const auto* blue = game.client(Slot::blue).history().find(tick - 30);
    const auto* gold = game.client(Slot::gold).history().find(tick - 30);
    REQUIRE(blue != nullptr);
    REQUIRE(gold != nullptr);
    CHECK(blue->root == gold->root);
    CHECK(game.own_corrections(Slot::blue) == 0);

    replays::Recording recording;
    REQUIRE(replays::read_recording(game.recording(), recording).empty());
    CHECK(recording.damage.kind == replays::Damage::Kind::unfinished);
    std::string noted;
    for (const auto& note : recording.notes) {
        if (note.kind == replays::NoteKind::desync) noted = note.text;
    }
    CHECK(noted == game.client(Slot::blue).desync_text());
    replays::Replay replay;
    REQUIRE(replays::prepare(std::move(recording), replay, replays::Partial::accept) == "");
    CHECK(replays::verify(replay).same);
}

TEST_CASE(
    "a difference is detected within half a second and a round trip, named within two round trips and a snapshot (three in a "
    "large column), and healed") {
    struct Row {
        Micros ping;
        std::string field;
        std::int64_t trips;
    };
    std::vector<Row> rows;
    for (const Micros ping : {20 * kMs, 100 * kMs, 250 * kMs}) {
        rows.push_back({ping, "earnings[1].score", 2});
        rows.push_back({ping, "enemies[0].at.y", 3});  // more than 4 096 numbers: two steps of digests (desync_inquiry.hpp)
    }
    for (const Row& row : rows) {
        const Micros ping = row.ping;
        const std::string& field = row.field;
        const std::int64_t trips = row.trips;
        CAPTURE(ping);
        CAPTURE(field);
        VirtualGameOptions options = plain(ping / 2);
        options.faults[1] = fault_of("601:" + field);  // just after a tick whose digest is sent
        VirtualGame game(options);
        const auto run_until = [&](auto&& holds) {
            while (!holds() && game.now() < 20 * kSecond) game.run(game.now() + kMs);
            return game.now();
        };
        const Micros wrong = run_until([&] {
            return game.is_running(Slot::blue) && game.client(Slot::blue).has_game() &&
                   game.client(Slot::blue).predictor().confirmed().tick >= Tick{601};
        });
        const Micros noticed = run_until([&] { return game.metrics().desyncs.load() != 0; });
        const Micros healed = run_until([&] { return game.client(Slot::blue).figures().resyncs == 1; });
        const std::uint32_t lead = game.client(Slot::blue).predictor().lead();
        const Micros named = run_until([&] { return !desync_line(game).empty(); });
        CHECK(desync_line(game).find(": " + field + " server ") != std::string::npos);
        CHECK(desync_line(game).find("tick 601 after ") != std::string::npos);
        CHECK(noticed - wrong <= 500 * kMs + ping);
        // The snapshot's path, and its bytes at 160 KB/s. The game then goes on from its current tick, not from the snapshot's.
        CHECK(healed - noticed <= ping / 2 + 250 * kMs);
        CHECK(lead < kLeadTicksMax);
        CHECK(game.client(Slot::blue).figures().frozen_ticks == 0);
        CHECK(named - noticed <= trips * ping + 200 * kMs);
        MESSAGE("ping " << ping / kMs << " ms: detected after " << (noticed - wrong) / kMs << " ms, healed after "
                        << (healed - noticed) / kMs << ", named after " << (named - noticed) / kMs << " ms more");
    }
}

TEST_CASE("a bit that flips in memory is distinguished from a wrong result of a system") {
    VirtualGameOptions options = plain();
    options.faults[0] = fault_of("480:earnings[1].score@memory");
    VirtualGame game(options);
    game.run(12 * kSecond);
    const std::string line = desync_line(game, "gold");
    CHECK(line.find("desync at tick 480 after sweep: earnings[1].score server ") != std::string::npos);
    CHECK(line.find("a second run of the tick on the client does not repeat it") != std::string::npos);
}

TEST_CASE("a fault of the server is named on both clients, which take the server's world and agree") {
    VirtualGameOptions options = plain();
    options.server_fault = fault_of("700:flow.flags");
    VirtualGame game(options);
    game.run(20 * kSecond);
    for (const auto* who : {"gold", "blue"}) {
        CHECK(desync_line(game, who).find("desync at tick 700 after move_enemies: flow.flags server ") !=
              std::string::npos);
    }
    for (const Slot slot : kSlots) CHECK(game.client(slot).figures().resyncs == 1);
    CHECK(game.client(Slot::gold).predictor().confirmed().tick > Tick{1100});
}

TEST_CASE(
    "a client with a second desync within a minute is told that it is not examined, and gets the right world at once") {
    VirtualGameOptions options = plain();
    options.faults[1] = fault_of("600:ships[0].at.x");
    options.server_fault = fault_of("690:flow.flags");
    VirtualGame game(options);
    const auto run_until = [&](auto&& holds) {
        while (!holds() && game.now() < 24 * kSecond) game.run(game.now() + kMs);
        return game.now();
    };
    const Micros noticed = run_until([&] { return game.metrics().desyncs.load() == 3; });
    const Micros back = run_until([&] {
        const client::GameClient& blue = game.client(Slot::blue);
        return blue.figures().rejoins == 1 && blue.state() == client::GameClient::State::playing;
    });
    const client::GameClient& blue = game.client(Slot::blue);
    MESSAGE("the right world again " << (back - noticed) / kMs << " ms after the difference was detected");
    CHECK(back - noticed < kSecond);
    game.run(24 * kSecond);
    CHECK(desync_line(game, "gold").find("desync at tick 690 after move_enemies: flow.flags") != std::string::npos);
    CHECK(desync_line(game).find("desync at tick 600 after move_ships: ships[0].at.x") != std::string::npos);
    CHECK(std::ranges::count_if(game.log(), [](const std::string& line) {
              return line.ends_with("the field was not asked for, so soon after another desync [\"blue\"]");
          }) == 1);
    CHECK(blue.figures().resyncs == 1);
    CHECK(blue.figures().rejoins == 1);
    CHECK(game.client(Slot::gold).figures().resyncs == 1);
    CHECK(game.client(Slot::gold).figures().rejoins == 0);
    CHECK(game.metrics().desyncs.load() == 3);
    const Tick tick = blue.predictor().confirmed().tick - 30;
    CHECK(tick > Tick{1200});
    CHECK(blue.history().find(tick)->root == game.client(Slot::gold).history().find(tick)->root);
    CHECK_FALSE(blue.differs());
}

TEST_CASE("a second desync more than a minute later is healed as quickly as the first") {
    VirtualGameOptions options = plain();
    options.make_controller = mashing_controllers();
    options.faults[1] = fault_of("600:earnings[0].score");
    options.server_fault = fault_of("4300:earnings[1].score");
    VirtualGame game(options);
    for (const auto& row : {std::pair{1, 1}, std::pair{3, 2}}) {
        const int differences = row.first, healed = row.second;
        const auto run_until = [&](auto&& holds) {
            while (!holds() && !game.is_over() && game.now() < 90 * kSecond) game.run(game.now() + kMs);
            return game.now();
        };
        const Micros noticed = run_until([&] { return game.metrics().desyncs.load() >= std::uint64_t(differences); });
        const Micros done =
            run_until([&] { return game.client(Slot::blue).figures().resyncs == std::uint64_t(healed); });
        CHECK_FALSE(game.is_over());
        CHECK(done < 90 * kSecond);
        CHECK(done - noticed <= 40 * kMs + 250 * kMs);
    }
    CHECK(game.client(Slot::blue).figures().rejoins == 0);
}

namespace {

/// The server's end and a client's end of a connection; pass() delivers the packets of both.
struct Wire {
    proto::Connection server, client;
    void pass(Micros now) {
        proto::OutPacket packet;
        while (client.next_packet(packet, now)) server.receive(packet.channel, packet.bytes(), now);
        while (server.next_packet(packet, now)) client.receive(packet.channel, packet.bytes(), now);
    }
};

}  // namespace

TEST_CASE("digests from a lost connection are not held against the client that rejoins") {
    server::Levels levels;
    server::Metrics metrics;
    server::SessionSetup setup;
    setup.code = "AAAAAA";
    setup.level = levels.find("the_cut", Difficulty::standard);
    server::Session session(std::move(setup), metrics);
    std::array<std::unique_ptr<Wire>, kSlotCount> wires;
    Micros now = 0;
    const auto connect = [&](Slot slot) {
        if (session.is_connected(slot)) session.disconnect(slot, false, now);
        wires[index(slot)] = std::make_unique<Wire>();
        session.connect(slot, wires[index(slot)]->server, now);
    };
    const auto pass = [&](int ticks, std::initializer_list<Slot> playing) {
        for (int i = 0; i < ticks; ++i, now += proto::kMicrosPerTick) {
            for (const Slot slot : playing) wires[index(slot)]->client.push_frame({}, now);
            for (auto& wire : wires) wire->pass(now);
            session.advance(now);
        }
    };
    const auto logged = [&](std::string_view text) {
        const auto lines = session.take_log();
        return std::ranges::any_of(lines,
                                   [&](const std::string& line) { return line.find(text) != std::string::npos; });
    };
    for (const Slot slot : kSlots) {
        session.take_seat(slot, {.name = slot == Slot::gold ? "gold" : "blue"});
        connect(slot);
        session.receive(slot, proto::Ready{session.setup().level->digest}, now);
    }
    for (auto& wire : wires) wire->client.start_frames({}, {});
    REQUIRE(session.has_started());

    // The digest is of a future tick. It is still waiting when the client is disconnected.
    pass(30, {Slot::gold});
    session.receive(Slot::gold, proto::DesyncNotice{Tick{10}, 1, 2, {}}, now);
    connect(Slot::gold);
    // The client's digests of worlds before the snapshot that it gets on rejoining do not count either.
    session.receive(Slot::gold, proto::DesyncNotice{Tick{12}, 1, 2, {}}, now);
    pass(20, {Slot::blue});
    CHECK(session.world().tick == Tick{20});
    CHECK(session.desyncs() == 0);

    // A lost connection ends the inquiry at once, not at its timeout. The next client in the seat is neither named nor sent
    // the result.
    session.receive(Slot::blue, proto::DesyncNotice{Tick{10}, 1, 2, {}}, now);
    pass(1, {});
    CHECK(session.desyncs() == 1);
    CHECK_FALSE(logged("gone before"));
    session.disconnect(Slot::blue, false, now);
    session.take_seat(Slot::blue, {.name = "another"});
    connect(Slot::blue);
    pass(2, {});
    CHECK(logged("the client was gone before it could be named [\"blue\"]"));
    while (const auto message = wires[index(Slot::blue)]->client.next_message()) {
        CHECK_FALSE(std::holds_alternative<proto::DesyncNotice>(*message));
    }
}

TEST_CASE("a snapshot that arrives too late to heal makes the client rejoin") {
    proto::MemoryNet net;
    proto::Connection server;
    server::Levels levels;
    const auto level = levels.find("the_cut", Difficulty::standard);
    Mashing controller(3);
    client::ClientEnvironment reach;
    reach.open_link = [&] { return net.connect(); };
    reach.find_level = [&](const std::string&, Difficulty) { return level; };
    client::ClientOptions options;
    options.players = 1;
    client::GameClient client(options, reach, controller);
    const auto world = std::make_unique<World>();
    init(*world, *level, {.seed = 1, .players = 1});
    proto::PeerId peer{};
    bool sent = false;
    int rejoins = 0;
    for (Micros now = 0; now < 14 * kSecond && rejoins == 0; now += 2 * kMs) {
        client.advance(now);
        proto::LinkEvent event;
        while (net.poll(event, now)) {
            if (event.kind == proto::LinkEvent::Kind::connected) {
                peer = event.peer;
                server = proto::Connection();
            } else if (event.kind == proto::LinkEvent::Kind::received && event.peer == peer) {
                server.receive(event.channel, event.bytes, now);
            }
        }
        while (const auto message = server.next_message()) {
            if (std::holds_alternative<proto::Create>(*message)) {
                proto::Entered entered;
                entered.code = "AAAAAA";
                entered.level_digest = level->digest;
                entered.seed = entered.players = 1;
                server.send(entered);
            } else if (std::holds_alternative<proto::Ready>(*message)) {
                server.start_frames({}, {});
                server.send(proto::Start{});
            } else if (std::holds_alternative<proto::Rejoin>(*message)) {
                ++rejoins;
            }
        }
        if (server.frames_started()) server.incoming().release(server.incoming().confirmed_up_to());
        if (!sent && client.has_game() && client.predictor().confirmed().tick > Tick{600}) {
            sent = true;
            std::vector<std::uint8_t> bytes(kSnapshotBytesMax);
            bytes.resize(save_world(*world, *level, bytes));
            server.send(proto::Resume{Tick{}, Tick{}, proto::ResumeReason::desync});
            proto::send_blob(server, proto::BlobKind::snapshot, 0, bytes);
        }
        proto::OutPacket packet;
        while (server.next_packet(packet, now)) net.send(peer, packet.channel, packet.bytes(), now);
    }
    CHECK(rejoins == 1);
    CHECK(client.state() == client::GameClient::State::returning);
    CHECK(client.figures().rejoins == 1);
}

TEST_CASE("a bundle reproduces its desync and names the side that it reproduces. A changed byte makes it invalid") {
    VirtualGameOptions options = plain();
    options.faults[1] = fault_of("600:enemies[1].parts[0].armour");
    VirtualGame game(options);
    game.run(14 * kSecond);
    REQUIRE(game.bundles().size() == 1);
    const auto bytes = replays::bundle_bytes(game.bundles()[0]);
    CHECK(bytes.size() < 100'000);
    replays::Bundle bundle;
    replays::DesyncFile file;
    REQUIRE(replays::read_bundle(bytes, bundle) == "");
    REQUIRE(replays::prepare(std::move(bundle), file) == "");
    CHECK(file.bundle.finding.path == "enemies[1].parts[0].armour");
    CHECK(desync_line(game).find(replays::find_again(file).text()) != std::string::npos);
    CHECK(file.server->repeated);
    CHECK_FALSE(file.client->repeated);
    CHECK(file.server->testimony.build == "virtual server");
    CHECK(file.replay.recording.end() >= Tick{600});

    // The server's half is readable even if the client's half is invalid: a world or frames that do not decode.
    Testimony said;
    REQUIRE(read_testimony(file.bundle.client, said));
    replays::Bundle spoiled = file.bundle;
    auto& snapshot = said.before;
    snapshot[snapshot.size() / 2] ^= 1;
    spoiled.client = testimony_bytes(said);
    replays::DesyncFile half;
    REQUIRE(replays::read_bundle(replays::bundle_bytes(spoiled), bundle) == "");
    REQUIRE(replays::prepare(std::move(bundle), half) == "");
    CHECK(half.server->repeated);
    CHECK_FALSE(half.client);
    CHECK(half.client_fault.find("cannot be used") != std::string::npos);
    file.client->testimony.frames[0].report_count = 255;
    replays::Recording smallest;
    CHECK(replays::read_recording(replays::smallest_recording(file, *file.client, "test"), smallest) == "");

    Random random = Random::seed(3, 4);
    for (int i = 0; i < 400; ++i) {
        auto changed = bytes;
        changed[random.below(static_cast<std::uint32_t>(bytes.size()))] ^=
            static_cast<std::uint8_t>(1u << random.below(8));
        REQUIRE(replays::read_bundle(changed, bundle) != "");
        auto cut = bytes;
        cut.resize(random.below(static_cast<std::uint32_t>(bytes.size())));
        REQUIRE(replays::read_bundle(cut, bundle) != "");
    }
}
