// What the game page's script calls to watch a game: play/watch.js. Before the first round, only page_watch_open(), _close(), _advance(),
// _state() and _leave() may be called.
#include <emscripten.h>

#include <cstdint>
#include <memory>
#include <vector>

#include "proto/join_code.hpp"
#include "web/module/exports.hpp"
#include "web/module/exports_socket.hpp"
#include "web/module/live_show.hpp"

namespace {

using albireo::proto::Micros;
using albireo::web::LiveShow;
using albireo::web::exports::keep;

std::unique_ptr<LiveShow> live;
std::vector<std::uint32_t> happenings;

Micros micros(double ms) { return static_cast<Micros>(ms * 1000); }

}  // namespace

extern "C" {

/// Watches the game with this code. An empty text, or what is wrong with it.
EMSCRIPTEN_KEEPALIVE const char* page_watch_open(const char* code, const char* name) {
    const auto read = albireo::proto::read_watch_code(code);
    if (!read) return keep("a watch code has eight letters or digits, such as K7QF-2MXA");
    albireo::web::exports::show(nullptr);
    live.reset();
    live = std::make_unique<LiveShow>(*read, name, albireo::web::exports::open_socket);
    albireo::web::exports::show(live.get());
    return keep("");
}
EMSCRIPTEN_KEEPALIVE void page_watch_close() {
    if (albireo::web::exports::shown() == live.get()) albireo::web::exports::show(nullptr);
    live.reset();
}
/// Does what is due at this time of performance.now(). Returns how many recordings have begun: when it changes, the screen and the
/// sound must be opened again before anything is drawn.
EMSCRIPTEN_KEEPALIVE int page_watch_advance(double now) {
    live->advance(micros(now));
    return live->round();
}
/// Plays for this many seconds.
EMSCRIPTEN_KEEPALIVE void page_watch_pass(double seconds) { live->pass(seconds); }
/// How far from the tick before to the current one a picture is.
EMSCRIPTEN_KEEPALIVE float page_watch_share() { return live->share(); }
EMSCRIPTEN_KEEPALIVE void page_watch_pause() { live->toggle_pause(); }
EMSCRIPTEN_KEEPALIVE void page_watch_faster(int steps) { live->faster(steps); }
EMSCRIPTEN_KEEPALIVE void page_watch_step(int ticks) {
    live->step(ticks);
    albireo::web::exports::forget_sounds();
}
EMSCRIPTEN_KEEPALIVE void page_watch_jump(int tick) {
    live->jump(tick);
    albireo::web::exports::forget_sounds();
}
EMSCRIPTEN_KEEPALIVE void page_watch_live() {
    live->go_live();
    albireo::web::exports::forget_sounds();
}
EMSCRIPTEN_KEEPALIVE void page_watch_again(double now) { live->ask_again(micros(now)); }
EMSCRIPTEN_KEEPALIVE void page_watch_stay() { live->stay(); }
EMSCRIPTEN_KEEPALIVE void page_watch_leave(double now) { live->leave(micros(now)); }
EMSCRIPTEN_KEEPALIVE const char* page_watch_state() { return keep(live->state()); }

/// As in exports_replay.cpp.
EMSCRIPTEN_KEEPALIVE int page_take_happenings() {
    happenings = live->take_happenings();
    return static_cast<int>(happenings.size() / 3);
}
EMSCRIPTEN_KEEPALIVE const std::uint32_t* page_happenings() { return happenings.data(); }

}  // extern "C"
