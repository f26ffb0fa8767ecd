// Goal: a batch receives and sends what single calls would: every datagram whole, in order, with its addresses, and errors are told.
#include <doctest/doctest.h>

#include <algorithm>
#include <cerrno>
#include <numeric>
#include <vector>

#include "platform/socket.hpp"

using namespace albireo::platform;

namespace {

constexpr std::size_t kMost = 4, kBytesMax = 100;

struct Pair {
    Pair() {
        Endpoint loopback;
        REQUIRE(read_host("127.0.0.1", loopback.host));
        REQUIRE(sender.bind(loopback) == 0);
        REQUIRE(receiver.bind(loopback) == 0);
    }
    void add(SendBatch& batch, std::size_t size) const {
        std::vector<std::uint8_t> bytes(size);
        std::iota(bytes.begin(), bytes.end(), static_cast<std::uint8_t>(size));
        const std::span all{bytes};
        CHECK(batch.add(sender, receiver.own(), all.first(size / 3), all.subspan(size / 3), nullptr) == 0);
    }
    static bool is_whole(std::span<const std::uint8_t> bytes) {
        std::vector<std::uint8_t> expected(bytes.size());
        std::iota(expected.begin(), expected.end(), static_cast<std::uint8_t>(bytes.size()));
        return std::ranges::equal(bytes, expected);
    }
    OwnSocket sender{SocketHandle::Family::ipv4}, receiver{SocketHandle::Family::ipv4};
};

}  // namespace

TEST_CASE("datagrams arrive whole and in order, as many at a time as a batch holds") {
    const Pair pair;
    SendBatch out(kMost, kBytesMax);
    ReceivedBatch in(kMost, kBytesMax);
    CHECK(in.read(pair.receiver) == EAGAIN);
    CHECK(in.size() == 0);
    std::size_t next = 10;
    for (const std::size_t count : {4, 4, 1}) {
        for (std::size_t i = 0; i < count; ++i) pair.add(out, next++);
        CHECK(out.is_full() == (count == kMost));
        CHECK(out.send(pair.sender) == 0);
        CHECK(out.is_empty());
    }
    std::size_t expected = 10;
    for (const std::size_t count : {4, 4, 1}) {
        REQUIRE(wait_readable(pair.receiver.number(), 1'000'000));
        REQUIRE(in.read(pair.receiver) == 0);
        REQUIRE(in.size() == count);
        CHECK(in.is_full() == (count == kMost));
        for (std::size_t i = 0; i < count; ++i) {
            CHECK(in.bytes(i).size() == expected++);
            CHECK(Pair::is_whole(in.bytes(i)));
            CHECK(in.about(i).size == in.bytes(i).size());
            CHECK(!in.about(i).is_cut);
            CHECK(in.about(i).from.host == pair.sender.own().host);
            CHECK(in.about(i).from.port == pair.sender.own().port);
        }
    }
    CHECK(in.read(pair.receiver) == EAGAIN);
    CHECK(in.size() == 0);
}

TEST_CASE("a datagram that is too long arrives cut, and the next one whole") {
    const Pair pair;
    SendBatch out(kMost, 2 * kBytesMax);
    ReceivedBatch in(kMost, kBytesMax);
    pair.add(out, kBytesMax + 1);
    pair.add(out, kBytesMax);
    CHECK(out.send(pair.sender) == 0);
    REQUIRE(wait_readable(pair.receiver.number(), 1'000'000));
    REQUIRE(in.read(pair.receiver) == 0);
    REQUIRE(in.size() == 2);
    CHECK(in.about(0).is_cut);
    CHECK(in.bytes(0).size() == kBytesMax);
    CHECK(!in.about(1).is_cut);
    CHECK(Pair::is_whole(in.bytes(1)));
}

TEST_CASE("an address that the system refuses counts, and the others of its batch are sent") {
    const Pair pair;
    SendBatch out(kMost, kBytesMax);
    Endpoint nobody = pair.receiver.own();
    nobody.port = 0;  // EINVAL
    const std::vector<std::uint8_t> bytes(5);
    pair.add(out, 20);
    CHECK(out.add(pair.sender, nobody, bytes, {}, nullptr) == 0);
    pair.add(out, 30);
    CHECK(out.add(pair.sender, nobody, bytes, {}, nullptr) == 0);
    CHECK(out.send(pair.sender) == 2);
    Endpoint ipv6;
    REQUIRE(read_host("2001:db8::1", ipv6.host));
    CHECK(out.add(pair.sender, ipv6, bytes, {}, nullptr) == EAFNOSUPPORT);
    CHECK(out.is_empty());
    ReceivedBatch in(kMost, kBytesMax);
    REQUIRE(wait_readable(pair.receiver.number(), 1'000'000));
    REQUIRE(in.read(pair.receiver) == 0);
    REQUIRE(in.size() == 2);
    CHECK(in.bytes(0).size() == 20);
    CHECK(in.bytes(1).size() == 30);
}
