// reach_probe: the sockets of `reach` from a script, for tests in network namespaces.
//   serve PORT CODE SECONDS   answers queries as a server with that game does
//   find CODE|- MS            looks for it, or for all games, and prints where it is and after how long
//   map PORT MS [upnp|PCP]    asks the router for the port, by UPnP alone or first by PCP, prints what it granted, waits
//   pinhole PORT MS [upnp]    asks the router's firewall for IPv6 for the port, by UPnP alone or first by PCP, prints what it granted, waits
//   prove PORT RENDEZVOUS     asks the router for the port (of a rendezvous at IPv6: for a pinhole) and has it probed by the rendezvous, as a host does; prints whether friends are told
#include <netinet/in.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <random>
#include <string>
#include <thread>

#include "platform/socket.hpp"
#include "proto/net_address.hpp"
#include "reach/host_meeting.hpp"
#include "reach/interfaces.hpp"
#include "reach/lan_server.hpp"
#include "reach/pinholes.hpp"
#include "reach/port_mapper.hpp"
#include "reach/search.hpp"
#include "reach/ssdp.hpp"
#include "reach/upnp.hpp"
#include "tests/reach/game_list.hpp"
#include "tests/support/tool_help.hpp"

namespace {

using namespace albireo;
using namespace albireo::reach;

proto::Micros steady_now() {
    return std::chrono::duration_cast<std::chrono::microseconds>(std::chrono::steady_clock::now().time_since_epoch())
        .count();
}
double ms_since(proto::Micros began) {
    return static_cast<double>(steady_now() - began) / 1000;
}

/// Of a socket of both families.
proto::NetAddress address_of(const sockaddr_in6& from) {
    platform::Endpoint end{.host = {}, .scope = from.sin6_scope_id, .port = ntohs(from.sin6_port)};
    std::memcpy(end.host.data(), &from.sin6_addr, end.host.size());
    return proto::address_of(end);
}

/// A socket of both families on this port.
int open_socket(std::uint16_t port) {
    const int socket = ::socket(AF_INET6, SOCK_DGRAM, 0), off = 0;
    ::setsockopt(socket, IPPROTO_IPV6, IPV6_V6ONLY, &off, sizeof off);
    sockaddr_in6 any{};
    any.sin6_family = AF_INET6;
    any.sin6_port = htons(port);
    if (::bind(socket, reinterpret_cast<const sockaddr*>(&any), sizeof any) == 0) return socket;
    std::perror("bind");
    std::exit(3);
}

int serve(std::uint16_t port, const std::string& code, int seconds) {
    const int socket = open_socket(port);
    LanServer lan(static_cast<std::uint64_t>(getpid()), 9, port, socket,
                  [&](const Query& query) { return find_games({ListedGame{{code, "Anna", "the_cut", true}}}, query); });
    for (const proto::Micros until = steady_now() + seconds * proto::kMicrosPerSecond; steady_now() < until;) {
        pollfd wait{socket, POLLIN, 0};
        if (::poll(&wait, 1, 50) <= 0) continue;
        std::array<std::uint8_t, 2048> in{}, out{};
        sockaddr_in6 from{};
        socklen_t size = sizeof from;
        const auto got = ::recvfrom(socket, in.data(), in.size(), 0, reinterpret_cast<sockaddr*>(&from), &size);
        if (got <= 0) continue;
        const auto answer =
            lan.take(std::span{in}.first(static_cast<std::size_t>(got)), address_of(from).host, steady_now(), out);
        if (!answer) std::printf("got %.*s\n", static_cast<int>(got), reinterpret_cast<const char*>(in.data()));
        std::fflush(stdout);
        if (answer && *answer != 0)
            ::sendto(socket, out.data(), *answer, 0, reinterpret_cast<const sockaddr*>(&from), size);
    }
    ::close(socket);
    return 0;
}

int find(const std::string& code, int most_ms) {
    Search search({.code = code == "-" ? "" : code});
    const proto::Micros began = steady_now();
    while (ms_since(began) < most_ms) {
        search.advance(steady_now());
        for (const Found& each : search.found()) {
            std::printf("found %s at %s after %.0f ms\n", each.game.code.c_str(), text_of(each.address).c_str(), ms_since(began));
            return 0;
        }
        std::this_thread::sleep_for(std::chrono::milliseconds(2));
    }
    std::printf("found nothing\n");
    return 1;
}

int map(std::uint16_t port, int hold_ms, const std::string& way) {
    const proto::Micros began = steady_now();
    if (way == "upnp") {
        Upnp upnp;
        PortAnswer answer;
        std::string why = upnp.find(find_router_description(default_gateway(), std::chrono::milliseconds(1000)));
        if (why.empty()) why = upnp.map({.own_port = port, .port = port, .seconds = 600}, answer);
        if (why.empty()) {
            std::printf("granted %s:%u by UPnP after %.0f ms\n", proto::text_of(answer.address).c_str(), answer.port, ms_since(began));
        } else {
            std::printf("refused: %s\n", why.c_str());
        }
        std::fflush(stdout);
        std::this_thread::sleep_for(std::chrono::milliseconds(hold_ms));
        if (why.empty()) upnp.remove(answer.port, port);
        return why.empty() ? 0 : 1;
    }
    const PortMapper mapper({.port = port});
    while (mapper.mapping().state == PortMapping::State::asking) std::this_thread::sleep_for(std::chrono::milliseconds(1));
    const PortMapping mapping = mapper.mapping();
    if (mapping.state == PortMapping::State::granted) {
        std::printf("granted %s:%u by %s after %.0f ms%s\n", address_text(mapping.address).c_str(), mapping.port,
                    mapping.by.c_str(), ms_since(began), mapping.is_open() ? "" : ", not public");
    } else {
        std::printf("refused: %s\n", mapping.why.c_str());
    }
    std::fflush(stdout);
    std::this_thread::sleep_for(std::chrono::milliseconds(hold_ms));
    return mapping.state == PortMapping::State::granted ? 0 : 1;
}

/// Those that hosting a game asks for: the mapper's, without waiting for its answers over IPv4.
int pinhole(std::uint16_t port, int hold_ms, const std::string& way) {
    const proto::Micros began = steady_now();
    // Nobody answers PCP on this port.
    Pinholes pinholes({.port = port, .router_port = static_cast<std::uint16_t>(way == "upnp" ? 9 : kGatewayPort)});
    pinholes.ask([] { return false; });
    for (const Pinhole& each : pinholes.open())
        std::printf("granted %s by %s after %.0f ms\n", text_of(each.outside).c_str(), each.by.c_str(), ms_since(began));
    if (pinholes.open().empty()) std::printf("refused: %s\n", pinholes.why().c_str());
    std::fflush(stdout);
    std::this_thread::sleep_for(std::chrono::milliseconds(hold_ms / 2));
    pinholes.ask([] { return false; });  // renewed
    std::this_thread::sleep_for(std::chrono::milliseconds(hold_ms / 2));
    const bool is_granted = !pinholes.open().empty();
    pinholes.remove();
    return is_granted ? 0 : 1;
}

int prove(std::uint16_t port, const std::string& rendezvous) {
    const auto at = read_address(rendezvous);
    if (!at) return 2;
    const int socket = open_socket(port);
    const proto::IpAddress server = proto::read_ip(at->host);
    const PortMapper mapper({.port = port, .asks_ipv6 = server.is_ipv6()});
    const auto is_settled = [&](const PortMapping& mapping) {
        if (server.is_ipv6()) return !mapping.pinholes.empty() || !mapping.why_no_pinhole.empty();
        return mapping.state != PortMapping::State::asking;
    };
    while (!is_settled(mapper.mapping())) std::this_thread::sleep_for(std::chrono::milliseconds(1));
    PortMapping mapping = mapper.mapping();
    if (server.is_ipv6() ? mapping.pinholes.empty() : !mapping.is_open()) {
        std::printf("no port: %s\n", server.is_ipv6() ? mapping.why_no_pinhole.c_str() : mapping.why.c_str());
        return 1;
    }
    HostMeeting host({server, at->port}, 1, proto::SigningKey({2}));
    host.set_codes({"K7QF2M"});
    host.probe(server.is_ipv6() ? mapping.pinholes.front().outside : proto::NetAddress{mapping.address, mapping.port}, std::random_device{}());
    const proto::Micros began = steady_now();
    while (host.probed() == PortProbe::asking || !host.is_enrolled("K7QF2M")) {
        if (ms_since(began) > 20'000) {
            std::printf("no answer from the rendezvous\n");
            return 1;
        }
        Outbox out;
        pollfd wait{socket, POLLIN, 0};
        while (::poll(&wait, 1, 5) > 0) {
            std::array<std::uint8_t, 2048> in{};
            sockaddr_in6 from{};
            socklen_t size = sizeof from;
            const auto got = ::recvfrom(socket, in.data(), in.size(), 0, reinterpret_cast<sockaddr*>(&from), &size);
            if (got > 0) host.take(address_of(from), std::span{in}.first(static_cast<std::size_t>(got)), steady_now(), out);
        }
        host.advance(steady_now(), out);
        for (const Outgoing& each : out) {
            sockaddr_in6 to{};
            to.sin6_family = AF_INET6;
            to.sin6_port = htons(each.to.port);
            std::memcpy(&to.sin6_addr, each.to.host.bytes().data(), sizeof to.sin6_addr);
            ::sendto(socket, each.bytes.data(), each.bytes.size(), 0, reinterpret_cast<const sockaddr*>(&to), sizeof to);
        }
    }
    const PortProbe probed = mapping.probe = host.probed();
    mapping.set_pinhole_probe(probed);
    const char* const found = probed == PortProbe::open ? "open" : probed == PortProbe::closed ? "closed" : probed == PortProbe::elsewhere ? "elsewhere" : "unavailable";
    std::printf("%s, %s after %.0f ms\n", (server.is_ipv6() ? mapping.pinholes.front().is_told() : mapping.is_told()) ? "told" : "not told", found, ms_since(began));
    return 0;
}

}  // namespace

