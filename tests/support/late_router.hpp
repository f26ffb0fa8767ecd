#pragma once
/// A port of 127.0.0.1 that leads to a server only when a test says so, in place of one that a router forwards.
#include <doctest/doctest.h>
#include <netinet/in.h>
#include <sys/socket.h>

#include <cstdint>

#include "tests/support/loopback_socket.hpp"

namespace albireo::support {

class LateRouter {
  public:
    explicit LateRouter(std::uint16_t server) {
        sockaddr_in to{};
        to.sin_family = AF_INET;
        to.sin_port = htons(server);
        to.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
        REQUIRE(::connect(inner_.fd(), reinterpret_cast<const sockaddr*>(&to), sizeof to) == 0);
    }
    std::uint16_t port() const { return outer_.port(); }
    /// What has come so far.
    void forward() {
        char bytes[2048];
        socklen_t size = sizeof client_;
        for (ssize_t got; (got = ::recvfrom(outer_.fd(), bytes, sizeof bytes, MSG_DONTWAIT, reinterpret_cast<sockaddr*>(&client_), &size)) > 0;)
            ::send(inner_.fd(), bytes, static_cast<std::size_t>(got), 0);
        for (ssize_t got; (got = ::recv(inner_.fd(), bytes, sizeof bytes, MSG_DONTWAIT)) > 0;)
            ::sendto(outer_.fd(), bytes, static_cast<std::size_t>(got), 0, reinterpret_cast<const sockaddr*>(&client_), sizeof client_);
    }

  private:
    LoopbackSocket outer_{SOCK_DGRAM}, inner_{SOCK_DGRAM};
    sockaddr_in client_{};
};

}  // namespace albireo::support
