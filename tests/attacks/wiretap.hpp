#pragma once
/// What an attacker beside one player's path can do: read every datagram in both directions, and send datagrams that
/// bear the addresses and ports of either end. The attacker cannot hold real datagrams back.
///
/// A relay plays the attacker, because forging an address takes rights that a test lacks. The server sees the relay's address
/// as the player's, and the player sees it as the server's.
#include <arpa/inet.h>
#include <doctest/doctest.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "tests/support/contains_bytes.hpp"

namespace albireo::attacks {

using Bytes = std::vector<std::uint8_t>;

/// The real clock, in microseconds.
inline std::int64_t now() {
    return std::chrono::steady_clock::now().time_since_epoch() / std::chrono::microseconds{1};
}

inline sockaddr_in loopback(std::uint16_t port) {
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    address.sin_port = htons(port);
    return address;
}

/// A UDP socket on loopback that never blocks.
class Socket {
  public:
    Socket() {
        const sockaddr_in any = loopback(0);
        REQUIRE(bind(fd_, reinterpret_cast<const sockaddr*>(&any), sizeof any) == 0);
        fcntl(fd_, F_SETFL, O_NONBLOCK);
    }
    Socket(const Socket&) = delete;
    ~Socket() { close(fd_); }

    std::uint16_t port() const {
        sockaddr_in own{};
        socklen_t size = sizeof own;
        getsockname(fd_, reinterpret_cast<sockaddr*>(&own), &size);
        return ntohs(own.sin_port);
    }
    void send(std::span<const std::uint8_t> bytes, const sockaddr_in& to) const {
        sendto(fd_, bytes.data(), bytes.size(), 0, reinterpret_cast<const sockaddr*>(&to), sizeof to);
    }
    /// The size of the next datagram; 0 if there is none.
    std::size_t receive(std::span<std::uint8_t> bytes, sockaddr_in& from) const {
        socklen_t size = sizeof from;
        const auto got = recvfrom(fd_, bytes.data(), bytes.size(), 0, reinterpret_cast<sockaddr*>(&from), &size);
        return got > 0 ? static_cast<std::size_t>(got) : 0;
    }

  private:
    int fd_ = socket(AF_INET, SOCK_DGRAM, 0);
};

class Wiretap {
  public:
    explicit Wiretap(std::uint16_t server) : server_(loopback(server)) {}

    /// The port at which the player finds the server.
    std::uint16_t port() const { return front_.port(); }

    /// Passes on what has arrived, and keeps a copy.
    void turn() {
        std::array<std::uint8_t, 2048> bytes;
        sockaddr_in from{};
        while (const std::size_t size = front_.receive(bytes, from)) {
            player_ = from;
            up_.emplace_back(bytes.begin(), bytes.begin() + static_cast<std::ptrdiff_t>(size));
            back_.send(up_.back(), server_);
        }
        while (const std::size_t size = back_.receive(bytes, from)) {
            down_.emplace_back(bytes.begin(), bytes.begin() + static_cast<std::ptrdiff_t>(size));
            front_.send(down_.back(), player_);
        }
    }

    /// The datagrams so far, from the player and to the player.
    const std::vector<Bytes>& up() const { return up_; }
    const std::vector<Bytes>& down() const { return down_; }

    /// Drops the datagrams in flight.
    void drop() {
        std::array<std::uint8_t, 2048> bytes;
        sockaddr_in from{};
        while (front_.receive(bytes, from) != 0 || back_.receive(bytes, from) != 0) {
        }
    }
    void forget() {
        up_.clear();
        down_.clear();
    }

    /// Sends a datagram in the player's name, or in the server's.
    void forge_up(std::span<const std::uint8_t> bytes) const { back_.send(bytes, server_); }
    void forge_down(std::span<const std::uint8_t> bytes) const { front_.send(bytes, player_); }

    /// Whether any datagram contains these bytes.
    bool holds(std::span<const std::uint8_t> part) const {
        const auto has = [&](const Bytes& datagram) { return support::contains_bytes(datagram, part); };
        return std::ranges::any_of(up_, has) || std::ranges::any_of(down_, has);
    }
    bool holds(std::string_view text) const {
        return holds({reinterpret_cast<const std::uint8_t*>(text.data()), text.size()});
    }

  private:
    sockaddr_in server_, player_{};
    Socket front_, back_;
    std::vector<Bytes> up_, down_;
};

}  // namespace albireo::attacks
