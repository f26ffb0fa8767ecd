// Goal: a link through a pipe has the handshake, the keys and the proof of the UDP link; a Knock of another pipe is worthless; and
// a pipe that is backed up gets no stale frames.
#include <doctest/doctest.h>

#include <deque>
#include <utility>
#include <vector>

#include "proto/joint_link.hpp"
#include "proto/memory_link.hpp"
#include "proto/pipe_link.hpp"
#include "proto/pipe_peer.hpp"
#include "tests/support/version_shift.hpp"

namespace albireo::proto {
namespace {

using Bytes = std::vector<std::uint8_t>;
using Kind = PipePeer::Taken::Kind;

KeyPair keys_of(std::uint8_t seed) {
    SecretKey secret;
    secret.fill(seed);
    return KeyPair::of(secret);
}
const KeyPair kServerKeys = keys_of(1);

/// Both ends of a pipe in memory.
struct Wire {
    std::deque<Bytes> to_server, to_client;
    DatagramPipe::State state = DatagramPipe::State::open;
    std::size_t backlog = 0;
};

class MemoryPipe final : public DatagramPipe {
  public:
    explicit MemoryPipe(Wire& wire) : wire_(wire) {}
    State state() const override { return wire_.state; }
    std::size_t backlog() const override { return wire_.backlog; }
    void send(std::span<const std::uint8_t> datagram) override { wire_.to_server.emplace_back(datagram.begin(), datagram.end()); }
    std::optional<std::span<const std::uint8_t>> receive() override {
        if (wire_.to_client.empty()) return std::nullopt;
        current_ = std::move(wire_.to_client.front());
        wire_.to_client.pop_front();
        return current_;
    }

  private:
    Wire& wire_;
    Bytes current_;
};

/// A client and a server at the two ends.
struct Ends {
    Wire wire;
    PipeLink link;
    PipePeer peer;
    bool admits = true;
    std::vector<Kind> taken;
    std::vector<Bytes> packets;  // that have arrived at the server
    std::vector<Bytes> knocks;   // datagrams that have come to it

    explicit Ends(std::optional<PublicKey> key = {}, std::uint8_t seed = 7, Cookie cookie = 99)
        : link(std::make_unique<MemoryPipe>(wire), 5, keys_of(seed), key), peer(kServerKeys, cookie) {}

