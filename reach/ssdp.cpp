#include "reach/ssdp.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <tuple>

#include "platform/socket.hpp"
#include "proto/net_address.hpp"
#include "reach/interfaces.hpp"

namespace albireo::reach {
namespace {

using std::chrono::milliseconds;
using Clock = std::chrono::steady_clock;

constexpr milliseconds kAgainAfter{150};
constexpr const char* kGroup = "239.255.255.250";
constexpr std::size_t kAnswerMax = 2048;
constexpr std::size_t kLocationMax = 256;

bool is_same_name(std::string_view a, std::string_view b) {
    return std::ranges::equal(a, b, [](unsigned char x, unsigned char y) { return std::tolower(x) == std::tolower(y); });
}

std::string_view trimmed(std::string_view text) {
    while (!text.empty() && (text.back() == '\r' || text.back() == ' ' || text.back() == '\t')) text.remove_suffix(1);
    while (!text.empty() && (text.front() == ' ' || text.front() == '\t')) text.remove_prefix(1);
    return text;
}

}  // namespace

std::string ssdp_request(std::string_view to, bool is_group) {
    return "M-SEARCH * HTTP/1.1\r\nHOST: " + std::string(to) + "\r\nMAN: \"ssdp:discover\"\r\n" + (is_group ? "MX: 1\r\n" : "") +
           "ST: urn:schemas-upnp-org:device:InternetGatewayDevice:1\r\n\r\n";
}

std::string ssdp_location(std::string_view answer, std::string_view router) {
    if (!answer.starts_with("HTTP/1.1 200 ") && !answer.starts_with("HTTP/1.0 200 ")) return {};
    std::string location;
    bool is_gateway = false;
    while (!answer.empty()) {
        const std::size_t end = answer.find('\n');
        const std::string_view line = answer.substr(0, end);
        answer.remove_prefix(end == std::string_view::npos ? answer.size() : end + 1);
        const std::size_t colon = line.find(':');
        if (colon == std::string_view::npos) continue;
        const std::string_view name = trimmed(line.substr(0, colon)), value = trimmed(line.substr(colon + 1));
        if (is_same_name(name, "LOCATION")) location = value;
        if (is_same_name(name, "ST")) is_gateway = value.find(":InternetGatewayDevice:") != std::string_view::npos;
    }
    const std::string prefix = "http://" + std::string(router);
    const bool is_routers = location.starts_with(prefix) && location.size() > prefix.size() && (location[prefix.size()] == ':' || location[prefix.size()] == '/');
    const bool is_clean = std::ranges::all_of(location, [](unsigned char c) { return c > ' ' && c < 127 && c != '@'; });
    return is_gateway && is_routers && is_clean && location.size() <= kLocationMax ? location : std::string{};
}

std::string find_router_description(std::uint32_t router, milliseconds patience, std::uint16_t port) {
    using platform::OwnSocket;
    const OwnSocket socket(OwnSocket::Family::ipv4);
    if (router == 0 || !socket.is_open()) return {};
    // Some routers hear only the group. The kernel sends it from the interface that leads to the router.
    const std::string text = address_text(router);
    const platform::Endpoint to = proto::endpoint_of({router, port}), group = proto::endpoint_of({address_of(kGroup), kSsdpPort});
    if (socket.connect(to) != 0) return {};
    const platform::Endpoint own = socket.own();
    socket.disconnect();
    socket.set_multicast_source(own);
    const auto send = [&](const std::string& request, const platform::Endpoint& end) {
        std::ignore = socket.send(&end, {reinterpret_cast<const std::uint8_t*>(request.data()), request.size()});
    };

    const auto end = Clock::now() + patience;
    auto again = Clock::now();
    for (auto now = again; now < end; now = Clock::now()) {
        if (now >= again) {
            send(ssdp_request(text + ":" + std::to_string(port), false), to);
            send(ssdp_request(std::string(kGroup) + ":" + std::to_string(kSsdpPort), true), group);
            again = now + kAgainAfter;
        }
        const auto rest = std::chrono::duration_cast<std::chrono::microseconds>(std::min(again, end) - now).count();
        if (!platform::wait_readable(socket.number(), std::max<std::int64_t>(rest, 1'000))) continue;
        std::array<std::uint8_t, kAnswerMax> bytes{};
        OwnSocket::Received got;
        if (socket.receive(bytes, got) != 0 || got.size == 0 || proto::address_of(got.from).host.ipv4() != router) continue;
        if (std::string location = ssdp_location({reinterpret_cast<const char*>(bytes.data()), got.size}, text); !location.empty()) return location;
    }
    return {};
}

}  // namespace albireo::reach
