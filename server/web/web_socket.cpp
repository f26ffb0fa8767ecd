#include "server/web/web_socket.hpp"

#include <sodium/randombytes.h>

#include <algorithm>
#include <cassert>

#include "platform/socket.hpp"
#include "proto/sodium_start.hpp"

namespace albireo::server {

namespace asio = boost::asio;
namespace beast = boost::beast;
namespace websocket = beast::websocket;

namespace {

proto::Cookie random_cookie() {
    proto::Cookie cookie;
    randombytes_buf(&cookie, sizeof cookie);
    return cookie;
}

}  // namespace

WebSocket::WebSocket(WebStream stream, std::unique_ptr<WebPlace> place, std::size_t shard)
    : place_(std::move(place)),
      hub_(place_->hub()),
      shard_(shard),
      stream_(std::move(stream)),
      deadline_(stream_.get_executor()),
      put_off_(stream_.get_executor()),
      peer_(hub_.key, random_cookie()),
      allowance_(hub_.options.limits.packets_per_second) {
    assert(shard_ < hub_.shards.size() && "a socket belongs to a shard");
    ++hub_.figures.links;
}

WebSocket::~WebSocket() {
    leave();
    --hub_.figures.links;
}

void WebSocket::accept(const Request& request) {
    auto& socket = beast::get_lowest_layer(stream_);
    socket.expires_never();  // the WebSocket has timers of its own
    Error ignored;
    socket.socket().set_option(asio::ip::tcp::no_delay(true), ignored);
    platform::set_unsent_max(socket.socket().native_handle(), kUnsentMax);
    const WebLimits& limits = hub_.options.limits;
    stream_.set_option(websocket::stream_base::timeout{limits.request_within, limits.silence_max, true});
    stream_.read_message_max(proto::kKnockDatagramMax);
    stream_.auto_fragment(false);
    stream_.control_callback([this](websocket::frame_type, beast::string_view) {
        refill();
        allowance_ -= 1;
        if (allowance_ < -static_cast<double>(hub_.options.limits.packets_per_second)) drop();
    });
    stream_.async_accept(request, [self = shared_from_this()](Error error) {
        if (error) return;
        self->stream_.binary(true);
        self->drop_within(self->hub_.options.limits.knock_within);
        self->read();
    });
}

void WebSocket::drop_within(std::chrono::seconds time) {
    deadline_.expires_after(time);
    deadline_.async_wait([self = shared_from_this()](Error error) {
        if (!error) self->drop();
    });
}

void WebSocket::refill() {
    const double most = hub_.options.limits.packets_per_second;
    const auto now = std::chrono::steady_clock::now();
    allowance_ = std::min(most, allowance_ + most * std::chrono::duration<double>(now - std::exchange(filled_at_, now)).count());
}

void WebSocket::read() {
    if (is_over_) return;
    refill();
    if (allowance_ < 1) {
        // The sender's TCP slows down; nothing piles up here.
        put_off_.expires_after(std::chrono::milliseconds(20));
        put_off_.async_wait([self = shared_from_this()](Error error) {
            if (!error) self->read();
        });
        return;
    }
    allowance_ -= 1;
    buffer_.consume(buffer_.size());
    stream_.async_read(buffer_, [self = shared_from_this()](Error error, std::size_t) { self->received(error); });
}

void WebSocket::received(Error error) {
    if (error || is_over_) return leave();
    if (!take() && ++bad_messages_ > hub_.options.limits.bad_messages_max) return drop();
    read();
}

/// Returns false if the message is malformed or not genuine.
bool WebSocket::take() {
    if (!stream_.got_binary()) {
        ++hub_.figures.bad_messages;
        return false;
    }
    std::array<std::uint8_t, proto::kLinkPacketBytesMax> packet;
    const std::span<const std::uint8_t> datagram{static_cast<const std::uint8_t*>(buffer_.cdata().data()), buffer_.size()};
    using Kind = proto::PipePeer::Taken::Kind;
    const auto taken = peer_.take(datagram, packet, [this] { return hub_.admission->admits_peer(place_->host(), steady_now()); });
    if (!peer_.answer().empty()) {
        answer_.assign(peer_.answer().begin(), peer_.answer().end());
        write();
    }
    if (taken.kind == Kind::bad) ++hub_.figures.bad_messages;
    if (taken.kind == Kind::refused) ++hub_.figures.refused;
    WebLink& link = *hub_.shards[shard_];
    if (taken.kind == Kind::connected) {
        id_ = link.came(place_->host(), peer_.binding());
        hub_.players[shard_][id_->value] = this;
        deadline_.cancel();
    }
    if (id_ && taken.size != 0) link.received(*id_, taken.channel, std::span{packet}.first(taken.size));
    return taken.kind != Kind::bad;
}

void WebSocket::send(proto::Channel channel, std::vector<std::uint8_t> bytes) {
    if (is_over_ || closes_ || bytes.empty() || bytes.size() > proto::kLinkPacketBytesMax) return;
    hub_.figures.stale_dropped += static_cast<std::uint64_t>(queue_.push(channel, std::move(bytes)));
    write();
}

void WebSocket::write() {
    if (writes_ || is_over_) return;
    std::size_t size = 0;
    if (!answer_.empty()) {
        size = answer_.size();
        std::ranges::copy(answer_, out_.begin());
        answer_.clear();
    } else if (const auto packet = queue_.pop()) {
        size = peer_.seal(packet->channel, packet->bytes, out_);
    } else if (closes_) {
        leave();
        stream_.async_close(websocket::close_code::normal, [self = shared_from_this()](Error) {});
        return;
    } else {
        return;
    }
    writes_ = true;
    stream_.async_write(asio::buffer(out_.data(), size), [self = shared_from_this()](Error error, std::size_t) {
        self->writes_ = false;
        if (error) return self->leave();
        self->write();
    });
}

void WebSocket::close() {
    if (is_over_) return;
    closes_ = true;
    drop_within(hub_.options.limits.close_within);  // who reads nothing would keep what waits for them
    write();
}

/// Closes at once, without a goodbye.
void WebSocket::drop() {
    leave();
    beast::get_lowest_layer(stream_).close();
}

/// The shard's packets find it no more.
void WebSocket::leave() {
    is_over_ = true;
    deadline_.cancel();
    put_off_.cancel();
    if (id_) hub_.players[shard_].erase(id_->value);
    id_.reset();
}

}  // namespace albireo::server