    void serve() {
        while (!wire.to_server.empty()) {
            const Bytes datagram = std::move(wire.to_server.front());
            wire.to_server.pop_front();
            give(datagram);
        }
    }
    Kind give(const Bytes& datagram) {
        std::array<std::uint8_t, kLinkPacketBytesMax> packet;
        const auto one = peer.take(datagram, packet, [this] { return admits; });
        if (!peer.answer().empty()) wire.to_client.emplace_back(peer.answer().begin(), peer.answer().end());
        knocks.push_back(datagram);
        taken.push_back(one.kind);
        if (one.size != 0) packets.emplace_back(packet.begin(), packet.begin() + static_cast<std::ptrdiff_t>(one.size));
        return one.kind;
    }
    void send(Channel channel, const Bytes& packet) {
        std::array<std::uint8_t, kSealedDatagramMax> out;
        const std::size_t size = peer.seal(channel, packet, out);
        wire.to_client.emplace_back(out.begin(), out.begin() + static_cast<std::ptrdiff_t>(size));
    }
    /// Passes everything on for a second; returns the client's events.
    std::vector<LinkEvent::Kind> run(Micros from = 0) {
        std::vector<LinkEvent::Kind> events;
        for (Micros now = from; now < from + kMicrosPerSecond; now += 10 * kMicrosPerMs) {
            LinkEvent event;
            while (link.poll(event, now)) events.push_back(event.kind);
            link.flush(now);
            serve();
        }
        return events;
    }
};

}  // namespace

TEST_CASE("a client connects through a pipe, and its first packet comes with the Knock") {
    for (const bool knows_key : {false, true}) {
        Ends ends(knows_key ? std::optional(kServerKeys.public_key) : std::nullopt);
        ends.link.send(kServer, Channel::control, Bytes{1, 2, 3}, 0);
        const auto events = ends.run();
        CHECK(events == std::vector{LinkEvent::Kind::connected});
        REQUIRE(ends.packets.size() == 1);
        CHECK(ends.packets[0] == Bytes{1, 2, 3});
        CHECK(ends.peer.binding() == ends.link.binding_of(kServer));
        CHECK(ends.link.server_key() == kServerKeys.public_key);
        CHECK(ends.knocks.size() == 2);  // a pipe loses nothing: one Hello, one Knock
        // Packets of both directions, on both channels.
        ends.link.send(kServer, Channel::frames, Bytes{4}, 0);
        ends.serve();
        CHECK(ends.packets.back() == Bytes{4});
        ends.send(Channel::frames, {5, 6});
        LinkEvent event;
        REQUIRE(ends.link.poll(event, 0));
        CHECK((event.channel == Channel::frames && event.bytes.size() == 2 && event.bytes[1] == 6));
    }
}

TEST_CASE("a client of another version learns through a pipe which side to update") {
    for (const int by : {-1, 1}) {
        Ends ends;
        ends.link.flush(0);
        REQUIRE(ends.wire.to_server.size() == 1);
        support::shift_version(ends.wire.to_server[0], by);
        ends.serve();
        REQUIRE(ends.wire.to_client.size() == 1);
        CHECK(ends.taken.back() == Kind::nothing);
        support::shift_version(ends.wire.to_client[0], -by);
        LinkEvent event;
        CHECK_FALSE(ends.link.poll(event, 1));
        CHECK(ends.link.version_gap() == (by > 0 ? VersionGap::server_is_older : VersionGap::server_is_newer));
    }
}

TEST_CASE("nothing is sent before the pipe is open, and a closed pipe falls silent") {
    Ends ends;
    ends.wire.state = DatagramPipe::State::opening;
    ends.run();
    CHECK(ends.knocks.empty());
    ends.wire.state = DatagramPipe::State::open;
    CHECK(ends.run(kMicrosPerSecond) == std::vector{LinkEvent::Kind::connected});
    ends.wire.state = DatagramPipe::State::closed;
    ends.link.send(kServer, Channel::control, Bytes{1}, 0);
    CHECK(ends.wire.to_server.empty());
    CHECK(ends.link.is_closed());
}

TEST_CASE("a server with another key is noticed, and nothing is said to it") {
    Ends ends(keys_of(2).public_key);
    ends.link.send(kServer, Channel::control, Bytes{1, 2, 3}, 0);
    auto events = ends.run();
    for (int second = 1; second < 3 && events.empty(); ++second) events = ends.run(second * kMicrosPerSecond);
    CHECK(events == std::vector{LinkEvent::Kind::other_key});
    CHECK(ends.packets.empty());
}

TEST_CASE("a client that admission control refuses waits, and comes in when there is room") {
    Ends ends;
    ends.admits = false;
    CHECK(ends.run().empty());
    CHECK(!ends.peer.is_connected());
    ends.admits = true;
    CHECK(ends.run(kMicrosPerSecond) == std::vector{LinkEvent::Kind::connected});
}

TEST_CASE("what was recorded on one pipe is worthless on another") {
    Ends honest(kServerKeys.public_key);
    honest.link.send(kServer, Channel::control, Bytes{1, 2, 3}, 0);
    honest.run();
    honest.link.send(kServer, Channel::frames, Bytes{4}, 0);
    honest.serve();
    Ends thief(kServerKeys.public_key, 8, 100);
    thief.run();
    REQUIRE(thief.peer.is_connected());
    thief.packets.clear();
    for (std::size_t i = 1; i < honest.knocks.size(); ++i) CHECK(thief.give(honest.knocks[i]) == Kind::bad);
    // Nor is a copy on the same one.
    const auto before = honest.packets.size();
    for (const Bytes& datagram : std::vector(honest.knocks.begin() + 1, honest.knocks.end())) honest.give(datagram);
    CHECK(honest.packets.size() == before);
    CHECK(thief.packets.empty());
}

TEST_CASE("garbage of any length changes nothing") {
    Ends ends;
    std::uint32_t word = 1;
    for (std::size_t size = 0; size < kKnockDatagramMax; size += 7) {
        Bytes garbage(size);
        for (auto& byte : garbage) byte = static_cast<std::uint8_t>((word = word * 1'664'525 + 1'013'904'223) >> 24);
        CHECK(ends.give(garbage) == Kind::bad);
    }
    ends.wire.to_client.clear();
    CHECK(ends.run() == std::vector{LinkEvent::Kind::connected});
}

TEST_CASE("while the pipe is backed up, frames are dropped first, and messages only far beyond that") {
    Ends ends;
    ends.run();
    const auto arrives = [&](std::size_t backlog, Channel channel) {
        ends.wire.backlog = backlog;
        ends.link.send(kServer, channel, Bytes{1}, 0);
        return !std::exchange(ends.wire.to_server, {}).empty();
    };
    CHECK(arrives(PipeLink::kFramesBacklogMax, Channel::frames));
    CHECK(!arrives(PipeLink::kFramesBacklogMax + 1, Channel::frames));
    CHECK(arrives(PipeLink::kFramesBacklogMax + 1, Channel::control));
    CHECK(!arrives(PipeLink::kControlBacklogMax + 1, Channel::control));
    CHECK(ends.link.dropped() == 2);
}

TEST_CASE("two links are one to their user") {
    MemoryNet first;
    // Its peers' ids have the bit.
    struct Second final : Link {
        std::vector<PeerId> sent, closed;
        int events = 2;
        void send(PeerId peer, Channel, std::span<const std::uint8_t>, Micros) override { sent.push_back(peer); }
        bool poll(LinkEvent& event, Micros) override {
            event = {LinkEvent::Kind::received, {kSecondLinkBit | 1}, Channel::control, {}};
            return events-- > 0;
        }
        void close(PeerId peer) override { closed.push_back(peer); }
        LinkTraffic traffic() const override { return {1, 2, 3, 4}; }
        std::uint64_t host_of(PeerId) const override { return 77; }
        Binding binding_of(PeerId) const override { return {}; }
    } second;
    JointLink joint(first, second);
    const auto client = first.connect(5);
    client->send(kServer, Channel::control, Bytes{9}, 0);
    std::vector<PeerId> from;
    LinkEvent event;
    while (joint.poll(event, 0)) from.push_back(event.peer);
    CHECK(from == std::vector<PeerId>{{1}, {1}, {kSecondLinkBit | 1}, {kSecondLinkBit | 1}});
    joint.send({kSecondLinkBit | 1}, Channel::control, Bytes{1}, 0);
    joint.close({kSecondLinkBit | 1});
    CHECK(second.sent.size() == 1);
    CHECK(second.closed.size() == 1);
    CHECK(joint.host_of({kSecondLinkBit | 1}) == 77);
    CHECK(joint.host_of({1}) == 5);
    CHECK(joint.traffic().packets_received == first.traffic().packets_received + 3);
}

}  // namespace albireo::proto
