// Goal: a port of the router is asked for by PCP and NAT-PMP, what was granted is read, renewed, and removed at the end.
// The router is a stand-in: a socket of this test that answers as the RFCs say (homes_test.sh has a real miniupnpd).
#include <doctest/doctest.h>
#include <netinet/in.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstring>
#include <random>
#include <string>
#include <thread>
#include <vector>

#include "platform/socket.hpp"
#include "proto/net_address.hpp"
#include "reach/interfaces.hpp"
#include "reach/port_mapper.hpp"
#include "reach/ssdp.hpp"

using namespace albireo::reach;
using State = PortMapping::State;

namespace {

using Bytes = std::vector<std::uint8_t>;

PortRequest some_request() {
    PortRequest made{.own_port = 7777, .port = 7777, .seconds = 3600, .own_address = address_of("192.168.1.20")};
    for (std::size_t i = 0; i < made.nonce.size(); ++i) made.nonce[i] = static_cast<std::uint8_t>(i + 1);
    return made;
}

/// A router's answer to a request of PCP: a copy of the request with these fields changed.
Bytes pcp_answer(std::span<const std::uint8_t> request, std::uint8_t result, std::uint16_t port, std::uint32_t seconds,
                 const char* address) {
    Bytes bytes(request.begin(), request.end());
    bytes[1] |= 0x80;
    bytes[3] = result;
    for (int i = 0; i < 4; ++i) bytes[static_cast<std::size_t>(4 + i)] = static_cast<std::uint8_t>(seconds >> (24 - 8 * i));
    std::fill(bytes.begin() + 8, bytes.begin() + 24, std::uint8_t{0});
    bytes[42] = static_cast<std::uint8_t>(port >> 8);
    bytes[43] = static_cast<std::uint8_t>(port);
    const std::uint32_t outside = address_of(address);
    std::memcpy(bytes.data() + 56, &outside, sizeof outside);
    return bytes;
}

/// A stand-in for a router.
class Router {
  public:
    /// `keeps`: removes nothing; `once`: grants once, and renews nothing; `pmp_without_address`: like `only_pmp`, but does not say its address.
    enum class Kind : std::uint8_t { pcp, only_pmp, pmp_without_address, refuses, silent, wrong, keeps, once };
    explicit Router(Kind kind, std::uint32_t seconds = 3600, int losses = 0, bool is_ipv6 = false)
        : kind_(kind), seconds_(seconds), losses_(losses), is_ipv6_(is_ipv6), socket_(::socket(is_ipv6 ? AF_INET6 : AF_INET, SOCK_DGRAM, 0)) {
        sockaddr_in ipv4{};
        ipv4.sin_family = AF_INET;
        ipv4.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
        sockaddr_in6 ipv6{};
        ipv6.sin6_family = AF_INET6;
        ipv6.sin6_addr = in6addr_loopback;
        const bool is_bound = is_ipv6 ? ::bind(socket_, reinterpret_cast<const sockaddr*>(&ipv6), sizeof ipv6) == 0
                                      : ::bind(socket_, reinterpret_cast<const sockaddr*>(&ipv4), sizeof ipv4) == 0;
        if (is_ipv6 && !is_bound) return;
        REQUIRE(is_bound);
        port = albireo::platform::SocketHandle(socket_).own().port;
        thread_ = std::thread([this] { run(); });
    }
    ~Router() {
        ends_ = true;
        if (thread_.joinable()) thread_.join();
        ::close(socket_);
    }
    PortMapperOptions options() const {
        return {.port = 7777, .seconds = 3600, .gateway = htonl(INADDR_LOOPBACK), .gateway_port = port, .asks_upnp = false};
    }

    /// For a pinhole; no router answers over IPv4.
    PortMapperOptions ipv6_options() const {
        const auto here = albireo::proto::IpAddress::loopback();
        return {.port = 7777, .gateway = htonl(INADDR_LOOPBACK), .gateway_port = port, .asks_upnp = false, .asks_ipv6 = true, .ipv6_gateway = here, .own_ipv6 = {here}};
    }

    std::uint16_t port = 0;
    std::atomic<int> granted{0}, removed{0};  // requests
    std::atomic<int> last_seconds{0};         // for how long it was last asked

