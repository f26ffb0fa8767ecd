#include "sim/level/section.hpp"

#include <algorithm>
#include <cassert>

namespace albireo {

std::uint32_t section_count(const Level& level) {
    std::uint32_t count = 0;
    for (const CueDef& cue : level.cues) count += cue.kind == CueKind::section ? 1 : 0;
    return count;
}

std::string_view section_name(const Level& level, std::uint32_t section) {
    assert(section >= 1 && section <= section_count(level) && "a section of the level");
    for (const CueDef& cue : level.cues) {
        if (cue.kind != CueKind::section || --section > 0) continue;
        return cue.a == kNone16 ? std::string_view{} : level.name(cue.a);
    }
    return {};
}

std::uint8_t find_section(const Level& level, std::string_view text) {
    const std::uint32_t count = std::min<std::uint32_t>(section_count(level), 255);
    for (std::uint32_t section = 1; section <= count; ++section) {
        if (text == section_name(level, section)) return static_cast<std::uint8_t>(section);
    }
    if (text.empty() || text.size() > 3) return 0;
    std::uint32_t number = 0;
    for (std::size_t i = 0; i < text.size(); ++i) {
        const std::uint32_t digit = static_cast<std::uint8_t>(text[i]) - std::uint32_t{'0'};
        if (digit > 9) return 0;
        number = number * 10 + digit;
    }
    return static_cast<std::uint8_t>(number <= count ? number : 0);
}

}  // namespace albireo
