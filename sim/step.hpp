#pragma once
/// Starts a game and steps it. step() is the only function that changes a world after init().
///
/// init() and step() never allocate, recurse, fail, or read anything but their arguments. Any frame is legal input.
/// The level must have passed check_level() (level/level_bytes.hpp) and be the same for the whole game.
#include <optional>

#include "sim/carry.hpp"
#include "sim/event.hpp"
#include "sim/level/level.hpp"
#include "sim/world.hpp"

namespace albireo {

struct GameSetup {
    std::uint32_t seed = 1;
    std::uint8_t players = 3;  // bit n: slot n takes part; otherwise it stays absent for the whole game
    // 0: the whole level. Otherwise practice: the game begins in this section (1 … section_count(), level/section.hpp),
    // and no death costs a life.
    std::uint8_t section = 0;
    // In practice, a phase of the section's boss (boss_of_section()) that the game begins in; 0: it begins with the section.
    std::uint8_t phase = 0;
    // In the later levels of a campaign: the state that the players bring with them. It must be valid (carry.hpp), and it
    // excludes practice.
    std::optional<Carry> carry{};
};

/// The world before its first tick. Practice begins with the world at the start of its section: scenery and timeline
/// are as in a game that has reached it, and there are no enemies. Practice of a phase begins with the boss in that phase.
void init(World& world, const Level& level, const GameSetup& setup);

/// One tick. Appends its events to `events`.
void step(World& world, const Level& level, const FramePair& frames, Events& events);

/// The systems of a step in order, for callers that inspect the world between them (desync forensics, profiling).
inline constexpr std::array<std::string_view, 9> kSystems = {
    "apply_reports", "run_flow", "advance_scroll", "run_cues", "move_ships", "move_enemies", "move_shots", "settle_score",
    "sweep"};

/// Called after each system with its index in kSystems. It may read the world but must not change it.
using SystemProbe = void (*)(void* context, std::size_t system, const World& world);

/// Removes all items that are gone from a world between two systems, as the last system does (game/sweep). For callers that check such
/// a world with is_sound(), which holds only at the end of a tick. Marks on enemies' shots are not in the world.
void remove_gone(World& world);

/// step(), calling `probe` after each system.
void step_probed(World& world, const Level& level, const FramePair& frames, Events& events, SystemProbe probe,
                 void* context);

/// The outcome of a game so far, for sessions, replays and screens. `over`: the game has ended and can no longer be continued. Defined for
/// unsound worlds too, because a recording of a desync ends with one.
enum class Outcome : std::uint8_t { playing = 0, cleared = 1, over = 2 };
Outcome outcome_of(const World& world);

/// The world is halted in two cases: the game is paused, or it is over while a continue is still on offer.
bool is_paused(const World& world);
bool is_over(const World& world);

}  // namespace albireo
