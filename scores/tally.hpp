#pragma once
/// What happened in a game, as numbers: counted while it is played, tick by tick, from its events and its world.
#include <array>
#include <cstdint>
#include <string_view>

#include "sim/event.hpp"
#include "sim/level/level.hpp"
#include "sim/world.hpp"

namespace albireo::scores {

/// A number about a whole game. Unless it says otherwise, both players are counted together.
enum class Measure : std::uint8_t {
    // How it ended
    cleared,         // 1: the level was cleared
    players,         // 1 or 2
    difficulty,      // 0 calm, 1 standard, 2 storm
    score,
    continues,
    minutes,         // played, without pauses
    // Losses
    deaths,
    rams,            // deaths by an enemy
    shot_down,       // deaths by an enemy's shot
    burnt,           // deaths by a beam
    crashes,         // deaths by rock
    missile_deaths,
    longest_unharmed, // the longest time in which no ship was lost, in seconds
    // Fighting
    kills,           // like all counts, it continues after a continue is used; only the score restarts
    kill_streak,     // the most kills without a death
    parts,           // parts of enemies destroyed
    missiles,        // missiles shot down
    formations,      // whole formations destroyed in time
    phases,          // phases of bosses ended before their par
    grazes,
    graze_burst,     // the most grazes within five seconds
    multiplier,      // the highest of either player
    score_burst,     // the most points within five seconds
    // Weapons
    weapons,         // how many of the four have been fired
    lances,          // charged forms, by weapon
    bulwarks,
    burr_volleys,
    whips,
    bursts,          // burrs that burst
    burst_damage,    // the largest of one burst, in needle hits
    dusted,          // enemy shots turned to dust
    lightnings,      // by one player
    bolts,           // enemies struck by lightning
    storms,          // combined storms
    storm_targets,   // the most of one combined storm
    // Together
    links,
    linked_seconds,
    // Places
    splashes,        // ships that entered the sea
    dives_seconds,   // time under water
    rounds,          // of an endless level
    sections,
    pauses,
    count
};
/// Raised when a measure of the same game comes out differently: stored games are then judged again.
inline constexpr int kTallyVersion = 1;
inline constexpr std::size_t kMeasures = static_cast<std::size_t>(Measure::count);

class Tally {
  public:
    explicit Tally(const Level& level) : level_(level) {}

    /// The world after a tick, and that tick's events.
    void note(const World& world, const Events& events);
    /// After the last tick.
    void finish(const World& world, std::uint8_t players);

    std::int64_t operator[](Measure measure) const { return values_[static_cast<std::size_t>(measure)]; }
    /// The tick after the five seconds in which the most points were made.
    std::uint32_t best_tick() const { return best_tick_; }

  private:
    static constexpr std::size_t kWindow = 5 * kTicksPerSecond;

    std::int64_t& at(Measure measure) { return values_[static_cast<std::size_t>(measure)]; }
    void raise(Measure measure, std::int64_t to) {
        if (to > at(measure)) at(measure) = to;
    }
    void note_event(const Event& event);
    void note_window(const World& world);

    const Level& level_;
    std::array<std::int64_t, kMeasures> values_{};
    std::array<std::uint32_t, kWindow> scores_{}, grazes_{};  // at the last ticks, by tick modulo kWindow
    std::uint32_t best_tick_ = 0, died_at_ = 0, dive_ticks_ = 0;
    std::int64_t streak_ = 0;
    bool has_begun_ = false;
    std::uint8_t weapons_ = 0;  // bit n: weapon n has been fired
};

}  // namespace albireo::scores
