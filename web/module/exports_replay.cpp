// What the replay page's script calls, in addition to exports_show.cpp.
#include <emscripten.h>

#include "web/module/exports.hpp"
#include "web/module/pairing.hpp"
#include "web/module/replay_session.hpp"

namespace {

using albireo::Tick;
using albireo::web::exports::keep;
using albireo::replays::Partial;
using albireo::web::Pairing;
using albireo::web::ReplaySession;

std::unique_ptr<ReplaySession> session;
std::unique_ptr<Pairing> pairing;
std::vector<std::uint32_t> numbers;

}  // namespace

extern "C" {

/// Opens a recording, in place of the one before. An empty text, or why it cannot be shown; then no other function
/// below may be called.
EMSCRIPTEN_KEEPALIVE const char* page_open(const std::uint8_t* bytes, int size, int partial) {
    pairing.reset();
    albireo::web::exports::show(nullptr);
    session = std::make_unique<ReplaySession>();
    albireo::web::exports::show(session.get());
    return keep(session->open({bytes, static_cast<std::size_t>(size)}, partial != 0 ? Partial::accept : Partial::refuse));
}
/// The core version that the last recording needs, if it is another one than this module's; otherwise 0.
EMSCRIPTEN_KEEPALIVE int page_needed_core() { return static_cast<int>(session->needed_core()); }
EMSCRIPTEN_KEEPALIVE const char* page_about() { return keep(session->about()); }
EMSCRIPTEN_KEEPALIVE int page_verify(int ticks) { return session->verify(static_cast<std::uint32_t>(ticks)) ? 1 : 0; }
EMSCRIPTEN_KEEPALIVE const char* page_verdict() { return keep(session->verdict()); }

/// The number of entries; page_happenings() then points to three numbers for each.
EMSCRIPTEN_KEEPALIVE int page_take_happenings() {
    numbers = session->take_happenings();
    return static_cast<int>(numbers.size() / 3);
}
EMSCRIPTEN_KEEPALIVE const std::uint32_t* page_happenings() { return numbers.data(); }

/// Returns the tick that was reached: seeks are clamped to the recording.
EMSCRIPTEN_KEEPALIVE int page_seek(int tick) {
    session->seek(Tick{static_cast<std::uint32_t>(tick < 0 ? 0 : tick)});
    albireo::web::exports::forget_sounds();
    return static_cast<int>(session->tick().value);
}

/// The same, by playing every tick up to a later one.
EMSCRIPTEN_KEEPALIVE int page_play(int tick) {
    session->play(Tick{static_cast<std::uint32_t>(tick < 0 ? 0 : tick)});
    return static_cast<int>(session->tick().value);
}

/// The number of numbers; page_picture() then points to them.
EMSCRIPTEN_KEEPALIVE int page_draw() { return static_cast<int>(session->picture().size()); }
EMSCRIPTEN_KEEPALIVE const float* page_picture() { return session->picture().data(); }
EMSCRIPTEN_KEEPALIVE const char* page_panel() { return keep(session->panel()); }
EMSCRIPTEN_KEEPALIVE const char* page_fields(const char* within, int lines_max) {
    return keep(session->fields(within, static_cast<std::size_t>(lines_max)));
}

/// The fields of one side of a desync.
EMSCRIPTEN_KEEPALIVE const char* page_side_fields(int side, const char* within, int lines_max) {
    return keep(session->side_fields(side, within, static_cast<std::size_t>(lines_max)));
}

/// Compares the recording with a second one. An empty text, or why it cannot; then the two functions below may not be called.
EMSCRIPTEN_KEEPALIVE const char* page_pair_open(const std::uint8_t* bytes, int size, int partial) {
    pairing = std::make_unique<Pairing>(session->replay());
    return keep(pairing->open({bytes, static_cast<std::size_t>(size)}, partial != 0 ? Partial::accept : Partial::refuse));
}
EMSCRIPTEN_KEEPALIVE int page_pair_compare(int ticks) { return pairing->compare(static_cast<std::uint32_t>(ticks)) ? 1 : 0; }
EMSCRIPTEN_KEEPALIVE const char* page_pair_finding() { return keep(pairing->finding()); }

}  // extern "C"
