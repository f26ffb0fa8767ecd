// What the game page's script calls to play with a friend, in addition to exports_game.cpp.
#include <emscripten.h>

#include <memory>

#include "proto/token.hpp"
#include "web/module/exports.hpp"
#include "web/module/exports_socket.hpp"
#include "web/module/net_game.hpp"

namespace {

using albireo::proto::Micros;
using albireo::web::NetGame;
using albireo::web::exports::keep;

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
    net = std::make_unique<NetGame>(std::move(choice), albireo::web::exports::open_socket);
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
/// Does what is due at this time of performance.now(). Returns how many levels have come: when it changes, the screen and the
/// sound must be opened again. Then page_net_ready() lets the game begin, and nothing may be drawn before it has.
EMSCRIPTEN_KEEPALIVE int page_net_advance(double now) {
    net->advance(micros(now));
    return net->round();
}
/// Call it before a picture. Returns how far from the tick before to the current one the picture is.
EMSCRIPTEN_KEEPALIVE float page_net_share(double now) {
    net->show_last();
    return net->share(micros(now));
}
EMSCRIPTEN_KEEPALIVE void page_net_ready() { net->be_ready(); }
EMSCRIPTEN_KEEPALIVE void page_net_pause() { net->ask_pause(); }
EMSCRIPTEN_KEEPALIVE void page_net_continue() { net->ask_continue(); }
EMSCRIPTEN_KEEPALIVE void page_net_leave(double now) { net->leave(micros(now)); }
EMSCRIPTEN_KEEPALIVE const char* page_net_state() { return keep(net->state()); }

}  // extern "C"