  private:
    void run() {
        while (!ends_) {
            pollfd wait{socket_, POLLIN, 0};
            if (::poll(&wait, 1, 10) <= 0) continue;
            std::array<std::uint8_t, 1100> bytes{};
            sockaddr_storage from{};
            socklen_t size = sizeof from;
            const auto got = ::recvfrom(socket_, bytes.data(), bytes.size(), 0, reinterpret_cast<sockaddr*>(&from), &size);
            if (got <= 0 || losses_-- > 0) continue;
            for (const Bytes& answer : answers(std::span{bytes}.first(static_cast<std::size_t>(got)))) {
                ::sendto(socket_, answer.data(), answer.size(), 0, reinterpret_cast<const sockaddr*>(&from), size);
            }
        }
    }
    std::vector<Bytes> answers(std::span<const std::uint8_t> request) {
        if (kind_ == Kind::silent) return {};
        if (request[0] == 2) {
            if (kind_ == Kind::only_pmp || kind_ == Kind::pmp_without_address) return {{0, request[1], 0, 1, 0, 0, 0, 0}};
            if (kind_ == Kind::refuses) return {pcp_answer(request, 2, 0, 0, "0.0.0.0")};
            const bool removes = request[4] == 0 && request[5] == 0 && request[6] == 0 && request[7] == 0;
            if (!removes && kind_ == Kind::once && granted > 0) return {pcp_answer(request, 2, 0, 0, "0.0.0.0")};
            ++(removes ? removed : granted);
            if (removes && kind_ == Kind::keeps) return {pcp_answer(request, 2, 0, 0, "0.0.0.0")};
            last_seconds = request[7] | request[6] << 8;
            Bytes right = pcp_answer(request, 0, 40123, removes ? 0 : seconds_, "203.0.113.5");
            if (is_ipv6_) std::copy_n(request.begin() + 8, 16, right.begin() + 44);  // the computer's own
            if (kind_ != Kind::wrong) return {right};
            Bytes other = right, shorter = right;
            other[30] ^= 1;  // another nonce
            shorter.resize(59);
            return {{}, {2}, shorter, other};
        }
        if (kind_ == Kind::refuses) return {{0, static_cast<std::uint8_t>(request[1] | 0x80), 0, 2, 0, 0, 0, 0}};
        if (kind_ == Kind::wrong || kind_ == Kind::once) return {};
        if (kind_ == Kind::pmp_without_address && request[1] == 0) return {{0, 128, 0, 3, 0, 0, 0, 9}};
        if (request[1] == 0) return {{0, 128, 0, 0, 0, 0, 0, 9, 203, 0, 113, 5}};
        Bytes mapped = {0, 129, 0, 0, 0, 0, 0, 9, request[4], request[5], 40124 >> 8, 40124 & 0xff, 0, 0, 0, 0};
        for (std::size_t i = 0; i < 4; ++i) mapped[12 + i] = static_cast<std::uint8_t>(seconds_ >> (24 - 8 * i));
        const bool removes = request[8] == 0 && request[9] == 0 && request[10] == 0 && request[11] == 0;
        if (removes) mapped[10] = mapped[11] = mapped[12] = mapped[13] = mapped[14] = mapped[15] = 0;
        ++(removes ? removed : granted);
        return {mapped};
    }

    Kind kind_;
    std::uint32_t seconds_;
    std::atomic<int> losses_;
    bool is_ipv6_;
    int socket_;
    std::atomic<bool> ends_{false};
    std::thread thread_;
};

PortMapping settled(const PortMapper& mapper) {
    for (int i = 0; i < 1000 && mapper.mapping().state == State::asking; ++i) {
        std::this_thread::sleep_for(std::chrono::milliseconds(5));
    }
    return mapper.mapping();
}

}  // namespace

TEST_CASE("a request of PCP has the bytes of RFC 6887") {
    const auto bytes = pcp_request(some_request());
    const Bytes head = {2, 1, 0, 0, 0, 0, 0x0e, 0x10, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xff, 0xff, 192, 168, 1, 20};
    CHECK(Bytes(bytes.begin(), bytes.begin() + 24) == head);
    const Bytes map = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 17, 0, 0, 0, 0x1e, 0x61, 0x1e, 0x61};
    CHECK(Bytes(bytes.begin() + 24, bytes.begin() + 44) == map);
}

