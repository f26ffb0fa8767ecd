#pragma once
/// A server's end of one pipe (datagram_pipe.hpp): the handshake and the seal of the UDP link, for one client. Sans-I/O.
///
/// 1. Nothing from a client is passed on before its first genuine Knock. Only a Knock that gets a place costs an X25519 operation.
/// 2. The cookie belongs to this pipe alone, so a Knock that was recorded on another one is worthless here.
#include <functional>
#include <optional>
#include <span>

#include "proto/handshake.hpp"
#include "proto/sealed_datagram.hpp"

namespace albireo::proto {

class PipePeer {
  public:
    /// `server`: the server's long-lived key. `cookie`: 64 random bits.
    PipePeer(const KeyPair& server, Cookie cookie) : server_(server), cookie_(cookie) {}

    struct Taken {
        enum class Kind : std::uint8_t {
            nothing,    // of the handshake
            connected,  // the client's first genuine Knock, perhaps with a packet
            packet,
            refused,    // a Knock that `admits` refused, or for another key
            bad,        // malformed or not genuine
        };
        Kind kind = Kind::nothing;
        Channel channel = Channel::control;
        std::size_t size = 0;  // of the packet, now in `packet`
    };
    /// Takes a datagram. `packet` holds kLinkPacketBytesMax. `admits`: whether a new client gets a place; asked once for each
    /// of its Knocks until it has one.
    Taken take(std::span<const std::uint8_t> datagram, std::span<std::uint8_t> packet, const std::function<bool()>& admits);
    /// The answer to the last datagram taken; empty if it has none.
    std::span<const std::uint8_t> answer() const { return std::span{answer_}.first(answer_size_); }

    bool is_connected() const { return line_.has_value(); }
    Binding binding() const { return handshake_->binding(); }
    /// Seals a packet for the client. Returns the size of the datagram; `out` holds kSealedDatagramMax. Requires is_connected().
    std::size_t seal(Channel channel, std::span<const std::uint8_t> packet, std::span<std::uint8_t> out) {
        return write_sealed({0, channel}, line_->out, packet, out);
    }

  private:
    Taken take_knock(std::span<const std::uint8_t> datagram, std::span<std::uint8_t> packet, const std::function<bool()>& admits);
    Taken admit(const KnockDatagram& knock, std::span<const std::uint8_t> datagram, std::size_t head);

    const KeyPair& server_;
    Cookie cookie_;
    std::optional<HandshakeServer> handshake_;
    std::optional<SealedLine> line_;
    std::uint32_t connect_id_ = 0;
    PublicKey client_{};
    bool heard_ = false;  // has sent a datagram with its new keys, so it has received the Accept
    std::array<std::uint8_t, kKnockDatagramMax> answer_{};
    std::size_t answer_size_ = 0;
};

}  // namespace albireo::proto
