// Goal: knocking connects through heavy loss. The server keeps no state before an address is proven, and does not
// amplify forged requests.
#include "proto/handshake.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <deque>
#include <vector>

#include "proto/impairment.hpp"

namespace albireo::proto {
namespace {

constexpr NetAddress kHome{0x0100007f, 4000};
const std::array<std::uint8_t, 16> kSecret{1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16};

TEST_CASE("datagrams round-trip and are refused when truncated or foreign") {
    const std::vector<std::uint8_t> packet{1, 2, 3};
    for (const KnockKind kind :
         {KnockKind::hello, KnockKind::challenge, KnockKind::knock, KnockKind::accept, KnockKind::full}) {
        KnockDatagram datagram{.kind = kind, .connect_id = 77, .numbers = {}, .packet = {}};
        if (kind == KnockKind::challenge || kind == KnockKind::knock) datagram.cookie = 0x1122334455667788ull;
        if (kind == KnockKind::accept) datagram.numbers = {300, 1, 2};
        if (kind == KnockKind::knock || kind == KnockKind::accept) datagram.packet = packet;
        std::array<std::uint8_t, kKnockDatagramMax> bytes;
        const std::size_t size = write_knock(datagram, bytes);
        const auto back = read_knock(std::span{bytes}.first(size));
        REQUIRE(back);
        CHECK(back->kind == kind);
        CHECK(back->connect_id == 77);
        CHECK(back->cookie == datagram.cookie);
        CHECK(back->numbers == datagram.numbers);
        CHECK(std::ranges::equal(back->packet, datagram.packet));
        for (std::size_t cut = 0; cut + datagram.packet.size() < size; ++cut) {
            CHECK(!read_knock(std::span{bytes}.first(cut)));
        }
        bytes[4] = kKnockVersion + 1;
        CHECK(!read_knock(std::span{bytes}.first(size)));
    }
}

TEST_CASE("a cookie is valid for its address, its knock and a few seconds") {
    const CookieKeeper keeper{kSecret};
    const Micros now = 1'000 * kMicrosPerSecond;
    const Cookie cookie = keeper.make(kHome, 5, now);
    CHECK(keeper.check(cookie, kHome, 5, now));
    CHECK(keeper.check(cookie, kHome, 5, now + 4 * kMicrosPerSecond));
    CHECK(!keeper.check(cookie, kHome, 5, now + 8 * kMicrosPerSecond));
    CHECK(!keeper.check(cookie, {kHome.host, 4001}, 5, now));
    CHECK(!keeper.check(cookie, {kHome.host + 1, kHome.port}, 5, now));
    CHECK(!keeper.check(cookie, kHome, 6, now));
    CHECK(!CookieKeeper{{}}.check(cookie, kHome, 5, now));
}

/// Knocks through a path in virtual time. The server is a CookieKeeper and, once an address is proven, repeats its
/// Accept as a link does. Returns the time at which the client is accepted.
Micros knock(std::uint32_t seed, std::uint32_t loss_ppm) {
    struct OnItsWay {
        Micros arrives;
        std::vector<std::uint8_t> bytes;
    };
    const CookieKeeper keeper{kSecret};
    HandshakeClient handshake{seed};
    Impairment up{{.seed = seed, .loss_ppm = loss_ppm, .delay = 50 * kMicrosPerMs}};
    Impairment down{{.seed = seed + 1000, .loss_ppm = loss_ppm, .delay = 50 * kMicrosPerMs}};
    std::deque<OnItsWay> going_up, going_down;
    const auto send = [](Impairment& path, std::deque<OnItsWay>& way, std::span<const std::uint8_t> bytes, Micros now) {
        const Fate fate = path.plan(bytes.size(), now);
        if (fate.copies != 0) way.push_back({fate.arrives[0], {bytes.begin(), bytes.end()}});
    };
    std::array<std::uint8_t, kKnockDatagramMax> out;
    Micros next_accept = kNever;
    for (Micros now = 0; now < 60 * kMicrosPerSecond; now += kMicrosPerMs) {
        if (const std::size_t size = handshake.write({}, now, out)) send(up, going_up, std::span{out}.first(size), now);
        for (; !going_up.empty() && going_up.front().arrives <= now; going_up.pop_front()) {
            const auto datagram = read_knock(going_up.front().bytes);
            REQUIRE(datagram);
            if (datagram->kind == KnockKind::knock) {
                REQUIRE(keeper.check(datagram->cookie, kHome, datagram->connect_id, now));
                if (next_accept == kNever) next_accept = now;
                continue;
            }
            const KnockDatagram answer{.kind = KnockKind::challenge,
                                       .connect_id = datagram->connect_id,
                                       .cookie = keeper.make(kHome, datagram->connect_id, now),
                                       .numbers = {},
                                       .packet = {}};
            const std::size_t size = write_knock(answer, out);
            for (int i = 0; i < kChallengeCopies; ++i) send(down, going_down, std::span{out}.first(size), now);
        }
        if (now >= next_accept) {
            const KnockDatagram accept{.kind = KnockKind::accept, .connect_id = seed, .numbers = {}, .packet = {}};
            send(down, going_down, std::span{out}.first(write_knock(accept, out)), now);
            next_accept += kAcceptInterval;
        }
        for (; !going_down.empty() && going_down.front().arrives <= now; going_down.pop_front()) {
            handshake.take(*read_knock(going_down.front().bytes), now);
        }
        if (handshake.state() == HandshakeClient::State::accepted) return now;
    }
    return kNever;
}

TEST_CASE("knocking connects quickly through heavy loss") {
    for (const auto& [loss_ppm, median_ms] : {std::pair{0u, 205}, {500'000u, 260}, {900'000u, 1000}}) {
        std::vector<Micros> took;
        for (std::uint32_t seed = 1; seed <= 201; ++seed) took.push_back(knock(seed, loss_ppm));
        std::ranges::sort(took);
        MESSAGE("connected at 50 ms one way and " << loss_ppm / 10'000 << " % loss after " << took[100] / kMicrosPerMs
                                                  << " ms (median), " << took[190] / kMicrosPerMs << " ms (95 %)");
        CHECK(took[100] <= median_ms * kMicrosPerMs);
        CHECK(took.back() != kNever);
    }
}

TEST_CASE("a client that knocks ignores strangers") {
    HandshakeClient handshake{5};
    CHECK(!handshake.take({.kind = KnockKind::accept, .connect_id = 6, .numbers = {}, .packet = {}}, 0));
    CHECK(!handshake.take({.kind = KnockKind::hello, .connect_id = 5, .numbers = {}, .packet = {}}, 0));
    CHECK(handshake.state() == HandshakeClient::State::hello);
    CHECK(handshake.take({.kind = KnockKind::full, .connect_id = 5, .numbers = {}, .packet = {}}, 0));
    CHECK(handshake.state() == HandshakeClient::State::full);
    CHECK(handshake.due() == kNever);
}

}  // namespace
}  // namespace albireo::proto
