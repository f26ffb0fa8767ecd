#pragma once
/// A column of a world, or the frames of a tick, as one row of numbers in the order of the field lists. Two replicas
/// compare rows to find a difference: first digests of ranges of a row, finally single numbers.
#include <cstdint>
#include <string>
#include <vector>

#include "sim/digest.hpp"
#include "sim/input.hpp"

namespace albireo {

/// The column number of the frames that led to a tick, after the columns of the world.
inline constexpr std::uint32_t kFramesColumn = kColumns;

using LeafRow = std::vector<std::int64_t>;

/// The numbers of a column; empty if there is no such column.
LeafRow leaf_row(const World& world, const FramePair& frames, std::uint32_t column);

/// The path of a number in that row, such as `enemies[17].parts[2].armour`; empty if there is no such number.
std::string leaf_path(const World& world, const FramePair& frames, std::uint32_t column, std::size_t index);

/// The number of parts into which one question divides a range. The answer has a digest of each part, or the numbers
/// themselves if there are at most this many.
inline constexpr std::uint32_t kPartsAsked = 64;

/// Where part `part` begins, relative to the range, when `count` numbers are divided as evenly as possible. `part` is
/// 0 … kPartsAsked; the last is the end.
constexpr std::uint32_t part_begin(std::uint32_t count, std::uint32_t part) {
    return static_cast<std::uint32_t>(std::uint64_t{count} * part / kPartsAsked);
}

/// The numbers of [first, first + count) in a row if count is at most kPartsAsked; otherwise a digest of each part.
/// Numbers beyond the end of the row are left out.
std::vector<std::uint64_t> parts_of(const LeafRow& row, std::uint32_t first, std::uint32_t count);

}  // namespace albireo
