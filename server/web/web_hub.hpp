#pragma once
/// What the connections of a web server share. All of it belongs to the server's thread.
#include <unordered_map>

#include "server/asio.hpp"
#include "server/shard.hpp"
#include "server/web/web_server.hpp"

namespace albireo::server {

class WebSocket;

struct WebHub {
    WebOptions options;
    std::vector<WebShard> shards;
    proto::KeyPair key;
    AdmissionControl* admission = nullptr;
    WebServer::Figures figures;
    std::unordered_map<Host, std::size_t> per_address;
    std::vector<std::unordered_map<std::uint32_t, WebSocket*>> players;  // of each shard, by the peer's id

    /// Counts a connection of an address. Returns false if it has too many.
    bool enter(Host host) {
        if (admission->is_trusted(host)) return true;
        std::size_t& count = per_address[host];
        if (count >= options.limits.per_address_max) return false;
        ++count;
        return true;
    }
    void leave(Host host) {
        const auto found = per_address.find(host);
        if (found != per_address.end() && --found->second == 0) per_address.erase(found);
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
