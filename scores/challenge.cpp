#include "scores/challenge.hpp"

#include <chrono>
#include <cstdio>

#include "scores/entry/key.hpp"
#include "sim/base/bytes.hpp"

namespace albireo::scores {

std::string Week::text() const {
    char text[32];
    std::snprintf(text, sizeof text, "%04d-W%02d", year, number);
    return text;
}

Week week_of(std::uint64_t ms_since_1970) {
    using namespace std::chrono;
    const sys_days day = floor<days>(sys_time<milliseconds>(milliseconds(ms_since_1970)));
    // A week belongs to the year that its Thursday is in.
    const sys_days thursday = day + days(4 - static_cast<int>(weekday(day).iso_encoding()));
    const year_month_day date{thursday};
    const auto since = thursday - sys_days{date.year() / January / 1};
    return {static_cast<int>(date.year()), static_cast<int>(since.count() / 7 + 1)};
}

Challenge challenge_of(const Week& week, const Catalogue& catalogue, std::span<const std::uint8_t> secret) {
    Hasher hasher;
    hasher.add(secret);
    const std::string text = week.text();
    hasher.add({reinterpret_cast<const std::uint8_t*>(text.data()), text.size()});
    const Hash hash = hasher.finish();
    ByteReader reader(hash);
    Challenge challenge{.week = week};
    const auto& names = catalogue.names();
    // Levels take turns, so that none comes twice within some weeks.
    challenge.level = names[static_cast<std::size_t>(week.year * 53 + week.number) % names.size()];
    challenge.seed = reader.get<std::uint32_t>();
    if (challenge.seed == 0) challenge.seed = 1;
    challenge.difficulty = static_cast<Difficulty>(reader.get<std::uint32_t>() % kDifficultyCount);
    return challenge;
}

}  // namespace albireo::scores
