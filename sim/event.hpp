#pragma once
/// The events of one step, as input for effects, sounds and logs. Not part of the world.
/// 1. The key of an event is (tick, kind, slot, cause). A tick that is stepped again gives the same keys, so each
///    effect fires once. Two different events of one tick never share a key; otherwise the second would be lost.
/// 2. A full list drops further events and counts them. Nothing in the world depends on events.
#include <array>
#include <cstdint>
#include <span>

#include "sim/base/types.hpp"
#include "sim/base/vec2.hpp"

namespace albireo {

enum class EventKind : std::uint8_t {
    shot_fired,        // value: weapon, + kWeaponCount if powered
    shot_hit,          // a player's shot struck an enemy; value: damage in tenths of a needle hit
    shot_stopped,      // a shot hit a wall or expired
    enemy_fired,       // value: shots in the salvo
    enemy_spawned,     // value: kind
    enemy_died,        // value: kind
    part_died,         // value: part
    phase_cracking,    // a late transition has become pending; value: machine
    phase_changed,     // a machine of an enemy has entered a state, late or not; value: state
    beam_warns,        // a telegraph begins
    beam_burns,
    hatch_opens,
    missile_launched,
    missile_died,
    ship_died,         // value: Cause
    ship_returned,
    ship_out,          // no lives left
    life_returned,
    charge_full,       // the blue bar
    gold_full,
    released,          // a weapon's charged form begins; value: weapon
    lightning,         // one player's; a bolt_struck follows for each target
    combined_storm,    // value: enemies struck
    bolt_struck,       // lightning struck a part; value: number of the release (Ship::bolts)
    link_begins,       // the ships are linked from now on
    link_ends,
    extended,          // an extend gave the ship a life; value: its lives, including that one
    clear_bonus,       // for the lives left when the level is cleared; value: points
    score_up,          // value: points
    formation_bonus,   // a whole formation was destroyed in time; value: points
    phase_bonus,       // a phase of a boss ended before its par; value: points
    multiplier_up,     // value: the new multiplier
    graze,             // an enemy shot has passed close to a ship; value: points
    message,           // value: name index in the level
    warning,           // a boss is coming
    section,           // a checkpoint was passed
    loop_ended,
    paused,
    resumed,
    game_over,
    continued,
    cleared,
    burr_stuck,        // value: burrs that are stuck to that part now
    burst,             // burrs have burst; value: damage dealt, in tenths of a needle hit
    dusted,            // an enemy shot has turned to dust; value: the points that it paid
    splash,            // a ship has entered the sea or left it; value: 1 under water, 0 in the air
    enemy_ended,       // an enemy has ended by its own script, unpaid; value: kind
    gift,              // a gold bar was given to the partner; value: 1 for a life, 0 for a full blue bar
    round,             // a round of an endless level begins; value: its number, from 1
};

struct Event {
    EventKind kind{};
    Slot slot = Slot::gold;  // the player who caused it, or the ship's owner; gold where no single player did
    Tick tick;
    std::uint64_t cause = 0; // the cause's name packed into one number: unique among events of this tick and kind
    Vec2 at;                 // in the field
    std::int32_t value = 0;  // meaning by kind, above

    constexpr bool operator==(const Event&) const = default;
};

class Events {
  public:
    static constexpr std::size_t kMax = 1024;

    void clear() { count_ = 0; }
    void add(const Event& event) {
        if (count_ < kMax) {
            items_[count_++] = event;
        } else {
            ++dropped_;
        }
    }
    std::span<const Event> all() const { return {items_.data(), count_}; }
    std::uint32_t dropped() const { return dropped_; }

  private:
    std::array<Event, kMax> items_;
    std::size_t count_ = 0;
    std::uint32_t dropped_ = 0;
};

/// The packed name of an enemy, or of the n-th action of an enemy or a slot.
constexpr std::uint64_t cause_of(EnemyId id, std::uint32_t n = 0) {
    return (std::uint64_t{id.spawn} << 48) | (std::uint64_t{id.lap} << 40) | (std::uint64_t{id.child} << 32) | n;
}
constexpr std::uint64_t cause_of(Slot slot, std::uint32_t n) { return (std::uint64_t{index(slot)} << 32) | n; }

/// Events of one kind (a score, a full bar) may be about an enemy, one of its parts or one of its missiles. The highest
/// bits of `n` distinguish them. An enemy itself is cause_of(id).
constexpr std::uint64_t cause_of_part(EnemyId id, std::size_t part) {
    return cause_of(id, std::uint32_t{1} << 30 | static_cast<std::uint32_t>(part));
}
constexpr std::uint64_t cause_of_missile(EnemyId owner, std::uint16_t number) {
    return cause_of(owner, std::uint32_t{2} << 30 | number);
}
/// A shot of an enemy, or a bullet that such a shot has split into.
constexpr std::uint64_t cause_of_shot(EnemyId owner, std::uint16_t number, std::uint8_t branch) {
    return cause_of(owner, std::uint32_t{branch} << 16 | number);
}
/// A cue of the level: its index in the level's cues or in its loop cues, and the lap.
constexpr std::uint64_t cause_of_cue(std::size_t place, bool in_loop, std::uint8_t lap) {
    return std::uint64_t{lap} << 33 | std::uint64_t{in_loop ? 1u : 0u} << 32 | place;
}

}  // namespace albireo
