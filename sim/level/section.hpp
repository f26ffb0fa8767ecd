#pragma once
/// Where practice can begin: the sections of a level, from its timeline, and the phases of the bosses that end them
/// (GameSetup::section and phase).
#include <optional>
#include <string_view>

#include "sim/level/level.hpp"

namespace albireo {

/// The number of sections. They are numbered from 1.
std::uint32_t section_count(const Level& level);

/// The name that the script gives to the section; empty if it gives none. `section` is in 1 … section_count().
std::string_view section_name(const Level& level, std::uint32_t section);

/// The section with this name or number; 0 if there is none.
std::uint8_t find_section(const Level& level, std::string_view text);

/// A boss whose phases can be practised: the first whose death a loop of the section waits for.
struct SectionBoss {
    std::uint8_t loop = 0;
    std::uint8_t kind = 0;
    std::uint8_t phases = 0;  // numbered from 1
};
std::optional<SectionBoss> boss_of_section(const Level& level, std::uint32_t section);

/// A section, and a phase of its boss or 0.
struct StartPoint {
    std::uint8_t section = 0;
    std::uint8_t phase = 0;

    constexpr bool operator==(const StartPoint&) const = default;
};

/// Whether the level has the section and, unless it is 0, the phase. {0, 0}, the whole level, is always a start.
bool is_start(const Level& level, StartPoint start);

/// The start with this text: a section's name or number, or "BOSS:N", where BOSS is the name of the boss's kind, or of the
/// section that it ends. The name of a kind is case-insensitive.
std::optional<StartPoint> find_start(const Level& level, std::string_view text);

}  // namespace albireo
