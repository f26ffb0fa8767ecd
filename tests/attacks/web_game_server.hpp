#pragma once
/// A game's server on real sockets with its web server, in this process.
#include <doctest/doctest.h>
#include <netinet/in.h>
#include <unistd.h>

#include <filesystem>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "server/shard.hpp"
#include "server/web/web_server.hpp"
#include "tests/attacks/web_client.hpp"

namespace albireo::attacks {

/// A server with two shards and a page. `plant`: a fault in each of its games, as --plant-desync has it.
struct WebGameServer {
    explicit WebGameServer(server::WebOptions options = {}, const std::string& plant = "", const server::MakeDirectory& make_directory = {}) {
        config.bind = "127.0.0.1";
        config.port = 0;
        config.shards = 2;
        config.plant = plant;
        config.desync_dir = (std::filesystem::temp_directory_path() / ("albireo-web-" + std::to_string(getpid()))).string();
        config.web = "127.0.0.1:0";
        config.key = proto::KeyPair::random();
        std::string error;
        shards = server::open_shards(config, levels, error, make_directory);
        REQUIRE(error.empty());
        options.address = "127.0.0.1";
        if (options.page.empty()) options.page = "<p>the page</p>";
        std::vector<server::WebLink*> links;
        for (const auto& shard : shards) links.push_back(shard->web_link());
        web = std::make_unique<server::WebServer>(std::move(options), links, *config.key, shards.front()->admission());
        for (auto& shard : shards) {
            shard->on_log = [](const server::LogEvent&) {};
            shard->start();
        }
        web->start();
    }
    ~WebGameServer() {
        for (auto& shard : shards) shard->stop();
        for (auto& shard : shards) shard->join();
        std::filesystem::remove_all(config.desync_dir);
    }
    std::uint16_t port() const { return web->port(); }
    bool answers() const { return WebClient(port(), INADDR_LOOPBACK + 9).get("/").starts_with("HTTP/1.1 200"); }
    const server::WebServer::Figures& figures() const { return web->figures(); }

    server::Config config;
    server::Levels levels;
    server::Shards shards;
    std::unique_ptr<server::WebServer> web;  // ends after the shards have been joined, before they go
};

}  // namespace albireo::attacks
