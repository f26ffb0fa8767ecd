#pragma once
/// Lets two programs of one version meet as if they were of different ones: on the way, the version byte of each datagram of the client is
/// raised, and that of each answer is lowered by the same. So the client sees what a newer client would see (a negative shift: an older one).
#include <poll.h>

#include <array>
#include <atomic>
#include <span>
#include <thread>

#include "tests/support/loopback_socket.hpp"

namespace albireo::support {

/// What has no version byte passes unchanged: everything that is sealed.
inline void shift_version(std::span<std::uint8_t> datagram, int by) {
    if (datagram.size() < 6 || datagram[0] != 0xff || datagram[1] != 0xff || datagram[2] != 'A') return;
    datagram[4] = static_cast<std::uint8_t>(datagram[4] + by);
}

/// Such a way to a UDP server of this computer, for one client at a time.
class VersionShift {
  public:
    VersionShift(std::uint16_t server, int by) : by_(by), thread_([this, server] { pass(server); }) {}
    ~VersionShift() {
        ends_ = true;
        thread_.join();
    }
    std::uint16_t port() const { return client_.port(); }
    /// Answers that were longer than what was sent before them, with the headers of IP and UDP on both.
    int longer() const { return longer_; }
    int answers() const { return answers_; }

  private:
    void pass(std::uint16_t port) {
        sockaddr_in server{}, client{};
        server.sin_family = AF_INET;
        server.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
        server.sin_port = htons(port);
        std::array<std::uint8_t, 2048> bytes;
        std::size_t asked = 0;
        while (!ends_) {
            pollfd both[] = {{client_.fd(), POLLIN, 0}, {server_.fd(), POLLIN, 0}};
            ::poll(both, 2, 20);
            const auto move = [&](int from, int to, sockaddr_in& sender, const sockaddr_in& receiver, int by) {
                socklen_t length = sizeof sender;
                const auto size = ::recvfrom(from, bytes.data(), bytes.size(), MSG_DONTWAIT, reinterpret_cast<sockaddr*>(&sender), &length);
                if (size <= 0) return std::size_t{0};
                const std::span<std::uint8_t> datagram = std::span{bytes}.first(static_cast<std::size_t>(size));
                shift_version(datagram, by);
                ::sendto(to, datagram.data(), datagram.size(), 0, reinterpret_cast<const sockaddr*>(&receiver), sizeof receiver);
                return datagram.size();
            };
            if (const auto size = move(client_.fd(), server_.fd(), client, server, by_); size != 0) asked = size;
            sockaddr_in ignored{};
            const std::size_t answer = move(server_.fd(), client_.fd(), ignored, client, -by_);
            answers_ += answer != 0;
            longer_ += answer > asked;
        }
    }

    int by_;
    LoopbackSocket client_{SOCK_DGRAM | SOCK_NONBLOCK}, server_{SOCK_DGRAM | SOCK_NONBLOCK};
    std::atomic<bool> ends_{false};
    std::atomic<int> answers_{0}, longer_{0};
    std::thread thread_;
};

}  // namespace albireo::support
