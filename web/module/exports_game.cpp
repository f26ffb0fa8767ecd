// What the game page's script calls, in addition to exports_show.cpp.
#include <emscripten.h>

#include "web/module/exports.hpp"
#include "web/module/game.hpp"

namespace {

using albireo::web::exports::keep;
using albireo::web::Game;

std::unique_ptr<Game> game;
albireo::web::GameChoice choice;

}  // namespace

extern "C" {

/// The choice of the next game: a seed, the bot's skill or −1 for none, a section and a phase to practise or 0.
EMSCRIPTEN_KEEPALIVE void page_game_choose(unsigned seed, int skill, int section, int phase, double started_ms, const char* name) {
    choice = {.seed = seed,
              .skill = skill < 0 ? 0 : skill,
              .has_bot = skill >= 0,
              .section = static_cast<std::uint8_t>(section),
              .phase = static_cast<std::uint8_t>(phase),
              .name = name,
              .started_ms = static_cast<std::uint64_t>(started_ms)};
}
/// Begins a game of a level, in place of the one before. An empty text, or why there is none; then no other function below
/// may be called.
EMSCRIPTEN_KEEPALIVE const char* page_game_open(const std::uint8_t* bytes, int size) {
    albireo::web::exports::show(nullptr);
    game = std::make_unique<Game>();
    albireo::web::exports::show(game.get());
    return keep(game->open({bytes, static_cast<std::size_t>(size)}, choice));
}
/// What the player holds (Button of sim/input.hpp) and what went down since the last call.
EMSCRIPTEN_KEEPALIVE void page_game_hold(int buttons, int pressed, int next_weapon) {
    game->hold({.buttons = static_cast<std::uint16_t>(buttons),
                .pressed = static_cast<std::uint16_t>(pressed),
                .next_weapon = next_weapon != 0});
}
EMSCRIPTEN_KEEPALIVE void page_game_continue() { game->ask_continue(); }
/// Plays so many ticks. Returns whether the game has ended.
EMSCRIPTEN_KEEPALIVE int page_game_play(int ticks) {
    game->play(ticks);
    return game->has_ended() ? 1 : 0;
}
/// Whether the game is over while a continue is still on offer.
EMSCRIPTEN_KEEPALIVE int page_game_is_over() { return albireo::is_over(game->world()) ? 1 : 0; }
EMSCRIPTEN_KEEPALIVE const char* page_game_state() { return keep(game->state()); }
/// The number of bytes of the recording; page_game_bytes() then points to them.
EMSCRIPTEN_KEEPALIVE int page_game_recording() { return static_cast<int>(game->recording().size()); }
EMSCRIPTEN_KEEPALIVE const std::uint8_t* page_game_bytes() { return game->recording().data(); }

}  // extern "C"
