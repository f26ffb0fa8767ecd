// What the script of each page calls for its music. The page's own module says which music belongs to the shown moment;
// a second instance of the module, in a worker, plays it.
#include <emscripten.h>

#include <vector>

#include "client/music/conductor.hpp"
#include "client/music/player.hpp"
#include "web/module/exports.hpp"
#include "web/module/json.hpp"

namespace {

using albireo::music::Moment;
using albireo::web::exports::keep;

albireo::music::Player player;
std::vector<float> pairs;

}  // namespace

extern "C" {

/// The music of the current tick, as page_music_follow() takes it. JSON.
EMSCRIPTEN_KEEPALIVE const char* page_music_moment() {
    const albireo::web::Show& show = *albireo::web::exports::shown();
    const Moment moment = albireo::music::moment_of(show.world(), show.level());
    return keep(albireo::web::JsonObject{}
                    .text("song", moment.song)
                    .number("tick", moment.tick)
                    .number("intensity", static_cast<int>(moment.intensity * 1000))
                    .flag("cracking", moment.cracking)
                    .flag("linked", moment.linked)
                    .flag("lastLife", moment.last_life)
                    .flag("muffled", moment.muffled)
                    .flag("lost", moment.lost)
                    .flag("quiet", moment.quiet)
                    .done());
}

/// In the worker: the music of a moment; of an empty song, silence. `intensity` in thousandths, `speed` of the game's clock.
EMSCRIPTEN_KEEPALIVE void page_music_follow(const char* song, unsigned tick, int intensity, int cracking, int linked, int last_life, int muffled,
                                            int lost, int quiet, float speed) {
    player.follow({.song = song,
                   .tick = tick,
                   .intensity = static_cast<float>(intensity) / 1000,
                   .cracking = cracking != 0,
                   .linked = linked != 0,
                   .last_life = last_life != 0,
                   .muffled = muffled != 0,
                   .lost = lost != 0,
                   .quiet = quiet != 0},
                  speed);
}
/// Synthesises a note that is missing. Returns whether there was one.
EMSCRIPTEN_KEEPALIVE int page_music_prepare() { return player.prepare() ? 1 : 0; }
/// So many pairs of left and right, to be heard in `latency` seconds.
EMSCRIPTEN_KEEPALIVE const float* page_music_render(int frames, double latency) {
    pairs.assign(2 * static_cast<std::size_t>(frames), 0);
    player.render(pairs, latency);
    return pairs.data();
}

}  // extern "C"