TEST_CASE("an answer of PCP counts only for its request, whatever else arrives") {
    const auto request = pcp_request(some_request());
    const Bytes good = pcp_answer(request, 0, 40123, 1800, "203.0.113.5");
    const auto read = read_pcp(good, some_request());
    REQUIRE(read);
    CHECK(read->result == 0);
    CHECK(read->port == 40123);
    CHECK(read->seconds == 1800);
    CHECK(read->address == albireo::proto::IpAddress(address_of("203.0.113.5")));
    CHECK(read_pcp(pcp_answer(request, 8, 0, 30, "0.0.0.0"), some_request())->result == 8);
    CHECK(!read_pcp(request, some_request()));  // a mirror
    CHECK(!read_pcp(pcp_answer(request, 0, 0, 1800, "203.0.113.5"), some_request()));
    CHECK(!read_pcp(pcp_answer(request, 0, 40123, 0, "203.0.113.5"), some_request()));
    for (const std::size_t at : {0u, 1u, 24u, 35u, 36u, 40u, 41u}) {
        Bytes other = good;
        other[at] ^= 1;
        CHECK_MESSAGE(!read_pcp(other, some_request()), at);
    }
    for (std::size_t size = 0; size < good.size(); ++size) CHECK(!read_pcp(std::span{good}.first(size), some_request()));
    std::mt19937 random(1);
    for (int i = 0; i < 20'000; ++i) {
        Bytes noise(random() % 80);
        for (std::uint8_t& byte : noise) byte = static_cast<std::uint8_t>(random() % 4);
        CHECK(!read_pcp(noise, some_request()));
        (void)read_pmp(noise, some_request());
        (void)read_pmp_address(noise);
    }
}

TEST_CASE("a request of PCP for a pinhole has this computer's own IPv6 address, and its answer one of IPv6") {
    PortRequest asked = some_request();
    asked.own_address = albireo::proto::read_ip("2001:db8::20");
    const auto request = pcp_request(asked);
    const Bytes own = {0x20, 0x01, 0x0d, 0xb8, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0x20};
    CHECK(Bytes(request.begin() + 8, request.begin() + 24) == own);
    CHECK(Bytes(request.begin() + 44, request.end()) == Bytes(16));  // ::, not ::ffff:0.0.0.0: that would ask for a mapping to IPv4
    const auto of_ipv4 = pcp_request(some_request());
    CHECK(Bytes(of_ipv4.begin() + 44, of_ipv4.begin() + 56) == Bytes{0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xff, 0xff});
    Bytes good = pcp_answer(request, 0, 7777, 1800, "0.0.0.0");
    CHECK(!read_pcp(good, asked));  // no address
    std::copy(own.begin(), own.end(), good.begin() + 44);
    const auto read = read_pcp(good, asked);
    REQUIRE(read);
    CHECK(read->address == asked.own_address);
    CHECK(read->port == 7777);
    std::copy_n(Bytes{0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xff, 0xff, 203, 0, 113, 5}.begin(), 16, good.begin() + 44);
    CHECK(!read_pcp(good, asked));          // of IPv4
    CHECK(read_pcp(good, some_request()));
    std::copy(own.begin(), own.end(), good.begin() + 44);
    CHECK(!read_pcp(good, some_request()));  // and the other way around
    CHECK(read_pcp(pcp_answer(request, 2, 0, 30, "0.0.0.0"), asked)->result == 2);
}

