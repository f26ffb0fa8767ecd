// What the page's script calls. A text or a row of numbers stays valid until the next call.
#include <emscripten.h>

#include "sim/snapshot.hpp"
#include "sim/witness/core_digest.hpp"
#include "web/module/screen.hpp"
#include "web/module/sound.hpp"
#include "web/module/theatre.hpp"

namespace {

using albireo::Tick;
using albireo::web::Screen;
using albireo::web::Theatre;

std::unique_ptr<Theatre> theatre;
std::unique_ptr<Screen> screen;  // of that theatre, as is the sound
std::unique_ptr<albireo::web::Sound> sound;
std::string text;
std::vector<std::uint32_t> numbers;
const std::vector<float>* sounds = nullptr;

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
    screen.reset();
    sound.reset();
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
    if (sound != nullptr) sound->forget();
    return static_cast<int>(theatre->tick().value);
}

/// The same, by playing every tick up to a later one.
EMSCRIPTEN_KEEPALIVE int page_play(int tick) {
    theatre->play(Tick{static_cast<std::uint32_t>(tick < 0 ? 0 : tick)});
    return static_cast<int>(theatre->tick().value);
}

/// The game's own picture on the canvas #game, in this tier of render::Tier. An empty text, or why not; then there is no
/// screen, and no other page_screen function may be called.
EMSCRIPTEN_KEEPALIVE const char* page_screen_open(int tier, int width, int height) {
    screen.reset();
    screen = std::make_unique<Screen>();
    std::string fault = screen->open(*theatre, "#game", static_cast<albireo::render::Tier>(tier), width, height);
    if (!fault.empty()) screen.reset();
    return keep(std::move(fault));
}
EMSCRIPTEN_KEEPALIVE void page_screen_close() { screen.reset(); }
EMSCRIPTEN_KEEPALIVE int page_screen_linking() { return screen->linking(); }
EMSCRIPTEN_KEEPALIVE const char* page_screen_fault() { return screen->fault().c_str(); }
EMSCRIPTEN_KEEPALIVE const char* page_screen_describe() { return keep(screen->describe()); }
EMSCRIPTEN_KEEPALIVE const char* page_screen_draw(float alpha) { return keep(screen->draw(alpha)); }
EMSCRIPTEN_KEEPALIVE void page_screen_resize(int width, int height) { screen->resize(width, height); }
EMSCRIPTEN_KEEPALIVE void page_screen_pace(float interval_ms, float target_ms) { screen->pace(interval_ms, target_ms); }
EMSCRIPTEN_KEEPALIVE int page_screen_faults() { return static_cast<int>(screen->faults()); }

/// The number of the game's voices; each must be asked for once before the first orders. Then its number of samples, which
/// page_sound_numbers() points to.
EMSCRIPTEN_KEEPALIVE int page_sound_voices() {
    sound = std::make_unique<albireo::web::Sound>(*theatre);
    return static_cast<int>(albireo::audio::kVoices);
}
EMSCRIPTEN_KEEPALIVE int page_sound_voice(int voice) {
    sounds = &sound->synthesise(static_cast<albireo::audio::Voice>(voice));
    return static_cast<int>(sounds->size());
}
EMSCRIPTEN_KEEPALIVE int page_sound_loops(int voice) {
    return albireo::audio::def_of(static_cast<albireo::audio::Voice>(voice)).loop ? 1 : 0;
}
/// The number of numbers of the orders, which page_sound_numbers() points to.
EMSCRIPTEN_KEEPALIVE int page_sound_orders(double now, int playing) {
    sounds = &sound->take(now, playing != 0);
    return static_cast<int>(sounds->size());
}
EMSCRIPTEN_KEEPALIVE const float* page_sound_numbers() { return sounds->data(); }

/// The number of numbers; page_picture() then points to them.
EMSCRIPTEN_KEEPALIVE int page_draw() { return static_cast<int>(theatre->picture().size()); }
EMSCRIPTEN_KEEPALIVE const float* page_picture() { return theatre->picture().data(); }
EMSCRIPTEN_KEEPALIVE const char* page_panel() { return keep(theatre->panel()); }
EMSCRIPTEN_KEEPALIVE const char* page_fields(const char* within, int lines_max) {
    return keep(theatre->fields(within, static_cast<std::size_t>(lines_max)));
}

}  // extern "C"
