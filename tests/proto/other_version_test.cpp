// Goal: a client and a server of different versions say which of them to update, in both directions; the answer to a datagram of
// another version is the same in every version, small, and never answered itself; and a forged one ends no attempt.
#include "proto/other_version.hpp"

#include <doctest/doctest.h>

#include <string>
#include <vector>

#include "proto/handshake.hpp"
#include "proto/messages.hpp"
#include "proto/pipe_peer.hpp"
#include "tests/support/version_shift.hpp"

namespace albireo::proto::other_version {
namespace {

using Bytes = std::vector<std::uint8_t>;
using support::shift_version;

constexpr DatagramVersion kProtocols[] = {{{0xff, 0xff, 'A', 'l'}, 3}, {{0xff, 0xff, 'A', 'q'}, 1}, {{0xff, 0xff, 'A', 'm'}, 4}};

Bytes datagram_of(const DatagramVersion& of, std::size_t size, std::uint8_t kind = 1) {
    Bytes bytes(of.magic.begin(), of.magic.end());
    bytes.insert(bytes.end(), {of.number, kind, 0xd1, 0xd2, 0xd3, 0xd4});
    bytes.resize(size);
    return bytes;
}

KeyPair keys_of(std::uint8_t seed) {
    SecretKey secret;
    secret.fill(seed);
    return KeyPair::of(secret);
}

/// The client's next datagram, as one of a client whose version is higher by this; and the server's answer to it, as that client sees it.
Bytes ask(HandshakeClient& client, PipePeer& server, int by, Micros now) {
    std::array<std::uint8_t, kKnockDatagramMax> out;
    std::array<std::uint8_t, kLinkPacketBytesMax> packet;
    const std::size_t size = client.write({}, now, out);
    shift_version(std::span{out}.first(size), by);
    server.take(std::span{out}.first(size), packet, [] { return true; });
    Bytes answer(server.answer().begin(), server.answer().end());
    shift_version(answer, -by);
    client.take(answer, now, packet);
    return answer;
}

}  // namespace

TEST_CASE("the answer to a datagram of another version is the same in every version") {
    for (const DatagramVersion& own : kProtocols) {
        for (const int by : {-1, 1, 100}) {
            DatagramVersion other = own;
            other.number = static_cast<std::uint8_t>(own.number + by);
            const auto answer = answer_other_version(own, datagram_of(other, 128), 28);
            REQUIRE(answer);
            // Released programs expect these bytes: they must never change.
            CHECK(Bytes(answer->begin(), answer->end()) == Bytes{0xff, 0xff, 'A', own.magic[3], own.number, 255, 0xd1, 0xd2, 0xd3, 0xd4});
            CHECK(read_other_version(other, *answer, 0xd4d3d2d1) == (by > 0 ? VersionGap::server_is_older : VersionGap::server_is_newer));
            CHECK(read_other_version(other, *answer, 0xd4d3d2d2) == VersionGap::none);  // of another attempt
            CHECK(read_other_version(own, *answer, 0xd4d3d2d1) == VersionGap::none);
            Bytes longer(answer->begin(), answer->end());
            longer.push_back(0);
            CHECK(read_other_version(other, longer, 0xd4d3d2d1) == VersionGap::none);
        }
        CHECK(!answer_other_version(own, datagram_of(own, 128), 28));  // of this version, though it cannot be read
    }
}

TEST_CASE("the answer is at most half of its datagram, and is never answered") {
    for (const std::size_t headers : {std::size_t{28}, std::size_t{48}}) {
        for (const DatagramVersion& own : kProtocols) {
            DatagramVersion other = own;
            ++other.number;
            int answered = 0;
            for (std::size_t size = 0; size <= 1'232; ++size) {
                Bytes datagram = datagram_of(other, std::max<std::size_t>(size, 10));
                datagram.resize(size);
                const auto answer = answer_other_version(own, datagram, headers);
                if (!answer) continue;
                ++answered;
                CHECK(2 * (answer->size() + headers) <= size + headers);
                CHECK(!answer_other_version(other, *answer, headers));
                CHECK(!answer_other_version(own, datagram_of(other, size, kOtherVersionKind), headers));  // even if it were longer
            }
            CHECK(answered > 1'000);
        }
    }
    // A Hello that may be answered at all is long enough, over both.
    for (const std::size_t headers : {kIpUdpBytes, kIpv6UdpBytes}) {
        for (const bool wants_key : {false, true}) CHECK(hello_bytes(wants_key, headers) + headers >= 2 * (kOtherVersionBytes + headers));
    }
}

TEST_CASE("a client of another version of the handshake learns which side to update, and goes on") {
    for (const int by : {-1, 1}) {
        const KeyPair keys = keys_of(1);
        PipePeer server(keys, 99);
        HandshakeClient client(5, keys_of(2));
        CHECK(client.version_gap() == VersionGap::none);
        ask(client, server, by, 0);
        CHECK(client.version_gap() == (by > 0 ? VersionGap::server_is_older : VersionGap::server_is_newer));
        CHECK(client.state() == HandshakeClient::State::hello);
        CHECK(client.due() < kMicrosPerSecond);
    }
}

TEST_CASE("a forged answer of another version neither ends an attempt nor is told once the server has answered") {
    const KeyPair keys = keys_of(1);
    PipePeer server(keys, 99);
    HandshakeClient client(5, keys_of(2));
    std::array<std::uint8_t, kLinkPacketBytesMax> packet;
    const Bytes forged{0xff, 0xff, 'A', 'l', kKnockVersion + 1, 255, 5, 0, 0, 0};
    CHECK(client.take(forged, 0, packet) == 0);
    CHECK(client.version_gap() == VersionGap::server_is_newer);
    ask(client, server, 0, 0);  // Hello, Challenge
    CHECK(client.version_gap() == VersionGap::none);
    client.take(forged, 1, packet);
    CHECK(client.version_gap() == VersionGap::none);
    ask(client, server, 0, 20 * kMicrosPerMs);  // Knock, Accept
    CHECK(client.state() == HandshakeClient::State::accepted);
    // One who does not see the Hello has to guess its connect id.
    HandshakeClient other(6, keys_of(2));
    CHECK_FALSE(other.take(forged, 0, packet));
    CHECK(other.version_gap() == VersionGap::none);
}

TEST_CASE("a refusal for another version says which side to update") {
    for (const Refusal reason : {Refusal::protocol_version, Refusal::core_version}) {
        CHECK(text_of(Refused{reason, "core 15 on the server, 14 here"}) == "the server has a newer version of Albireo; update yours");
        CHECK(text_of(Refused{reason, "14 on the server, 15 here"}) == "the server has an older version of Albireo; ask its operator to update it");
        CHECK(text_of(Refused{reason, "no numbers"}) == text_of(reason));
    }
    CHECK(text_of(VersionGap::none).empty());
}

}  // namespace albireo::proto::other_version
