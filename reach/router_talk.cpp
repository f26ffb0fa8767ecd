#include "reach/router_talk.hpp"

#include <netinet/in.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>

namespace albireo::reach {
namespace {

using std::chrono::milliseconds;
using Clock = std::chrono::steady_clock;

/// An address of either family, as the system wants it.
struct SocketAddress {
    sockaddr_storage bytes{};
    socklen_t size = 0;
    explicit SocketAddress(const proto::NetAddress& address) {
        if (address.host.is_ipv6()) {
            auto& to = reinterpret_cast<sockaddr_in6&>(bytes);
            to.sin6_family = AF_INET6;
            to.sin6_port = htons(address.port);
            to.sin6_scope_id = address.host.scope();
            std::memcpy(&to.sin6_addr, address.host.bytes().data(), sizeof to.sin6_addr);
            size = sizeof to;
        } else {
            auto& to = reinterpret_cast<sockaddr_in&>(bytes);
            to.sin_family = AF_INET;
            to.sin_port = htons(address.port);
            to.sin_addr.s_addr = address.host.ipv4();
            size = sizeof to;
        }
    }
    const sockaddr* get() const { return reinterpret_cast<const sockaddr*>(&bytes); }
};

}  // namespace

RouterTalk::RouterTalk(const proto::NetAddress& router, const proto::IpAddress& own)
    : socket_(::socket(router.host.is_ipv6() ? AF_INET6 : AF_INET, SOCK_DGRAM | SOCK_CLOEXEC, 0)) {
    if (socket_ < 0) return;
    const SocketAddress from({own, 0}), to(router);
    if (!own.is_none() && ::bind(socket_, from.get(), from.size) != 0) return;
    is_open_ = ::connect(socket_, to.get(), to.size) == 0;
    sockaddr_storage bound{};
    socklen_t size = sizeof bound;
    if (is_open_ && ::getsockname(socket_, reinterpret_cast<sockaddr*>(&bound), &size) == 0)
        own_ = proto::address_of(reinterpret_cast<const sockaddr&>(bound)).host;
}

RouterTalk::~RouterTalk() {
    if (socket_ >= 0) ::close(socket_);
}

RouterTalk::End RouterTalk::ask(std::span<const std::uint8_t> request, const std::function<bool(std::span<const std::uint8_t>)>& take,
                                std::size_t tries) const {
    for (const milliseconds timeout : std::span(kRetransmitAfter).first(tries)) {
        if (::send(socket_, request.data(), request.size(), MSG_NOSIGNAL) < 0) return End::refused;
        for (const auto until = Clock::now() + timeout; Clock::now() < until;) {
            const auto rest = std::chrono::duration_cast<milliseconds>(until - Clock::now()).count();
            pollfd wait{socket_, POLLIN, 0};
            if (::poll(&wait, 1, static_cast<int>(std::max<long>(rest, 1))) <= 0) continue;
            std::array<std::uint8_t, kPcpBytesMax + 1> bytes{};
            const auto size = ::recv(socket_, bytes.data(), bytes.size(), MSG_DONTWAIT);
            if (size < 0 && errno == ECONNREFUSED) return End::refused;  // nothing listens there
            if (size > 0 && take(std::span{bytes}.first(static_cast<std::size_t>(size)))) return End::answered;
        }
    }
    return End::silent;
}

std::string RouterTalk::ask_pcp(const PortRequest& request, PortAnswer& answer, std::size_t tries, bool& is_silent) const {
    bool only_pmp = false;
    const auto take = [&](std::span<const std::uint8_t> bytes) {
        only_pmp = knows_only_pmp(bytes);
        const auto read = read_pcp(bytes, request);
        if (read) answer = *read;
        return only_pmp || read.has_value();
    };
    const End end = ask(pcp_request(request), take, tries);
    is_silent = end == End::silent;
    if (end != End::answered) return "the router does not answer";
    if (only_pmp) return "the router knows only NAT-PMP";
    return answer.result == 0 ? "" : "the router refuses: " + std::string(pcp_result_text(answer.result));
}

}  // namespace albireo::reach
