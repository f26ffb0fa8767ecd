// Goal: a lobby survives any peers, and another game on it goes on undisturbed. The input is a small program: peers connect,
// leave, and send messages and packets that are valid, partly valid, or noise.
#include <cstdlib>
#include <memory>

#include "client/net/game_client.hpp"
#include "proto/blob.hpp"
#include "proto/memory_link.hpp"
#include "server/lobby.hpp"
#include "sim/snapshot.hpp"
#include "tests/fuzz/tape.hpp"
#include "tests/session/idle_controller.hpp"

using namespace albireo;

namespace {

struct Peer {
    std::unique_ptr<proto::Link> link;
    proto::Connection connection;
    proto::EvidenceWanted question;  // the last question it received
    Tick resumed{};                  // the tick of the last world it received
};

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    static server::Levels levels;
    Tape tape{data, data + size};
    Random random;
    server::Metrics metrics;
    proto::MemoryNet net;
    server::LobbyEnvironment environment;
    environment.random = [&] { return (std::uint64_t{random.next()} << 32) | random.next(); };
    environment.wall_ms = [] { return std::uint64_t{0}; };
    environment.log = [](const std::string&) {};
    environment.build = "fuzz";
    environment.keep_bundle = [](const replays::Bundle& bundle, server::Host) {
        replays::Bundle read;
        replays::DesyncFile file;
        if (!replays::read_bundle(replays::bundle_bytes(bundle), read).empty()) std::abort();
        if (!replays::prepare(std::move(read), file).empty() || !file.server_fault.empty()) std::abort();
    };
    server::Lobby lobby(levels, environment, metrics, {.sessions_max = 4});
    IdleController idle;
    client::ClientEnvironment reach;
    reach.open_link = [&] { return net.connect(); };
    reach.find_level = [&](const std::string& name, Difficulty difficulty) { return levels.find(name, difficulty); };
    client::ClientOptions options;
    options.players = 1;
    client::GameClient client(options, reach, idle);

    proto::Micros now = 0;
    const auto pass = [&](proto::Micros length) {
        for (const proto::Micros until = now + length; now < until; now += 5000) {
            client.advance(now);
            lobby.advance(net, now);
        }
    };
    pass(100'000);
    std::vector<Peer> peers;
    std::vector<std::uint8_t> noise;
    for (int turn = 0; turn < 200 && !tape.done(); ++turn) {
        const std::uint8_t op = tape.byte();
        if (peers.empty() || (op % 16 == 0 && peers.size() < 6)) {
            peers.emplace_back();
            peers.back().link = net.connect();
            peers.back().connection.send(proto::Hello{proto::kProtocolVersion, kCoreVersion, "x"});
        }
        Peer& peer = peers[tape.byte() % peers.size()];
        switch (op % 16) {
            case 1: peer.connection.send(proto::Create{.level = "the_cut", .players = static_cast<std::uint8_t>(tape.byte() % 4),
                                                              .section = static_cast<std::uint8_t>(tape.byte() % 12),
                                                              .phase = static_cast<std::uint8_t>(tape.byte() % 6)}); break;
            case 2: peer.connection.send(proto::Join{client.code()}); break;
            case 3: {
                const auto all = lobby.sessions();
                if (!all.empty()) peer.connection.send(proto::Join{all[tape.byte() % all.size()].code});
                break;
            }
            case 4: {
                const auto level = levels.find("the_cut", Difficulty::calm);
                peer.connection.send(proto::Ready{tape.byte() % 2 == 0 ? level->digest : tape.byte()});
                break;
            }
            case 5: peer.connection.send(proto::Rejoin{client.code(), {}}); break;
            case 6: peer.connection.send(proto::Bye{}); break;
            case 7: peer.connection.send(proto::LevelWanted{}); break;
            case 8:
                if (!peer.connection.frames_started()) peer.connection.start_frames({}, {});
                for (int i = tape.byte() % 8; i > 0 && peer.connection.has_room(); --i) {
                    Frame frame;
                    frame.buttons = static_cast<std::uint16_t>(tape.byte());
                    frame.command = static_cast<Command>(tape.byte() % 4);
                    peer.connection.push_frame(proto::normal(frame), now);
                }
                break;
            case 9:
                if (peer.connection.frames_started()) peer.connection.set_digest({Tick{tape.byte()}, tape.byte()});
                break;
            case 10: {
                proto::Evidence evidence;
                evidence.to = peer.question;
                evidence.to.own.clear();
                for (int i = tape.byte() % 65; i > 0; --i) evidence.values.push_back(tape.byte());
                peer.connection.send(evidence);
                break;
            }
            case 11: {
                const std::vector<std::uint8_t> bytes(1 + tape.byte() * 16u, tape.byte());
                proto::send_blob(peer.connection, proto::BlobKind::evidence, 0, bytes);
                break;
            }
            case 12: {
                const std::string text(tape.byte() % 8, 'd');
                peer.connection.send(proto::DesyncNotice{Tick{tape.byte()}, tape.byte(), tape.byte(), text});
                break;
            }
            case 13: {
                const auto level = levels.find("the_cut", Difficulty::calm);
                const Tick tick = tape.byte() % 2 == 0 ? peer.resumed : Tick{tape.byte()};
                peer.connection.send(proto::Ready{level->digest, tick});
                break;
            }
            default: {  // noise
                noise.resize(4 + tape.byte() % 64);
                for (auto& byte : noise) byte = tape.byte();
                peer.link->send(proto::kServer, static_cast<proto::Channel>(op % 2), noise, now);
            }
        }
        proto::OutPacket packet;
        for (Peer& each : peers) {
            while (each.connection.next_packet(packet, now)) each.link->send(proto::kServer, packet.channel, packet.bytes(), now);
            proto::LinkEvent event;
            while (each.link->poll(event, now)) {
                if (event.kind == proto::LinkEvent::Kind::received) each.connection.receive(event.channel, event.bytes, now);
            }
            while (const auto message = each.connection.next_message()) {
                if (const auto* question = std::get_if<proto::EvidenceWanted>(&*message)) each.question = *question;
                if (const auto* resume = std::get_if<proto::Resume>(&*message)) each.resumed = resume->snapshot_tick;
            }
        }
        pass(op % 5 == 0 ? 400'000 : 20'000);
    }
    if (client.state() != client::GameClient::State::playing || client.figures().frozen_ticks != 0) std::abort();
    return 0;
}
