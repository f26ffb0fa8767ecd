#pragma once
/// Serves the game's page, and connects its players by WebSocket to the same shards as the UDP port. One thread handles
/// sockets, handshakes and seals; the shards get packets (web_link.hpp).
///
///     GET /                    the page
///     GET /link[?shard=1]      a WebSocket: one datagram in each binary message, of the handshake and the seal of the UDP link.
///                              `shard`: its number, modulo the number of shards; without it, the first one
///
/// 1. The number of connections is bounded, in total and per address. Each is bounded in bytes of header and message, in packets
///    per second, in the time for its request and its handshake, and in silence. Pages are bounded in number and speed, because they
///    would take the line from the games.
/// 2. An address that admission control refuses on the UDP port is refused here, too.
/// 3. A page of another site cannot open a link here: it would use the addresses of its visitors.
/// 4. No game runs on this thread, and it has a lower priority than the threads of games.
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "proto/keys.hpp"
#include "server/limits/admission_control.hpp"
#include "server/web/web_figures.hpp"
#include "server/web/web_link.hpp"

namespace albireo::server {

struct WebOptions {
    std::string address = "0.0.0.0";
    std::uint16_t port = 0;       // 0: the system chooses
    std::string page{};           // HTML; served_page()
    bool is_behind_proxy = false;  // players' addresses are the last ones in X-Forwarded-For
    WebLimits limits{};
};

class WebServer {
  public:
    using Figures = WebFigures;

    /// Listens. Throws boost::system::system_error if the address or port cannot be used. Links and admission must outlive it.
    WebServer(WebOptions options, std::vector<WebLink*> shards, const proto::KeyPair& key, AdmissionControl& admission);
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
