#include "scores/pages.hpp"

#include <algorithm>
#include <tuple>

#include "replays/text.hpp"
#include "scores/achievements.hpp"
#include "sim/level/difficulty.hpp"

namespace albireo::scores {
namespace {

constexpr std::array<std::string_view, kSlotCount> kColours = {"gold", "blue"};
constexpr std::array<std::string_view, 2> kPlayers = {"solo", "pair"};

std::string link(const std::string& to, std::string_view text) { return "<a href=\"" + to + "\">" + escaped(text) + "</a>"; }

std::string row(std::string_view term, const std::string& html) { return "<dt>" + escaped(term) + "</dt><dd>" + html + "</dd>\n"; }

/// In the order of boards (Store::board).
bool is_before(const StoredRun& a, const StoredRun& b) {
    const auto key = [](const StoredRun& each) { return std::tuple(~each.run.score, each.run.continues, each.run.ticks, each.id); };
    return key(a) < key(b);
}

std::string player_path(std::int64_t id) { return "players/" + std::to_string(id); }
std::string player_title(std::int64_t id) { return "Player " + std::to_string(id); }

std::string picture_path(std::int64_t id) { return "runs/" + std::to_string(id) + "/" + std::to_string(id) + ".png"; }
/// Of the best moment. Far down a page it is fetched only when it is scrolled to.
std::string picture(const Links& links, const StoredRun& run, const char* style) {
    return std::string("<img class=\"") + style + "\" src=\"" + links.file(picture_path(run.id)) + "\" width=\"480\" height=\"270\" loading=\"lazy\" alt=\"The best moment\">";
}

std::string season_path(std::uint32_t number) { return "seasons/" + std::to_string(number); }
std::string season_title(const Season& season, bool is_open) {
    return season.title() + (is_open ? ", in progress" : "");
}

std::string run_path(std::int64_t id) { return "runs/" + std::to_string(id); }

}  // namespace

std::string board_path(const Board& board, const Season& open) {
    return (board.season == open.number ? "" : season_path(board.season) + "/") + "boards/" + board.level + "/" + std::string(albireo::name_of(board.difficulty)) + "/" + std::string(kPlayers[board.is_pair]);
}

std::optional<Board> read_board(const Catalogue& catalogue, std::string_view level, std::string_view difficulty, std::string_view players, std::uint32_t season) {
    const auto which = difficulty_of(difficulty);
    if (!which || (players != kPlayers[0] && players != kPlayers[1]) || catalogue.find(level, *which) == nullptr) return std::nullopt;
    return Board{.level = std::string(level), .difficulty = *which, .is_pair = players == kPlayers[1], .season = season};
}

std::string names_html(const Run& run) {
    std::string html;
    for (std::size_t slot = 0; slot < kSlotCount; ++slot) {
        if (!(run.players >> slot & 1)) continue;
        if (!html.empty()) html += " and ";
        html += "<span class=\"" + std::string(kColours[slot]) + "\">" + (run.names[slot].empty() ? "unnamed" : escaped(run.names[slot])) + "</span>";
    }
    return html;
}

std::string_view outcome_text(Outcome outcome) {
    return outcome == Outcome::cleared ? "cleared" : outcome == Outcome::over ? "game over" : "left";
}

std::string Pages::title_of(const Board& board) const {
    const OwnLevel* level = catalogue_.find(board.level, board.difficulty);
    return (level != nullptr ? level->title : board.level) + ", " + std::string(albireo::name_of(board.difficulty)) + ", " +
           (board.is_pair ? "two players" : "solo");
}

bool Pages::has_page(const Run& run) const {
    return std::ranges::find(form_.cores, run.core) != form_.cores.end();
}

std::string Pages::table(const std::vector<StoredRun>& runs, std::uint64_t first_place, const Links& links) const {
    if (runs.empty()) return "<p class=\"quiet\">No game yet.</p>\n";
    std::string html = "<div class=\"wide\"><table>\n<tr><th class=\"n\">#</th><th>Players</th><th class=\"n\">Score</th><th class=\"n\">Time</th>"
                       "<th class=\"n\">Continues</th><th>End</th><th></th><th></th></tr>\n";
    for (std::size_t i = 0; i < runs.size(); ++i) {
        const Run& run = runs[i].run;
        const std::string path = run_path(runs[i].id);
        html += "<tr><td class=\"n\">" + std::to_string(first_place + i) + "</td><td class=\"name\">" + names_html(run) + "</td><td class=\"n\">" +
                link(links.page(path), spaced(run.score)) + "</td><td class=\"n\">" + replays::clock_text(run.ticks) + "</td><td class=\"n\">" +
                std::to_string(run.continues) + "</td><td>" + std::string(outcome_text(run.outcome)) + "</td><td>" +
                (has_page(run) ? link(links.page(path + "/page"), "watch") : "") + "</td><td>" +
                (runs[i].has_picture && first_place + i <= kPicturesOnPage ? picture(links, runs[i], "small") : "") + "</td></tr>\n";
    }
    return html + "</table></div>\n";
}

std::string Pages::home() const {
    const Links links = links_from("", form_.is_static);
    const Season open = open_season(store_.database());
    return html_page("Boards", links, "<p>" + escaped(season_title(open, true)) + ". Every score here was played again from its recording by this server, and counts as it came out.</p>\n" + bests(open, open, links));
}

std::string Pages::season(const Season& season) const {
    const Links links = links_from(season_path(season.number), form_.is_static);
    const Season open = open_season(store_.database());
    return html_page(season_title(season, season.number == open.number), links, bests(season, open, links));
}

std::string Pages::seasons() const {
    const Links links = links_from("seasons", form_.is_static);
    std::string body = "<div class=\"wide\"><table>\n<tr><th>Season</th><th>Opened</th><th>Closed</th><th class=\"n\">Core</th><th class=\"n\">Games</th></tr>\n";
    for (const Season& each : all_seasons(store_.database())) {
        body += "<tr><td class=\"name\">" + link(links.page(each.closed_ms ? season_path(each.number) : ""), each.title()) + "</td><td>" + replays::date_text(each.opened_ms) + "</td><td>" +
                (each.closed_ms ? replays::date_text(*each.closed_ms) : "in progress") + "</td><td class=\"n\">" + std::to_string(each.core) + "</td><td class=\"n\">" + spaced(each.runs) + "</td></tr>\n";
    }
    return html_page("Seasons", links, body + "</table></div>\n");
}

std::string Pages::bests(const Season& season, const Season& open, const Links& links) const {
    std::string body;
    for (const std::string& name : catalogue_.names()) {
        body += "<h2>" + escaped(catalogue_.find(name, Difficulty::standard)->title) + " <span class=\"quiet\">" + std::string(mode_of(name)) +
                "</span></h2>\n<div class=\"wide\"><table>\n<tr><th></th><th>Solo</th><th>Two players</th></tr>\n";
        for (const std::string_view difficulty : kDifficultyNames) {
            body += "<tr><td>" + std::string(difficulty) + "</td>";
            for (const std::string_view players : kPlayers) {
                const Board board = *read_board(catalogue_, name, difficulty, players, season.number);
                const auto best = store_.board(board, 1);
                body += "<td class=\"name\">" + link(links.page(board_path(board, open)), best.empty() ? "empty" : spaced(best[0].run.score)) +
                        (best.empty() ? "" : " " + names_html(best[0].run)) + "</td>";
            }
            body += "</tr>\n";
        }
        body += "</table></div>\n";
    }
    return body;
}

std::string Pages::board(const Board& board, std::uint32_t page) const {
    const Season open = open_season(store_.database());
    const std::string path = board_path(board, open);
    const Links links = links_from(page > 1 ? path + "/" + std::to_string(page) : path, form_.is_static);
    const std::uint32_t first = (page - 1) * kRowsOnPage;
    // One more than is shown says whether there is a next page.
    auto runs = store_.board(board, kRowsOnPage + 1, first);
    const bool has_more = runs.size() > kRowsOnPage && page < kPagesMax && !form_.is_static;
    if (runs.size() > kRowsOnPage) runs.pop_back();
    const auto season = find_season(store_.database(), board.season);
    const bool is_open = board.season == open.number;
    std::string body = "<p class=\"quiet\">" + link(links.page(is_open ? "" : season_path(board.season)), season_title(season.value_or(open), is_open)) + "</p>\n" + table(runs, first + 1, links);
    if (page > 1 || has_more) {
        body += "<p>";
        if (page > 1) body += link(links.page(page == 2 ? path : path + "/" + std::to_string(page - 1)), "Previous") + " ";
        if (has_more) body += link(links.page(path + "/" + std::to_string(page + 1)), "Next");
        body += "</p>\n";
    }
    return html_page(title_of(board), links, body);
}

std::optional<std::string> Pages::run(std::int64_t id) const {
    const auto stored = store_.find(id);
    if (!stored) return std::nullopt;
    const Run& run = stored->run;
    const Board board{.level = run.level, .difficulty = run.difficulty, .is_pair = run.is_pair(), .season = run.season};
    const Season open = open_season(store_.database());
    const Links links = links_from(run_path(id), form_.is_static);
    std::string body = (stored->has_picture ? "<p>" + picture(links, *stored, "large") + "</p>\n" : "") + "<dl>\n" + row("Players", names_html(run)) + row("Score", spaced(run.score));
    if (run.is_pair()) body += row("Gold, blue", spaced(run.scores[0]) + ", " + spaced(run.scores[1]));
    body += row("Board", link(links.page(board_path(board, open)), title_of(board)) + ", place " + spaced(store_.place_of(*stored)));
    if (const auto season = find_season(store_.database(), run.season)) body += row("Season", escaped(season_title(*season, season->number == open.number)));
    body += row("Time", replays::clock_text(run.ticks)) + row("End", std::string(outcome_text(run.outcome))) + row("Continues", std::to_string(run.continues));
    body += row("Seed", std::to_string(run.seed)) + row("Core", std::to_string(run.core)) + row("Submitted", replays::date_text(stored->submitted_ms));
    if (const auto player = store_.player_of(id)) body += row("Submitted by", link(links.page(player_path(*player)), player_title(*player)));
    body += "</dl>\n<p>";
    if (has_page(run)) {
        const std::string page = links.page(run_path(id) + "/page");
        body += link(page, "Watch it in the browser") + ", or " + link(page + "#t=" + std::to_string(run.best_tick), "its best moment") + ". ";
    }
    body += link(links.file(run_path(id) + "/" + std::to_string(id) + ".replay"), "Download the recording") + " (" + spaced(stored->bytes) + " bytes).</p>\n";
    if (!run.earned.empty()) body += "<h2>Achievements</h2>\n<dl>\n";
    for (const std::string& each : run.earned) {
        if (const Achievement* found = find_achievement(each)) body += row(found->title, escaped(found->text));
    }
    if (!run.earned.empty()) body += "</dl>\n";
    return html_page(title_of(board), links, body);
}

std::optional<std::string> Pages::player(std::int64_t id, const std::set<std::int64_t>* among) const {
    auto runs = store_.runs_of(id, among == nullptr ? kPlayerRunsMax : UINT32_MAX);
    if (among != nullptr) std::erase_if(runs, [&](const StoredRun& each) { return !among->contains(each.id); });
    if (runs.empty()) return std::nullopt;
    const Links links = links_from(player_path(id), form_.is_static);
    std::string body = "<p>All these games were submitted with one key. Games: " + spaced(runs.size());
    body += runs.size() == kPlayerRunsMax ? ", the latest.</p>\n" : ".</p>\n";

    // The best of each board, of whichever season, in the order of the boards.
    const Season open = open_season(store_.database());
    body += "<h2>Best games</h2>\n<div class=\"wide\"><table>\n<tr><th>Board</th><th class=\"n\">Season</th><th>Players</th><th class=\"n\">Score</th><th></th></tr>\n";
    for (const OwnLevel& level : catalogue_.levels()) {
        for (const bool is_pair : {false, true}) {
            const StoredRun* best = nullptr;
            for (const StoredRun& each : runs) {
                const bool is_here = each.run.level == level.name && each.run.difficulty == level.difficulty && each.run.is_pair() == is_pair;
                if (is_here && (best == nullptr || is_before(each, *best))) best = &each;
            }
            if (best == nullptr) continue;
            const Board board{.level = level.name, .difficulty = level.difficulty, .is_pair = is_pair, .season = best->run.season};
            body += "<tr><td>" + link(links.page(board_path(board, open)), title_of(board)) + "</td><td class=\"n\">" + std::to_string(board.season) + "</td><td class=\"name\">" + names_html(best->run) + "</td><td class=\"n\">" + spaced(best->run.score) + "</td><td>" +
                    link(links.page(run_path(best->id)), "watch") + "</td></tr>\n";
        }
    }

    // Each with the first game that earned it.
    std::size_t count = 0;
    std::string rows;
    for (const Achievement& each : scores::achievements()) {
        const StoredRun* const first = first_earner(runs, each.id);
        const bool is_earned = first != nullptr;
        count += is_earned;
        rows += std::string("<tr") + (is_earned ? "" : " class=\"quiet\"") + "><td>" + escaped(each.title) + "</td><td>" + escaped(each.text) + "</td><td>" +
                (is_earned ? link(links.page(run_path(first->id)), replays::date_text(first->submitted_ms)) : std::string()) + "</td></tr>\n";
    }
    body += "</table></div>\n<h2>Achievements: " + std::to_string(count) + " of " + std::to_string(scores::achievements().size()) +
            "</h2>\n<div class=\"wide\"><table>\n<tr><th>Achievement</th><th>For</th><th>First earned</th></tr>\n" + rows + "</table></div>\n";
    return html_page(player_title(id), links, body);
}

std::string Pages::challenge(std::uint64_t now) const {
    const Links links = links_from("challenge", form_.is_static);
    const Challenge challenge = challenge_of(week_of(now), catalogue_, store_.secret());
    const OwnLevel* level = catalogue_.find(challenge.level, challenge.difficulty);
    const std::string difficulty(albireo::name_of(challenge.difficulty));
    std::string body = "<dl>\n" + row("Week", challenge.week.text()) + row("Level", escaped(level->title)) + row("Difficulty", difficulty) +
                       row("Seed", std::to_string(challenge.seed)) + "</dl>\n<p>To play it: <code>albireo play --level " + challenge.level + " --difficulty " +
                       difficulty + " --seed " + std::to_string(challenge.seed) + "</code></p>\n";
    for (const bool is_pair : {false, true}) {
        body += std::string("<h2>") + (is_pair ? "Two players" : "Solo") + "</h2>\n";
        body += table(store_.board({challenge.level, challenge.difficulty, is_pair, challenge.seed}, kRowsOnPage), 1, links);
    }
    return html_page("This week's challenge", links, body);
}

std::string Pages::achievements() const {
    const Links links = links_from("achievements", form_.is_static);
    std::string body = "<div class=\"wide\"><table>\n<tr><th>Achievement</th><th>For</th><th class=\"n\">Games</th></tr>\n";
    for (const Achievement& each : scores::achievements()) {
        body += "<tr><td>" + escaped(each.title) + "</td><td>" + escaped(each.text) + "</td><td class=\"n\">" + spaced(store_.earners(each.id)) + "</td></tr>\n";
    }
    return html_page("Achievements", links, body + "</table></div>\n");
}

std::string Pages::not_found() const { return html_page("There is no such page", links_from("", form_.is_static), ""); }

}  // namespace albireo::scores
