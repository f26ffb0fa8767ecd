#pragma once
/// A UDP socket that never waits, of both families where the computer has IPv6.
#include <cstdint>
#include <optional>
#include <span>

#include "proto/net_address.hpp"

namespace albireo::reach {

class DatagramSocket {
  public:
    /// Binds to that address, or to all addresses if there is none. `port` 0: any free one.
    explicit DatagramSocket(const proto::IpAddress& own = {}, std::uint16_t port = 0);
    ~DatagramSocket();
    DatagramSocket(const DatagramSocket&) = delete;
    DatagramSocket& operator=(const DatagramSocket&) = delete;

    bool is_open() const { return descriptor_ >= 0; }
    int descriptor() const { return descriptor_; }
    std::uint16_t port() const;

    /// Returns false if it cannot be sent at the moment, or never because the socket has not the address's family.
    bool send(const proto::NetAddress& to, std::span<const std::uint8_t> bytes) const;
    struct Received {
        proto::NetAddress from;
        std::span<const std::uint8_t> bytes;  // in `into`; what did not fit is cut
    };
    /// The next datagram; nothing if none waits. Errors that the network reports are skipped.
    std::optional<Received> receive(std::span<std::uint8_t> into) const;

  private:
    int descriptor_ = -1;
    bool has_ipv6_ = false;
};

}  // namespace albireo::reach
