#pragma once
/// Every sound of the game as a row of a table: its synthesis, its priority and its limits. Plain constants.
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

namespace albireo::audio {

// clang-format off
enum class Voice : std::uint8_t {
    needle, fan, seeker, powered, ribbon, released,
    hit, rock, enemy_shot, missile, beam_warning, enemy_beam, hatch, crack,
    death_small, death_medium, death_large, death_boss, ship_death,
    ship_return, life, charge_full, gold_full, multiplier, graze, link, bonus,
    burr, dust, splash,
    lightning, combined_storm, warning, message, section, cleared, game_over, extend, boss_fallen, storm_cells,
    menu_move, menu_accept, menu_back, pause,
    wind, surf, rain, breath,
    count
};
// clang-format on
inline constexpr std::size_t kVoices = static_cast<std::size_t>(Voice::count);

enum class Wave : std::uint8_t { sine, triangle, saw, square, noise };

/// A voice is the sum of its layers. Frequencies and cutoffs sweep evenly in pitch over the length of a layer.
/// A loop is as long as its steady layers, which have no decay. Its other layers are strokes: they sound once in each round,
/// and a stroke that lasts beyond the loop's end goes on at the loop's beginning.
struct Layer {
    Wave wave = Wave::sine;
    float delay = 0;                                // seconds before it begins
    float from = 440, to = 440;                     // Hz; of noise: new values per second
    float attack = 0.002F, hold = 0, decay = 0.1F;  // seconds
    float gain = 1;
    float low_from = 18'000, low_to = 18'000;  // low-pass, Hz
    float high = 20;                           // high-pass, Hz
    float ring = 0.7F;                         // resonance of the low-pass
    float vibrato = 0, vibrato_rate = 6;       // its depth as a share of the frequency, and its rate in Hz
    float drive = 0;                           // 0: clean
};

/// The volume that a voice follows. `partner` is that of the partner's speech. `music` is that of the stream and of the stingers: short pieces of music that events start.
/// `ambience` is that of the beds.
enum class Bus : std::uint8_t { game, menu, music, partner, ambience };
inline constexpr std::size_t kBuses = 5;

/// How far a voice lowers the stream of music from its start on (Mixer).
struct Duck {
    float decibels = 0;  // 0: not at all, −9: by 9 dB
    float seconds = 0;   // before the music begins to return
};

struct VoiceDef {
    std::string_view name;
    std::span<const Layer> layers;
    float gain = 1;     // relative to the others: all are synthesised with the same peak
    int priority = 0;   // a higher one may take the place of a lower one
    int at_once = 4;    // of this voice
    float gap = 0.03F;  // seconds from one start to the next, at least
    bool loop = false;  // sounds as long as it is held
    Bus bus = Bus::game;
    bool is_told = false;  // tells the players something, so it has no place in the field
    float echo = 0;  // seconds; 0: none
    Duck duck{};
    float fade = 0.06F;  // of a loop: seconds in which it comes and goes
};

const VoiceDef& def_of(Voice voice);

/// Whether a voice sounds in the field, where distance lowers it and a narrow place reverberates it.
inline bool is_in_field(Voice voice) { return def_of(voice).bus == Bus::game && !def_of(voice).is_told; }

}  // namespace albireo::audio
