#pragma once
/// Two homes and a rendezvous in virtual time: a host and a joiner behind routers, on lines that delay and lose datagrams.
#include <algorithm>
#include <iterator>
#include <map>
#include <random>
#include <set>

#include "reach/join_meeting.hpp"
#include "server/rendezvous.hpp"
#include "tests/support/version_shift.hpp"

namespace albireo::test {

using reach::NetAddress;
using reach::Outbox;
using reach::Outgoing;
using server::Micros;

enum class Router : std::uint8_t {
    none,       // the computer has a public address
    cone,       // one port for all destinations; only those that were written to may answer
    symmetric,  // another port for each destination
    closed,     // lets nothing of other players through
};

struct HomesOptions {
    Router host = Router::cone, joiner = Router::cone;
    Micros one_way = 20 * proto::kMicrosPerMs;  // from a home to the internet
    unsigned loss_permille = 0;                 // of each home's line
    unsigned seed = 1;
    bool may_relay = true;
    bool has_second_port = true;
    std::uint16_t mapped_port = 0;  // of the host's router, which says that it forwards it
    bool forwards = true;           // … and does
    bool is_host_ipv6 = false, is_joiner_ipv6 = false;
    int version = 0;  // of the programs at home, less that of the rendezvous
};

class Homes {
  public:
    static constexpr NetAddress kRendezvous{0x01000a0a, 7777}, kSecond{0x01000a0a, 7778};
    static constexpr const char* kCode = "K7QF2M";

    explicit Homes(HomesOptions options)
        : options_(options),
          random_(options.seed),
          rendezvous(admission, {.random = [this] { return std::uint64_t{random_()} << 32 | random_(); },
                            .second = {{}, options.has_second_port ? kSecond.port : std::uint16_t{0}},
                            .may_probe = true}),
          host(of_family(kRendezvous, options.is_host_ipv6), 1, proto::SigningKey({42})),
          joiner({.rendezvous = of_family(kRendezvous, options.is_joiner_ipv6), .id = 2, .code = kCode, .may_relay = options.may_relay}) {
        host.set_codes({kCode});
    }

    /// Runs until the meeting is over; it begins `late` after the host's first packet.
    void run(Micros late = 2 * proto::kMicrosPerSecond) {
        for (; !joiner.is_over() && now < 30 * proto::kMicrosPerSecond; now += proto::kMicrosPerMs) {
            deliver();
            Outbox out;
            host.advance(now, out);
            send_all(0, out);
            if (now < late) continue;
            joiner.advance(now, out);
            send_all(1, out);
            if (joiner.introduced_at() >= 0 && introduced < 0) introduced = now;
        }
    }
    Micros since_introduction() const { return now - introduced; }
    /// Runs the host alone until its port is probed, or until then. Returns the time that it took.
    Micros probe(NetAddress port, Micros most) {
        host.probe(port, 4242);
        return wait_for_probe(most);
    }
    Micros wait_for_probe(Micros most, reach::PortProbe before = reach::PortProbe::asking) {
        const Micros began = now;
        for (; host.probed() == before && now < began + most; now += proto::kMicrosPerMs) {
            deliver();
            Outbox out;
            host.advance(now, out);
            send_all(0, out);
        }
        return now - began;
    }
    void forward(bool forwards) { options_.forwards = forwards; }

    /// 2001:db8::10.9.1.1 for 10.9.1.1. A home's cone is then a firewall that lets in only what was asked for.
    static NetAddress of_family(const NetAddress& ipv4, bool is_ipv6) {
        if (!is_ipv6) return ipv4;
        proto::IpAddress::Bytes bytes = ipv4.host.bytes();
        bytes = {0x20, 0x01, 0x0d, 0xb8, 0, 0, 0, 0, 0, 0, 0, 0, bytes[12], bytes[13], bytes[14], bytes[15]};
        return {proto::IpAddress(bytes), ipv4.port};
    }
    NetAddress address_of(int home) const { return of_family(kHomes[home], home == 0 ? options_.is_host_ipv6 : options_.is_joiner_ipv6); }
    static constexpr NetAddress kHomes[2] = {{0x0101090a, 5000}, {0x0102090a, 6000}};

