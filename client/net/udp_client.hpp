#pragma once
/// A GameClient on real UDP and the real clock: opens ENet links to a server and sleeps until something is due.
///
/// 1. No call waits for a name server: the address is resolved in a separate thread, which may outlive the client.
/// 2. All links of a client require the same key: the server's known key or, without one, the key of the first link.
#include <memory>
#include <optional>
#include <string>

#include "client/net/game_client.hpp"
#include "client/net/known_servers.hpp"
#include "proto/enet_link.hpp"
#include "proto/name_lookup.hpp"

namespace albireo::client {

struct ServerAddress {
    std::string host = "127.0.0.1";
    std::uint16_t port = 7777;
    proto::ClientPath path{};  // the path that a rendezvous has opened to it
    Route route = Route::direct;     // unless direct, the address does not identify the server
};
/// Parses "host:7777" or "host" (default port 7777). False if the port is invalid.
bool parse_address(const std::string& text, ServerAddress& address);

class UdpClient {
  public:
    /// `known`: the servers whose keys are remembered. A server on this machine or on a private network is not added, because
    /// routers hand the same addresses to different machines. `invited`: the key from the invitation, if
    /// it has one; the client then plays only with the server that holds this key.
    UdpClient(ServerAddress server, ClientOptions options, decltype(ClientEnvironment::find_level) find_level, PlayerController& controller,
              KnownServers known = KnownServers{}, std::optional<proto::PublicKey> invited = {});

    GameClient& game() { return *game_; }
    const GameClient& game() const { return *game_; }

    /// Does everything that is due.
    void advance() { advance(now()); }
    void advance(Micros now) {
        game_->advance(now);
        learn_key();
    }
    /// Sleeps until a packet arrives or something is due, at most `most`.
    void wait(Micros most);

    static Micros now();

    /// One line for the player about the server's key: the key was seen for the first time, or could not be stored. Otherwise
    /// empty.
    const std::string& key_note() const { return key_note_; }
    /// The key that the server has proved to hold; nothing before.
    std::optional<proto::PublicKey> server_key() const { return is_key_proved_ ? key_ : std::nullopt; }

  private:
    std::unique_ptr<proto::Link> open_link();
    /// The game's current link; null: it has none. All its links are from open_link().
    proto::EnetLink* link() const { return static_cast<proto::EnetLink*>(game_->link()); }
    void learn_key();
    std::string other_key_text() const;
    std::string server_text() const { return server_.host + ":" + std::to_string(server_.port); }
    ServerAddress server_;
    proto::NameLookup lookup_;
    std::string link_error_, key_note_;
    KnownServers known_;
    std::optional<proto::PublicKey> key_;  // that the server must hold from now on
    bool is_invited_;                      // it was in the invitation
    bool is_key_proved_ = false;
    std::unique_ptr<GameClient> game_;
};

}  // namespace albireo::client
