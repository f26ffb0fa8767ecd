#pragma once
/// The sockets of ENet's hosts, for IPv6 and IPv4 at once. Debian's ENet knows only IPv4, but calls its enet_socket_* through
/// the PLT, so that a definition in the executable takes their place. enet_sockets.cpp defines enet_socket_create(), which opens a
/// socket for both families; where the kernel has no IPv6, one for IPv4 only.
///
/// ENet reads no socket and knows no peer's address, only its name in 240.0.0.0/4: the link reads (UdpSocket::receive()), the gate (enet_base.hpp) finds the peer of each
/// datagram, and ENet gets its packet.
/// 1. If the definition does not take effect (-fvisibility=hidden, or a program that is linked in another way), is_ours() is
///    false and no link opens: nobody plays on a socket of ENet's own.
/// 2. A call of the system costs about as much as the rest of a datagram's work, so one call reads or sends up to kBatchMax datagrams.
///
/// tests/support/virtual_udp.cpp defines the same functions for sockets in memory.
#include <chrono>
#include <cstdint>
#include <memory>
#include <optional>
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

/// A datagram that has arrived.
struct UdpDatagram {
    UdpPath path;
    std::span<const std::uint8_t> bytes;  // valid until the next receive()
    bool is_cut = false;                  // it was longer than kDatagramBytesMax
};

/// The socket of an ENet host, which closes it.
class UdpSocket {
  public:
    static constexpr std::size_t kBatchMax = 32;
    static constexpr std::size_t kDatagramBytesMax = 4'096;  // a longer one arrives cut, and is not sent

    UdpSocket();
    explicit UdpSocket(int descriptor);
    UdpSocket(UdpSocket&&) noexcept;
    UdpSocket& operator=(UdpSocket&&) noexcept;
    ~UdpSocket();

    /// Whether our own enet_socket_create() has opened it. Ask on the thread that has just opened it.
    bool is_ours() const;
    /// For both families; otherwise for IPv4 only.
    bool has_ipv6() const { return socket_.has_ipv6(); }
    /// Before bind(): the port will be shared. `is_first`: this is the first of its sockets. Returns 0, or the reason as errno: EADDRINUSE if another
    /// program has the port, ENOPROTOOPT if the system cannot share it.
    int share(const NetAddress& own, const platform::PortSteering& steering, bool is_first) const;
    /// Binds it; no host: to all addresses; port 0: to any. Returns 0, or the reason as errno: EAFNOSUPPORT for an IPv6
    /// address where the kernel has no IPv6.
    int bind(const NetAddress& own) const;
    /// The port to which it is bound.
    std::uint16_t port() const;
    /// The next datagram. Nothing: none waits, with `error` 0, or the socket has an error.
    std::optional<UdpDatagram> receive(int& error);
    /// Whether there are datagrams that the system no longer counts as waiting.
    bool has_read_ahead() const;
    /// Sends the parts as one datagram, at the next flush() at the latest. A full buffer of the system drops it, as the network may.
    void send(const UdpPath& path, std::span<const std::uint8_t> head, std::span<const std::uint8_t> rest);
    /// Returns how many datagrams the system has refused since the last call.
    std::size_t flush();
    /// After how many routers datagrams of this address's family are dropped; −1: the system's default.
    void set_hops(const IpAddress& to, int hops) const;
    void set_receive_buffer(int bytes) const { socket_.set_receive_buffer(bytes); }
    /// As far as the system has granted it.
    int receive_buffer() const { return socket_.receive_buffer(); }

  private:
    struct Batches;
    platform::SocketHandle socket_;
    std::unique_ptr<Batches> batches_;
};

}  // namespace albireo::proto
