#pragma once
/// A socket on a port of 127.0.0.1 that the system chooses, without any library of ours.
#include <arpa/inet.h>
#include <doctest/doctest.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cstdint>

namespace albireo::support {

class LoopbackSocket {
  public:
    /// SOCK_DGRAM or SOCK_STREAM, with flags such as SOCK_NONBLOCK.
    explicit LoopbackSocket(int kind) : fd_(::socket(AF_INET, kind, 0)) {
        sockaddr_in own{};
        own.sin_family = AF_INET;
        own.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
        socklen_t size = sizeof own;
        REQUIRE(::bind(fd_, reinterpret_cast<const sockaddr*>(&own), size) == 0);
        REQUIRE(::getsockname(fd_, reinterpret_cast<sockaddr*>(&own), &size) == 0);
        port_ = ntohs(own.sin_port);
    }
    LoopbackSocket(const LoopbackSocket&) = delete;
    ~LoopbackSocket() { close(); }
    void close() {
        if (fd_ >= 0) ::close(fd_);
        fd_ = -1;
    }
    int fd() const { return fd_; }
    std::uint16_t port() const { return port_; }

  private:
    int fd_;
    std::uint16_t port_ = 0;
};

}  // namespace albireo::support
