#pragma once
/// Finds which kinds of a level players see as one kind.
#include <cstdint>

#include "sim/level/level.hpp"

namespace albireo {

/// The first kind of the level that differs from this one in nothing but its name and its machines. An enemy that
/// stands on floors and also hangs from ceilings is declared twice, but is one kind.
std::uint8_t first_like(const Level& level, std::uint8_t kind);

}  // namespace albireo