TEST_CASE("a pinhole is asked for beside the mapping, renewed, and removed at the end. A router that refuses is one line") {
    Router router(Router::Kind::pcp, 3600, 0, true);
    if (router.port == 0) {
        MESSAGE("no IPv6 here");
        return;
    }
    const PortMapperOptions options = router.ipv6_options();
    {
        const PortMapper mapper(options);
        for (int i = 0; i < 1000 && mapper.mapping().pinholes.empty(); ++i) std::this_thread::sleep_for(std::chrono::milliseconds(5));
        const PortMapping mapping = mapper.mapping();
        CHECK(mapping.state == State::refused);  // nothing listens on the port of IPv4
        REQUIRE(mapping.pinholes.size() == 1);
        CHECK(mapping.pinholes[0].by == "PCP");
        CHECK(mapping.pinholes[0].own == albireo::proto::IpAddress::loopback());
        CHECK(mapping.pinholes[0].outside == albireo::proto::NetAddress{albireo::proto::IpAddress::loopback(), 40123});
        CHECK(mapping.pinholes[0].is_told());
        CHECK(mapping.why_no_pinhole.empty());
        CHECK(router.removed == 0);
    }
    CHECK(router.removed == 1);
    {
        Router brief(Router::Kind::pcp, 2, 1, true);  // the first request is lost
        const PortMapper mapper(brief.ipv6_options());
        for (int i = 0; i < 1000 && brief.granted < 3; ++i) std::this_thread::sleep_for(std::chrono::milliseconds(5));
        CHECK(brief.granted >= 3);  // after 0, 1 and 2 s
    }
    Router keeps(Router::Kind::keeps, 3600, 0, true);
    {
        const PortMapper mapper(keeps.ipv6_options());
        for (int i = 0; i < 1000 && mapper.mapping().pinholes.empty(); ++i) std::this_thread::sleep_for(std::chrono::milliseconds(5));
    }
    CHECK(keeps.removed == 1);
    CHECK(keeps.last_seconds == 1);  // it is to expire instead
    Router refuses(Router::Kind::refuses, 3600, 0, true);
    const PortMapper mapper(refuses.ipv6_options());
    for (int i = 0; i < 1000 && mapper.mapping().why_no_pinhole.empty(); ++i) std::this_thread::sleep_for(std::chrono::milliseconds(5));
    CHECK(mapper.mapping().pinholes.empty());
    CHECK(mapper.mapping().why_no_pinhole == "PCP: the router refuses: not authorised");
}

TEST_CASE("a router with PCP, and one with NAT-PMP only, grant a port of their choice. It is removed at the end") {
    for (const auto kind : {Router::Kind::pcp, Router::Kind::only_pmp}) {
        Router router(kind, 3600, 1);  // the first request is lost
        {
            const PortMapper mapper(router.options());
            const PortMapping mapping = settled(mapper);
            CHECK(mapping.state == State::granted);
            CHECK(mapping.by == (kind == Router::Kind::pcp ? "PCP" : "NAT-PMP"));
            CHECK(mapping.port == (kind == Router::Kind::pcp ? 40123 : 40124));
            CHECK(address_text(mapping.address) == "203.0.113.5");
            CHECK(mapping.is_open());
            CHECK(mapping.refusal == PortMapping::Refusal::none);
            // Why the protocols that were asked before have granted nothing.
            CHECK(mapping.why == (kind == Router::Kind::pcp ? "" : "PCP: the router does not answer"));  // its first request
            CHECK(router.removed == 0);
        }
        CHECK(router.granted == 1);
        CHECK(router.removed == 1);
    }
}

TEST_CASE("a mapping is renewed at half of its life") {
    Router router(Router::Kind::pcp, 2);
    const PortMapper mapper(router.options());
    for (int i = 0; i < 1000 && router.granted < 3; ++i) std::this_thread::sleep_for(std::chrono::milliseconds(5));
    CHECK(router.granted >= 3);  // after 0, 1 and 2 s
    CHECK(mapper.mapping().state == State::granted);
}

