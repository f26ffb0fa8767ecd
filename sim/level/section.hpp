#pragma once
/// The sections of a level, from its timeline: where practice can begin (GameSetup::section).
#include <string_view>

#include "sim/level/level.hpp"

namespace albireo {

/// The number of sections. They are numbered from 1.
std::uint32_t section_count(const Level& level);

/// The name that the script gives to the section; empty if it gives none. `section` is in 1 … section_count().
std::string_view section_name(const Level& level, std::uint32_t section);

/// The section with this name or number; 0 if there is none.
std::uint8_t find_section(const Level& level, std::string_view text);

}  // namespace albireo
