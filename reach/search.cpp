#include "reach/search.hpp"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <random>

#include "reach/interfaces.hpp"
#include "reach/lan_server.hpp"

namespace albireo::reach {
namespace {

using proto::kMicrosPerMs;
using proto::kMicrosPerSecond;

/// Pauses between the first queries: one or two may be lost, and a game should be found within 0.3 s all the same.
constexpr proto::Micros kPauses[] = {40 * kMicrosPerMs, 80 * kMicrosPerMs, 160 * kMicrosPerMs, 320 * kMicrosPerMs};
constexpr proto::Micros kPause = kMicrosPerSecond;
constexpr proto::Micros kForgetAfter = 3'500 * kMicrosPerMs;
constexpr std::size_t kFoundMax = 32;
constexpr int kDatagramsMax = 64;  // read in one advance()

}  // namespace

Search::Search(SearchOptions options) : options_(std::move(options)) {
    std::random_device entropy;
    nonce_ = std::uint64_t{entropy()} << 32 | entropy();
    constexpr int kKind = SOCK_DGRAM | SOCK_NONBLOCK | SOCK_CLOEXEC;
    const int on = 1;
    socket_ = ::socket(AF_INET, kKind, 0);
    if (socket_ >= 0) ::setsockopt(socket_, SOL_SOCKET, SO_BROADCAST, &on, sizeof on);
    ipv6_ = ::socket(AF_INET6, kKind, 0);
    if (ipv6_ >= 0) ::setsockopt(ipv6_, IPPROTO_IPV6, IPV6_V6ONLY, &on, sizeof on);
}

Search::~Search() {
    if (socket_ >= 0) ::close(socket_);
    if (ipv6_ >= 0) ::close(ipv6_);
}

void Search::send_to(std::uint32_t host, std::uint16_t port, std::span<const std::uint8_t> bytes) {
    sockaddr_in to{};
    to.sin_family = AF_INET;
    to.sin_addr.s_addr = host;
    to.sin_port = htons(port);
    // A network that cannot be reached at the moment is asked again with the next query.
    ::sendto(socket_, bytes.data(), bytes.size(), MSG_NOSIGNAL, reinterpret_cast<const sockaddr*>(&to), sizeof to);
    ++sent_;
}

void Search::send_to_ipv6(const proto::IpAddress& host, unsigned interface, std::uint16_t port, std::span<const std::uint8_t> bytes) {
    sockaddr_in6 to{};
    to.sin6_family = AF_INET6;
    std::memcpy(&to.sin6_addr, host.bytes().data(), sizeof to.sin6_addr);
    to.sin6_port = htons(port);
    to.sin6_scope_id = interface;
    ::sendto(ipv6_, bytes.data(), bytes.size(), MSG_NOSIGNAL, reinterpret_cast<const sockaddr*>(&to), sizeof to);
    ++sent_;
}

void Search::ask(proto::Micros now) {
    const auto bytes = write_query({.nonce = nonce_, .code = options_.code, .watch_code = options_.watch_code});
    if (options_.asks_network) {
        const proto::IpAddress group = proto::read_ip(kLanGroup);
        for (const Interface& each : interfaces()) {
            for (std::uint16_t port = kLanPortFirst; port <= kLanPortLast; ++port) {
                if (each.has_ipv6) send_to_ipv6(group, each.number, port, bytes);
                if (each.is_loopback && each.address != 0) send_to(each.address, port, bytes);
                if (each.broadcast != 0) send_to(each.broadcast, port, bytes);
            }
        }
    }
    for (const Address& each : options_.addresses) {
        const proto::IpAddress host = proto::read_ip(each.host);
        if (host.is_ipv4()) send_to(host.ipv4(), each.port, bytes);
        if (host.is_ipv6()) send_to_ipv6(host, host.scope(), each.port, bytes);
    }
    due_ = now + (asked_ < std::size(kPauses) ? kPauses[asked_] : kPause);
    ++asked_;
}

void Search::note(const Answer& answer, const proto::IpAddress& from, proto::Micros now) {
    // A server answers a watch query only if it has the game.
    std::vector<Game> watched(1);
    watched.front().code = options_.watch_code;
    for (const Game& game : options_.watch_code.empty() ? answer.games : watched) {
        if (!options_.code.empty() && game.code != options_.code) continue;
        const auto known = std::find_if(found_.begin(), found_.end(), [&](const Found& each) {
            return each.server == answer.server && each.game.code == game.code;
        });
        if (known != found_.end()) {
            known->game = game;
            known->seen_at = now;
            continue;
        }
        if (found_.size() == kFoundMax) return;
        const std::string host = proto::text_of(answer.host != 0 ? answer.host : from);
        found_.push_back({game, {host, answer.port}, answer.server, answer.core, now});
    }
}

void Search::advance(proto::Micros now) {
    if (now >= due_) ask(now);
    std::array<std::uint8_t, kQueryBytes + 1> bytes{};
    for (const int from : {socket_, ipv6_}) {
        for (int i = 0; from >= 0 && i < kDatagramsMax; ++i) {
            sockaddr_storage sender{};
            socklen_t length = sizeof sender;
            const auto size = ::recvfrom(from, bytes.data(), bytes.size(), 0, reinterpret_cast<sockaddr*>(&sender), &length);
            // A refused datagram is reported as an error of the socket; there may be answers behind it.
            if (size < 0 && (errno == EAGAIN || errno == EWOULDBLOCK)) break;
            if (size <= 0) continue;
            const auto answer = read_answer(std::span{bytes}.first(static_cast<std::size_t>(size)));
            if (!answer || answer->nonce != nonce_) continue;
            const proto::NetAddress at = proto::address_of(reinterpret_cast<const sockaddr&>(sender));
            // Behind a router the answer comes from another port than the game's.
            Answer seen = *answer;
            if (seen.host == 0) seen.port = at.port;
            note(seen, at.host, now);
        }
    }
    std::erase_if(found_, [&](const Found& each) { return now - each.seen_at > kForgetAfter; });
}

}  // namespace albireo::reach
