#include "proto/pipe_link.hpp"

#include <cassert>
#include <utility>

#include "proto/sealed_datagram.hpp"

namespace albireo::proto {

using State = HandshakeClient::State;

PipeLink::PipeLink(std::unique_ptr<DatagramPipe> pipe, std::uint32_t connect_id, const KeyPair& own, std::optional<PublicKey> server)
    : pipe_(std::move(pipe)), handshake_(connect_id, own, server), binding_(handshake_.binding()) {
    assert(pipe_ != nullptr && "a link has a pipe until it is closed");
}

std::optional<PublicKey> PipeLink::server_key() const {
    return is_connected() ? handshake_.server_key() : std::nullopt;
}

void PipeLink::put(std::span<const std::uint8_t> datagram) {
    pipe_->send(datagram);
    ++traffic_.packets_sent;
    traffic_.bytes_sent += datagram.size() + kIpUdpBytes;
}

void PipeLink::send(PeerId, Channel channel, std::span<const std::uint8_t> bytes, Micros) {
    if (!is_connected()) {
        if (channel == Channel::control) waiting_.assign(bytes.begin(), bytes.end());
        return;
    }
    if (!is_open() || bytes.empty() || bytes.size() > kLinkPacketBytesMax) return;
    if (pipe_->backlog() > (channel == Channel::control ? kControlBacklogMax : kFramesBacklogMax)) {
        ++dropped_;
        return;
    }
    std::array<std::uint8_t, kSealedDatagramMax> datagram;
    put(std::span{datagram}.first(write_sealed({handshake_.peer(), channel}, handshake_.line().out, bytes, datagram)));
}

void PipeLink::flush(Micros now) {
    if (!is_open()) return;
    was_open_ = true;
    const State state = handshake_.state();
    if (handshake_.due() > now || pipe_->backlog() > kFramesBacklogMax) return;
    if (sent_at_ >= 0 && sent_in_ == state && now - sent_at_ < kRepeatEvery) return;
    std::array<std::uint8_t, kKnockDatagramMax> datagram;
    const std::size_t size = handshake_.write(waiting_, now, datagram);
    if (size == 0) return;
    put(std::span{datagram}.first(size));
    sent_in_ = state;
    sent_at_ = now;
}

bool PipeLink::poll(LinkEvent& event, Micros now) {
    if (packet_size_ != 0) {
        event = {LinkEvent::Kind::received, kServer, Channel::control, std::span{packet_}.first(std::exchange(packet_size_, 0))};
        return true;
    }
    while (pipe_ != nullptr) {
        const auto datagram = pipe_->receive();
        if (!datagram) break;
        ++traffic_.packets_received;
        traffic_.bytes_received += datagram->size() + kIpUdpBytes;
        if (take(*datagram, event, now)) return true;
    }
    const State state = handshake_.state();
    if (reported_refused_ || (state != State::full && state != State::other_key)) return false;
    reported_refused_ = true;
    event = {state == State::full ? LinkEvent::Kind::refused : LinkEvent::Kind::other_key, kServer, {}, {}};
    return true;
}

/// Returns whether the datagram is an event for the link's user.
bool PipeLink::take(std::span<const std::uint8_t> datagram, LinkEvent& event, Micros now) {
    if (is_knock(datagram)) {
        const bool was_connected = is_connected();
        const auto size = handshake_.take(datagram, now, packet_);
        if (!size || !is_connected()) return false;
        if (was_connected) {
            event = {LinkEvent::Kind::received, kServer, Channel::control, std::span{packet_}.first(*size)};
            return *size != 0;
        }
        packet_size_ = *size;
        event = {LinkEvent::Kind::connected, kServer, {}, {}};
        return true;
    }
    const auto head = read_sealed_head(datagram);
    if (!head || !is_connected()) return false;
    const auto size = handshake_.line().in.open(datagram, kSealedHeadBytes, packet_);
    if (!size) return false;
    event = {LinkEvent::Kind::received, kServer, head->channel, std::span{packet_}.first(*size)};
    return true;
}

}  // namespace albireo::proto
