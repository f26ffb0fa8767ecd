// Goal: a mapping by UPnP lasts as long as the router has granted, and one that is not used is removed. The router is a stand-in: sockets of
// this test that answer as UPnP-IGD says (homes_test.sh has a real miniupnpd).
#include <arpa/inet.h>
#include <doctest/doctest.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <climits>
#include <set>
#include <string>
#include <thread>

#include "reach/port_mapper.hpp"
#include "tests/support/loopback_socket.hpp"

using namespace albireo::reach;
using albireo::support::LoopbackSocket;
using State = PortMapping::State;

namespace {

constexpr const char* kService = "urn:schemas-upnp-org:service:WANIPConnection:1";

struct RouterPlan {
    std::uint32_t lease = 3'600;     // the longest that it grants
    int grants = INT_MAX;            // requests; then it refuses
    bool only_permanent = false;     // refuses leases: error 725
    std::string fails{};             // the action that it does not know
};

/// A router of the first version of UPnP-IGD.
class UpnpRouter {
  public:
    explicit UpnpRouter(RouterPlan plan) : plan_(std::move(plan)) {
        REQUIRE(::listen(http_.fd(), 8) == 0);
        thread_ = std::thread([this] { run(); });
    }
    ~UpnpRouter() {
        ends_ = true;
        thread_.join();
    }
    /// Nothing answers PCP or NAT-PMP: its port is that of TCP.
    PortMapperOptions options() const {
        return {.port = 7777, .seconds = 3'600, .gateway = htonl(INADDR_LOOPBACK), .gateway_port = http_.port(), .ssdp_port = ssdp_.port()};
    }

    std::atomic<int> added{0}, removed{0};
    std::atomic<bool> holds{false};       // a mapping
    std::atomic<bool> is_others{false};   // … to another computer

  private:
    static std::string body(const std::string& action, const std::string& fields) {
        return "<s:Envelope><s:Body><u:" + action + "Response xmlns:u=\"" + kService + "\">" + fields + "</u:" + action + "Response></s:Body></s:Envelope>";
    }
    static std::string field(const std::string& name, const std::string& value) { return "<" + name + ">" + value + "</" + name + ">"; }
    static std::string value_of(const std::string& request, const std::string& name) {
        const auto at = request.find("<" + name + ">");
        if (at == std::string::npos) return {};
        const auto begin = at + name.size() + 2;
        return request.substr(begin, request.find('<', begin) - begin);
    }
    static std::string http(const std::string& status, const std::string& content) {
        return "HTTP/1.1 " + status + "\r\nContent-Type: text/xml\r\nContent-Length: " + std::to_string(content.size()) + "\r\nConnection: close\r\n\r\n" + content;
    }
    static std::string refusal(int code) { return http("500 Internal Server Error", field("errorCode", std::to_string(code))); }

    std::string answer(const std::string& request) {
        if (request.starts_with("GET ")) {
            return http("200 OK", std::string("<root><device><deviceType>urn:schemas-upnp-org:device:InternetGatewayDevice:1</deviceType><serviceList><service>") +
                                      field("serviceType", kService) + field("controlURL", "/control") + "</service></serviceList></device></root>");
        }
        const auto is = [&](const char* action) { return request.find(std::string("#") + action + "\"") != std::string::npos; };
        if (!plan_.fails.empty() && is(plan_.fails.c_str())) return refusal(501);
        if (is("AddPortMapping")) {
            const std::string seconds = value_of(request, "NewLeaseDuration");
            if (plan_.only_permanent && seconds != "0") return refusal(725);
            if (added == plan_.grants) return refusal(606);
            ++added;
            holds = true;
            lease_ = plan_.only_permanent ? 0 : std::min<std::uint32_t>(plan_.lease, static_cast<std::uint32_t>(std::stoul(seconds)));
            return http("200 OK", body("AddPortMapping", ""));
        }
        if (is("GetSpecificPortMappingEntry")) {
            if (!holds) return refusal(714);
            return http("200 OK", body("GetSpecificPortMappingEntry", field("NewInternalPort", "7777") + field("NewInternalClient", is_others ? "192.168.1.77" : "127.0.0.1") +
                                                                          field("NewEnabled", "1") + field("NewPortMappingDescription", "Albireo") +
                                                                          field("NewLeaseDuration", std::to_string(lease_))));
        }
        if (is("GetExternalIPAddress")) return http("200 OK", body("GetExternalIPAddress", field("NewExternalIPAddress", "203.0.113.5")));
        if (is("DeletePortMapping")) {
            ++removed;
            holds = false;
            return http("200 OK", body("DeletePortMapping", ""));
        }
        return refusal(401);  // AddAnyPortMapping is of the second version
    }
    void serve() {
        const int client = ::accept(http_.fd(), nullptr, nullptr);
        std::string request;
        std::size_t whole = std::string::npos;
        while (request.size() < whole) {
            char bytes[4096];
            pollfd wait{client, POLLIN, 0};
            const auto got = ::poll(&wait, 1, 2'000) > 0 ? ::recv(client, bytes, sizeof bytes, 0) : 0;
            if (got <= 0) break;
            request.append(bytes, static_cast<std::size_t>(got));
            const auto head = request.find("\r\n\r\n");
            const auto length = request.find("Content-Length: ");
            if (head != std::string::npos) whole = head + 4 + (length < head ? std::stoul(request.substr(length + 16)) : 0);
        }
        const std::string told = answer(request);
        ::send(client, told.data(), told.size(), MSG_NOSIGNAL);
        ::close(client);
    }
    void describe() {
        char bytes[2048];
        sockaddr_in from{};
        socklen_t size = sizeof from;
        if (::recvfrom(ssdp_.fd(), bytes, sizeof bytes, 0, reinterpret_cast<sockaddr*>(&from), &size) <= 0) return;
        const std::string told = "HTTP/1.1 200 OK\r\nST: urn:schemas-upnp-org:device:InternetGatewayDevice:1\r\nLOCATION: http://127.0.0.1:" + std::to_string(http_.port()) + "/d.xml\r\n\r\n";
        ::sendto(ssdp_.fd(), told.data(), told.size(), 0, reinterpret_cast<const sockaddr*>(&from), size);
    }
    void run() {
        while (!ends_) {
            pollfd wait[] = {{http_.fd(), POLLIN, 0}, {ssdp_.fd(), POLLIN, 0}};
            if (::poll(wait, 2, 10) <= 0) continue;
            if (wait[0].revents != 0) serve();
            if (wait[1].revents != 0) describe();
        }
    }

    RouterPlan plan_;
    LoopbackSocket http_{SOCK_STREAM}, ssdp_{SOCK_DGRAM};
    std::uint32_t lease_ = 0;
    std::atomic<bool> ends_{false};
    std::thread thread_;
};

template <typename Done>
bool wait_until(Done done, std::chrono::milliseconds most = std::chrono::seconds(20)) {
    const auto end = std::chrono::steady_clock::now() + most;
    while (!done() && std::chrono::steady_clock::now() < end) std::this_thread::sleep_for(std::chrono::milliseconds(5));
    return done();
}

}  // namespace

TEST_CASE("by UPnP: a router that grants a short lease. It is the one that counts, and it is renewed at half of it") {
    UpnpRouter router({.lease = 2});
    {
        const PortMapper mapper(router.options());
        REQUIRE(wait_until([&] { return mapper.mapping().state != State::asking; }));
        const PortMapping mapping = mapper.mapping();
        CHECK_MESSAGE(mapping.state == State::granted, mapping.why);
        CHECK(mapping.by == "UPnP");
        CHECK(mapping.port == 7777);
        CHECK(mapping.is_open());
        CHECK(mapping.seconds == 2);
        CHECK(wait_until([&] { return router.added >= 3; }, std::chrono::seconds(10)));  // after 0, 1 and 2 s
        CHECK(router.removed == 0);
    }
    CHECK(router.removed == 1);
}

TEST_CASE("by UPnP: a mapping that cannot be used is removed at once") {
    for (const char* const fails : {"GetSpecificPortMappingEntry", "GetExternalIPAddress"}) {
        CAPTURE(fails);
        UpnpRouter router({.fails = fails});
        const PortMapper mapper(router.options());
        REQUIRE(wait_until([&] { return mapper.mapping().state != State::asking; }));
        CHECK(mapper.mapping().state == State::refused);
        CHECK(router.added == 1);
        CHECK(router.removed == 1);
        CHECK_FALSE(router.holds);
    }
}

TEST_CASE("by UPnP: a mapping whose renewal failed is removed at the end") {
    UpnpRouter router({.lease = 6, .grants = 1});
    {
        const PortMapper mapper(router.options());
        REQUIRE(wait_until([&] { return mapper.mapping().state == State::granted; }));
        REQUIRE(wait_until([&] { return mapper.mapping().state == State::refused; }));  // after 3 s
        CHECK(router.holds);
    }
    CHECK(router.removed == 1);
    CHECK_FALSE(router.holds);
}

TEST_CASE("by UPnP: what is not this computer's is not removed, and a permanent mapping is") {
    UpnpRouter router({});
    {
        const PortMapper mapper(router.options());
        REQUIRE(wait_until([&] { return mapper.mapping().state == State::granted; }));
        router.is_others = true;
    }
    CHECK(router.removed == 0);
    UpnpRouter permanent({.only_permanent = true});
    {
        const PortMapper mapper(permanent.options());
        REQUIRE(wait_until([&] { return mapper.mapping().state == State::granted; }));
        CHECK(mapper.mapping().seconds == 0);
    }
    CHECK(permanent.removed == 1);
}
