#pragma once
/// The answers of the operator's pages. GET: /live, /ready, /metrics, /metrics.json, /sessions; with the bearer token /bans.
/// POST, with the bearer token: /drain, /kick, /end, /ban, /unban, /message.
///
/// 1. Only a request with the bearer token gets join codes and names: anyone who has a code can join that game.
/// 2. /live and /ready are answered from memory. No other page waits for a stalled shard longer than kGatherTimeout.
#include <functional>
#include <nlohmann/json_fwd.hpp>
#include <string>

#include "server/admin/bearer.hpp"
#include "server/admin/figures.hpp"
#include "server/admin/http_server.hpp"
#include "server/asio.hpp"
#include "server/web/web_figures.hpp"

namespace albireo::server {

class Pages {
  public:
    struct Environment {
        std::function<void()> drain;                          // as SIGTERM does
        std::function<AdminHttpServer::Figures()> http_figures;
        std::function<const WebFigures*()> web_figures{};     // null, or returns null: no page for players
        std::function<std::optional<DirectoryFigures>()> directory_figures{};  // nothing: no directory
        std::function<void(const std::string& line)> log;     // called with each action of an operator
        std::function<void()> bans_changed = [] {};           // called after each ban and unban
    };
    /// `io` and `watched` must outlive the shards' threads.
    Pages(boost::asio::io_context& io, Watched watched, Environment environment) : io_(io), watched_(std::move(watched)), environment_(std::move(environment)) {}

    /// The token. While it is not set, no request gets codes and no request may change anything.
    Bearer& bearer() { return bearer_; }

    void answer(const AdminRequest& request, AdminHttpServer::Reply reply);

  private:
    void get(const std::string& path, bool is_operator, AdminHttpServer::Reply reply);
    void post(const AdminRequest& request, AdminHttpServer::Reply reply);
    AdmissionControl& admission() { return watched_.shards.front()->admission(); }
    void list_sessions(bool is_operator, AdminHttpServer::Reply reply);
    void remove(const nlohmann::json& body, bool whole_game, AdminHttpServer::Reply reply);
    void list_bans(AdminHttpServer::Reply reply);
    void ban(const nlohmann::json& body, AdminHttpServer::Reply reply);
    void unban(const nlohmann::json& body, AdminHttpServer::Reply reply);
    void tell(const nlohmann::json& body, AdminHttpServer::Reply reply);

    boost::asio::io_context& io_;
    Watched watched_;
    Environment environment_;
    Bearer bearer_;
};

}  // namespace albireo::server
