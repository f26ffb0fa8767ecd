#pragma once
/// The fields of a world as `dump` has them, for the page's table: lines of path, value and words, with tabs between.
#include <cstddef>
#include <string>
#include <string_view>

#include "sim/input.hpp"
#include "sim/level/level.hpp"
#include "sim/world.hpp"

namespace albireo::web {

/// `within` is a path, or the beginning of one; at most `lines_max` lines. `frames`: those that led to the world; null: none did.
std::string field_lines(const Level& level, const World& world, const FramePair* frames, std::string_view within, std::size_t lines_max);

}  // namespace albireo::web
