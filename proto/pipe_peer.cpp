#include "proto/pipe_peer.hpp"

#include <algorithm>
#include <cassert>
#include <utility>

namespace albireo::proto {

using Kind = PipePeer::Taken::Kind;

PipePeer::Taken PipePeer::take(std::span<const std::uint8_t> datagram, std::span<std::uint8_t> packet, const std::function<bool()>& admits) {
    answer_size_ = 0;
    if (is_knock(datagram)) return take_knock(datagram, packet, admits);
    const auto head = read_sealed_head(datagram);
    if (!head || head->peer != 0 || !line_) return {.kind = Kind::bad};
    const auto size = line_->in.open(datagram, kSealedHeadBytes, packet);
    if (!size) return {.kind = Kind::bad};
    if (!std::exchange(heard_, true)) handshake_->end_knocking();
    return {.kind = Kind::packet, .channel = head->channel, .size = *size};
}

PipePeer::Taken PipePeer::take_knock(std::span<const std::uint8_t> datagram, std::span<std::uint8_t> packet,
                                     const std::function<bool()>& admits) {
    std::size_t head = 0;
    const auto knock = read_knock(datagram, head);
    if (!knock) {
        const auto other = answer_other_version(kKnockProtocol, datagram, kIpUdpBytes);
        if (!other) return {.kind = Kind::bad};
        std::copy(other->begin(), other->end(), answer_.begin());
        answer_size_ = other->size();
        return {};
    }
    if (knock->kind == KnockKind::hello) {
        KnockDatagram challenge{.kind = KnockKind::challenge, .connect_id = knock->connect_id, .cookie = cookie_};
        if (knock->wants_key) challenge.key = server_.public_key;
        answer_size_ = write_knock(challenge, answer_);
        return {};
    }
    if (knock->kind != KnockKind::knock || knock->cookie != cookie_) return {.kind = Kind::bad};
    Taken taken;
    if (!handshake_) {
        if (!admits()) return {.kind = Kind::refused};
        if (taken = admit(*knock, datagram, head); taken.kind != Kind::connected) return taken;
    } else if (knock->connect_id != connect_id_ || knock->key != client_) {
        return {.kind = Kind::bad};
    }
    const auto size = handshake_->take(datagram, head, packet);
    if (!size) return taken;  // a copy
    // A Knock that is repeated after the first datagram under the new keys opens no more, so this is before it.
    answer_size_ = handshake_->write_accept(0, line_->out, {}, answer_);
    taken.size = *size;
    if (taken.kind == Kind::nothing && *size != 0) taken.kind = Kind::packet;
    return taken;
}

/// Agrees on the keys of the connection.
PipePeer::Taken PipePeer::admit(const KnockDatagram& knock, std::span<const std::uint8_t> datagram, std::size_t head) {
    auto handshake = HandshakeServer::open(server_, knock, datagram, head);
    if (!handshake) {
        answer_size_ = write_knock({.kind = KnockKind::other_key,
                                    .connect_id = knock.connect_id,
                                    .cookie = knock.cookie,
                                    .key = server_.public_key},
                                   answer_);
        return {.kind = Kind::refused};
    }
    auto line = handshake->make_line(KeyPair::random());
    if (!line) return {.kind = Kind::bad};
    handshake_.emplace(std::move(*handshake));
    line_.emplace(std::move(*line));
    connect_id_ = knock.connect_id;
    client_ = *knock.key;
    return {.kind = Kind::connected};
}

}  // namespace albireo::proto
