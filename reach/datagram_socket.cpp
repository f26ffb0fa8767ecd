#include "reach/datagram_socket.hpp"

#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

namespace albireo::reach {
namespace {

/// An address as the system has it, of either family.
struct SystemAddress {
    SystemAddress() = default;
    SystemAddress(bool is_ipv6, const proto::NetAddress& address) {
        if (is_ipv6) {
            sockaddr_in6 made{};
            made.sin6_family = AF_INET6;
            made.sin6_port = htons(address.port);
            made.sin6_scope_id = address.host.scope();
            std::memcpy(&made.sin6_addr, address.host.bytes().data(), sizeof made.sin6_addr);
            std::memcpy(&bytes, &made, size = sizeof made);
        } else {
            sockaddr_in made{};
            made.sin_family = AF_INET;
            made.sin_port = htons(address.port);
            made.sin_addr.s_addr = address.host.ipv4();
            std::memcpy(&bytes, &made, size = sizeof made);
        }
    }
    sockaddr* get() { return reinterpret_cast<sockaddr*>(&bytes); }

    sockaddr_storage bytes{};
    socklen_t size = sizeof(sockaddr_storage);
};

}  // namespace

DatagramSocket::DatagramSocket(const proto::IpAddress& own, std::uint16_t port) {
    constexpr int kKind = SOCK_DGRAM | SOCK_NONBLOCK | SOCK_CLOEXEC;
    if (!own.is_ipv4()) descriptor_ = ::socket(AF_INET6, kKind, 0);
    has_ipv6_ = descriptor_ >= 0;
    const int off = 0;
    if (has_ipv6_) ::setsockopt(descriptor_, IPPROTO_IPV6, IPV6_V6ONLY, &off, sizeof off);
    if (!has_ipv6_ && !own.is_ipv6()) descriptor_ = ::socket(AF_INET, kKind, 0);
    SystemAddress address(has_ipv6_, {own, port});
    if (descriptor_ < 0 || ::bind(descriptor_, address.get(), address.size) == 0) return;
    ::close(descriptor_);
    descriptor_ = -1;
}

DatagramSocket::~DatagramSocket() {
    if (descriptor_ >= 0) ::close(descriptor_);
}

std::uint16_t DatagramSocket::port() const {
    SystemAddress own;
    return ::getsockname(descriptor_, own.get(), &own.size) == 0 ? proto::address_of(*own.get()).port : 0;
}

bool DatagramSocket::send(const proto::NetAddress& to, std::span<const std::uint8_t> bytes) const {
    if (!has_ipv6_ && to.host.is_ipv6()) return false;
    SystemAddress address(has_ipv6_, to);
    return ::sendto(descriptor_, bytes.data(), bytes.size(), MSG_NOSIGNAL, address.get(), address.size) >= 0;
}

std::optional<DatagramSocket::Received> DatagramSocket::receive(std::span<std::uint8_t> into) const {
    for (;;) {
        SystemAddress from;
        const auto size = ::recvfrom(descriptor_, into.data(), into.size(), 0, from.get(), &from.size);
        if (size >= 0) return Received{proto::address_of(*from.get()), into.first(static_cast<std::size_t>(size))};
        // A refused datagram is reported as an error of the socket; there may be others behind it.
        if (errno != ECONNREFUSED && errno != EHOSTUNREACH && errno != ENETUNREACH) return {};
    }
}

}  // namespace albireo::reach
