#pragma once
/// Serves the game's page, and connects its players by WebSocket to the same shards as the UDP ports. One thread handles
/// sockets, handshakes and seals; the shards get packets (web_link.hpp).
///
///     GET /                    the page
///     GET /link[?port=7778]    a WebSocket: one datagram in each binary message, of the handshake and the seal of the UDP link.
///                              `port`: of the shard; without it, the first one
///
/// 1. The number of connections is bounded, in total and per address. Each is bounded in bytes of header and message, in packets
///    per second, in the time for its request and its handshake, and in silence. Pages are bounded in number and speed, because they
///    would take the line from the games.
/// 2. An address that admission control refuses on the UDP port is refused here, too.
/// 3. A page of another site cannot open a link here: it would use the addresses of its visitors.
/// 4. No game runs on this thread, and it has a lower priority than the threads of games.
#include <chrono>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "proto/keys.hpp"
#include "server/limits/admission_control.hpp"
#include "server/web/web_figures.hpp"
#include "server/web/web_link.hpp"

namespace albireo::server {

struct WebLimits {
    std::size_t connections_max = 1'024;
    std::size_t returning_max = 256;         // … more, of addresses with seats, when strangers hold all of the others
    std::size_t per_address_max = 64;
    std::size_t per_prefix_max = 256;        // an IPv4 /24, an IPv6 /48
    std::uint32_t header_bytes_max = 8'192;
    std::uint32_t packets_per_second = 600;  // as LobbyLimits::packets_per_second_max; beyond that its socket is read later
    std::size_t bytes_per_second = 65'536;   // read from one connection. A player sends 8 000, and what TCP and frames add
    std::size_t write_bytes_per_second = 196'608;  // to one connection: the page takes ten seconds. A player gets 8 000, a spectator 32 000
    /// The page is 1.9 MB, so these are 3 MB/s at worst, and 1.9 MB/s in the long run. Eight players at one address load it at about the same
    /// time; where more visitors come, a web host serves the page (docs/operating.md).
    Counts pages_at_once{4, 8, 16};
    Rates pages{{8, 6}, {24, 24}, {40, 60}};
    std::size_t bad_messages_max = 50;       // malformed or not genuine; an honest client sends none
    std::chrono::seconds request_within{5};
    std::chrono::seconds page_within{60};    // for 1.9 MB
    std::chrono::seconds knock_within{10};
    std::chrono::seconds close_within{5};    // until a connection that is to be closed is dropped
    std::chrono::seconds silence_max{30};    // at half of it a ping is sent, which any browser answers
};

struct WebOptions {
    std::string address = "0.0.0.0";
    std::uint16_t port = 0;       // 0: the system chooses
    std::string page{};           // HTML; served_page()
    bool is_behind_proxy = false;  // players' addresses are the last ones in X-Forwarded-For
    WebLimits limits{};
};

/// A shard as the web server sees it.
struct WebShard {
    std::uint16_t port = 0;  // UDP, by which clients name it
    WebLink* link = nullptr;
};

class WebServer {
  public:
    using Figures = WebFigures;

    /// Listens. Throws boost::system::system_error if the address or port cannot be used. Links and admission must outlive it.
    WebServer(WebOptions options, std::vector<WebShard> shards, const proto::KeyPair& key, AdmissionControl& admission);
    /// Ends the thread. The shards' threads must have ended.
    ~WebServer();

    void start();
    std::uint16_t port() const;
    const Figures& figures() const;

  private:
    struct Impl;
    std::shared_ptr<Impl> impl_;
};

}  // namespace albireo::server
