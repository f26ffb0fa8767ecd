#include "reach/ssdp.hpp"

#include <netinet/in.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cctype>

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

sockaddr_in socket_address(std::uint32_t address, std::uint16_t port) {
    sockaddr_in to{};
    to.sin_family = AF_INET;
    to.sin_addr.s_addr = address;
    to.sin_port = htons(port);
    return to;
}

/// A UDP socket that is closed at the end.
struct Socket {
    int number = ::socket(AF_INET, SOCK_DGRAM | SOCK_CLOEXEC, 0);
    Socket() = default;
    Socket(const Socket&) = delete;
    Socket& operator=(const Socket&) = delete;
    ~Socket() {
        if (number >= 0) ::close(number);
    }
    void send(const std::string& text, std::uint32_t address, std::uint16_t port) const {
        const sockaddr_in to = socket_address(address, port);
        (void)::sendto(number, text.data(), text.size(), MSG_NOSIGNAL, reinterpret_cast<const sockaddr*>(&to), sizeof to);
    }
};

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
    const Socket socket;
    if (router == 0 || socket.number < 0) return {};
    // Some routers hear only the group. The kernel sends it from the interface that leads to the router.
    const std::string text = address_text(router);
    sockaddr_in to = socket_address(router, port);
    if (::connect(socket.number, reinterpret_cast<const sockaddr*>(&to), sizeof to) != 0) return {};
    sockaddr_in own{};
    socklen_t size = sizeof own;
    (void)::getsockname(socket.number, reinterpret_cast<sockaddr*>(&own), &size);
    sockaddr_in none{};
    none.sin_family = AF_UNSPEC;
    (void)::connect(socket.number, reinterpret_cast<const sockaddr*>(&none), sizeof none);
    (void)::setsockopt(socket.number, IPPROTO_IP, IP_MULTICAST_IF, &own.sin_addr, sizeof own.sin_addr);

    const auto end = Clock::now() + patience;
    auto again = Clock::now();
    for (auto now = again; now < end; now = Clock::now()) {
        if (now >= again) {
            socket.send(ssdp_request(text + ":" + std::to_string(port), false), router, port);
            socket.send(ssdp_request(std::string(kGroup) + ":" + std::to_string(kSsdpPort), true), address_of(kGroup), kSsdpPort);
            again = now + kAgainAfter;
        }
        const auto rest = std::chrono::duration_cast<milliseconds>(std::min(again, end) - now).count();
        pollfd wait{socket.number, POLLIN, 0};
        if (::poll(&wait, 1, static_cast<int>(std::max<decltype(rest)>(rest, 1))) <= 0) continue;
        std::array<char, kAnswerMax> bytes{};
        sockaddr_in from{};
        size = sizeof from;
        const auto read = ::recvfrom(socket.number, bytes.data(), bytes.size(), MSG_DONTWAIT, reinterpret_cast<sockaddr*>(&from), &size);
        if (read <= 0 || from.sin_addr.s_addr != router) continue;
        if (std::string location = ssdp_location({bytes.data(), static_cast<std::size_t>(read)}, text); !location.empty()) return location;
    }
    return {};
}

}  // namespace albireo::reach
