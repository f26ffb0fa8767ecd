#pragma once
/// UDP sockets of strangers: each at an address of its own, since all of 127.0.0.0/8 is this machine.
#include <arpa/inet.h>
#include <doctest/doctest.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <netinet/udp.h>
#include <sys/socket.h>
#include <sys/uio.h>
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
    /// Sends the datagram kBatch times, as one packet that the kernel cuts up where it arrives: a fifth of the work of so many calls.
    /// Returns how many went out. All calls have the same size.
    int send_many(std::span<const std::uint8_t> bytes) const {
        const int size = static_cast<int>(bytes.size());
        setsockopt(fd_, IPPROTO_UDP, UDP_SEGMENT, &size, sizeof size);
        std::array<iovec, kBatch> parts;
        parts.fill({const_cast<std::uint8_t*>(bytes.data()), bytes.size()});
        return writev(fd_, parts.data(), static_cast<int>(parts.size())) > 0 ? static_cast<int>(kBatch) : 0;
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
