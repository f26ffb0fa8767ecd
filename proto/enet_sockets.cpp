#include "proto/enet_sockets.hpp"

#pragma GCC visibility push(default)  // whatever the compiler's default, ENet's library must find these
#include <enet/enet.h>
#pragma GCC visibility pop
#include <netinet/in.h>
#include <sys/socket.h>

#include <cerrno>
#include <cstring>

namespace albireo::proto {
namespace {

thread_local UdpPath arrival;
thread_local int opened_last = -1;

/// An address as the system has it, of either family.
struct SocketAddress {
    union {
        sockaddr any;
        sockaddr_in ipv4;
        sockaddr_in6 ipv6;
    };
    socklen_t size;
};

SocketAddress address_for(int domain, const NetAddress& address) {
    SocketAddress made{};
    if (domain == AF_INET6) {
        made.ipv6.sin6_family = AF_INET6;
        made.ipv6.sin6_port = htons(address.port);
        made.ipv6.sin6_scope_id = address.host.scope();
        std::memcpy(&made.ipv6.sin6_addr, address.host.bytes().data(), sizeof made.ipv6.sin6_addr);
        made.size = sizeof made.ipv6;
    } else {
        made.ipv4.sin_family = AF_INET;
        made.ipv4.sin_port = htons(address.port);
        made.ipv4.sin_addr.s_addr = address.host.ipv4();
        made.size = sizeof made.ipv4;
    }
    return made;
}

IpAddress ip_of(const in6_addr& address, std::uint32_t scope) {
    IpAddress::Bytes bytes;
    std::memcpy(bytes.data(), &address, bytes.size());
    return IpAddress(bytes, scope);
}

/// The address to which the datagram was sent, if an answer may come from it.
IpAddress own_of(msghdr& message) {
    for (const cmsghdr* each = CMSG_FIRSTHDR(&message); each != nullptr; each = CMSG_NXTHDR(&message, const_cast<cmsghdr*>(each))) {
        if (each->cmsg_level != IPPROTO_IPV6 || each->cmsg_type != IPV6_PKTINFO) continue;
        in6_pktinfo info;
        std::memcpy(&info, CMSG_DATA(each), sizeof info);
        const IpAddress own = ip_of(info.ipi6_addr, info.ipi6_ifindex);
        return own.is_ipv6() && !own.is_multicast() ? own : IpAddress{};
    }
    return {};
}

using Control = std::array<std::uint8_t, CMSG_SPACE(sizeof(in6_pktinfo))>;

void send_from(const IpAddress& own, msghdr& message, Control& control) {
    message.msg_control = control.data();
    message.msg_controllen = control.size();
    cmsghdr* const head = CMSG_FIRSTHDR(&message);
    head->cmsg_level = IPPROTO_IPV6;
    head->cmsg_type = IPV6_PKTINFO;
    head->cmsg_len = CMSG_LEN(sizeof(in6_pktinfo));
    in6_pktinfo info{};
    std::memcpy(&info.ipi6_addr, own.bytes().data(), sizeof info.ipi6_addr);
    info.ipi6_ifindex = own.scope();
    std::memcpy(CMSG_DATA(head), &info, sizeof info);
}

bool is_full(int error) {
    return error == EAGAIN || error == EWOULDBLOCK;
}

}  // namespace

const UdpPath& last_arrival() {
    return arrival;
}

UdpSocket::UdpSocket(int descriptor) : descriptor_(descriptor) {
    socklen_t size = sizeof domain_;
    getsockopt(descriptor, SOL_SOCKET, SO_DOMAIN, &domain_, &size);
}

bool UdpSocket::is_ours() const {
    return descriptor_ >= 0 && descriptor_ == opened_last;
}

int UdpSocket::bind(const NetAddress& own) const {
    if (domain_ == AF_INET && own.host.is_ipv6()) return EAFNOSUPPORT;
    const SocketAddress address = address_for(domain_, own);
    return ::bind(descriptor_, &address.any, address.size) == 0 ? 0 : errno;
}

std::uint16_t UdpSocket::port() const {
    SocketAddress own{};
    own.size = sizeof own.ipv6;
    return getsockname(descriptor_, &own.any, &own.size) == 0 ? address_of(own.any).port : 0;
}

bool UdpSocket::send(const UdpPath& path, std::span<const std::uint8_t> head, std::span<const std::uint8_t> rest) const {
    if (domain_ == AF_INET && path.peer.host.is_ipv6()) return false;
    SocketAddress to = address_for(domain_, path.peer);
    iovec parts[] = {{const_cast<std::uint8_t*>(head.data()), head.size()}, {const_cast<std::uint8_t*>(rest.data()), rest.size()}};
    msghdr message{};
    message.msg_name = &to.any;
    message.msg_namelen = to.size;
    message.msg_iov = parts;
    message.msg_iovlen = std::size(parts);
    alignas(cmsghdr) Control control{};
    if (!path.own.is_none()) send_from(path.own, message, control);
    return sendmsg(descriptor_, &message, MSG_NOSIGNAL) >= 0 || is_full(errno);
}

void UdpSocket::set_hops(const IpAddress& to, int hops) const {
    if (to.is_ipv6()) {
        setsockopt(descriptor_, IPPROTO_IPV6, IPV6_UNICAST_HOPS, &hops, sizeof hops);
    } else {
        setsockopt(descriptor_, IPPROTO_IP, IP_TTL, &hops, sizeof hops);
    }
}

}  // namespace albireo::proto

using namespace albireo::proto;

ENetSocket enet_socket_create(ENetSocketType) {
    // Links have datagrams only.
    int made = ::socket(AF_INET6, SOCK_DGRAM | SOCK_CLOEXEC, 0);
    if (made >= 0) {
        const int off = 0, on = 1;
        setsockopt(made, IPPROTO_IPV6, IPV6_V6ONLY, &off, sizeof off);
        setsockopt(made, IPPROTO_IPV6, IPV6_RECVPKTINFO, &on, sizeof on);
    } else {
        made = ::socket(AF_INET, SOCK_DGRAM | SOCK_CLOEXEC, 0);
    }
    return opened_last = made;
}

/// As ENet's own: the size of the datagram, 0 if none waits, −1 if the socket has an error or the datagram is too long.
int enet_socket_receive(ENetSocket socket, ENetAddress* from, ENetBuffer* buffers, size_t count) {
    SocketAddress sender{};
    alignas(cmsghdr) Control control{};
    msghdr message{};
    message.msg_name = &sender.any;
    message.msg_namelen = sizeof sender.ipv6;
    static_assert(sizeof(ENetBuffer) == sizeof(iovec) && offsetof(ENetBuffer, dataLength) == offsetof(iovec, iov_len));
    message.msg_iov = reinterpret_cast<iovec*>(buffers);
    message.msg_iovlen = count;
    message.msg_control = control.data();
    message.msg_controllen = control.size();
    const auto size = recvmsg(socket, &message, MSG_NOSIGNAL);
    if (size < 0) return is_full(errno) ? 0 : -1;
    if ((message.msg_flags & MSG_TRUNC) != 0) return -1;
    if (from != nullptr) *from = {};
    arrival = {address_of(sender.any), own_of(message)};
    return static_cast<int>(size);
}
