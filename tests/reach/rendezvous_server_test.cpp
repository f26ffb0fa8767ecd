// Goal: a rendezvous on real sockets outlives its process as far as it can: a cookie of the process before is still good, and a
// drain lets relays go on until its time ends. Every shard of a server enrols its own games.
#include <doctest/doctest.h>
#include <netinet/in.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include "client/net/udp_client.hpp"
#include "reach/enrolment.hpp"
#include "reach/datagram_socket.hpp"
#include "reach/join_meeting.hpp"
#include "reach/meet_packets.hpp"
#include "server/shard.hpp"
#include "tests/session/idle_controller.hpp"

using namespace albireo;
using namespace albireo::server;
using client::UdpClient;
using reach::MeetKind;
using reach::MeetPacket;

namespace {

constexpr const char* kCode = "K7QF2M";

/// A program that meets, with blocking calls.
class Program {
  public:
    Program(std::uint32_t id, std::uint16_t port) : id_(id), port_(port), socket_(::socket(AF_INET, SOCK_DGRAM, 0)) {}
    ~Program() { ::close(socket_); }
    Program(const Program&) = delete;
    Program& operator=(const Program&) = delete;

    void send(std::span<const std::uint8_t> bytes) const {
        sockaddr_in to{};
        to.sin_family = AF_INET;
        to.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
        to.sin_port = htons(port_);
        ::sendto(socket_, bytes.data(), bytes.size(), 0, reinterpret_cast<const sockaddr*>(&to), sizeof to);
    }
    /// Sends the packet until an answer of this kind comes; nothing if none does within two seconds.
    std::optional<MeetPacket> ask(MeetPacket packet, MeetKind wanted) const {
        packet.id = id_;
        for (int i = 0; i < 20; ++i) {
            send((packet.kind == MeetKind::enrol ? reach::write_enrolment({}, packet, proto::SigningKey({5})) : reach::write_meet({}, packet)).bytes);
            if (const auto answer = wait(wanted)) return answer;
        }
        return {};
    }
    std::optional<MeetPacket> wait(MeetKind wanted) const {
        std::array<std::uint8_t, 256> bytes;
        pollfd readable{socket_, POLLIN, 0};
        while (::poll(&readable, 1, 100) == 1) {
            const auto size = ::recv(socket_, bytes.data(), bytes.size(), 0);
            const auto answer = size > 0 ? reach::read_meet(std::span{bytes}.first(static_cast<std::size_t>(size))) : std::nullopt;
            if (answer && answer->kind == wanted) return answer;
        }
        return {};
    }
    bool hears_relayed() const {
        std::array<std::uint8_t, 256> bytes;
        pollfd readable{socket_, POLLIN, 0};
        while (::poll(&readable, 1, 500) == 1) {
            const auto size = ::recv(socket_, bytes.data(), bytes.size(), 0);
            if (size > 0 && reach::read_relayed(std::span{bytes}.first(static_cast<std::size_t>(size)))) return true;
        }
        return false;
    }
    std::uint64_t cookie() const {
        const auto answer = ask({.kind = MeetKind::hello}, MeetKind::cookie);
        return answer ? answer->cookie : 0;
    }

