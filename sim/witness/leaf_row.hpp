#pragma once
/// A column of a world, or the frames of a tick, as one row of numbers in the order of the field lists. Two replicas
/// compare rows to find a difference: first digests of ranges, finally single numbers.
#include <cstdint>
#include <string>
#include <vector>

#include "sim/digest.hpp"
#include "sim/input.hpp"

namespace albireo {

/// The index of the frames that led to a tick: it follows the columns of the world.
inline constexpr std::uint32_t kFramesColumn = kColumns;

using LeafRow = std::vector<std::int64_t>;

/// The numbers of a column; empty if there is no such column.
LeafRow leaf_row(const World& world, const FramePair& frames, std::uint32_t column);

/// The path of a number in that row, such as `enemies[17].parts[2].armour`; empty if there is no such number.
std::string leaf_path(const World& world, const FramePair& frames, std::uint32_t column, std::size_t index);

/// How much one question narrows a range: the answer has digests of this many parts of it, or the numbers themselves if
/// there are no more than this.
inline constexpr std::uint32_t kPartsAsked = 64;

/// Where the n-th part begins when a range of `count` numbers is divided as evenly as possible, relative to its first.
constexpr std::uint32_t part_begin(std::uint32_t count, std::uint32_t part) {
    return static_cast<std::uint32_t>(std::uint64_t{count} * part / kPartsAsked);
}

/// The numbers of [first, first + count) in a row if count is at most kPartsAsked; otherwise a digest of each part.
/// Numbers beyond the end of the row are left out.
std::vector<std::uint64_t> parts_of(const LeafRow& row, std::uint32_t first, std::uint32_t count);

}  // namespace albireo
