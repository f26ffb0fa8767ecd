#include "scores/seasons.hpp"

namespace albireo::scores {
namespace {

constexpr const char* kSeasonColumns = "number, name, core, from_ms, opened_ms, (SELECT opened_ms FROM seasons AS next WHERE next.number = seasons.number + 1), runs";

Season season_of(const Statement& row) {
    Season season;
    season.number = static_cast<std::uint32_t>(row.number(0));
    season.name = row.text(1);
    season.core = static_cast<std::uint32_t>(row.number(2));
    season.from_ms = static_cast<std::uint64_t>(row.number(3));
    season.opened_ms = static_cast<std::uint64_t>(row.number(4));
    if (const auto closed = row.number(5); closed != 0) season.closed_ms = static_cast<std::uint64_t>(closed);
    season.runs = static_cast<std::uint64_t>(row.number(6));
    return season;
}

/// Within a transaction.
void open_next(Database& database, const std::string& name, std::uint32_t core, std::uint64_t from_ms, std::uint64_t now_ms) {
    Statement row(database, "INSERT INTO seasons (number, name, core, from_ms, opened_ms) SELECT coalesce(max(number), 0) + 1, ?, ?, ?, ? FROM seasons");
    row.bind(1, name).bind(2, core).bind(3, static_cast<std::int64_t>(from_ms)).bind(4, static_cast<std::int64_t>(now_ms)).step();
}

}  // namespace

Season open_season(Database& database) {
    Statement row(database, std::string("SELECT ") + kSeasonColumns + " FROM seasons ORDER BY number DESC LIMIT 1");
    return row.step() ? season_of(row) : Season{};
}

std::optional<Season> find_season(Database& database, std::uint32_t number) {
    Statement row(database, std::string("SELECT ") + kSeasonColumns + " FROM seasons WHERE number = ?");
    if (!row.bind(1, number).step()) return std::nullopt;
    return season_of(row);
}

std::vector<Season> all_seasons(Database& database) {
    std::vector<Season> all;
    Statement rows(database, std::string("SELECT ") + kSeasonColumns + " FROM seasons ORDER BY number DESC");
    while (rows.step()) all.push_back(season_of(rows));
    return all;
}

Season begin_season(Database& database, const std::string& name, std::uint32_t core, std::uint64_t now_ms) {
    Transaction transaction(database);
    open_next(database, name, core, now_ms, now_ms);
    Season opened = open_season(database);
    transaction.commit();
    return opened;
}

Season season_for_core(Database& database, std::uint32_t core, std::uint64_t now_ms) {
    Transaction transaction(database);
    if (open_season(database).core == core) return open_season(database);
    // No game of an earlier season is of this core, so none can be submitted again: it needs no other bound. Unless an older program has come back.
    Statement earlier(database, "SELECT 1 FROM seasons WHERE core = ?");
    open_next(database, "", core, earlier.bind(1, core).step() ? now_ms : 0, now_ms);
    Season opened = open_season(database);
    transaction.commit();
    return opened;
}

}  // namespace albireo::scores
