/// Looks as bytes: for the replay page, which has no interpreter of look files. The build writes them (web/bake.cpp),
/// looks_baked.cpp reads them; both run on machines of the same byte order.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "client/models/look_book.hpp"

namespace albireo::models {

std::vector<std::uint8_t> bytes_of(const LookBook& book);
/// Reads bytes that bytes_of() made. The `place` of shapes and looks is lost.
LookBook looks_of(std::span<const std::uint8_t> bytes);

}  // namespace albireo::models
