#include "tests/storm/matches.hpp"

#include <algorithm>

#include "sim/base/random.hpp"
#include "sim/level/section.hpp"
#include "sim/script/compile.hpp"

namespace albireo::storm {

bool has_campaign(const std::vector<std::string>& levels) {
    return std::ranges::all_of(kCampaign, [&](const char* name) { return std::ranges::find(levels, name) != levels.end(); });
}

Match match_of(std::uint32_t seed, server::Levels& levels, const std::vector<std::string>& own,
               const std::vector<std::string>& extra) {
    Random random = Random::seed(seed * 2654435761u + 5, seed ^ 0x6d617463u);
    for (int i = 0; i < 4; ++i) random.next();
    Match match;
    const std::uint32_t kind = random.below(10);
    const std::uint32_t which = random.below(1'000);
    const std::uint32_t where = random.below(100);
    const std::uint32_t place = random.below(1'000);
    match.players = random.below(5) == 0 ? 1 : 2;
    std::vector<std::string> brief;
    for (const char* name : kShortLevels) {
        if (std::ranges::find(extra, name) != extra.end()) brief.emplace_back(name);
    }
    const bool is_brief = kind >= 7 && !brief.empty();
    match.level = is_brief ? brief[which % brief.size()] : own[which % own.size()];
    if (is_brief && where % 4 == 0 && has_campaign(extra)) match.level = script::kCampaign;
    if (is_brief ? where % 2 == 0 : kind < 4) return match;
    const auto level = levels.find(match.level, Difficulty::standard);
    const std::uint32_t sections = section_count(*level);
    if (sections == 0) return match;
    // The last in four games of ten, and in three of them one of the last two.
    match.section = static_cast<std::uint8_t>(where < 40   ? sections
                                              : where < 70 ? sections - place % std::min(sections, 2u)
                                                           : 1 + place % sections);
    const auto boss = boss_of_section(*level, match.section);
    if (boss && where % 2 == 0) match.phase = static_cast<std::uint8_t>(where < 60 ? boss->phases : 1 + place % boss->phases);
    return match;
}

std::vector<std::string> split_names(const std::string& names) {
    std::vector<std::string> list;
    for (std::size_t at = 0; at < names.size();) {
        const std::size_t comma = std::min(names.find(", ", at), names.size());
        list.push_back(names.substr(at, comma - at));
        at = comma + 2;
    }
    return list;
}

}  // namespace albireo::storm