  private:
    struct Flight {
        Micros due;
        NetAddress from, to;
        std::vector<std::uint8_t> bytes;
    };

    static bool is_rendezvous(const NetAddress& address) {
        return address.host == kRendezvous.host || address.host == of_family(kRendezvous, true).host;
    }
    Router router(int home) const { return home == 0 ? options_.host : options_.joiner; }
    bool is_lost() { return random_() % 1000 < options_.loss_permille; }

    void send_all(int home, Outbox& out) {
        for (Outgoing& each : out) {
            // What a home sends opens its router for the answer, however few hops it goes.
            NetAddress from = address_of(home);
            if (each.to.host.is_ipv6() != from.host.is_ipv6()) continue;  // the home has one family
            if (router(home) == Router::symmetric) {
                const auto [port, is_new] = ports_[home].try_emplace(each.to, static_cast<std::uint16_t>(20'000 + ports_[home].size()));
                from.port = port->second;
            }
            open_[home].insert({from.port, each.to});
            const bool is_far = !is_rendezvous(each.to);  // from home to home: two lines
            if (each.hops != 0 || is_lost() || (is_far && is_lost())) continue;
            if (!is_far) support::shift_version(each.bytes, options_.version);
            flights_.push_back({now + (is_far ? 2 : 1) * options_.one_way, from, each.to, std::move(each.bytes)});
        }
        out.clear();
    }
    bool passes(int home, const Flight& flight) const {
        if (home == 0 && flight.to.port == options_.mapped_port && options_.forwards) return true;
        if (router(home) == Router::none) return flight.to == address_of(home);
        if (router(home) == Router::closed && !is_rendezvous(flight.from)) return false;
        return open_[home].contains({flight.to.port, flight.from});
    }
    void deliver() {
        const auto arrived = std::stable_partition(flights_.begin(), flights_.end(), [&](const Flight& each) { return each.due > now; });
        std::vector<Flight> due(std::make_move_iterator(arrived), std::make_move_iterator(flights_.end()));
        flights_.erase(arrived, flights_.end());
        for (Flight& each : due) arrive(each);
    }
    void arrive(Flight& flight) {
        Outbox out;
        if (is_rendezvous(flight.to)) {
            if (flight.to.port == kRendezvous.port) {
                rendezvous.take(flight.from, flight.bytes, now, out);
            } else if (options_.has_second_port) {
                rendezvous.take_second(flight.from, flight.bytes, now, out);
            }
            for (Outgoing& each : out) {
                if (is_lost()) continue;
                if (each.is_from_stranger) ++probes;
                const std::uint16_t port = each.is_from_stranger ? std::uint16_t{50'000} : flight.to.port;
                const NetAddress from = of_family({kRendezvous.host, port}, each.to.host.is_ipv6());
                flights_.push_back({now + options_.one_way, from, each.to, std::move(each.bytes)});
            }
            return;
        }
        for (int home = 0; home < 2; ++home) {
            if (flight.to.host != address_of(home).host) continue;
            if (!passes(home, flight)) return;
            if (is_rendezvous(flight.from)) support::shift_version(flight.bytes, -options_.version);
            if (home == 0) {
                host.take(flight.from, flight.bytes, now, out);
            } else {
                joiner.take(flight.from, flight.bytes, now, out);
            }
            send_all(home, out);
        }
    }

    HomesOptions options_;
    std::mt19937 random_;
    std::vector<Flight> flights_;
    std::map<NetAddress, std::uint16_t> ports_[2];
    std::set<std::pair<std::uint16_t, NetAddress>> open_[2];

  public:
    server::AdmissionControl admission;
    server::Rendezvous rendezvous;
    reach::HostMeeting host;
    reach::JoinMeeting joiner;
    Micros now = 0, introduced = -1;
    int probes = 0;  // sent by the rendezvous
};

}  // namespace albireo::test
