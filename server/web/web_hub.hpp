#pragma once
/// What the connections of a web server share. All of it belongs to the server's thread.
#include <unordered_map>

#include "server/asio.hpp"
#include "server/limits/budget.hpp"
#include "server/shard.hpp"
#include "server/web/web_server.hpp"

namespace albireo::server {

class WebSocket;

struct WebHub {
    explicit WebHub(WebOptions with) : options(std::move(with)), pages(options.limits.pages), pages_now(options.limits.pages_at_once),
          entered({static_cast<std::uint32_t>(options.limits.per_address_max), static_cast<std::uint32_t>(options.limits.per_prefix_max), 0}) {}

    WebOptions options;
    std::vector<WebLink*> shards;
    proto::KeyPair key;
    AdmissionControl* admission = nullptr;
    WebServer::Figures figures;
    std::vector<std::unordered_map<std::uint32_t, WebSocket*>> players;  // of each shard, by the peer's id
    Budget pages;                // begun
    ConcurrentLimit pages_now;   // being sent
    ConcurrentLimit entered;     // connections; how many there are in all is in `figures`

    /// Counts a connection of an address. Returns false if it, or its prefix, has too many.
    bool enter(Host host) {
        if (admission->is_trusted(host)) return true;
        if (!entered.has_room_own(host)) return false;
        // This connection is among them. A player who returns may still have the connection before.
        const bool is_full = figures.connections > options.limits.connections_max;
        if (is_full && entered.of(host) >= 2 * admission->seats_of(host, steady_now())) return false;
        entered.add(host);
        return true;
    }
    void leave(Host host) {
        if (!admission->is_trusted(host)) entered.remove(host);
    }

    /// Whether the page may be sent to this address now. If so, end_page() must follow.
    bool begin_page(Host host) {
        if (admission->is_trusted(host)) return true;
        if (!pages_now.has_room(host) || !pages.take(host, 1, steady_now())) return false;
        pages_now.add(host);
        return true;
    }
    void end_page(Host host) {
        if (!admission->is_trusted(host)) pages_now.remove(host);
    }
};

/// One connection's place in the counts, while it lives.
class WebPlace {
  public:
    explicit WebPlace(std::shared_ptr<WebHub> hub) : hub_(std::move(hub)) { ++hub_->figures.connections; }
    ~WebPlace() {
        --hub_->figures.connections;
        if (has_entered_) hub_->leave(host_);
    }
    WebPlace(const WebPlace&) = delete;
    WebPlace& operator=(const WebPlace&) = delete;

    /// The address is known now. Returns false if it has too many connections.
    bool enter(Host host) {
        host_ = host;
        return has_entered_ = !hub_->admission->is_banned(host, steady_now()) && hub_->enter(host);
    }
    Host host() const { return host_; }
    WebHub& hub() { return *hub_; }

  private:
    std::shared_ptr<WebHub> hub_;
    Host host_ = 0;
    bool has_entered_ = false;
};

}  // namespace albireo::server
