// What the script of each page calls: its core, its screen and its sound.
#include <emscripten.h>

#include "replays/recording.hpp"
#include "sim/snapshot.hpp"
#include "sim/witness/core_digest.hpp"
#include "web/module/exports.hpp"
#include "web/module/screen.hpp"
#include "web/module/sound.hpp"

namespace {

using albireo::web::exports::keep;
using albireo::web::Screen;

albireo::web::Show* current = nullptr;
std::unique_ptr<Screen> screen;
std::unique_ptr<albireo::web::Sound> sound;
const std::vector<float>* sounds = nullptr;

}  // namespace

namespace albireo::web::exports {

const char* keep(std::string&& text) {
    static std::string kept;
    kept = std::move(text);
    return kept.c_str();
}

void show(Show* what) {
    screen.reset();
    sound.reset();
    current = what;
}

Show* shown() { return current; }

void forget_sounds() {
    if (sound != nullptr) sound->forget();
}

}  // namespace albireo::web::exports

extern "C" {

EMSCRIPTEN_KEEPALIVE int page_core() { return static_cast<int>(albireo::kCoreVersion); }
EMSCRIPTEN_KEEPALIVE const char* page_core_digest() { return keep(std::string(albireo::core_digest())); }
EMSCRIPTEN_KEEPALIVE int page_format() { return static_cast<int>(albireo::replays::kFormatVersion); }

/// The game's own picture on the canvas with this CSS selector, in this tier of render::Tier. An empty text, or why not; then there is no
/// screen, and no other page_screen function may be called.
EMSCRIPTEN_KEEPALIVE const char* page_screen_open(const char* canvas, int tier, int width, int height) {
    screen.reset();
    screen = std::make_unique<Screen>();
    std::string fault = screen->open(*current, canvas, static_cast<albireo::render::Tier>(tier), width, height);
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

/// The number of the game's voices; each must be asked for, or told, once before the first orders. Then its number of samples, which
/// page_sound_numbers() points to.
EMSCRIPTEN_KEEPALIVE int page_sound_voices() {
    sound = std::make_unique<albireo::web::Sound>(*current);
    return static_cast<int>(albireo::audio::kVoices);
}
EMSCRIPTEN_KEEPALIVE int page_sound_voice(int voice) {
    sounds = &sound->synthesise(static_cast<albireo::audio::Voice>(voice));
    return static_cast<int>(sounds->size());
}
/// Instead of page_sound_voice(), for a voice that the script has kept: its number of samples.
EMSCRIPTEN_KEEPALIVE void page_sound_know(int voice, int samples) { sound->know(static_cast<albireo::audio::Voice>(voice), static_cast<std::size_t>(samples)); }
EMSCRIPTEN_KEEPALIVE int page_sound_loops(int voice) {
    return albireo::audio::def_of(static_cast<albireo::audio::Voice>(voice)).loop ? 1 : 0;
}
/// The number of numbers of the orders, which page_sound_numbers() points to.
EMSCRIPTEN_KEEPALIVE int page_sound_orders(double now, int playing) {
    sounds = &sound->take(now, playing != 0);
    return static_cast<int>(sounds->size());
}
/// The script has stopped all sources; what has not been heard yet is dropped.
EMSCRIPTEN_KEEPALIVE void page_sound_silence() {
    if (sound != nullptr) sound->silence();
}
EMSCRIPTEN_KEEPALIVE const float* page_sound_numbers() { return sounds->data(); }

}  // extern "C"
