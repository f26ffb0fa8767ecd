#pragma once
/// Copying, saving, loading and comparing worlds.
/// No function here allocates. Saved bytes are untrusted: load_world() returns a world that is safe to step, or an
/// error.
#include <cstdint>
#include <span>
#include <string_view>

#include "sim/level/level.hpp"
#include "sim/world.hpp"

namespace albireo {

/// Raised whenever the saved form or the rules of the game change. A replay of another core version is refused.
inline constexpr std::uint32_t kCoreVersion = 15;

/// The most bytes that save_world() writes.
inline constexpr std::size_t kSnapshotBytesMax = sizeof(World) + 64;

/// The number of bytes that save_world() needs for this world, usually less than a tenth of kSnapshotBytesMax.
std::size_t snapshot_room(const World& world);

/// Copies the live data only: the fixed part, and each pool up to its count. Takes less than a microsecond for a
/// typical world (albireo-bench, core_copy_typical).
void copy_world(World& to, const World& from);

/// Writes the canonical bytes: magic, core version, level digest, world, checksum. Returns the number of bytes written,
/// or 0 if `out` is too small (snapshot_room() is enough, and kSnapshotBytesMax always).
std::size_t save_world(const World& world, const Level& level, std::span<std::uint8_t> out);

enum class LoadError : std::uint8_t { none, not_a_snapshot, wrong_version, wrong_level, damaged, out_of_range };
std::string_view text_of(LoadError error);
/// The core version of a snapshot, for messages about LoadError::wrong_version; 0 if the bytes are too few.
std::uint32_t core_version_of(std::span<const std::uint8_t> snapshot);

/// Reads the bytes that save_world() wrote. After an error `world` is in an unspecified state and must not be stepped.
LoadError load_world(World& world, const Level& level, std::span<const std::uint8_t> bytes);

/// Whether the world is safe to step on this level, indefinitely and with any frames: every index, count and state
/// exists in the level, and every number is small enough that no sum of the core overflows. A sound world need not be
/// reachable in a real game. step() turns a sound world into a sound one.
bool is_sound(const World& world, const Level& level);

/// Calls each(path, value_in_a, value_in_b) for every field that differs, in the order of the field lists.
template <class Each>
void diff_worlds(const World& a, const World& b, Each&& each) {
    FieldPath path;
    for_each_difference(a, b, path, each);
}

/// Calls each(path, value) for every live field.
template <class Each>
void dump_world(const World& world, Each&& each) {
    FieldPath path;
    for_each_leaf(world, path, each);
}

}  // namespace albireo
