#pragma once
/// One player's WebSocket: reads datagrams, opens them, and hands their packets to the shard; seals the shard's packets and
/// writes them as fast as the socket takes them. It lives as long as an operation on it is pending.
///
/// 1. One message is written at a time. The rest waits as packets, not as sealed bytes, so that a stale one can still be dropped.
/// 2. What a client sends is bounded whatever it is: bytes by the stream, messages and control frames by the allowance.
/// 3. The system's own buffer is kept short (kUnsentMax): what waits there can no longer be dropped.
#include <boost/beast/core.hpp>
#include <boost/beast/core/rate_policy.hpp>
#include <boost/beast/http.hpp>
#include <boost/beast/websocket.hpp>

#include "proto/pipe_peer.hpp"
#include "server/web/send_queue.hpp"
#include "server/web/web_hub.hpp"

namespace albireo::server {

/// A TCP connection whose bytes a second are limited.
using WebStream = boost::beast::basic_stream<boost::asio::ip::tcp, boost::asio::any_io_executor, boost::beast::simple_rate_policy>;

class WebSocket : public std::enable_shared_from_this<WebSocket> {
  public:
    using Request = boost::beast::http::request<boost::beast::http::empty_body>;
    /// Bytes in the system's buffer that have not been on the wire yet.
    static constexpr int kUnsentMax = 4'096;

    /// `shard`: the index of the shard that it belongs to.
    WebSocket(WebStream stream, std::unique_ptr<WebPlace> place, std::size_t shard);
    ~WebSocket();
    WebSocket(const WebSocket&) = delete;
    WebSocket& operator=(const WebSocket&) = delete;

    /// Answers the request and begins.
    void accept(const Request& request);
    void send(proto::Channel channel, std::vector<std::uint8_t> bytes);
    /// Closes when everything that waits is written, or when the player has read nothing for too long.
    void close();

  private:
    using Error = boost::system::error_code;

    void read();
    void received(Error error);
    bool take();
    void refill();
    void drop_within(std::chrono::seconds time);
    void write();
    void drop();
    void leave();

    std::unique_ptr<WebPlace> place_;
    WebHub& hub_;
    std::size_t shard_;
    boost::beast::websocket::stream<WebStream> stream_;
    boost::asio::steady_timer deadline_;  // for the Knock, and for closing
    boost::asio::steady_timer put_off_;   // of the next read
    boost::beast::flat_buffer buffer_;
    proto::PipePeer peer_;
    std::optional<proto::PeerId> id_;  // once connected
    SendQueue queue_;
    std::vector<std::uint8_t> answer_;  // of the handshake, the newest
    std::array<std::uint8_t, proto::kKnockDatagramMax> out_{};
    bool writes_ = false, closes_ = false, is_over_ = false;
    std::size_t bad_messages_ = 0;
    double allowance_;  // of packets and control frames to read
    std::chrono::steady_clock::time_point filled_at_ = std::chrono::steady_clock::now();
};

}  // namespace albireo::server
