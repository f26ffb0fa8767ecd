#pragma once
/// A TCP client of the web server, for tests: any bytes, or a WebSocket of the simplest kind.
#include <arpa/inet.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "proto/datagram_pipe.hpp"

namespace albireo::attacks {

class WebClient {
  public:
    /// Connects from an address of its own: all of 127.0.0.0/8 is this machine.
    explicit WebClient(std::uint16_t port, std::uint32_t host = INADDR_LOOPBACK) : fd_(socket(AF_INET, SOCK_STREAM, 0)) {
        const auto place = [](std::uint32_t address, std::uint16_t number) {
            sockaddr_in made{};
            made.sin_family = AF_INET;
            made.sin_addr.s_addr = htonl(address);
            made.sin_port = htons(number);
            return made;
        };
        const sockaddr_in own = place(host, 0), to = place(INADDR_LOOPBACK, port);
        is_connected_ = bind(fd_, reinterpret_cast<const sockaddr*>(&own), sizeof own) == 0 &&
                        connect(fd_, reinterpret_cast<const sockaddr*>(&to), sizeof to) == 0;
        fcntl(fd_, F_SETFL, O_NONBLOCK);
    }
    WebClient(const WebClient&) = delete;
    ~WebClient() { ::close(fd_); }

    bool is_connected() const { return is_connected_; }
    void send(std::string_view bytes) { is_over_ |= ::send(fd_, bytes.data(), bytes.size(), MSG_NOSIGNAL) < 0 && errno != EAGAIN; }

    /// Everything that has come, until there is `wanted` in it, the other end has closed, or the time is over.
    std::string read_until(std::string_view wanted, int ms = 10'000) {
        while (in_.find(wanted) == std::string::npos && !is_over_ && ms > 0) {
            wait(10);
            ms -= 10;
            fill();
        }
        return in_;
    }
    /// Whether the other end closes within this time.
    bool closes(int ms = 10'000) {
        for (; !is_over_ && ms > 0; ms -= 10) {
            wait(10);
            in_.clear();
            fill();
        }
        return is_over_;
    }
    std::string get(std::string_view path, std::string_view more = "") {
        send("GET " + std::string(path) + " HTTP/1.1\r\nHost: here\r\n" + std::string(more) + "\r\n");
        return read_until("\r\n\r\n");
    }
    static constexpr std::string_view kUpgrade =
        "Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n";
    /// Whether the server becomes a WebSocket.
    bool upgrade(std::string_view path = "/link", std::string_view more = "") {
        const std::string answer = get(path, std::string(kUpgrade) + std::string(more));
        const bool is_open = answer.starts_with("HTTP/1.1 101");
        if (is_open) in_.erase(0, in_.find("\r\n\r\n") + 4);
        return is_open;
    }

    /// A message with the mask 0. `opcode`: 2 binary, 1 text.
    void send_message(std::span<const std::uint8_t> bytes, int opcode = 2) {
        std::string frame{static_cast<char>(0x80 | opcode)};
        const std::size_t size = bytes.size();
        if (size < 126) {
            frame += static_cast<char>(0x80 | size);
        } else {
            frame += static_cast<char>(0x80 | 126);
            frame += static_cast<char>(size >> 8);
            frame += static_cast<char>(size);
        }
        frame.append(4, '\0');
        frame.append(reinterpret_cast<const char*>(bytes.data()), size);
        send(frame);
    }
    /// The next binary message. Pings are answered.
    std::optional<std::vector<std::uint8_t>> receive() {
        fill();
        for (;;) {
            const auto at = [&](std::size_t i) { return static_cast<std::uint8_t>(in_[i]); };
            if (in_.size() < 2) return std::nullopt;
            std::size_t head = 2, size = at(1) & 0x7f;
            if (size == 126) {
                if (in_.size() < 4) return std::nullopt;
                head = 4;
                size = static_cast<std::size_t>(at(2) << 8 | at(3));
            }
            if (in_.size() < head + size) return std::nullopt;
            const int opcode = at(0) & 15;
            std::vector<std::uint8_t> message(in_.begin() + static_cast<std::ptrdiff_t>(head), in_.begin() + static_cast<std::ptrdiff_t>(head + size));
            in_.erase(0, head + size);
            if (opcode == 2) return message;
            if (opcode == 9) send_message(message, 10);
            if (opcode == 8) is_over_ = true;
        }
    }
    bool is_over() const { return is_over_; }

  private:
    void wait(int ms) const {
        pollfd socket{fd_, POLLIN, 0};
        ::poll(&socket, 1, ms);
    }
    void fill() {
        std::array<char, 65'536> bytes;
        for (;;) {
            const auto got = recv(fd_, bytes.data(), bytes.size(), 0);
            if (got == 0 || (got < 0 && errno != EAGAIN)) is_over_ = true;
            if (got <= 0) return;
            in_.append(bytes.data(), static_cast<std::size_t>(got));
        }
    }

    int fd_;
    bool is_connected_ = false, is_over_ = false;
    std::string in_;
};

/// … as the pipe of a native client.
class WebClientPipe final : public proto::DatagramPipe {
  public:
    WebClientPipe(std::uint16_t web, std::uint16_t shard, std::uint32_t host = INADDR_LOOPBACK) : client_(web, host) {
        is_open_ = client_.upgrade(shard == 0 ? "/link" : "/link?shard=" + std::to_string(shard));
    }
    State state() const override { return is_open_ && !client_.is_over() ? State::open : State::closed; }
    std::size_t backlog() const override { return 0; }
    void send(std::span<const std::uint8_t> datagram) override { client_.send_message(datagram); }
    std::optional<std::span<const std::uint8_t>> receive() override {
        auto message = client_.receive();
        if (!message) return std::nullopt;
        current_ = std::move(*message);
        return current_;
    }

  private:
    WebClient client_;
    bool is_open_ = false;
    std::vector<std::uint8_t> current_;
};

}  // namespace albireo::attacks
