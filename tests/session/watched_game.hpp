#pragma once
/// A game of two in virtual time, with spectators, and with peers that send what they like.
#include <doctest/doctest.h>

#include <memory>
#include <string>
#include <vector>

#include "replays/spectator.hpp"
#include "sim/snapshot.hpp"
#include "tests/session/lobby_fixture.hpp"
#include "tests/support/time_units.hpp"

namespace albireo::storm {

using replays::Spectator;

/// What the server sends, as it passes through.
class SentLog final : public proto::Link {
  public:
    struct Sent {
        Micros at;
        proto::PeerId peer;
        proto::Channel channel;
        std::vector<std::uint8_t> bytes;
        bool operator==(const Sent&) const = default;
    };
    explicit SentLog(proto::Link& inner) : inner_(inner) {}
    void send(proto::PeerId peer, proto::Channel channel, std::span<const std::uint8_t> bytes, Micros now) override {
        sent.push_back({now, peer, channel, {bytes.begin(), bytes.end()}});
        inner_.send(peer, channel, bytes, now);
    }
    bool poll(proto::LinkEvent& event, Micros now) override { return inner_.poll(event, now); }
    void close(proto::PeerId peer) override {
        closed.push_back(peer);
        inner_.close(peer);
    }
    proto::LinkTraffic traffic() const override { return inner_.traffic(); }
    std::uint64_t host_of(proto::PeerId peer) const override { return inner_.host_of(peer); }
    proto::Binding binding_of(proto::PeerId peer) const override { return inner_.binding_of(peer); }

    std::vector<Sent> sent;
    std::vector<proto::PeerId> closed;

  private:
    proto::Link& inner_;
};

/// A peer that can send anything.
struct BarePeer {
    explicit BarePeer(std::unique_ptr<proto::Link> to, bool knows_spectators = false) : link(std::move(to)) {
        connection.send(proto::Hello{.core_version = kCoreVersion, .name = "eve", .spectators = knows_spectators});
    }
    void advance(Micros now) {
        proto::LinkEvent event;
        while (link->poll(event, now)) {
            if (event.kind == proto::LinkEvent::Kind::received) connection.receive(event.channel, event.bytes, now);
        }
        while (const auto message = connection.next_message()) {
            if (const auto* refused = std::get_if<proto::Refused>(&*message)) refusal = refused->reason;
            if (const auto* in = std::get_if<proto::Entered>(&*message)) connection.send(proto::Ready{in->level_digest, {}});
            if (std::holds_alternative<proto::Spectators>(*message)) ++told_spectators;
            if (const auto* chunk = std::get_if<proto::Chunk>(&*message)) bytes += chunk->data.size();
            if (std::holds_alternative<proto::Watching>(*message)) ++watching;
            if (std::holds_alternative<proto::Entered>(*message)) ++entered;
        }
        proto::OutPacket packet;
        while (connection.next_packet(packet, now)) link->send(proto::kServer, packet.channel, packet.bytes(), now);
    }
    std::unique_ptr<proto::Link> link;
    proto::Connection connection;
    proto::Refusal refusal = proto::Refusal::none;
    std::size_t bytes = 0;
    int watching = 0, entered = 0, told_spectators = 0;
};

struct WatchedGame : LobbyFixture {
    explicit WatchedGame(server::LobbyLimits allowed = {}) : LobbyFixture(allowed) {
        anna = &add({.name = "anna"});
        pass(100 * kMs);
        ben = &add({.name = "ben", .code = anna->code()});
        pass(200 * kMs);
        REQUIRE(anna->state() == GameClient::State::playing);
    }
    void pass(Micros length) {
        for (const Micros until = now + length; now < until; now += proto::kMicrosPerMs) {
            for (auto& client : clients) client->advance(now);
            for (auto& each : spectators) each->advance(now);
            for (auto& each : peers) each->advance(now);
            lobby->advance(tap, now);
        }
    }
    Spectator& watch(const std::string& code, std::uint32_t delay_ms = 0, std::uint64_t host = 0) {
        spectators.push_back(std::make_unique<Spectator>(net.connect(host), Spectator::Options{.code = code, .delay_ms = delay_ms}));
        return *spectators.back();
    }
    BarePeer& connect(std::uint64_t host = 0) {
        peers.push_back(std::make_unique<BarePeer>(net.connect(host)));
        return *peers.back();
    }
    SentLog tap{net};
    std::vector<std::unique_ptr<Spectator>> spectators;
    std::vector<std::unique_ptr<BarePeer>> peers;
    GameClient* anna = nullptr;
    GameClient* ben = nullptr;
};

}  // namespace albireo::storm
