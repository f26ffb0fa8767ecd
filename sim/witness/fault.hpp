#pragma once
/// A fault planted on purpose: one bit of one field turns over at one tick of a confirmed world. Tests plant hundreds,
/// to see that each is found and named; no released program has a switch for it.
///
/// 1. In a system's name the fault is like a bug of that system: running the tick again repeats it.
/// 2. In memory it strikes once, behind the step: running the tick again does not.
/// 3. In the frames it strikes before the step, as if this replica had been given others; whoever keeps them keeps those.
/// 4. The bit is the lowest that leaves a world which is safe to step; of a frame the lowest, since any is legal.
#include <optional>
#include <string>

#include "sim/step.hpp"

namespace albireo {

struct Fault {
    static constexpr std::size_t kMemory = kSystems.size();
    static constexpr std::size_t kFrames = kMemory + 1;

    Tick tick;                     // of the world that is the first to be wrong
    std::string path;              // "enemies[17].parts[2].armour", "frames[0].aim.x"
    std::size_t system = kMemory;  // after which it strikes
};

/// The last of kSystems that can change a column of the world.
std::size_t last_word_on(std::size_t column);

/// Reads TICK:FIELD, TICK:FIELD@SYSTEM or TICK:FIELD@memory; without a system it is the one that has the last word on
/// the field's column; a field of the frames has none. Returns an empty string, or what is wrong with the text.
std::string parse_fault(std::string_view text, Fault& fault);

/// Turns the field's bit over; false if the world has no such field, or no bit of it may turn.
bool strike(const Fault& fault, World& world, const Level& level);

/// The frames of the step to `tick` as a replica with this fault is given them. `fault` may be null.
FramePair frames_with(const Fault* fault, Tick tick, FramePair frames);

/// step(), and the fault if this is its tick and it is a system's. `fault` may be null.
void step_with(const Fault* fault, World& world, const Level& level, const FramePair& frames, Events& events);

/// The other kind: to be called behind the step.
void strike_memory(const Fault* fault, World& world, const Level& level);

}  // namespace albireo
