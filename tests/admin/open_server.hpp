#pragma once
/// A server with its operator's pages in the test's own process, and a plain HTTP client.
#include <arpa/inet.h>
#include <doctest/doctest.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <unistd.h>

#include <atomic>
#include <future>
#include <nlohmann/json.hpp>
#include <string>
#include <thread>

#include "server/admin/pages.hpp"

namespace albireo::server {

/// A TCP connection to a port of this machine; −1 if there is none.
inline int connect_to(std::uint16_t port) {
    const int file = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (file < 0) return -1;
    sockaddr_in to{};
    to.sin_family = AF_INET;
    to.sin_port = htons(port);
    to.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    if (::connect(file, reinterpret_cast<const sockaddr*>(&to), sizeof to) == 0) return file;
    ::close(file);
    return -1;
}

/// Reads until the other end closes, or for some seconds at most.
inline std::string read_all(int file, int seconds = 20) {
    const timeval timeout{seconds, 0};
    setsockopt(file, SOL_SOCKET, SO_RCVTIMEO, &timeout, sizeof timeout);
    std::string text;
    char part[4096];
    for (ssize_t got = 0; (got = ::read(file, part, sizeof part)) > 0;) text.append(part, static_cast<std::size_t>(got));
    return text;
}

struct Answer {
    int status = 0;  // 0: none
    std::string body;
    nlohmann::json json() const { return nlohmann::json::parse(body); }
};

struct OpenServer {
    explicit OpenServer(Config wanted = {}, AdminHttpServer::Limits limits = {}) {
        wanted.bind = "127.0.0.1";
        wanted.port = 0;
        config = wanted;
        std::string error;
        shards = open_shards(config, levels, error);
        REQUIRE(error == "");
        storage = std::make_unique<Storage>(Storage::Options{.recordings = config.record_dir, .free_bytes_min = std::uint64_t{config.free_mb} * 1'000'000});
        health = std::make_unique<Health>(shards, *storage);
        pages = std::make_unique<Pages>(io, Watched{shards, *health, *storage, "1.2.3"},
                                        Pages::Environment{.drain = [this] { health->note_drain(); },
                                                       .http_figures = [this] { return door->figures(); },
                                                       .log = [](const std::string&) {}});
        health->watch_levels(levels);
        door = std::make_unique<AdminHttpServer>(
            io, "127.0.0.1", 0, [this](const AdminRequest& request, AdminHttpServer::Reply reply) { pages->answer(request, std::move(reply)); }, limits);
        port = door->port();
        for (auto& shard : shards) shard->start();
        thread = std::thread([this] { io.run(); });
    }
    ~OpenServer() {
        for (auto& shard : shards) shard->stop();
        for (auto& shard : shards) shard->join();
        boost::asio::post(io, [this] {
            figures = door->figures();
            door.reset();
            io.stop();
        });
        thread.join();
    }

    Answer get(const std::string& path, const std::string& token = "") { return ask("GET", path, token, ""); }
    Answer ask(const std::string& method, const std::string& path, const std::string& token, const std::string& body) {
        const int file = connect_to(port);
        if (file < 0) return {};
        const std::string header = token.empty() ? "" : "Authorization: Bearer " + token + "\r\n";
        const std::string text =
            method + " " + path + " HTTP/1.1\r\nHost: x\r\n" + header + "Content-Length: " + std::to_string(body.size()) + "\r\n\r\n" + body;
        Answer answer;
        if (::send(file, text.data(), text.size(), MSG_NOSIGNAL) == static_cast<ssize_t>(text.size())) {
            const std::string got = read_all(file);
            const auto end = got.find("\r\n\r\n");
            if (got.starts_with("HTTP/1.1 ") && end != std::string::npos) answer = {std::stoi(got.substr(9, 3)), got.substr(end + 4)};
        }
        ::close(file);
        return answer;
    }
    AdminHttpServer::Figures http_figures() {
        std::promise<AdminHttpServer::Figures> promise;
        auto future = promise.get_future();
        boost::asio::post(io, [&] { promise.set_value(door->figures()); });
        return future.get();
    }

    Config config;
    Levels levels;
    Shards shards;
    boost::asio::io_context io;
    std::unique_ptr<Storage> storage;
    std::unique_ptr<Health> health;
    std::unique_ptr<Pages> pages;
    std::unique_ptr<AdminHttpServer> door;
    std::uint16_t port = 0;
    std::thread thread;
    AdminHttpServer::Figures figures;
};

}  // namespace albireo::server
