#pragma once
/// Which kinds of a level are one kind to a player.
#include <cstdint>

#include "sim/level/level.hpp"

namespace albireo {

/// The first kind of the level that differs from this one in nothing but its name and its machines: the same enemy that
/// stands on the floor and hangs from the ceiling is declared twice, but is one kind.
std::uint8_t first_like(const Level& level, std::uint8_t kind);

}  // namespace albireo
