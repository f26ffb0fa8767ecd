#pragma once
/// A board service over a real socket, with a database of its own, for as long as it lives.
#include <doctest/doctest.h>

#include <cstdlib>
#include <filesystem>
#include <memory>
#include <string>
#include <thread>

#include "http/client.hpp"
#include "scores/service.hpp"
#include "tests/scores/recordings.hpp"

namespace albireo::scores {

inline const Catalogue& catalogue() {
    static const Catalogue all;
    return all;
}

struct OpenBoards {
    /// Port 0: the system chooses one.
    explicit OpenBoards(ServiceOptions options = {}, std::uint16_t port = 0) {
        std::string name = (std::filesystem::temp_directory_path() / "albireo-scores-XXXXXX").string();
        REQUIRE(mkdtemp(name.data()) != nullptr);
        folder = name;
        options.database = folder + "/scores.db";
        service = std::make_unique<Service>(io, catalogue(), options);
        server = std::make_unique<http::Server>(
            io, "127.0.0.1", port, [this](const http::Request& request, http::Server::Reply reply) { service->answer(request, std::move(reply)); },
            service->http_limits());
        url = {.host = "127.0.0.1", .port = server->port(), .path = ""};
        thread = std::thread([this] { io.run(); });
    }
    ~OpenBoards() {
        boost::asio::post(io, [this] {
            server.reset();
            io.stop();
        });
        thread.join();
        service.reset();
        std::filesystem::remove_all(folder);
    }

    http::Said ask(const http::Question& question) const {
        http::Said said;
        CHECK(http::ask(url, question, said, std::chrono::seconds(60)) == "");
        return said;
    }
    http::Said get(const std::string& path) const { return ask({.path = path}); }
    http::Said post(const Bytes& file, const std::string& key = "") const {
        return ask({.method = "POST", .path = "/runs", .body = {file.begin(), file.end()}, .authorization = key.empty() ? "" : "Bearer " + key});
    }

    std::string folder;
    boost::asio::io_context io{1};
    std::unique_ptr<Service> service;
    std::unique_ptr<http::Server> server;
    http::Url url;
    std::thread thread;
};

}  // namespace albireo::scores
