#include "reach/lan_server.hpp"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <poll.h>
#include <sys/eventfd.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cstring>
#include <thread>

namespace albireo::reach {
namespace {

constexpr proto::Micros kLookEvery = 5 * proto::kMicrosPerSecond;

proto::Micros steady_micros() {
    return std::chrono::duration_cast<std::chrono::microseconds>(std::chrono::steady_clock::now().time_since_epoch())
        .count();
}

/// A socket that is a member of kLanGroup on every interface; −1 if there is no IPv6.
int open_group(std::uint16_t port) {
    const int made = ::socket(AF_INET6, SOCK_DGRAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
    if (made < 0) return -1;
    const int on = 1;
    ::setsockopt(made, IPPROTO_IPV6, IPV6_V6ONLY, &on, sizeof on);
    ::setsockopt(made, SOL_SOCKET, SO_REUSEADDR, &on, sizeof on);
    ::setsockopt(made, IPPROTO_IPV6, IPV6_RECVPKTINFO, &on, sizeof on);
    sockaddr_in6 any{};
    any.sin6_family = AF_INET6;
    any.sin6_port = htons(port);
    bool is_member = false;
    if (::bind(made, reinterpret_cast<const sockaddr*>(&any), sizeof any) == 0) {
        for (const Interface& each : interfaces()) {
            ipv6_mreq group{};
            group.ipv6mr_interface = each.number;
            if (!each.has_ipv6 || ::inet_pton(AF_INET6, kLanGroup, &group.ipv6mr_multiaddr) != 1) continue;
            is_member |= ::setsockopt(made, IPPROTO_IPV6, IPV6_JOIN_GROUP, &group, sizeof group) == 0;
        }
    }
    if (is_member) return made;
    ::close(made);
    return -1;
}

/// The IPv4 address at which the sender of a multicast query finds the game.
std::uint32_t host_on(unsigned interface) {
    for (const Interface& each : interfaces()) {
        if (each.number == interface && each.address != 0) return each.address;
    }
    return 0;
}

/// The number of the interface on which the message arrived; 0: unknown.
unsigned interface_of(msghdr& message) {
    for (cmsghdr* each = CMSG_FIRSTHDR(&message); each != nullptr; each = CMSG_NXTHDR(&message, each)) {
        if (each->cmsg_level != IPPROTO_IPV6 || each->cmsg_type != IPV6_PKTINFO) continue;
        in6_pktinfo info{};
        std::memcpy(&info, CMSG_DATA(each), sizeof info);
        return info.ipi6_ifindex;
    }
    return 0;
}

}  // namespace

struct LanServer::Group {
    Group(Answerer& with, int opened) : answerer(with), socket(opened), stop(::eventfd(0, EFD_CLOEXEC)) {
        thread = std::thread([this] { run(); });
    }
    ~Group() {
        const std::uint64_t one = 1;
        while (::write(stop, &one, sizeof one) < 0 && errno == EINTR) {}
        thread.join();
        ::close(stop);
        ::close(socket);
    }
    void run() {
        for (;;) {
            std::array<pollfd, 2> wait{{{socket, POLLIN, 0}, {stop, POLLIN, 0}}};
            if (::poll(wait.data(), wait.size(), -1) < 0 && errno != EINTR) return;
            if (wait[1].revents != 0) return;
            if (wait[0].revents != 0) answer_one();
        }
    }
    void answer_one() {
        std::array<std::uint8_t, kQueryBytes + 1> in{};
        std::array<std::uint8_t, kQueryBytes> out{};
        alignas(cmsghdr) std::array<std::uint8_t, 256> control{};
        sockaddr_in6 from{};
        iovec bytes{in.data(), in.size()};
        msghdr message{};
        message.msg_name = &from;
        message.msg_namelen = sizeof from;
        message.msg_iov = &bytes;
        message.msg_iovlen = 1;
        message.msg_control = control.data();
        message.msg_controllen = control.size();
        const auto size = ::recvmsg(socket, &message, 0);
        // Anything but a link-local sender has come from elsewhere.
        if (size <= 0 || !IN6_IS_ADDR_LINKLOCAL(&from.sin6_addr)) return;
        const std::uint32_t host = host_on(interface_of(message));
        if (host == 0) return;
        const std::size_t written = answerer.answer(std::span{in}.first(static_cast<std::size_t>(size)),
                                                    {.is_neighbour = true, .named_host = host}, steady_micros(), out);
        if (written == 0) return;
        ::sendto(socket, out.data(), written, MSG_NOSIGNAL, reinterpret_cast<const sockaddr*>(&from), sizeof from);
    }

    Answerer& answerer;
    int socket, stop;
    std::thread thread;
};

LanServer::LanServer(std::uint64_t server, std::uint16_t core, std::uint16_t port) : answerer_(server, core, port) {
    if (const int opened = open_group(port); opened >= 0) group_ = std::make_unique<Group>(answerer_, opened);
}

LanServer::~LanServer() = default;

std::optional<std::size_t> LanServer::take(std::span<const std::uint8_t> datagram, std::uint32_t host,
                                           proto::Micros now, std::span<std::uint8_t> out) {
    if (!is_query(datagram)) return std::nullopt;
    if (looked_at_ < 0 || now - looked_at_ > kLookEvery) {
        looked_at_ = now;
        interfaces_ = interfaces();
        gateway_ = default_gateway();
    }
    // Some routers put their own address on what they forward from the internet.
    const bool near = is_neighbour(interfaces_, host) && host != gateway_;
    return answerer_.answer(datagram, {.is_neighbour = near}, now, out);
}

}  // namespace albireo::reach
