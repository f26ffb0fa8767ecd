#pragma once
/// The server's figures for machines: as text for Prometheus, and as JSON.
#include <nlohmann/json_fwd.hpp>
#include <string>

#include "server/admin/health.hpp"
#include "server/admin/http_server.hpp"
#include "server/admin/storage.hpp"
#include "server/shard.hpp"
#include "server/web/web_figures.hpp"

namespace albireo::server {

/// The sources of the figures. All must outlive this struct.
struct Watched {
    const Shards& shards;
    const Health& health;
    const Storage& storage;
    std::string version;  // of this program, such as "0.1.0"
};

/// GET /metrics. Every counter of Metrics::each() is in it, by shard. `web`: null without --web. `directory`: only with --directory.
std::string prometheus_page(const Watched& watched, const AdminHttpServer::Figures& http, const WebFigures* web,
                            const std::optional<DirectoryFigures>& directory, Micros now);

/// GET /metrics.json and --json: sums over all shards.
nlohmann::json totals(const Shards& shards);

}  // namespace albireo::server