  private:
    std::uint32_t id_;
    std::uint16_t port_;
    int socket_;
};

struct Server {
    explicit Server(Config config) {
        config.bind = "127.0.0.1";
        std::string error;
        shards = open_shards(config, levels, error);
        REQUIRE(error == "");
        for (const auto& shard : shards) shard->start();
    }
    ~Server() {
        for (const auto& shard : shards) shard->stop();
        for (const auto& shard : shards) shard->join();
    }
    Levels levels;
    Shards shards;
};

/// A joiner's meeting on a real socket. `hears_host`: otherwise what comes from the host is lost, and the relay is left.
struct Joiner {
    Joiner(std::uint16_t rendezvous, std::string code, bool hears)
        : hears_host(hears), at{proto::read_ip("127.0.0.1"), rendezvous}, meeting({.rendezvous = at, .id = 7, .code = std::move(code)}) {}
    void advance(proto::Micros now) {
        reach::Outbox out;
        std::array<std::uint8_t, 256> bytes{};
        while (const auto received = socket.receive(bytes)) {
            if (hears_host || received->from == at) meeting.take(received->from, received->bytes, now, out);
        }
        meeting.advance(now, out);
        for (const reach::Outgoing& datagram : out) socket.send(datagram.to, datagram.bytes);
    }
    std::optional<client::ServerAddress> host() const {
        if (meeting.state() == reach::JoinMeeting::State::met) return client::ServerAddress{"127.0.0.1", meeting.host().port, {.own_port = socket.port()}, client::Route::punched};
        if (meeting.state() != reach::JoinMeeting::State::relayed) return {};
        const auto relay = reach::relay_route_of(at, meeting.token(), 1);
        return client::ServerAddress{"127.0.0.1", at.port, {.own_port = socket.port(), .relay = relay}, client::Route::relayed};
    }
    bool hears_host;
    proto::NetAddress at;
    reach::JoinMeeting meeting;
    reach::DatagramSocket socket;
};

Config rendezvous_config(std::uint16_t port = 0) {
    Config config;
    config.port = port;
    config.rendezvous = true;
    return config;
}

}  // namespace

TEST_CASE("a cookie of the process before is good for the next one, with the same key") {
    Config config = rendezvous_config();
    config.key = proto::KeyPair::random();
    auto first = std::make_unique<Server>(config);
    const std::uint16_t port = config.port = first->shards[0]->port();
    const Program joiner(2, port);
    const std::uint64_t cookie = joiner.cookie();
    REQUIRE(cookie != 0);
    first.reset();
    const MeetPacket join{.kind = MeetKind::join, .cookie = cookie, .code = kCode};
    SUBCASE("the same key") {
        const Server second(config);
        CHECK(joiner.ask(join, MeetKind::unknown).has_value());
    }
    SUBCASE("another key") {
        config.key = proto::KeyPair::random();
        const Server second(config);
        CHECK_FALSE(joiner.ask(join, MeetKind::unknown).has_value());
    }
}

