// What the game page's script calls to play with a friend, in addition to exports_game.cpp; and the browser's WebSocket as a
// pipe. The script keeps the sockets: play/net.js.
#include <emscripten.h>

#include <array>
#include <memory>

#include "proto/token.hpp"
#include "web/module/exports.hpp"
#include "web/module/net_game.hpp"

// Of the script's object Module.sockets.
EM_JS(int, socket_open, (int port), { return Module['sockets'].open(port); })
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

namespace {

using albireo::proto::Micros;
using albireo::web::NetGame;
using albireo::web::exports::keep;

class SocketPipe final : public albireo::proto::DatagramPipe {
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

std::unique_ptr<NetGame> net;

Micros micros(double ms) { return static_cast<Micros>(ms * 1000); }

}  // namespace

extern "C" {

/// Joins the friend's game with this code, or opens one of this level for a friend. `token` and `key`: of a seat in it that this
/// page has had, as page_net_state() has them, or empty. An empty text, or what is wrong with them.
EMSCRIPTEN_KEEPALIVE const char* page_net_open(const char* name, const char* code, const char* token, const char* key, const char* level,
                                               int difficulty) {
    albireo::web::NetChoice choice{.name = name, .code = code, .level = level, .difficulty = static_cast<albireo::Difficulty>(difficulty)};
    if (*token != 0) choice.token = albireo::proto::read_token(token);
    if (*key != 0) choice.key = albireo::proto::read_public_key(key);
    if ((*token != 0 && !choice.token) || (*key != 0 && !choice.key)) return keep("the seat that this browser has kept is damaged");
    albireo::web::exports::show(nullptr);
    net.reset();
    net = std::make_unique<NetGame>(std::move(choice), [](std::uint16_t port) { return std::make_unique<SocketPipe>(socket_open(port)); });
    albireo::web::exports::show(net.get());
    return keep("");
}
EMSCRIPTEN_KEEPALIVE void page_net_close() {
    if (albireo::web::exports::shown() == net.get()) albireo::web::exports::show(nullptr);
    net.reset();
}
EMSCRIPTEN_KEEPALIVE void page_net_hold(int buttons, int pressed, int next_weapon) {
    net->hold({.buttons = static_cast<std::uint16_t>(buttons),
               .pressed = static_cast<std::uint16_t>(pressed),
               .next_weapon = next_weapon != 0});
}
/// Does what is due at this time of performance.now(). Returns how many levels have begun: when it changes, the screen and the
/// sound must be opened again before anything is drawn.
EMSCRIPTEN_KEEPALIVE int page_net_advance(double now) {
    net->advance(micros(now));
    return net->round();
}
/// Call it before a picture. Returns how far from the tick before to the current one the picture is.
EMSCRIPTEN_KEEPALIVE float page_net_share(double now) {
    net->show_last();
    return net->share(micros(now));
}
EMSCRIPTEN_KEEPALIVE void page_net_pause() { net->ask_pause(); }
EMSCRIPTEN_KEEPALIVE void page_net_continue() { net->ask_continue(); }
EMSCRIPTEN_KEEPALIVE void page_net_leave(double now) { net->leave(micros(now)); }
EMSCRIPTEN_KEEPALIVE const char* page_net_state() { return keep(net->state()); }

}  // extern "C"
