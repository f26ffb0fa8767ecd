// Goal: links play over IPv6 and IPv4 on one socket, whatever the other side has. Without IPv6 in the kernel they play over IPv4 as if
// there were none. If ENet's own sockets were used, this would fail.
#include <arpa/inet.h>
#include <doctest/doctest.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <netinet/in.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <cstddef>
#include <thread>

#include "proto/handshake.hpp"
#include "proto/name_lookup.hpp"
#include "proto/sealed_datagram.hpp"
#include "tests/proto/enet_pair.hpp"

namespace albireo::proto {
namespace {

int domain_of(const EnetLink& link) {
    int domain = 0;
    socklen_t size = sizeof domain;
    REQUIRE(getsockopt(link.native_socket(), SOL_SOCKET, SO_DOMAIN, &domain, &size) == 0);
    return domain;
}

/// Whether this computer's loopback has IPv6.
bool has_ipv6_here() {
    const int probe = ::socket(AF_INET6, SOCK_DGRAM, 0);
    sockaddr_in6 own{};
    own.sin6_family = AF_INET6;
    own.sin6_addr = in6addr_loopback;
    const bool has = probe >= 0 && ::bind(probe, reinterpret_cast<const sockaddr*>(&own), sizeof own) == 0;
    if (probe >= 0) ::close(probe);
    if (!has) MESSAGE("not tested: no IPv6 on the loopback here");
    return has;
}

std::vector<IpAddress> hosts(std::initializer_list<const char*> texts) {
    std::vector<IpAddress> all;
    for (const char* text : texts) all.push_back(read_ip(text));
    return all;
}

/// Whether a client that knows the server by these addresses gets an answer.
bool plays(AnsweringServer& server, const std::vector<IpAddress>& at) {
    AskingClient client(server.link->port(), {}, at);
    run_until(server, client, [&] { return client.answered_after >= 0; }, 5'000);
    return client.answered_after >= 0;
}

/// From now on the kernel refuses sockets of IPv6 to this thread.
void forbid_ipv6() {
    const auto field = [](std::size_t offset) { return static_cast<std::uint32_t>(offset); };
    sock_filter code[] = {
        BPF_STMT(BPF_LD | BPF_W | BPF_ABS, field(offsetof(seccomp_data, nr))),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, __NR_socket, 0, 3),
        BPF_STMT(BPF_LD | BPF_W | BPF_ABS, field(offsetof(seccomp_data, args[0]))),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, AF_INET6, 0, 1),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | EAFNOSUPPORT),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
    };
    const sock_fprog program{std::size(code), code};
    REQUIRE(prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0);
    REQUIRE(prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program) == 0);
}

TEST_CASE("a server's and a client's socket are of both families") {
    if (!has_ipv6_here()) return;
    AnsweringServer server{{.port = 0}};
    CHECK(domain_of(*server.link) == AF_INET6);
    CHECK(server.link->has_ipv6());
    CHECK(domain_of(*AskingClient(server.link->port()).link) == AF_INET6);
}

