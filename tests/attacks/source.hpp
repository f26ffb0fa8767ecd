#pragma once
/// UDP sockets of strangers: each at an address of its own, since all of 127.0.0.0/8 is this machine.
#include <arpa/inet.h>
#include <doctest/doctest.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "proto/handshake.hpp"
#include "sim/base/random.hpp"

namespace albireo::attacks {

class Source {
  public:
    Source(std::uint32_t host, std::uint16_t server) : fd_(socket(AF_INET, SOCK_DGRAM, 0)) {
        sockaddr_in own = place(host, 0);
        REQUIRE(bind(fd_, reinterpret_cast<sockaddr*>(&own), sizeof own) == 0);
        sockaddr_in to = place(INADDR_LOOPBACK, server);
        REQUIRE(connect(fd_, reinterpret_cast<sockaddr*>(&to), sizeof to) == 0);
        fcntl(fd_, F_SETFL, O_NONBLOCK);
    }
    Source(const Source&) = delete;
    ~Source() { close(fd_); }
    void send(std::span<const std::uint8_t> bytes) const { (void)!write(fd_, bytes.data(), bytes.size()); }
    /// Sends the datagram so many times (at most kBatch), with one call of the system. Returns how many went out.
    int send_many(std::span<std::uint8_t> bytes, unsigned count) const {
        iovec part{bytes.data(), bytes.size()};
        std::array<mmsghdr, kBatch> batch{};
        for (mmsghdr& each : batch) each.msg_hdr.msg_iov = &part, each.msg_hdr.msg_iovlen = 1;
        return std::max(0, sendmmsg(fd_, batch.data(), std::min(count, kBatch), 0));
    }
    /// The next datagram; empty if there is none.
    std::span<const std::uint8_t> receive() {
        const auto got = read(fd_, bytes_.data(), bytes_.size());
        return {bytes_.data(), got > 0 ? static_cast<std::size_t>(got) : 0};
    }

    static constexpr unsigned kBatch = 32;

  private:
    static sockaddr_in place(std::uint32_t host, std::uint16_t port) {
        sockaddr_in address{};
        address.sin_family = AF_INET;
        address.sin_addr.s_addr = htonl(host);
        address.sin_port = htons(port);
        return address;
    }
    int fd_;
    std::array<std::uint8_t, 2048> bytes_;
};

/// Sources at random addresses, which are hardly ever in one /24.
inline std::vector<std::unique_ptr<Source>> random_sources(int count, std::uint16_t server) {
    Random random = Random::seed(8, 9);
    std::vector<std::unique_ptr<Source>> sources;
    for (int i = 0; i < count; ++i) {
        sources.push_back(std::make_unique<Source>(0x7f00'0000u | (random.next() & 0x00ff'fffcu) | 2u, server));
    }
    return sources;
}

inline std::vector<std::uint8_t> hello(std::uint32_t id) {
    std::vector<std::uint8_t> bytes(proto::kKnockDatagramMax);
    bytes.resize(proto::write_knock({.kind = proto::KnockKind::hello, .connect_id = id}, bytes));
    return bytes;
}

}  // namespace albireo::attacks
