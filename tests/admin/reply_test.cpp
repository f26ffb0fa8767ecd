// A connection that was last held by another thread left the list of connections there, while the server's thread used the list.
// A shard's thread holds a request of an operator until its pass ends; a thread that plays recordings holds the reply to them.
#include <doctest/doctest.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

#include <string>
#include <thread>

#include "http/server.hpp"

using namespace albireo;

TEST_CASE("a connection ends on the server's thread, whichever thread lets go of its reply last") {
    boost::asio::io_context io;
    http::Server::Reply held;
    http::Server door(io, "127.0.0.1", 0, [&](const http::Request&, http::Server::Reply reply) { held = std::move(reply); });
    const int client = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    sockaddr_in to{};
    to.sin_family = AF_INET;
    to.sin_port = htons(door.port());
    to.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    REQUIRE(::connect(client, reinterpret_cast<const sockaddr*>(&to), sizeof to) == 0);
    const std::string request = "GET / HTTP/1.1\r\nHost: here\r\n\r\n";
    REQUIRE(::write(client, request.data(), request.size()) == static_cast<ssize_t>(request.size()));
    while (!held) io.run_one();
    REQUIRE(door.figures().open == 1);
    std::thread([&] { held = nullptr; }).join();
    CHECK(door.figures().open == 1);
    CHECK(io.poll() > 0);
    CHECK(door.figures().open == 0);
    ::close(client);
}
