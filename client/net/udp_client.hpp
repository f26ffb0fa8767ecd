#pragma once
/// A GameClient on real UDP and the real clock: opens ENet links to a server and sleeps until something is due.
///
/// No call waits for a name server: the address is resolved in a separate thread, which may outlive the client.
#include <memory>
#include <string>

#include "client/net/game_client.hpp"
#include "proto/enet_link.hpp"

namespace albireo::client {

struct ServerAddress {
    std::string host = "127.0.0.1";
    std::uint16_t port = 7777;
};
/// Parses "host:7777" or "host" (default port 7777). False if the port is invalid.
bool parse_address(const std::string& text, ServerAddress& address);

class UdpClient {
  public:
    UdpClient(ServerAddress server, ClientOptions options, decltype(ClientOutside::find_level) find_level, Hands& hands);

    GameClient& game() { return *game_; }
    const GameClient& game() const { return *game_; }

    /// Does what is due now.
    void advance() { advance(now()); }
    void advance(Micros now) { game_->advance(now); }
    /// Sleeps until a packet arrives or something is due, at most `most`.
    void wait(Micros most);

    static Micros now();

  private:
    struct Lookup;
    ServerAddress server_;
    std::shared_ptr<Lookup> lookup_;
    proto::EnetLink* link_ = nullptr;  // the game's current link
    std::string link_error_;
    std::unique_ptr<GameClient> game_;
};

}  // namespace albireo::client