TEST_CASE("one server is found over IPv6 and over IPv4, and both are counted with their headers") {
    if (!has_ipv6_here()) return;
    AnsweringServer server{{.port = 0}};
    for (const char* address : {"::1", "127.0.0.1"}) {
        CAPTURE(address);
        const auto before = server.link->traffic();
        AskingClient client(server.link->port(), {}, hosts({address}));
        run_until(server, client, [&] { return client.answered_after >= 0; }, 5'000);
        CHECK(client.answered_after >= 0);
        const bool is_ipv6 = read_ip(address).is_ipv6();
        const PeerId peer = server.peers.rbegin()->first;
        CHECK(server.link->extra_header_bytes(peer) == (is_ipv6 ? kIpv6ExtraBytes : 0));
        CHECK(client.link->extra_header_bytes(kServer) == (is_ipv6 ? kIpv6ExtraBytes : 0));
        // ::1 and 127.0.0.1 are the same computer.
        CHECK(server.link->host_of(peer) == read_ip("127.0.0.1").home());
        const auto now = client.link->traffic();
        CHECK(now.bytes_sent >= now.packets_sent * (is_ipv6 ? kIpv6UdpBytes : kIpUdpBytes));
        CHECK(server.link->traffic().packets_received > before.packets_received);
    }
}

TEST_CASE("ENet knows each peer, of either family, by a name in 240.0.0.0/4 that no other peer has") {
    if (!has_ipv6_here()) return;
    AnsweringServer server{{.port = 0}};
    AskingClient ipv6(server.link->port(), {}, hosts({"::1"})), ipv4(server.link->port());
    for (AskingClient* client : {&ipv6, &ipv4}) {
        run_until(server, *client, [&] { return client->answered_after >= 0; }, 5'000);
        CHECK(client->answered_after >= 0);
        CHECK(client->link->enet_names() == std::vector<NetAddress>{{read_ip("240.0.0.0"), 1}});
    }
    std::vector<NetAddress> names = server.link->enet_names();
    std::ranges::sort(names);
    CHECK(names == std::vector<NetAddress>{{read_ip("240.0.0.0"), 1}, {read_ip("240.0.0.1"), 1}});
    // The peers are found where they are, not by their names.
    CHECK(ipv6.link->server_address() == NetAddress{read_ip("::1"), server.link->port()});
    CHECK(server.link->extra_header_bytes(server.peers.begin()->first) == kIpv6ExtraBytes);
    CHECK(server.link->extra_header_bytes(server.peers.rbegin()->first) == 0);
}

TEST_CASE("a client asks all addresses of a name, and stays with the one that answers") {
    if (!has_ipv6_here()) return;
    AnsweringServer ipv4{{.bind = "127.0.0.1", .port = 0}}, all_ipv4{{.bind = "0.0.0.0", .port = 0}}, ipv6{{.bind = "::1", .port = 0}};
    for (AnsweringServer* server : {&ipv4, &all_ipv4}) {
        CHECK(plays(*server, hosts({"::1", "127.0.0.1"})));
        CHECK(plays(*server, hosts({"127.0.0.1"})));
    }
    CHECK(plays(ipv6, hosts({"127.0.0.1", "::1"})));
    CHECK(plays(ipv6, hosts({"127.0.0.2", "127.0.0.1", "::1"})));
    AskingClient lost(ipv6.link->port(), {}, hosts({"127.0.0.1"}));
    run_until(ipv6, lost, [&] { return lost.answered_after >= 0; }, 200);
    CHECK(lost.answered_after < 0);
}

TEST_CASE("without IPv6 in the kernel, servers and clients play over IPv4, and an IPv6 address is refused by name") {
    std::thread([] {
        forbid_ipv6();
        AnsweringServer server{{.port = 0}}, bound{{.bind = "127.0.0.1", .port = 0}}, ipv4{{.bind = "0.0.0.0", .port = 0}};
        CHECK(domain_of(*server.link) == AF_INET);
        CHECK_FALSE(server.link->has_ipv6());
        for (AnsweringServer* each : {&server, &bound, &ipv4}) CHECK(plays(*each, hosts({"127.0.0.1"})));
        CHECK(plays(server, hosts({"::1", "127.0.0.1"})));  // a name with both
        std::string error;
        CHECK(make_enet_server({.bind = "::1", .port = 0}, error) == nullptr);
        CHECK(error == "cannot bind UDP [::1]:0: this computer has no IPv6");
        CHECK(make_enet_client("::1", 7777, error) == nullptr);
        CHECK(error == "the server has only IPv6 addresses, and this computer has no IPv6");
    }).join();
}

TEST_CASE("no datagram is longer than every IPv6 network carries, and the longest packets arrive") {
    static_assert(kKnockDatagramMax <= 1'232 && kSealedDatagramMax <= 1'232);
    if (!has_ipv6_here()) return;
    AnsweringServer server{{.port = 0}};
    std::string error;
    const auto client = make_enet_client("::1", server.link->port(), error);
    const std::vector<std::uint8_t> packet(kLinkPacketBytesMax, 7);
    client->send(kServer, Channel::control, packet, clock_now());
    std::size_t arrived = 0;
    for (const Micros until = clock_now() + 5 * kMicrosPerSecond; clock_now() < until && arrived == 0;) {
        LinkEvent event;
        while (client->poll(event, clock_now())) {}
        client->flush(clock_now());
        while (server.link->poll(event, clock_now())) arrived = std::max(arrived, event.bytes.size());
        server.link->flush(clock_now());
        std::this_thread::sleep_for(std::chrono::microseconds{200});
    }
    CHECK(arrived == packet.size());
}

TEST_CASE("addresses are read and written, and one home is one host for the limits") {
    for (const char* text : {"192.0.2.7", "2001:db8::1", "::1", "fe80::1%1"}) CHECK(text_of(read_ip(text)) == text);
    CHECK(read_ip("::ffff:192.0.2.7") == read_ip("192.0.2.7"));
    CHECK(text_of(NetAddress{read_ip("2001:db8::1"), 7777}) == "[2001:db8::1]:7777");
    for (const char* bad : {"", "here", "1.2.3", "2001:db8::1::", "fe80::1%", "fe80::1%no_such_interface", "[::1]"}) {
        CHECK_MESSAGE(read_ip(bad).is_none(), bad);
        CHECK_MESSAGE(!read_bind_address(bad), bad);
    }
    CHECK(read_bind_address("::")->is_none());
    CHECK(read_bind_address("0.0.0.0") == IpAddress::any_ipv4());
    CHECK(read_ip("2001:db8:1:2::1").home() == 0x20010db800010002);
    CHECK(read_ip("2001:db8:1:2:ffff::9").home() == 0x20010db800010002);
    CHECK(read_ip("2001:db8:1:3::1").home() == 0x20010db800010003);
    CHECK(read_ip("192.0.2.7").home() < 0x1'0000'0000);
    for (const char* reserved : {"::2", "::1.2.3.4", "0:0:7f00:1::"}) CHECK(read_ip(reserved).home() > 0xffff'ffff);
    CHECK(IpAddress{}.home() == 0);
}

TEST_CASE("public addresses are those that the internet can have, also behind a NAT64") {
    for (const char* text : {"1.1.1.1", "198.51.100.7", "100.63.0.1", "100.128.0.1", "172.15.0.1", "172.32.0.1", "192.167.0.1", "223.255.255.255", "2001:db8::1",
                             "64:ff9b::198.51.100.7"}) {
        CHECK_MESSAGE(read_ip(text).is_public(), text);
    }
    for (const char* text : {"0.1.2.3", "10.0.0.1", "100.64.0.1", "100.127.255.255", "127.0.0.1", "169.254.0.1", "172.16.0.1", "172.31.255.255", "192.168.1.1", "192.0.0.9", "198.18.0.1", "198.19.255.255", "224.0.0.1",
                             "240.0.0.1", "255.255.255.255", "::1", "fe80::1%1", "fd00::1", "ff02::1", "64:ff9b::192.168.1.1", "64:ff9b:1::1.1.1.1"}) {
        CHECK_MESSAGE(!read_ip(text).is_public(), text);
    }
    CHECK(!IpAddress{}.is_public());
    CHECK(read_ip("100.64.0.1").is_shared());
    CHECK(!read_ip("100.63.0.1").is_shared());
}

TEST_CASE("a name has addresses of both families, and at most four") {
    NameLookup numeric("2001:db8::1");
    REQUIRE(numeric.is_done());
    CHECK(numeric.addresses() == hosts({"2001:db8::1"}));
    CHECK(numeric.ipv4().is_none());
    NameLookup named("localhost");
    while (!named.is_done()) std::this_thread::sleep_for(std::chrono::milliseconds{1});
    CHECK(named.addresses().size() <= NameLookup::kAddressesMax);
    CHECK(named.ipv4() == read_ip("127.0.0.1"));
}

}  // namespace
}  // namespace albireo::proto
