// What the page's script calls. A text or a row of numbers stays valid until the next call.
#include <emscripten.h>

#include "sim/snapshot.hpp"
#include "sim/witness/core_digest.hpp"
#include "web/module/theatre.hpp"

namespace {

using albireo::Tick;
using albireo::web::Theatre;

std::unique_ptr<Theatre> theatre;
std::string text;
std::vector<std::uint32_t> numbers;

const char* keep(std::string&& said) {
    text = std::move(said);
    return text.c_str();
}

}  // namespace

extern "C" {

EMSCRIPTEN_KEEPALIVE int page_core() { return static_cast<int>(albireo::kCoreVersion); }
EMSCRIPTEN_KEEPALIVE const char* page_core_digest() { return keep(std::string(albireo::core_digest())); }
EMSCRIPTEN_KEEPALIVE int page_format() { return static_cast<int>(albireo::replays::kFormatVersion); }

/// Opens a recording, in place of the one before. An empty text, or why it cannot be shown; then no other function
/// below may be called.
EMSCRIPTEN_KEEPALIVE const char* page_open(const std::uint8_t* bytes, int size, int partial) {
    using albireo::replays::Partial;
    theatre = std::make_unique<Theatre>();
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
