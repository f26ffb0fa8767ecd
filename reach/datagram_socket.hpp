#pragma once
/// A UDP socket that never waits, of both families where the computer has IPv6.
#include <cstdint>
#include <optional>
#include <span>

#include "platform/socket.hpp"
#include "proto/net_address.hpp"

namespace albireo::reach {

class DatagramSocket {
  public:
    /// Binds to that address, or to all addresses if there is none. `port` 0: any free one.
    explicit DatagramSocket(const proto::IpAddress& own = {}, std::uint16_t port = 0);

    bool is_open() const { return socket_.is_open(); }
    int descriptor() const { return socket_.number(); }
    std::uint16_t port() const;
    /// What arrives is dropped.
    void drop_all() const { socket_.set_receive_buffer(0); }

    /// Returns false if it cannot be sent at the moment, or never because the socket has not the address's family.
    bool send(const proto::NetAddress& to, std::span<const std::uint8_t> bytes) const;
    struct Received {
        proto::NetAddress from;
        std::span<const std::uint8_t> bytes;  // in `into`; what did not fit is cut
    };
    /// The next datagram; nothing if none waits. Errors that the network reports are skipped.
    std::optional<Received> receive(std::span<std::uint8_t> into) const;

  private:
    platform::OwnSocket socket_;
};

}  // namespace albireo::reach
