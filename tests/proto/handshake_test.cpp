// Goal: knocking connects through heavy loss, and agrees on keys with the holder of the server's key and nobody else. The
// server keeps no state before an address is proven, and does not amplify forged requests.
// One file: the tests take the same steps of one handshake.
#include "proto/handshake.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <deque>
#include <string>
#include <utility>
#include <vector>

#include "proto/byte_bucket.hpp"
#include "proto/impairment.hpp"
#include "tests/support/contains_bytes.hpp"

namespace albireo::proto {
namespace {

constexpr NetAddress kHome{0x0100007f, 4000};
const std::array<std::uint8_t, 16> kSecret{1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16};

using Packet = std::array<std::uint8_t, kLinkPacketBytesMax>;
using Datagram = std::array<std::uint8_t, kKnockDatagramMax>;

/// Keys that are the same in every run.
KeyPair keys_of(std::uint8_t seed) {
    SecretKey secret;
    secret.fill(seed);
    return KeyPair::of(secret);
}
const KeyPair kServerKeys = keys_of(1);

TEST_CASE("heads round-trip, and are refused when truncated or foreign") {
    for (const KnockKind kind : {KnockKind::hello, KnockKind::challenge, KnockKind::knock, KnockKind::accept,
                                 KnockKind::full, KnockKind::other_key}) {
        for (const bool first_sight : {false, true}) {
            KnockDatagram datagram{.kind = kind, .connect_id = 77};
            if (kind == KnockKind::hello) datagram.wants_key = datagram.for_ipv6 = first_sight;
            if (kind == KnockKind::challenge || kind == KnockKind::knock || kind == KnockKind::other_key)
                datagram.cookie = 0x1122334455667788ull;
            if (kind == KnockKind::accept) datagram.peer = 300;
            if (kind == KnockKind::knock || kind == KnockKind::accept || kind == KnockKind::other_key ||
                (kind == KnockKind::challenge && first_sight))
                datagram.key = kServerKeys.public_key;
            Datagram bytes{};
            std::size_t size = write_knock(datagram, bytes), head = 0;
            CHECK(size <= std::max(kKnockHeadMax, kHelloBytesMax));
            if (is_sealed(kind)) size += kSealBytes + 3;
            const auto back = read_knock(std::span{bytes}.first(size), head);
            REQUIRE(back);
            CHECK(*back == datagram);
            CHECK(head == (is_sealed(kind) ? size - kSealBytes - 3 : size));
            for (std::size_t cut = 0; cut < (is_sealed(kind) ? size - 3 : size); ++cut) {
                const bool is_other_form = (kind == KnockKind::hello && (cut == kHelloBytes || cut == hello_bytes(false, kIpv6UdpBytes) || cut == kHelloForKeyBytes)) ||
                                           (kind == KnockKind::challenge && cut == kChallengeBytes);
                CHECK(read_knock(std::span{bytes}.first(cut), head).has_value() == is_other_form);
            }
            bytes[4] = kKnockVersion + 1;
            CHECK(!read_knock(std::span{bytes}.first(size), head));
        }
    }
}

TEST_CASE("a Challenge is half of its Hello, with the headers of either IP") {
    for (const bool for_ipv6 : {false, true}) {
        for (const bool wants_key : {false, true}) {
            Datagram bytes{};
            std::size_t head = 0;
            const std::size_t hello = write_knock({.connect_id = 1, .wants_key = wants_key, .for_ipv6 = for_ipv6}, bytes);
            const auto back = read_knock(std::span{bytes}.first(hello), head);
            REQUIRE(back);
            CHECK(back->wants_key == wants_key);
            CHECK(back->for_ipv6 == for_ipv6);
            KnockDatagram challenge{.kind = KnockKind::challenge, .connect_id = 1, .cookie = 1};
            if (wants_key) challenge.key = kServerKeys.public_key;
            const std::size_t headers = for_ipv6 ? kIpv6UdpBytes : kIpUdpBytes;
            CHECK(2 * (write_knock(challenge, bytes) + headers) <= hello + headers);
        }
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
    CHECK(!keeper.check(cookie, {kHome.host.ipv4() + 1, kHome.port}, 5, now));
    CHECK(!keeper.check(cookie, kHome, 6, now));
    CHECK(!CookieKeeper{{}}.check(cookie, kHome, 5, now));
}

/// A server in virtual time: its cookies, and the peer that a Knock makes. It repeats its Accept as a link does.
struct Host {
    KeyPair keys = kServerKeys;
    CookieKeeper cookies{kSecret};
    std::optional<HandshakeServer> handshake;
    std::optional<SealedLine> line;
    int hellos = 0;

    /// Handles a datagram; `answer` gets each datagram that goes back at once.
    void take(std::span<const std::uint8_t> bytes, Micros now, auto&& answer) {
        std::size_t head = 0;
        const auto datagram = read_knock(bytes, head);
        REQUIRE(datagram);
        Datagram out;
        if (datagram->kind == KnockKind::hello) {
            ++hellos;
            KnockDatagram challenge{.kind = KnockKind::challenge,
                                    .connect_id = datagram->connect_id,
                                    .cookie = cookies.make(kHome, datagram->connect_id, now)};
            if (datagram->wants_key) challenge.key = keys.public_key;
            const std::size_t size = write_knock(challenge, out);
            return answer(std::span{out}.first(size));
        }
        REQUIRE(cookies.check(datagram->cookie, kHome, datagram->connect_id, now));
        if (!handshake) {
            handshake = HandshakeServer::open(keys, *datagram, bytes, head);
            if (!handshake) {
                const KnockDatagram other{.kind = KnockKind::other_key,
                                          .connect_id = datagram->connect_id,
                                          .cookie = datagram->cookie,
                                          .key = keys.public_key};
                return answer(std::span{out}.first(write_knock(other, out)));
            }
            line = handshake->make_line(keys_of(3));
        }
        Packet packet;
        handshake->take(bytes, head, packet);
    }
    std::size_t write_accept(std::span<const std::uint8_t> packet, std::span<std::uint8_t> out) {
        return handshake->write_accept(5, line->out, packet, out);
    }
};

/// Knocks through a path in virtual time. Returns when the client has the answer to its first message, which travels with an Accept. A client sends no
/// more than a connection may in a second, or kHurryBytes while it hurries.
Micros knock(std::uint32_t seed, std::uint32_t loss_ppm, bool knows_key, std::size_t headers = kIpUdpBytes) {
    struct OnItsWay {
        Micros arrives;
        std::vector<std::uint8_t> bytes;
    };
    Host host;
    HandshakeClient handshake{seed, keys_of(2), knows_key ? std::optional{kServerKeys.public_key} : std::nullopt};
    Impairment up{{.seed = seed, .loss_ppm = loss_ppm, .delay = 50 * kMicrosPerMs}};
    Impairment down{{.seed = seed + 1000, .loss_ppm = loss_ppm, .delay = 50 * kMicrosPerMs}};
    std::deque<OnItsWay> going_up, going_down;
    const auto send = [](Impairment& path, std::deque<OnItsWay>& way, std::span<const std::uint8_t> bytes, Micros now) {
        const Fate fate = path.plan(bytes.size(), now);
        if (fate.copies != 0) way.push_back({fate.arrives[0], {bytes.begin(), bytes.end()}});
    };
    Datagram out;
    Packet packet;
    Micros next_accept = kNever, accepted_at = 0;
    std::deque<std::pair<Micros, std::size_t>> second;
    std::size_t in_second = 0;
    const std::vector<std::uint8_t> message(70, 1);  // as long as a player's first messages, and as their answers
    for (Micros now = 0; now < 60 * kMicrosPerSecond; now += kMicrosPerMs) {
        if (const std::size_t size = handshake.write(message, now, out, headers)) {
            send(up, going_up, std::span{out}.first(size), now);
            second.emplace_back(now, size + headers);
            in_second += size + headers;
            for (; second.front().first + kMicrosPerSecond <= now; second.pop_front()) in_second -= second.front().second;
            const bool has_hurried = now > kHurryAfter && now < kHurryUntil + kMicrosPerSecond;
            CHECK(in_second <= static_cast<std::size_t>(has_hurried ? kHurryBytes : kBucketRate + kBucketDepth));
        }
        for (; !going_up.empty() && going_up.front().arrives <= now; going_up.pop_front()) {
            host.take(going_up.front().bytes, now, [&](auto bytes) { send(down, going_down, bytes, now); });
            if (host.handshake && next_accept == kNever) next_accept = accepted_at = now;
        }
        if (now >= next_accept) {
            send(down, going_down, std::span{out}.first(host.write_accept(message, out)), now);
            next_accept += accept_interval(now - accepted_at);
        }
        for (; !going_down.empty() && going_down.front().arrives <= now; going_down.pop_front()) {
            if (handshake.take(going_down.front().bytes, now, packet) == message.size()) return now;
        }
    }
    return kNever;
}

TEST_CASE("knocking connects quickly through heavy loss") {
    for (const auto& [knows_key, headers] : {std::pair{true, kIpUdpBytes}, {false, kIpUdpBytes}, {true, kIpv6UdpBytes}, {false, kIpv6UdpBytes}}) {
        for (const auto& [loss_ppm, median_ms] : {std::pair{0u, 205}, {500'000u, 350}, {900'000u, 1'000}}) {
            std::vector<Micros> took;
            for (std::uint32_t seed = 1; seed <= 1'001; ++seed) took.push_back(knock(seed, loss_ppm, knows_key, headers));
            std::ranges::sort(took);
            MESSAGE(std::string{headers == kIpUdpBytes ? "IPv4, " : "IPv6, "} << std::string{knows_key ? "known server" : "first contact"}
                    << ": connected at 50 ms one way and " << loss_ppm / 10'000 << " % loss after "
                    << took[500] / kMicrosPerMs << " ms (median), " << took[950] / kMicrosPerMs << " ms (95 %)");
            CHECK(took[500] <= median_ms * kMicrosPerMs);
            CHECK(took.back() != kNever);
        }
    }
}

/// A handshake without loss or delay, step by step.
struct Steps {
    explicit Steps(std::optional<PublicKey> known = kServerKeys.public_key) : client(77, keys_of(2), known) {}
    /// The client has its Challenge afterwards.
    void challenge() {
        Datagram out;
        const std::size_t size = client.write({}, now, out);
        host.take(std::span{out}.first(size), now, [&](auto bytes) { client.take(bytes, now, packet); });
    }
    /// The client's next Knock.
    std::vector<std::uint8_t> knock(std::span<const std::uint8_t> text = {}) {
        now += 20 * kMicrosPerMs;
        Datagram out;
        const std::size_t size = client.write(text, now, out);
        return {out.begin(), out.begin() + static_cast<std::ptrdiff_t>(size)};
    }
    std::vector<std::uint8_t> accept(std::span<const std::uint8_t> text = {}) {
        Datagram out;
        const std::size_t size = host.write_accept(text, out);
        return {out.begin(), out.begin() + static_cast<std::ptrdiff_t>(size)};
    }
    Host host;
    HandshakeClient client;
    Packet packet{};
    Micros now = 0;
};

constexpr std::array<std::uint8_t, 5> kText{'h', 'e', 'l', 'l', 'o'};

TEST_CASE("packets travel with a Knock and an Accept, once each, and both ends have the same keys then") {
    for (const bool knows_key : {true, false}) {
        Steps steps{knows_key ? std::optional{kServerKeys.public_key} : std::nullopt};
        steps.challenge();
        CHECK(steps.client.server_key() == kServerKeys.public_key);
        const auto knock = steps.knock(kText);
        CHECK(!support::contains_bytes(knock, kText));  // encrypted
        std::size_t head = 0;
        const auto read = read_knock(knock, head);
        REQUIRE(read);
        auto handshake = HandshakeServer::open(kServerKeys, *read, knock, head);
        REQUIRE(handshake);
        CHECK(handshake->binding() == steps.client.binding());
        CHECK(handshake->take(knock, head, steps.packet) == kText.size());
        CHECK(std::ranges::equal(kText, std::span{steps.packet}.first(kText.size())));
        CHECK(!handshake->take(knock, head, steps.packet));  // a copy
        CHECK(handshake->take(steps.knock(), head, steps.packet) == 0u);
        steps.host.handshake = std::move(*handshake);
        steps.host.line = steps.host.handshake->make_line(keys_of(3));
        const auto accept = steps.accept(kText);
        CHECK(!support::contains_bytes(accept, kText));
        CHECK(steps.client.take(accept, steps.now, steps.packet) == kText.size());
        REQUIRE(steps.client.state() == HandshakeClient::State::accepted);
        CHECK(steps.client.peer() == 5);
        CHECK(!steps.client.take(accept, steps.now, steps.packet));
        CHECK(steps.client.take(steps.accept(), steps.now, steps.packet) == 0u);
        Datagram out{};
        for (SealedLine* const from : {&steps.client.line(), &*steps.host.line}) {
            SealedLine& to = from == &steps.client.line() ? *steps.host.line : steps.client.line();
            const std::size_t size = from->out.seal(out, 2, kText);
            CHECK(!from->in.open(std::span{out}.first(size), 2, steps.packet));  // reflected
            CHECK(to.in.open(std::span{out}.first(size), 2, steps.packet) == kText.size());
        }
    }
}

TEST_CASE("a client ignores strangers, and anyone who does not hold the server's key") {
    Steps steps;
    Datagram out;
    const auto told = [&](const KnockDatagram& datagram) {
        const std::size_t size = write_knock(datagram, out);
        return steps.client.take(std::span{out}.first(is_sealed(datagram.kind) ? size + kSealBytes : size), steps.now,
                                 steps.packet);
    };
    CHECK(!told({.kind = KnockKind::accept, .connect_id = 78, .key = kServerKeys.public_key}));
    CHECK(!told({.kind = KnockKind::hello, .connect_id = 77}));
    CHECK(!told({.kind = KnockKind::full, .connect_id = 77}));
    steps.challenge();
    CHECK(steps.client.state() == HandshakeClient::State::knock);
    CHECK(!told({.kind = KnockKind::accept, .connect_id = 77, .key = keys_of(9).public_key}));
    CHECK(!told({.kind = KnockKind::accept, .connect_id = 77, .key = PublicKey{}}));  // of small order
    CHECK(!told({.kind = KnockKind::full, .connect_id = 77}));
    CHECK(!told({.kind = KnockKind::other_key, .connect_id = 77, .cookie = 1, .key = keys_of(9).public_key}));
    CHECK(steps.client.state() == HandshakeClient::State::knock);
    // A real Accept with any bit flipped.
    const auto knock = steps.knock();
    steps.host.take(knock, steps.now, [](auto) {});
    const auto accept = steps.accept(kText);
    for (std::size_t bit = 0; bit < accept.size() * 8; ++bit) {
        auto broken = accept;
        broken[bit / 8] ^= static_cast<std::uint8_t>(1u << bit % 8);
        CHECK(!steps.client.take(broken, steps.now, steps.packet));
    }
    CHECK(steps.client.take(accept, steps.now, steps.packet) == kText.size());
}

TEST_CASE("a forged key of small order does not stick to a client that has yet to learn the server's") {
    HandshakeClient client(77, keys_of(2));
    Datagram out;
    Packet packet;
    const auto told = [&](const PublicKey& key) {
        const std::size_t size = write_knock({.kind = KnockKind::challenge, .connect_id = 77, .key = key}, out);
        return client.take(std::span{out}.first(size), 0, packet).has_value();
    };
    CHECK(!told(PublicKey{}));
    CHECK(!client.server_key());
    CHECK(told(kServerKeys.public_key));
    CHECK(client.server_key() == kServerKeys.public_key);
}

// It once did: the client believed the key of the first Challenge for good.
TEST_CASE("one forged Challenge at first contact delays a client, and does not end its attempt") {
    Steps steps{std::nullopt};
    Datagram out;
    REQUIRE(steps.client.write({}, steps.now, out) > 0);
    const std::size_t forged = write_knock({.kind = KnockKind::challenge, .connect_id = 77, .cookie = 1, .key = keys_of(9).public_key}, out);
    REQUIRE(steps.client.take(std::span{out}.first(forged), steps.now, steps.packet));
    // From here on all that the client gets is the server's.
    const Cookie cookie = CookieKeeper{kSecret}.make(kHome, 77, 0);
    const std::size_t genuine = write_knock({.kind = KnockKind::challenge, .connect_id = 77, .cookie = cookie, .key = kServerKeys.public_key}, out);
    steps.client.take(std::span{out}.first(genuine), steps.now, steps.packet);
    while (steps.now < 2 * kMicrosPerSecond && steps.client.state() == HandshakeClient::State::knock) {
        const auto knock = steps.knock(kText);
        if (knock.empty()) continue;
        steps.host.take(knock, steps.now, [&](auto bytes) { steps.client.take(bytes, steps.now, steps.packet); });
        if (steps.host.handshake) steps.client.take(steps.accept(), steps.now, steps.packet);
    }
    CHECK(steps.client.state() == HandshakeClient::State::accepted);
    CHECK(steps.client.server_key() == kServerKeys.public_key);
    CHECK(steps.now >= HandshakeClient::kOtherKeyDelay);
}

TEST_CASE("at first contact, too, a forged OtherKey has no effect if the Accept comes in time, and only one claim is tried") {
    Steps steps{std::nullopt};
    steps.challenge();
    Datagram out;
    const auto claim = [&](std::uint8_t key) {
        const auto knock = steps.knock();
        std::size_t head = 0;
        const auto read = read_knock(knock, head);
        if (!read || read->kind != KnockKind::knock) return;
        const std::size_t size = write_knock(
            {.kind = KnockKind::other_key, .connect_id = 77, .cookie = read->cookie, .key = keys_of(key).public_key}, out);
        steps.client.take(std::span{out}.first(size), steps.now, steps.packet);
    };
    claim(9);
    CHECK(steps.client.server_key() == kServerKeys.public_key);
    for (int i = 0; i < 60; ++i) steps.knock();
    CHECK(steps.client.server_key() == keys_of(9).public_key);
    CHECK(steps.client.state() == HandshakeClient::State::knock);
    claim(8);
    for (int i = 0; i < 60; ++i) steps.knock();
    CHECK(steps.client.state() == HandshakeClient::State::other_key);
}

TEST_CASE("a client that gives an attempt up wipes its secrets") {
    alignas(HandshakeClient) std::array<std::uint8_t, sizeof(HandshakeClient)> memory{};
    auto* const client = new (memory.data()) HandshakeClient(77, keys_of(2));
    Datagram out;
    Packet packet;
    const std::size_t size = write_knock({.kind = KnockKind::challenge, .connect_id = 77, .key = kServerKeys.public_key}, out);
    REQUIRE(client->take(std::span{out}.first(size), 0, packet));
    const auto es = agree(keys_of(2).secret, kServerKeys.public_key);
    REQUIRE(es);
    const auto knock = KeyChain{knock_secrets(*es, kServerKeys.public_key, keys_of(2).public_key, 77).to_client}.next();
    CHECK(support::contains_bytes(memory, *es));
    CHECK(support::contains_bytes(memory, knock.cipher));
    client->~HandshakeClient();
    CHECK_FALSE(support::contains_bytes(memory, *es));
    CHECK_FALSE(support::contains_bytes(memory, knock.cipher));
    CHECK_FALSE(support::contains_bytes(memory, keys_of(2).secret));
}

TEST_CASE("a server that is full says so under its key") {
    Steps steps;
    steps.challenge();
    const auto knock = steps.knock();
    std::size_t head = 0;
    const auto read = read_knock(knock, head);
    auto handshake = HandshakeServer::open(kServerKeys, *read, knock, head);
    REQUIRE(handshake);
    Datagram out;
    const std::size_t size = handshake->write_full(out);
    CHECK(steps.client.take(std::span{out}.first(size), steps.now, steps.packet));
    CHECK(steps.client.state() == HandshakeClient::State::full);
    CHECK(steps.client.due() == kNever);
}

TEST_CASE("a client notices that the server has another key than the known one. An eavesdropper cannot fake that") {
    for (const bool is_feigned : {true, false}) {
        Steps steps{is_feigned ? kServerKeys.public_key : keys_of(8).public_key};
        steps.challenge();
        const auto knock = steps.knock(kText);
        if (is_feigned) {
            Datagram out;
            std::size_t head = 0;
            const KnockDatagram lie{.kind = KnockKind::other_key,
                                    .connect_id = 77,
                                    .cookie = read_knock(knock, head)->cookie,
                                    .key = keys_of(9).public_key};
            const std::size_t size = write_knock(lie, out);
            CHECK(steps.client.take(std::span{out}.first(size), steps.now, steps.packet));
            steps.host.take(knock, steps.now, [](auto) {});
            CHECK(steps.client.take(steps.accept(), steps.now, steps.packet));
            CHECK(steps.client.state() == HandshakeClient::State::accepted);
            continue;
        }
        steps.host.take(knock, steps.now, [&](auto bytes) { CHECK(steps.client.take(bytes, steps.now, steps.packet)); });
        CHECK(!steps.host.handshake);
        CHECK(steps.client.state() == HandshakeClient::State::knock);
        for (int i = 0; i < 100; ++i) steps.knock();
        CHECK(steps.client.state() == HandshakeClient::State::other_key);
        CHECK(steps.client.claimed_key() == kServerKeys.public_key);
        CHECK(steps.client.due() == kNever);
    }
}

}  // namespace
}  // namespace albireo::proto
