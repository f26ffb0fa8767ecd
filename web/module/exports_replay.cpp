// What the replay page's script calls, in addition to exports_show.cpp.
#include <emscripten.h>

#include "web/module/exports.hpp"
#include "web/module/theatre.hpp"

namespace {

using albireo::Tick;
using albireo::web::exports::keep;
using albireo::web::Theatre;

std::unique_ptr<Theatre> theatre;
std::vector<std::uint32_t> numbers;

}  // namespace

extern "C" {

/// Opens a recording, in place of the one before. An empty text, or why it cannot be shown; then no other function
/// below may be called.
EMSCRIPTEN_KEEPALIVE const char* page_open(const std::uint8_t* bytes, int size, int partial) {
    using albireo::replays::Partial;
    albireo::web::exports::show(nullptr);
    theatre = std::make_unique<Theatre>();
    albireo::web::exports::show(theatre.get());
    return keep(theatre->open({bytes, static_cast<std::size_t>(size)}, partial != 0 ? Partial::accept : Partial::refuse));
}
EMSCRIPTEN_KEEPALIVE const char* page_about() { return keep(theatre->about()); }
EMSCRIPTEN_KEEPALIVE int page_verify(int ticks) { return theatre->verify(static_cast<std::uint32_t>(ticks)) ? 1 : 0; }
EMSCRIPTEN_KEEPALIVE const char* page_verdict() { return keep(theatre->verdict()); }

/// The number of entries; page_happenings() then points to three numbers for each.
EMSCRIPTEN_KEEPALIVE int page_take_happenings() {
    numbers = theatre->take_happenings();
    return static_cast<int>(numbers.size() / 3);
}
EMSCRIPTEN_KEEPALIVE const std::uint32_t* page_happenings() { return numbers.data(); }

/// Returns the tick that was reached: seeks are clamped to the recording.
EMSCRIPTEN_KEEPALIVE int page_seek(int tick) {
    theatre->seek(Tick{static_cast<std::uint32_t>(tick < 0 ? 0 : tick)});
    albireo::web::exports::forget_sounds();
    return static_cast<int>(theatre->tick().value);
}

/// The same, by playing every tick up to a later one.
EMSCRIPTEN_KEEPALIVE int page_play(int tick) {
    theatre->play(Tick{static_cast<std::uint32_t>(tick < 0 ? 0 : tick)});
    return static_cast<int>(theatre->tick().value);
}

/// The number of numbers; page_picture() then points to them.
EMSCRIPTEN_KEEPALIVE int page_draw() { return static_cast<int>(theatre->picture().size()); }
EMSCRIPTEN_KEEPALIVE const float* page_picture() { return theatre->picture().data(); }
EMSCRIPTEN_KEEPALIVE const char* page_panel() { return keep(theatre->panel()); }
EMSCRIPTEN_KEEPALIVE const char* page_fields(const char* within, int lines_max) {
    return keep(theatre->fields(within, static_cast<std::size_t>(lines_max)));
}

}  // extern "C"
