#pragma once
/// A column of a world, or the frames of a tick, as one row of numbers, in the order of the field lists: what two
/// replicas compare, by digests of stretches first and number by number at last.
#include <cstdint>
#include <string>
#include <vector>

#include "sim/digest.hpp"
#include "sim/input.hpp"

namespace albireo {

/// The frames that led to a tick stand behind the columns of its world.
inline constexpr std::uint32_t kFramesColumn = kColumns;

using LeafRow = std::vector<std::int64_t>;

/// The numbers of a column; empty if there is no such column.
LeafRow leaf_row(const World& world, const FramePair& frames, std::uint32_t column);

/// The name of a number in that row, such as `enemies[17].parts[2].armour`; empty if there is none.
std::string leaf_path(const World& world, const FramePair& frames, std::uint32_t column, std::size_t index);

/// How far down one question leads: a stretch falls into so many parts, and one no longer than this into its numbers.
inline constexpr std::uint32_t kPartsAsked = 64;

/// The stretch [first, first + count) in parts as even as can be: where the n-th of them begins.
constexpr std::uint32_t part_begin(std::uint32_t count, std::uint32_t part) {
    return static_cast<std::uint32_t>(std::uint64_t{count} * part / kPartsAsked);
}

/// The numbers of that stretch of a row if it is no longer than kPartsAsked, or else a digest of each of its parts.
/// What lies behind the row's end counts as nothing.
std::vector<std::uint64_t> parts_of(const LeafRow& row, std::uint32_t first, std::uint32_t count);

}  // namespace albireo
