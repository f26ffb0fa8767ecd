#pragma once
/// A server that answers every connection with the same bytes, whatever is asked. It is no board service.
#include <doctest/doctest.h>
#include <netinet/in.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <array>
#include <atomic>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

namespace albireo::app {

class StandInService {
  public:
    /// Without an answer it takes connections and stays silent.
    explicit StandInService(std::string answer = {}) : answer_(std::move(answer)) {
        listener_ = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
        sockaddr_in at{};
        at.sin_family = AF_INET;
        at.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
        socklen_t size = sizeof at;
        REQUIRE(::bind(listener_, reinterpret_cast<const sockaddr*>(&at), size) == 0);
        REQUIRE(::listen(listener_, 16) == 0);
        REQUIRE(::getsockname(listener_, reinterpret_cast<sockaddr*>(&at), &size) == 0);
        port_ = ntohs(at.sin_port);
        thread_ = std::thread([this] { run(); });
    }
    ~StandInService() {
        is_closing_ = true;
        thread_.join();
        for (const int each : silent_) ::close(each);
        ::close(listener_);
    }
    StandInService(const StandInService&) = delete;
    StandInService& operator=(const StandInService&) = delete;

    std::string address() const { return "127.0.0.1:" + std::to_string(port_); }
    int connections() const { return connections_; }
    /// The first bytes of each connection.
    std::vector<std::string> heard() const {
        const std::lock_guard lock(mutex_);
        return heard_;
    }

    static std::string http(const std::string& body, const std::string& status = "200 OK") {
        return "HTTP/1.1 " + status + "\r\nContent-Type: application/json\r\nContent-Length: " + std::to_string(body.size()) + "\r\nConnection: close\r\n\r\n" + body;
    }

  private:
    void run() {
        while (!is_closing_) {
            pollfd wait{.fd = listener_, .events = POLLIN, .revents = 0};
            if (::poll(&wait, 1, 20) <= 0) continue;
            const int peer = ::accept(listener_, nullptr, nullptr);
            if (peer < 0) continue;
            ++connections_;
            pollfd read{.fd = peer, .events = POLLIN, .revents = 0};
            std::array<char, 4096> bytes{};
            const auto size = ::poll(&read, 1, 2000) > 0 ? ::recv(peer, bytes.data(), bytes.size(), 0) : 0;
            {
                const std::lock_guard lock(mutex_);
                heard_.emplace_back(bytes.data(), static_cast<std::size_t>(size > 0 ? size : 0));
            }
            if (answer_.empty()) {
                silent_.push_back(peer);
                continue;
            }
            std::size_t sent = 0;
            while (sent < answer_.size()) {
                const auto count = ::send(peer, answer_.data() + sent, answer_.size() - sent, MSG_NOSIGNAL);
                if (count <= 0) break;
                sent += static_cast<std::size_t>(count);
            }
            ::close(peer);
        }
    }

    const std::string answer_;
    int listener_ = -1;
    std::uint16_t port_ = 0;
    std::atomic<bool> is_closing_{false};
    std::atomic<int> connections_{0};
    mutable std::mutex mutex_;
    std::vector<std::string> heard_;
    std::vector<int> silent_;
    std::thread thread_;
};

}  // namespace albireo::app