int main(int argc, char** argv) {
    support::answer_help(argc, argv, "reach_probe",
                         "Finds games and maps ports: reach_probe serve PORT CODE SECONDS, find CODE|- MS, map PORT MS [upnp], pinhole PORT MS [upnp], or prove PORT RENDEZVOUS");
    const std::vector<std::string> words(argv + 1, argv + argc);
    const auto number = [&](std::size_t i) { return std::atoi(words[i].c_str()); };
    if (words.size() == 4 && words[0] == "serve") return serve(static_cast<std::uint16_t>(number(1)), words[2], number(3));
    if (words.size() == 3 && words[0] == "find") return find(words[1], number(2));
    if (words.size() >= 3 && words[0] == "map")
        return map(static_cast<std::uint16_t>(number(1)), number(2), words.size() > 3 ? words[3] : "");
    if (words.size() >= 3 && words[0] == "pinhole") return pinhole(static_cast<std::uint16_t>(number(1)), number(2), words.size() > 3 ? words[3] : "");
    if (words.size() == 3 && words[0] == "prove") return prove(static_cast<std::uint16_t>(number(1)), words[2]);
    std::fprintf(stderr, "reach_probe: serve PORT CODE SECONDS, find CODE|- MS, map PORT MS [upnp], pinhole PORT MS [upnp], or prove PORT RENDEZVOUS\n");
    return 2;
}
