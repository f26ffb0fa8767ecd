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

namespace {

/// A whole number of at most three digits; 0 for any other text.
std::uint32_t number_of(std::string_view text) {
    if (text.empty() || text.size() > 3) return 0;
    std::uint32_t number = 0;
    for (std::size_t i = 0; i < text.size(); ++i) {
        const std::uint32_t digit = static_cast<std::uint8_t>(text[i]) - std::uint32_t{'0'};
        if (digit > 9) return 0;
        number = number * 10 + digit;
    }
    return number;
}

bool is_same_name(std::string_view a, std::string_view b) {
    const auto small = [](std::uint8_t letter) { return letter >= 'A' && letter <= 'Z' ? letter + ('a' - 'A') : letter; };
    return a.size() == b.size() && std::equal(a.begin(), a.end(), b.begin(), [&](auto x, auto y) {
        return small(static_cast<std::uint8_t>(x)) == small(static_cast<std::uint8_t>(y));
    });
}

/// How many phases of the kind practice can begin in.
std::uint8_t phases_of(const Level& level, const KindDef& kind) {
    std::uint16_t phases = 0;
    for (std::size_t m = 0; m < kind.machines.count; ++m) {
        const Range states = level.machines[std::size_t{kind.machines.first} + m].states;
        for (std::size_t s = 0; s < states.count; ++s) phases = std::max(phases, level.states[std::size_t{states.first} + s].practice);
    }
    return static_cast<std::uint8_t>(phases);
}

/// The section that the timeline is in when the camera reaches the tile; 0: none.
std::uint32_t section_at(const Level& level, std::size_t tile) {
    std::uint32_t reached = 0;  // ticks of all tiles before it that are in no loop
    for (std::size_t t = 0; t < tile; ++t) {
        const auto has = [&](const LoopDef& loop) { return t >= loop.tiles.first && t < std::size_t{loop.tiles.first} + loop.tiles.count; };
        if (std::none_of(level.loops.begin(), level.loops.end(), has)) reached += level.tiles[t].ticks;
    }
    std::uint32_t section = 0;
    // In the tick in which the camera enters the loop, the cues of two ticks before have run.
    for (const CueDef& cue : level.cues) section += cue.kind == CueKind::section && cue.tick + 1 < reached ? 1 : 0;
    return section;
}

}  // namespace

std::uint8_t find_section(const Level& level, std::string_view text) {
    const std::uint32_t count = std::min<std::uint32_t>(section_count(level), 255);
    for (std::uint32_t section = 1; section <= count; ++section) {
        if (text == section_name(level, section)) return static_cast<std::uint8_t>(section);
    }
    const std::uint32_t number = number_of(text);
    return static_cast<std::uint8_t>(number <= count ? number : 0);
}

std::optional<SectionBoss> boss_of_section(const Level& level, std::uint32_t section) {
    if (level.is_endless()) return std::nullopt;
    for (std::size_t i = 0; i < level.loops.size(); ++i) {
        const LoopDef& loop = level.loops[i];
        if (loop.spawn == kNone16 || section_at(level, loop.tiles.first) != section) continue;
        const std::uint8_t kind = level.spawns[loop.spawn].kind;
        const std::uint8_t phases = phases_of(level, level.kinds[kind]);
        if (phases > 0) return SectionBoss{static_cast<std::uint8_t>(i), kind, phases};
    }
    return std::nullopt;
}

bool is_start(const Level& level, StartPoint start) {
    if (start.section == 0) return start.phase == 0;
    if (start.section > section_count(level)) return false;
    if (start.phase == 0) return true;
    const auto boss = boss_of_section(level, start.section);
    return boss && start.phase <= boss->phases;
}

std::optional<StartPoint> find_start(const Level& level, std::string_view text) {
    if (const std::uint8_t section = find_section(level, text); section != 0) return StartPoint{section, 0};
    const std::size_t colon = text.rfind(':');
    if (colon == std::string_view::npos) return std::nullopt;
    const std::string_view name = text.substr(0, colon);
    const std::uint32_t phase = number_of(text.substr(colon + 1));
    std::uint8_t section = find_section(level, name);
    for (std::uint32_t each = 1; section == 0 && each <= std::min<std::uint32_t>(section_count(level), 255); ++each) {
        const auto boss = boss_of_section(level, each);
        if (boss && is_same_name(level.name(level.kinds[boss->kind].name), name)) section = static_cast<std::uint8_t>(each);
    }
    const StartPoint start{section, static_cast<std::uint8_t>(phase)};
    if (section == 0 || phase == 0 || phase > kPhasesMax || !is_start(level, start)) return std::nullopt;
    return start;
}

}  // namespace albireo
