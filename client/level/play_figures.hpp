#pragma once
/// Statistics of games that two bots play on a level. The games have no network, and the same level, skill and seeds
/// give the same figures.
#include <array>
#include <map>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "client/predict/histogram.hpp"
#include "sim/event.hpp"
#include "sim/level/level.hpp"
#include "sim/world.hpp"

namespace albireo {

inline constexpr std::uint32_t kThreatTicks = 30;
/// An object that has been in the field for this many ticks has been seen.
inline constexpr std::uint32_t kSeenTicks = 20;

/// A lull, and when it began, so that the level's author can find it.
struct Lull {
    std::uint32_t ticks = 0;
    std::uint32_t timeline = 0;  // the level's own clock at its beginning
    std::uint32_t in_loop = 0;   // ticks since the loop there was entered; 0 outside loops
    std::uint32_t seed = 0;      // of the game
};

/// Deaths by one killer, and how many of them came from something that had not been seen for kSeenTicks ticks.
struct DeathCount {
    std::uint64_t deaths = 0, unseen = 0;
};

/// One death, so that the level's author can find its cause.
struct Death {
    std::uint32_t seed = 0;      // of the game
    std::uint32_t timeline = 0;  // the level's own clock
    std::uint32_t in_loop = 0;   // as in Lull
    Vec2 at{};
    std::string killer;
    bool is_unseen = false;
};

struct PlayFigures {
    std::uint32_t games = 0, cleared = 0;
    std::uint32_t clean = 0;  // cleared without a continue
    std::uint64_t ticks = 0;  // of play in all games, without pauses and waits for a continue
    std::uint64_t deaths = 0;
    std::map<std::size_t, std::uint64_t> deaths_by_section;  // how many checkpoints had been passed
    std::array<std::uint64_t, kCauseCount> deaths_by_cause{};
    /// Deaths whose killer had been in the field for fewer than kSeenTicks ticks. The killer is the nearest shot, enemy or missile
    /// of the death's cause. Beams and walls are not counted: a beam warns, and walls come with the scenery.
    std::uint64_t unseen_deaths = 0;
    /// By the killer's kind and, for a shot, the part that fired it. A shot that came from a split has its own
    /// line.
    std::map<std::string, DeathCount> deaths_by_killer;
    std::vector<Death> all_deaths;  // in order of games and time
    /// By ten-second intervals of the timeline and, because that stops in a loop, of the time since the loop began.
    std::map<std::pair<std::uint32_t, std::uint32_t>, std::uint64_t> deaths_by_time;
    client::Histogram bullets{kEnemyShotsMax};  // enemies' shots alive, tick by tick
    std::uint64_t fired = 0, not_straight = 0;  // enemies' shots
    std::array<std::uint64_t, kWeaponCount> in_hand{};   // ticks of flight with each weapon
    std::array<std::uint64_t, kWeaponCount> released{};  // beginnings of charged fire with each weapon
    std::uint32_t extended = 0;      // games in which the team earned an extra life
    std::uint32_t with_one_out = 0;  // games in which one player was out of lives while the other played on
    std::uint32_t revived = 0;       // of those, the games in which a gift brought the player back
    std::uint64_t storms = 0, gifts = 0, grazes = 0, linked = 0;  // linked: ticks
    /// A threat: an enemy enters the field, fires a salvo, launches a missile, or its beam warns. Everything that follows a threat within
    /// kThreatTicks is part of it, because a player meets both with one reaction.
    std::uint64_t threats = 0;
    Lull lull;  // the longest time without a new threat, except rests

    double seconds_a_game() const;
    double clean_share() const;
    double seconds_between_threats() const;
    double worst_time_share() const;   // the share of all deaths in the worst ten seconds
    double worst_cause_share() const;  // the share of all deaths by the most common cause
    double not_straight_share() const;
    double unseen_share() const;  // of all deaths
    double least_in_hand_share() const;  // the weapon used least, of all time in flight
    double linked_share() const;
};

/// Counts, tick by tick. A rest is a lull in which the level begins or ends, a section begins, a boss is announced, or a
/// loop begins or ends.
class PlayMeter {
  public:
    explicit PlayMeter(const Level& level) : level_(level) {}

    void begin_game(std::uint32_t seed);
    /// After each step of a game.
    void see(const World& world, std::span<const Event> events);
    void end_game(const World& world);

    const PlayFigures& figures() const { return figures_; }

  private:
    struct Killer {
        std::string name;
        bool is_unseen = false;
    };
    void count_ships(const World& world, std::span<const Event> events);
    bool is_recent(const std::uint64_t* first) const;
    std::string kind_of(EnemyId id) const;
    std::string gun_of(const EnemyShot& shot) const;
    Killer killer_of(const Event& death, const World& world) const;
    void count_death(const Event& event, const World& world);
    bool is_threatened(const World& world, std::span<const Event> events);

    const Level& level_;
    PlayFigures figures_;
    Lull lull_;  // the current one
    std::uint32_t threat_age_ = 0;  // ticks of play since the latest threat began
    bool is_rest_ = false;
    bool was_one_out_ = false, was_revived_ = false;  // in this game
    std::size_t sections_ = 0;
    std::uint32_t in_loop_ = 0;
    std::map<std::uint64_t, std::uint64_t> entered_;  // the tick of play in which an enemy entered the field, by name
    std::map<EnemyId, std::uint8_t> kinds_;  // of all enemies so far
    /// The shots or missiles alive after a tick, sorted by name, each with the tick of play in which it entered the field.
    using Seen = std::vector<std::pair<std::uint64_t, std::uint64_t>>;
    Seen shots_, shots_before_, missiles_, missiles_before_;
};

/// Plays a game for each seed from `first` to `last`.
PlayFigures play(const Level& level, int skill, std::uint32_t first, std::uint32_t last);

}  // namespace albireo