TEST_CASE("a mapping whose renewal failed is removed at the end, unless it has expired") {
    Router router(Router::Kind::once, 6);
    {
        const PortMapper mapper(router.options());
        CHECK(settled(mapper).state == State::granted);
        for (int i = 0; i < 1000 && mapper.mapping().state == State::granted; ++i) std::this_thread::sleep_for(std::chrono::milliseconds(5));
        CHECK(mapper.mapping().state == State::refused);  // after 3 s
        CHECK(router.removed == 0);
    }
    CHECK(router.granted == 1);
    CHECK(router.removed == 1);
    Router brief(Router::Kind::once, 2);
    {
        const PortMapper mapper(brief.options());
        CHECK(settled(mapper).state == State::granted);
        std::this_thread::sleep_for(std::chrono::milliseconds(2'100));
    }
    CHECK(brief.removed == 0);
}

TEST_CASE("a pinhole whose renewal failed is removed at the end") {
    Router router(Router::Kind::once, 6, 0, true);
    if (router.port == 0) {
        MESSAGE("no IPv6 here");
        return;
    }
    {
        const PortMapper mapper(router.ipv6_options());
        for (int i = 0; i < 1000 && mapper.mapping().pinholes.empty(); ++i) std::this_thread::sleep_for(std::chrono::milliseconds(5));
        CHECK(mapper.mapping().pinholes.size() == 1);
        for (int i = 0; i < 1000 && mapper.mapping().why_no_pinhole.empty(); ++i) std::this_thread::sleep_for(std::chrono::milliseconds(5));
        CHECK(mapper.mapping().pinholes.empty());  // after 3 s
    }
    CHECK(router.removed == 1);
}

TEST_CASE("a mapping of a router that does not say its address is removed at once") {
    Router router(Router::Kind::pmp_without_address);
    const PortMapper mapper(router.options());
    const PortMapping mapping = settled(mapper);
    CHECK(mapping.state == State::refused);
    CHECK(mapping.why.ends_with("the router does not report its address"));
    CHECK(router.granted == 1);
    CHECK(router.removed == 1);
}

TEST_CASE("routers that refuse, are silent or answer something else: the reason is one line, and ending takes no time") {
    struct Row {
        Router::Kind kind;
        const char* part;
        PortMapping::Refusal refusal;
    };
    using Refusal = PortMapping::Refusal;
    for (const Row& row : {Row{Router::Kind::refuses, "not authorised", Refusal::refused}, Row{Router::Kind::silent, "does not answer", Refusal::silent},
                           Row{Router::Kind::wrong, "does not answer", Refusal::silent}}) {
        Router router(row.kind);
        const PortMapper mapper(router.options());
        const PortMapping mapping = settled(mapper);
        CHECK(mapping.state == State::refused);
        CHECK_MESSAGE(mapping.why.find(row.part) != std::string::npos, mapping.why);
        CHECK(mapping.why.starts_with("PCP: "));
        CHECK(mapping.why.find("; NAT-PMP: ") != std::string::npos);
        CHECK(mapping.refusal == row.refusal);
        CHECK(!mapping.is_open());
    }
    // Nothing listens on the router's port.
    std::uint16_t closed = 0;
    PortMapperOptions options;
    {
        const Router router(Router::Kind::silent);
        options = router.options();
        closed = router.port;
    }
    CHECK(closed != 0);
    const PortMapper mapper(options);
    CHECK(settled(mapper).state == State::refused);
}

TEST_CASE("SSDP: where the router describes itself") {
    constexpr const char* kRouter = "192.168.1.1";
    const std::string good =
        "HTTP/1.1 200 OK\r\nCACHE-CONTROL: max-age=120\r\nST: urn:schemas-upnp-org:device:InternetGatewayDevice:1\r\n"
        "location: http://192.168.1.1:5000/rootDesc.xml\r\n\r\n";
    CHECK(ssdp_location(good, kRouter) == "http://192.168.1.1:5000/rootDesc.xml");
    CHECK(ssdp_location(good.substr(0, good.size() - 2), kRouter) == "http://192.168.1.1:5000/rootDesc.xml");
    const auto with = [&](const std::string& from, const std::string& to) {
        std::string text = good;
        text.replace(text.find(from), from.size(), to);
        return ssdp_location(text, kRouter);
    };
    CHECK(with("200 OK", "404 Not Found").empty());
    CHECK(with("InternetGatewayDevice", "MediaServer").empty());
    CHECK(with("192.168.1.1:5000", "192.168.1.10:5000").empty());  // begins alike
    CHECK(with("192.168.1.1:5000", "192.168.1.1@203.0.113.9").empty());
    CHECK(with("http://", "file://").empty());
    CHECK(with("/rootDesc.xml", "/ rootDesc.xml").empty());
    CHECK(with("/rootDesc.xml", "/" + std::string(300, 'a')).empty());
    CHECK(ssdp_location("", kRouter).empty());
    for (std::size_t cut = 0; cut < good.size(); ++cut) {
        const std::string location = ssdp_location(good.substr(0, cut), kRouter);
        CHECK((location.empty() || location.starts_with("http://192.168.1.1:")));
    }
    CHECK(ssdp_request("192.168.1.1:1900", false).find("\r\nHOST: 192.168.1.1:1900\r\n") != std::string::npos);
    CHECK(ssdp_request("192.168.1.1:1900", false).find("MX:") == std::string::npos);
    CHECK(ssdp_request("239.255.255.250:1900", true).find("\r\nMX: 1\r\n") != std::string::npos);
    // Nobody answers on this computer.
    CHECK(find_router_description(htonl(INADDR_LOOPBACK), std::chrono::milliseconds(30), 9).empty());
}
