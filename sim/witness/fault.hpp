#pragma once
/// A planted fault, for tests: one bit of one field is flipped at one tick of a confirmed world. Tests plant hundreds,
/// to prove that each is found and named. No released program has an option for it.
///
/// 1. A fault in a system behaves like a bug of that system: running the tick again repeats it.
/// 2. A fault in memory strikes once, after the step: running the tick again does not repeat it.
/// 3. A fault in the frames strikes before the step, as if this replica had received other frames. The replica also
///    stores the changed frames.
/// 4. The flipped bit is the lowest that leaves the world safe to step. In a frame it is bit 0, since any frame is
///    legal.
#include <optional>
#include <string>

#include "sim/step.hpp"

namespace albireo {

struct Fault {
    static constexpr std::size_t kMemory = kSystems.size();
    static constexpr std::size_t kFrames = kMemory + 1;

    Tick tick;                     // of the first wrong world, > 0
    std::string path;              // "enemies[17].parts[2].armour", "frames[0].aim.x"
    std::size_t system = kMemory;  // index in kSystems of the system after which it strikes, or kMemory or kFrames
};

/// The index of the last of kSystems that can change a column of the world.
std::size_t last_writer_of(std::size_t column);

/// Reads TICK:FIELD, TICK:FIELD@SYSTEM or TICK:FIELD@memory. The default system is last_writer_of() the field's column.
/// A field of the frames takes no system. Returns an empty string, or one line that says what is wrong with the text.
std::string parse_fault(std::string_view text, Fault& fault);

/// Flips a bit of the field (4 above). False if the world has no such field, or if no bit of it can be flipped safely.
bool strike(const Fault& fault, World& world, const Level& level);

/// The frames of the step to `tick` as a replica with this fault receives them. `fault` may be null.
FramePair frames_with(const Fault* fault, Tick tick, FramePair frames);

/// step(). Applies the fault if it is a fault in a system and this is its tick. `fault` may be null.
void step_with(const Fault* fault, World& world, const Level& level, const FramePair& frames, Events& events);

/// Applies a fault in memory if world.tick is its tick. To be called after the step. `fault` may be null.
void strike_memory(const Fault* fault, World& world, const Level& level);

}  // namespace albireo
