#pragma once
/// The sockets of ENet's hosts, for IPv6 and IPv4 at once. Debian's ENet knows only IPv4, but calls its enet_socket_* through
/// the PLT, so that definitions in the executable take their place. enet_sockets.cpp defines the two that know addresses:
///
///     enet_socket_create   opens a socket for both families; where the kernel has no IPv6, one for IPv4 only
///     enet_socket_receive  tells last_arrival() the sender, and ENet nothing
///
/// So ENet knows no address: the gate (enet_base.hpp) finds the peer of each datagram, and names it to ENet by its number.
/// 1. If the definitions do not take effect (-fvisibility=hidden, or a program that is linked in another way), is_ours() is
///    false and no link opens: nobody plays on a socket of ENet's own.
/// 2. Nothing is kept about a sender beyond the next datagram.
///
/// tests/support/virtual_udp.cpp defines the same functions for sockets in memory.
#include <chrono>
#include <cstdint>
#include <span>

#include "platform/socket.hpp"
#include "proto/net_address.hpp"

namespace albireo::proto {

/// The two ends of a datagram.
struct UdpPath {
    NetAddress peer;
    /// Our own address, IPv6 only. A computer has several, and a client ignores an answer from another one than it has asked.
    /// None: the system chooses.
    IpAddress own{};
};

/// The clock that limits how long a poll() may take. With sockets in memory it stands still.
std::chrono::steady_clock::time_point poll_clock();

/// The path of the datagram that enet_socket_receive() has read last on this thread.
const UdpPath& last_arrival();

/// The socket of an ENet host, which closes it. A copy is the same socket.
class UdpSocket {
  public:
    UdpSocket() = default;
    explicit UdpSocket(int descriptor);

    /// Whether our own enet_socket_create() has opened it. Ask on the thread that has just opened it.
    bool is_ours() const;
    /// For both families; otherwise for IPv4 only.
    bool has_ipv6() const { return socket_.has_ipv6(); }
    /// Binds it; no host: to all addresses; port 0: to any. Returns 0, or the reason as errno: EAFNOSUPPORT for an IPv6
    /// address where the kernel has no IPv6.
    int bind(const NetAddress& own) const;
    /// The port to which it is bound.
    std::uint16_t port() const;
    /// Sends the parts as one datagram. Returns false if the system refuses it. A full buffer drops it, as the network may.
    bool send(const UdpPath& path, std::span<const std::uint8_t> head, std::span<const std::uint8_t> rest) const;
    /// After how many routers datagrams of this address's family are dropped; −1: the system's default.
    void set_hops(const IpAddress& to, int hops) const;
    void set_receive_buffer(int bytes) const { socket_.set_receive_buffer(bytes); }
    /// As far as the system has granted it.
    int receive_buffer() const { return socket_.receive_buffer(); }

  private:
    platform::SocketHandle socket_;
};

}  // namespace albireo::proto
