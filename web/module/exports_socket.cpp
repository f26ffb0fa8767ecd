#include "web/module/exports_socket.hpp"

#include <emscripten.h>

#include <array>
#include <optional>
#include <span>

// Of the script's object Module.sockets.
EM_JS(int, socket_open, (int shard), { return Module['sockets'].open(shard); })
EM_JS(int, socket_state, (int at), { return Module['sockets'].state(at); })
EM_JS(int, socket_backlog, (int at), { return Module['sockets'].backlog(at); })
EM_JS(void, socket_send, (int at, const void* bytes, int size), { Module['sockets'].send(at, HEAPU8.slice(bytes, bytes + size)); })
EM_JS(int, socket_receive, (int at, void* bytes, int most), {
    const message = Module['sockets'].receive(at, most);
    if (!message) return -1;
    HEAPU8.set(message, bytes);
    return message.length;
})
EM_JS(void, socket_close, (int at), { Module['sockets'].close(at); })

namespace albireo::web::exports {

namespace {

class SocketPipe final : public proto::DatagramPipe {
  public:
    explicit SocketPipe(int at) : at_(at) {}
    ~SocketPipe() override { socket_close(at_); }
    State state() const override { return static_cast<State>(socket_state(at_)); }
    std::size_t backlog() const override { return static_cast<std::size_t>(socket_backlog(at_)); }
    void send(std::span<const std::uint8_t> datagram) override {
        socket_send(at_, datagram.data(), static_cast<int>(datagram.size()));
    }
    std::optional<std::span<const std::uint8_t>> receive() override {
        const int size = socket_receive(at_, buffer_.data(), static_cast<int>(buffer_.size()));
        if (size < 0) return std::nullopt;
        return std::span{buffer_}.first(static_cast<std::size_t>(size));
    }

  private:
    int at_;
    std::array<std::uint8_t, 2'048> buffer_{};
};

}  // namespace

std::unique_ptr<proto::DatagramPipe> open_socket(std::uint8_t shard) {
    return std::make_unique<SocketPipe>(socket_open(shard));
}

}  // namespace albireo::web::exports
