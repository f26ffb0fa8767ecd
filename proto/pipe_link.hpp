#pragma once
/// A client's link through a pipe: the handshake and the seal of the UDP link, datagram for datagram, so the server must
/// prove its key, and a proxy in between can read nothing.
///
/// 1. While the pipe is backed up, packets of frames are dropped: the next one carries everything that is still needed. A packet
///    of the control channel is dropped only far beyond that, and is repeated by the connection.
/// 2. A pipe loses nothing. Handshake datagrams are retransmitted, rarely, only because the server may drop them.
/// 3. A closed pipe falls silent, as a UDP link does: its user reconnects.
#include <memory>
#include <vector>

#include "proto/datagram_pipe.hpp"
#include "proto/handshake.hpp"
#include "proto/link.hpp"

namespace albireo::proto {

class PipeLink final : public Link {
  public:
    static constexpr std::size_t kFramesBacklogMax = 2'048;    // bytes: a quarter of a second of play
    static constexpr std::size_t kControlBacklogMax = 65'536;  // bytes
    static constexpr Micros kRepeatEvery = 500 * kMicrosPerMs;

    /// `own`: new keys for this connection. `server`: the key that the server must hold; none: any key.
    PipeLink(std::unique_ptr<DatagramPipe> pipe, std::uint32_t connect_id, const KeyPair& own, std::optional<PublicKey> server = {});

    void send(PeerId peer, Channel channel, std::span<const std::uint8_t> bytes, Micros now) override;
    bool poll(LinkEvent& event, Micros now) override;
    void close(PeerId) override { pipe_.reset(); }
    void flush(Micros now) override;
    LinkTraffic traffic() const override { return traffic_; }
    Binding binding_of(PeerId) const override { return binding_; }

    /// The key that the server has proved to hold; nothing before.
    std::optional<PublicKey> server_key() const;
    VersionGap version_gap() const override { return handshake_.version_gap(); }
    /// Whether the pipe was ever open, and whether it has closed since.
    bool was_open() const { return was_open_; }
    bool is_closed() const { return pipe_ == nullptr || pipe_->state() == DatagramPipe::State::closed; }
    /// Packets that were dropped because the pipe was backed up.
    std::uint64_t dropped() const { return dropped_; }

  private:
    bool is_connected() const { return handshake_.state() == HandshakeClient::State::accepted; }
    bool is_open() const { return pipe_ != nullptr && pipe_->state() == DatagramPipe::State::open; }
    bool take(std::span<const std::uint8_t> datagram, LinkEvent& event, Micros now);
    void put(std::span<const std::uint8_t> datagram);

    std::unique_ptr<DatagramPipe> pipe_;
    HandshakeClient handshake_;
    Binding binding_;
    std::vector<std::uint8_t> waiting_;  // the newest control packet, sent along with the handshake
    std::array<std::uint8_t, kLinkPacketBytesMax> packet_{};
    std::size_t packet_size_ = 0;  // of a packet that came with the Accept, until it is passed on
    HandshakeClient::State sent_in_ = HandshakeClient::State::accepted;  // in which state the last datagram was sent
    Micros sent_at_ = -1;
    bool reported_refused_ = false;
    bool was_open_ = false;
    LinkTraffic traffic_;
    std::uint64_t dropped_ = 0;
};

}  // namespace albireo::proto