TEST_CASE("a drain lets a relay go on until its time ends") {
    Config config = rendezvous_config();
    config.drain_seconds = 3;
    Server server(config);
    Shard& shard = *server.shards[0];
    const Program host(1, shard.port()), joiner(2, shard.port());
    REQUIRE(host.ask({.kind = MeetKind::enrol, .cookie = host.cookie(), .code = kCode}, MeetKind::enrolled));
    const MeetPacket join{.kind = MeetKind::join, .cookie = joiner.cookie(), .code = kCode};
    (void)joiner.ask(join, MeetKind::unknown);  // nobody answers until the host is ready
    const auto met = host.wait(MeetKind::meet);
    REQUIRE(met.has_value());
    (void)host.ask({.kind = MeetKind::ready, .token = met->token}, MeetKind::unknown);
    REQUIRE(joiner.ask({.kind = MeetKind::relay, .token = met->token}, MeetKind::relaying).has_value());
    const auto relayed = [&] {
        const auto head = reach::relayed_head(met->token);
        std::vector<std::uint8_t> bytes(head.begin(), head.end());
        bytes.resize(head.size() + 50);
        host.send(bytes);
        joiner.send(bytes);
        return host.hears_relayed() && joiner.hears_relayed();
    };
    REQUIRE(relayed());
    const proto::Micros began = steady_now();
    shard.drain();
    ::usleep(500'000);
    CHECK_FALSE(shard.is_done());
    CHECK(relayed());
    while (!shard.is_done() && steady_now() - began < 30 * proto::kMicrosPerSecond) ::usleep(20'000);
    CHECK(shard.is_done());
    CHECK(steady_now() - began >= 3 * proto::kMicrosPerSecond);
}

TEST_CASE("a server that enrols its games tells whether the rendezvous has accepted them") {
    const auto rendezvous = std::make_unique<Server>(rendezvous_config());
    Config config;
    config.port = 0;
    auto expected = reach::Enrolment::enrolled;
    SUBCASE("at a rendezvous") { config.enrol_at = "127.0.0.1:" + std::to_string(rendezvous->shards[0]->port()); }
    SUBCASE("where nothing answers") {
        config.enrol_at = "127.0.0.1:9";
        expected = reach::Enrolment::failed;
    }
    SUBCASE("at a name that has no address") {
        config.enrol_at = "nowhere.invalid:7777";
        expected = reach::Enrolment::failed;
    }
    SUBCASE("nowhere") { expected = reach::Enrolment::none; }
    Server server(config);
    IdleController controller;
    UdpClient gold({"127.0.0.1", server.shards[0]->port()}, {.name = "Anna"},
                   [&](const std::string& name, Difficulty difficulty) { return server.levels.find(name, difficulty); }, controller);
    const auto enrolment = [&] { return server.shards[0]->enrolment_of(gold.game().code()); };
    for (const proto::Micros until = UdpClient::now() + 30 * proto::kMicrosPerSecond; UdpClient::now() < until;) {
        gold.advance();
        gold.wait(5'000);
        if (!gold.game().code().empty() && enrolment() == expected) break;
    }
    REQUIRE(!gold.game().code().empty());
    CHECK(enrolment() == expected);
}

TEST_CASE("a game on any shard of a server is met through the rendezvous") {
    const Server rendezvous(rendezvous_config());
    Config config;
    config.port = 0;
    config.shards = 2;
    config.enrol_at = "127.0.0.1:" + std::to_string(rendezvous.shards[0]->port());
    Server server(config);
    IdleController controller;
    const auto find_level = [&](const std::string& name, Difficulty difficulty) { return server.levels.find(name, difficulty); };
    for (std::uint8_t shard = 0; shard < 2; ++shard) {
        for (const bool hears_host : {true, false}) {
            CAPTURE(int{shard});
            CAPTURE(hears_host);
            UdpClient gold({"127.0.0.1", server.shards[0]->port(), {.shard = shard}}, {.name = "Anna"}, find_level, controller);
            std::optional<Joiner> joiner;
            std::optional<UdpClient> blue;
            const auto is_playing = [](const UdpClient& each) { return each.game().state() == client::GameClient::State::playing; };
            const proto::Micros until = UdpClient::now() + 20 * proto::kMicrosPerSecond;
            while (UdpClient::now() < until && !(blue && is_playing(gold) && is_playing(*blue))) {
                gold.advance();
                gold.wait(5'000);
                if (blue) {
                    blue->advance();
                    continue;
                }
                // A code that is not enrolled yet is asked for again.
                if (joiner && joiner->meeting.state() == reach::JoinMeeting::State::failed) joiner.reset();
                if (!joiner && !gold.game().code().empty()) joiner.emplace(rendezvous.shards[0]->port(), gold.game().code(), hears_host);
                if (joiner) joiner->advance(UdpClient::now());
                const auto host = joiner ? joiner->host() : std::nullopt;
                if (!host) continue;
                joiner.reset();  // the game's link has the same port
                blue.emplace(*host, client::ClientOptions{.name = "Ben", .code = gold.game().code()}, find_level, controller);
            }
            REQUIRE(blue);
            CHECK(blue->game().failure() == "");
            CHECK(is_playing(gold));
            CHECK(is_playing(*blue));
            CHECK(blue->game().route() == (hears_host ? client::Route::punched : client::Route::relayed));
        }
    }
}

TEST_CASE("a hosted game's port is probed by the rendezvous: the packet comes from a port that the game has not written to") {
    using reach::PortProbe;
    const Server rendezvous(rendezvous_config());
    Config config;
    config.port = 0;
    config.enrol_at = "127.0.0.1:" + std::to_string(rendezvous.shards[0]->port());
    Server server(config);
    Shard& shard = *server.shards[0];
    const auto probe = [&](std::uint16_t port) {
        const proto::NetAddress at{htonl(INADDR_LOOPBACK), port};
        const proto::Micros until = UdpClient::now() + 10 * proto::kMicrosPerSecond;
        while (UdpClient::now() < until && shard.probe(at) == PortProbe::asking) ::usleep(5'000);
        return shard.probe(at);
    };
    CHECK(probe(shard.port()) == PortProbe::open);
    CHECK(probe(9'999) == PortProbe::closed);
    Server elsewhere([] {
        Config without;
        without.port = 0;
        return without;
    }());
    CHECK(elsewhere.shards[0]->probe({htonl(INADDR_LOOPBACK), 7777}) == PortProbe::none);
}
