#pragma once
/// A client's claim to a seat: the request that it sends, and the seat that the server assigned. GameClient owns it.
///
/// 1. A client that has a seat, or a token of one, requests that seat and never a second one.
/// 2. The codes of a seat are in canonical form (proto/join_code.hpp), since it becomes part of file names and of log
///    lines.
/// 3. A client follows a redirect to another shard only once on each server, and at most kTicketsMax tickets before it gets a seat. So
///    two servers cannot pass it back and forth.
#include <optional>
#include <string>

#include "client/net/client_options.hpp"
#include "proto/connection.hpp"
#include "proto/keys.hpp"

namespace albireo::client {

class Handshake {
  public:
    static constexpr int kTicketsMax = 8;

    struct Follows {
        bool shards = false;   // the program can go to another shard of the server
        bool tickets = false;  // … to another server
    };
    /// The options must outlive the handshake.
    Handshake(const ClientOptions& options, Follows follows);

    /// Sends the player's identity alone. Returns false if the name is invalid.
    bool greet(proto::Connection& connection) const;
    /// Sends the player's identity and request. Returns an empty text, or why the request cannot be sent (a name or
    /// code is invalid). `level_digest` is 0 if this program lacks the level to be played.
    /// `binding` is that of the link (Link::binding_of()).
    std::string send_request(proto::Connection& connection, std::uint64_t level_digest, const proto::Binding& binding) const;
    /// Whether the next request creates a session, and therefore names a level.
    bool creates() const { return !was_seated_ && options_.code.empty(); }

    /// The server's seat with its code in canonical form; nothing if the code is invalid.
    static std::optional<proto::Entered> read(const proto::Entered& entered);
    /// Takes the seat that read() returned.
    void take(proto::Entered seat);
    bool was_seated() const { return was_seated_; }
    const proto::Entered& seat() const { return seat_; }
    bool is_solo() const { return seat_.players < 2; }

    /// The shard to go to if another one of the server has the game, or should have the new one. Returns nothing the second time.
    std::optional<std::uint8_t> follow(const proto::Refused& refused);
    /// The server to go to if the server sends the client to another one. Its pass is in the next requests.
    std::optional<proto::Place> follow_ticket(const proto::Refused& refused);

  private:
    const ClientOptions& options_;
    const Follows follows_;
    std::optional<proto::Pass> pass_;
    int tickets_ = 0;
    proto::Entered seat_;
    bool was_seated_ = false;
    bool asks_rematch_;  // with the token of the game that has ended
    bool was_sent_elsewhere_ = false;
};

}  // namespace albireo::client
