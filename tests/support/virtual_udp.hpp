#pragma once
/// UDP in memory: a program that links this has ENet links (proto/enet_link.hpp) without sockets, in virtual time. So the whole
/// path of a datagram runs in one thread: gate, seal, ENet, lobby.
///
/// It replaces ENet's socket functions and its clock by others of the same name, which ENet's shared library then calls too, and
/// those of proto/enet_sockets.hpp.
/// 1. A datagram waits at its receiver at once: nothing is lost, late or out of order, unless the owner of the network delivers the
///    datagrams (delivers_at_once).
/// 2. The only clock is the caller's, so a run is the same on every machine. A poll() reads a limited number of datagrams: passes
///    within until_idle() read all.
#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "proto/net_address.hpp"

namespace albireo {

/// An address a.b.c.d in network byte order, with a port.
proto::NetAddress net_address(std::uint8_t a, std::uint8_t b, std::uint8_t c, std::uint8_t d, std::uint16_t port);

class VirtualUdp {
  public:
    struct Datagram {
        proto::NetAddress from, to;
        std::vector<std::uint8_t> bytes;
    };

    /// A program has one at a time. Its links must be destroyed before it.
    VirtualUdp();
    VirtualUdp(const VirtualUdp&) = delete;
    ~VirtualUdp();

    /// The address of the next socket that is opened.
    void place_next(proto::NetAddress address) { next_ = address; }
    /// Called with every datagram that a socket sends. Those to an address without a socket go nowhere else.
    std::function<void(const Datagram&)> on_sent = [](const Datagram&) {};
    /// Whether a datagram waits at its receiver once it is sent. If not, it arrives only if it is injected.
    bool delivers_at_once = true;
    /// Delivers a datagram that somebody else has sent, perhaps under a forged address.
    void inject(Datagram datagram);
    /// Whether all datagrams to this host have been read.
    bool is_idle(const proto::IpAddress& host) const;
    /// … to this socket.
    bool is_idle(const proto::NetAddress& socket) const;
    /// Runs a pass of the programs at this host, and more of them until all datagrams have been read.
    void until_idle(const proto::IpAddress& host, const std::function<void()>& pass) const {
        do pass();
        while (!is_idle(host));
    }

  private:
    friend struct VirtualSockets;  // ENet's functions
    struct Socket {
        proto::NetAddress address;
        std::vector<Datagram> waiting{};
        bool is_open = true;
    };
    std::vector<Socket> sockets_;
    proto::NetAddress next_;
};

}  // namespace albireo
