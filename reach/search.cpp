#include "reach/search.hpp"

#include <algorithm>
#include <cerrno>
#include <random>
#include <tuple>

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
    if (ipv4_.is_open()) ipv4_.allow_broadcast();
}

void Search::send(const platform::OwnSocket& socket, const platform::Endpoint& to, std::span<const std::uint8_t> bytes) {
    // A network that cannot be reached at the moment is asked again with the next query.
    std::ignore = socket.send(&to, bytes);
    ++sent_;
}

void Search::ask_also(const Address& address) {
    options_.addresses.push_back(address);
    asked_ = 0;  // a query may be lost
    due_ = 0;
}

void Search::ask(proto::Micros now) {
    const auto bytes = write_query({.nonce = nonce_, .code = options_.code, .watch_code = options_.watch_code});
    if (options_.asks_network) {
        const proto::IpAddress group = proto::read_ip(kLanGroup);
        for (const Interface& each : interfaces()) {
            for (std::uint16_t port = kLanPortFirst; port <= kLanPortLast; ++port) {
                if (each.has_ipv6) send(ipv6_, {.host = group.bytes(), .scope = each.number, .port = port}, bytes);
                if (each.is_loopback && each.address != 0) send(ipv4_, proto::endpoint_of({each.address, port}), bytes);
                if (each.broadcast != 0) send(ipv4_, proto::endpoint_of({each.broadcast, port}), bytes);
            }
        }
    }
    for (const Address& each : options_.addresses) {
        const proto::IpAddress host = proto::read_ip(each.host);
        if (!host.is_none()) send(host.is_ipv6() ? ipv6_ : ipv4_, proto::endpoint_of({host, each.port}), bytes);
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
        const Address at{proto::text_of(answer.host != 0 ? answer.host : from), answer.port};
        const auto known = std::find_if(found_.begin(), found_.end(), [&](const Found& each) {
            const bool is_same = options_.finds_each_address ? each.address == at : each.server == answer.server;
            return is_same && each.game.code == game.code;
        });
        if (known != found_.end()) {
            known->game = game;
            known->seen_at = now;
            continue;
        }
        const auto is_asked = [&](const Address& each) { return std::ranges::find(options_.addresses, each) != options_.addresses.end(); };
        if (found_.size() == kFoundMax) {
            const auto other = std::ranges::find_if_not(found_, is_asked, &Found::address);
            if (!is_asked(at) || other == found_.end()) return;
            found_.erase(other);
        }
        found_.push_back({game, at, answer.server, answer.core, now});
    }
}

void Search::note_version(const OtherVersion& seen) {
    if (seen.gap == proto::VersionGap::none) return;
    const auto known = std::ranges::find(other_versions_, seen.from, &OtherVersion::from);
    if (known != other_versions_.end()) {
        *known = seen;
    } else if (other_versions_.size() < kFoundMax) {
        other_versions_.push_back(seen);
    }
}

void Search::advance(proto::Micros now) {
    if (now >= due_) ask(now);
    std::array<std::uint8_t, kQueryBytes + 1> bytes{};
    for (const platform::OwnSocket* const socket : {&ipv4_, &ipv6_}) {
        for (int i = 0; socket->is_open() && i < kDatagramsMax; ++i) {
            platform::OwnSocket::Received got;
            const int error = socket->receive(bytes, got);
            // A refused datagram is reported as an error of the socket; there may be answers behind it.
            if (error == EAGAIN) break;
            if (error != 0 || got.size == 0) continue;
            const std::span<const std::uint8_t> datagram = std::span{bytes}.first(got.size);
            const proto::NetAddress at = proto::address_of(got.from);
            note_version({at, proto::read_other_version(kQueryProtocol, datagram, static_cast<std::uint32_t>(nonce_)), now});
            const auto answer = read_answer(datagram);
            if (!answer || answer->nonce != nonce_) continue;
            // Behind a router the answer comes from another port than the game's.
            Answer seen = *answer;
            if (seen.host == 0) seen.port = at.port;
            note(seen, at.host, now);
        }
    }
    std::erase_if(found_, [&](const Found& each) { return now - each.seen_at > kForgetAfter; });
    std::erase_if(other_versions_, [&](const OtherVersion& each) { return now - each.seen_at > kForgetAfter; });
}

}  // namespace albireo::reach
