// Goal: a packet of a meeting survives being written and read, and nothing else is read as one: no other size, version, kind,
// code, or rest of zeros.
#include <doctest/doctest.h>

#include "reach/join_socket.hpp"
#include "reach/meet_packets.hpp"

using namespace albireo::reach;

namespace {

/// With every field that its kind carries.
MeetPacket sample(MeetKind kind) {
    using enum MeetKind;
    MeetPacket packet{.kind = kind};
    const auto is_of = [kind](auto... kinds) { return ((kind == kinds) || ...); };
    if (!is_of(punch, punched, probed)) packet.id = 0x01020304;
    if (is_of(cookie, enrol, join, probe)) packet.cookie = 0x1122334455667788;
    if (is_of(meet, ready, relay, relaying, punch, punched, probe, probed)) packet.token = 0x99aabbccddeeff00;
    if (is_of(enrol)) packet.owner.fill(0x0f);
    if (is_of(enrol, enrolled)) packet.code = "K7QF2M";
    if (is_of(join)) packet.code = "K7QF2MXA";  // of a spectator
    if (is_of(cookie)) packet.address = {0x0100007f, 7777};
    if (is_of(meet)) packet.address = {albireo::proto::read_ip("2001:db8::7"), 7777};
    if (is_of(cookie)) packet.second = {albireo::proto::read_ip("198.51.100.8"), 7778};
    if (is_of(probe)) packet.port = 7778;
    packet.is_symmetric = is_of(enrol, meet);
    packet.is_taken = is_of(enrolled);
    return packet;
}

}  // namespace

TEST_CASE("every packet of a meeting survives being written and read, and no damaged one is read") {
    for (std::uint8_t number = 1; number <= kMeetKinds; ++number) {
        const auto kind = static_cast<MeetKind>(number);
        if (kind == MeetKind::relayed) continue;
        CAPTURE(int{number});
        const MeetPacket packet = sample(kind);
        const auto bytes = write_meet({1, 2}, packet).bytes;
        CHECK(bytes.size() == meet_bytes(kind));
        CHECK(bytes.size() <= kMeetBytesMax);
        REQUIRE(read_meet(bytes).has_value());
        CHECK(*read_meet(bytes) == packet);
        for (std::size_t size = 0; size < bytes.size(); ++size) CHECK(!read_meet(std::span{bytes}.first(size)));
        auto longer = bytes;
        longer.push_back(0);
        CHECK(!read_meet(longer));
        for (const std::size_t at : {std::size_t{0}, std::size_t{3}, std::size_t{4}}) {
            auto other = bytes;
            other[at] ^= 1;
            CHECK(!read_meet(other));
        }
    }
}

TEST_CASE("a code of other letters, an address of zeros and a rest that is not zero are refused") {
    auto join = write_meet({1, 2}, sample(MeetKind::join)).bytes;
    join[18] = '0';  // not a letter of codes
    CHECK(!read_meet(join));
    join[18] = 'K';
    CHECK(read_meet(join));
    join[25] = 0;  // seven letters
    CHECK(!read_meet(join));
    join[24] = 0;
    CHECK(read_meet(join)->code == "K7QF2M");
    join[18] = 0;
    CHECK(!read_meet(join));
    auto meet = write_meet({1, 2}, sample(MeetKind::meet)).bytes;
    for (std::size_t i = 18; i < 34; ++i) meet[i] = 0;
    CHECK(!read_meet(meet));
    auto hello = write_meet({1, 2}, sample(MeetKind::hello)).bytes;
    hello.back() = 1;
    CHECK(!read_meet(hello));
}

TEST_CASE("an answer is never longer than its request") {
    using enum MeetKind;
    CHECK(meet_bytes(cookie) <= meet_bytes(hello));
    CHECK(meet_bytes(enrolled) <= meet_bytes(enrol));
    CHECK(meet_bytes(unknown) <= meet_bytes(join));
    CHECK(meet_bytes(meet) <= meet_bytes(join));
    CHECK(meet_bytes(meet) <= meet_bytes(ready));
    CHECK(meet_bytes(relaying) <= meet_bytes(relay));
    CHECK(meet_bytes(punched) <= meet_bytes(punch));
    CHECK(meet_bytes(probed) <= meet_bytes(probe));
    CHECK(meet_bytes(unprobed) <= meet_bytes(probe));
}

TEST_CASE("a relay's head is read as a relayed datagram with its token, and an empty one is none") {
    const auto relay = relay_route_of({0x0100007f, 7777}, 0x0123456789abcdef, 0x10203);
    CHECK(relay.via == NetAddress{0x0100007f, 7777});
    CHECK(relay.named.host == 0x030201f0);  // 240.1.2.3 in network order
    std::vector<std::uint8_t> bytes(relay.head.begin(), relay.head.end());
    CHECK(!read_relayed(bytes));
    bytes.push_back(42);
    CHECK(read_relayed(bytes) == 0x0123456789abcdef);
    CHECK(!read_meet(bytes));
    CHECK(relay_route_of({1, 2}, 3, 4).named != relay_route_of({1, 2}, 3, 5).named);
}

TEST_CASE("a rendezvous is a host with or without a port") {
    CHECK(read_rendezvous("play.example.org") == Address{"play.example.org", kRendezvousPort});
    CHECK(read_rendezvous("10.9.1.1:7000") == Address{"10.9.1.1", 7000});
    CHECK(read_rendezvous("[2001:db8::1]:7000") == Address{"2001:db8::1", 7000});
    CHECK(read_rendezvous("[2001:db8::1]") == Address{"2001:db8::1", kRendezvousPort});
    CHECK(read_rendezvous("2001:db8::1") == Address{"2001:db8::1", kRendezvousPort});
    for (const char* text : {"", ":7777", "a b", "host:", "host:0", "host:65536", "host:x", "fe80::1%eth0"}) CHECK(!read_rendezvous(text));
}
