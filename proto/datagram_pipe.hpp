#pragma once
/// A client's connection that carries datagrams whole and in order, such as a WebSocket. Its owner knows the transport;
/// PipeLink (pipe_link.hpp) makes a Link of it.
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

namespace albireo::proto {

class DatagramPipe {
  public:
    enum class State : std::uint8_t { opening, open, closed };

    virtual ~DatagramPipe() = default;
    virtual State state() const = 0;
    /// Bytes that were sent and have not left this machine yet.
    virtual std::size_t backlog() const = 0;
    /// Sends a datagram. Requires State::open.
    virtual void send(std::span<const std::uint8_t> datagram) = 0;
    /// The next datagram that has arrived, valid until the next call; nothing if there is none.
    virtual std::optional<std::span<const std::uint8_t>> receive() = 0;
};

}  // namespace albireo::proto
