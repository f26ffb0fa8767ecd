#pragma once
/// A GameClient on real UDP and the real clock: opens ENet links to a server and sleeps until something is due.
///
/// 1. No call waits for a name server: the address is resolved in a separate thread, which may outlive the client.
/// 2. All links to a server require the same key: the server's known key or, without one, the key of the first link.
/// 3. Another server of its fleet must hold the key that this server has named, over its own authenticated connection. So a
///    player who is redirected is as safe there as before. Such keys are not stored.
/// 4. A server may name others as often as it likes: every kFleetEvery the newest of them are looked up.
/// 5. A server that has answered from a public address can lead its client only to public addresses: not to a private one of a computer
///    or router in the player's home, which its operator could not reach otherwise.
/// 6. If a server falls silent, every second new link leads to another one of the fleet that knows where the game is.
#include <memory>
#include <optional>
#include <string>

#include "client/net/game_client.hpp"
#include "client/net/known_servers.hpp"
#include "proto/address.hpp"
#include "proto/enet_link.hpp"
#include "proto/name_lookup.hpp"

namespace albireo::client {

struct ServerAddress {
    std::string host = "127.0.0.1";
    std::uint16_t port = 7777;
    proto::ClientPath path{};  // the path that a rendezvous has opened to it
    Route route = Route::direct;     // unless direct, the address does not identify the server
};
/// Parses "host:7777" or "host" (default port 7777); "[2001:db8::1]:7777" or "2001:db8::1". False if the port is invalid.
bool parse_address(const std::string& text, ServerAddress& address);

class UdpClient {
  public:
    static constexpr Micros kFleetEvery = 5 * proto::kMicrosPerSecond;

    /// `known`: the servers whose keys are remembered. A server on this machine or on a private network is not added, because
    /// routers hand the same addresses to different machines. `invited`: the key from the invitation, if
    /// it has one; the client then plays only with the server that holds this key.
    UdpClient(ServerAddress server, ClientOptions options, decltype(ClientEnvironment::find_level) find_level, PlayerController& controller,
              KnownServers known = KnownServers{}, std::optional<proto::PublicKey> invited = {});

    GameClient& game() { return *game_; }
    const GameClient& game() const { return *game_; }

    /// Goes on where the client of the level before was: on its server, with its knowledge of the fleet.
    void go_on_from(const UdpClient& before);
    /// Does everything that is due.
    void advance() { advance(now()); }
    void advance(Micros now) {
        game_->advance(now);
        learn_key();
        note_links();
        know_fleet(now);
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
    std::string server_text() const { return proto::join_address(server_.host, server_.port); }
    struct Other {
        std::string host;
        std::uint16_t port = 0;
        std::optional<proto::PublicKey> key;
        std::shared_ptr<proto::NameLookup> lookup;
    };
    struct OtherLink {
        const proto::Link* link;
        Other to;
    };
    std::unique_ptr<proto::Link> open_other();
    std::vector<proto::IpAddress> may_lead_to(const std::vector<proto::IpAddress>& addresses) const;
    void forget_link(const proto::Link* link);
    void go_to(Other other);
    void note_links();
    void know_fleet(Micros now);
    void add_other(Other other);

    ServerAddress server_;  // where every first, third, … link leads
    std::shared_ptr<proto::NameLookup> lookup_;
    std::optional<bool> is_public_;       // whether the server that the player chose has answered from a public address; empty: not yet
    bool is_unproved_ = false;            // a code alone has led to it
    std::vector<Other> others_;           // the earlier servers of this client, then those of the fleet
    std::size_t earlier_ = 0;             // how many of them are earlier servers of this client
    std::size_t next_other_ = 0;
    std::optional<std::vector<proto::Place>> unresolved_fleet_;  // the newest list, until its names are looked up
    Micros knows_fleet_from_ = 0;                          // not before
    std::uint32_t silent_links_ = 0;      // opened since a link was last answered
    std::vector<OtherLink> other_links_;  // the newest links to others
    const proto::Link* answered_ = nullptr;  // the newest link that was answered
    std::string link_error_, key_note_;
    KnownServers known_;
    std::optional<proto::PublicKey> key_;  // that the server must hold from now on
    bool is_invited_;                      // it was in the invitation
    bool is_key_proved_ = false;
    std::unique_ptr<GameClient> game_;
};

}  // namespace albireo::client
