#include "client/app/boards/board_words.hpp"

#include <algorithm>
#include <array>
#include <string_view>
#include <utility>

#include "client/text/utf8.hpp"
#include "client/words/format.hpp"
#include "sim/witness/words.hpp"

namespace albireo::app {
namespace {

BoardPanel::Row row_of(const BoardRow& row, bool is_own) {
    return {.place = std::to_string(row.place), .names = row.names, .score = grouped(row.score), .is_own = is_own};
}

/// In the order of scores::Refusal.
constexpr std::array<const char*, scores::kRefusalCount> kReasons = {
    mark("the boards did not accept it"),
    mark("its recording is too large"),
    mark("its recording is damaged"),
    mark("its recording has no end"),
    mark("the boards play a different version of Albireo"),
    mark("its level is not one of the game's own"),
    mark("the tutorial has no board"),
    mark("it is practice"),
    mark("it is a later level of a campaign"),
    mark("it did not begin at the start"),
    mark("it lasted more than three hours"),
    mark("it takes too long to replay"),
    mark("its replay gives a different result"),
    mark("it began before the season that is open"),
    mark("it is not the week's challenge"),
};

/// By the ids of scores::achievements(), with the same titles.
constexpr std::array<std::pair<std::string_view, const char*>, 30> kAchievements = {{
    {"cleared", mark("Through")},
    {"one-credit", mark("One credit")},
    {"alone", mark("On your own")},
    {"in-the-storm", mark("Stormproof")},
    {"all-bosses", mark("All six")},
    {"steady", mark("Hard to hit")},
    {"specialist", mark("Specialist")},
    {"arsenal", mark("Arsenal")},
    {"million", mark("Seven digits")},
    {"burst", mark("Jackpot")},
    {"multiplier", mark("Sixteen times")},
    {"streak", mark("Unbroken")},
    {"unharmed", mark("Two minutes")},
    {"graze", mark("Through the eye")},
    {"parts", mark("Dismantled")},
    {"missiles", mark("Point defence")},
    {"formations", mark("Clean sweep")},
    {"phases", mark("Ahead of time")},
    {"lances", mark("Fencer")},
    {"bulwarks", mark("Shield wall")},
    {"whips", mark("Whiplash")},
    {"burrs", mark("Thorns")},
    {"dust", mark("To dust")},
    {"lightning", mark("Thunderhead")},
    {"bolts", mark("Forked")},
    {"combined-storm", mark("Perfect storm")},
    {"linked", mark("Double star")},
    {"splashes", mark("Flying fish")},
    {"diver", mark("Deep breath")},
    {"second-round", mark("Once more around")},
}};
constexpr std::size_t kTitlesShown = 3;

/// "Through, One credit, Arsenal +4"; ids that this program does not know are left out.
std::string titles_of(const std::vector<std::string>& earned) {
    std::string titles;
    std::size_t count = 0;
    for (const auto& [id, title] : kAchievements) {
        if (std::ranges::find(earned, id) == earned.end() || ++count > kTitlesShown) continue;
        if (count > 1) titles += ", ";
        titles += tr(title);
    }
    return count > kTitlesShown ? titles + " +" + std::to_string(count - kTitlesShown) : titles;
}

std::string place_of(const Submission& submission) {
    return submission.of > 0 ? tr_f("boards: place {} of {}", submission.place, submission.of) : tr_f("boards: place {}", submission.place);
}

}  // namespace

std::span<const std::pair<std::string_view, const char*>> achievement_titles() { return kAchievements; }

std::string shortened(const std::string& names, int columns_max) {
    int columns = 0;
    std::string cut;
    text::for_each_letter(names, [&](char32_t code) {
        columns += code >= 0x2e80 ? 2 : 1;
        if (columns <= columns_max - 3) text::append_letter(cut, code);
    });
    return columns <= columns_max ? names : cut + "...";
}

std::vector<BoardPanel::Row> BoardPanel::first(std::size_t count) const {
    std::vector<Row> all = rows;
    if (own) all.push_back(*own);
    if (all.size() <= count) return all;
    const auto mine = static_cast<std::size_t>(std::ranges::find(all, true, &Row::is_own) - all.begin());
    if (count > 0 && mine >= count && mine < all.size()) std::swap(all[count - 1], all[mine]);
    all.resize(count);
    return all;
}

std::optional<BoardPanel> panel_of(const ScoreBoard& name, const ShownBoard& board) {
    using State = ShownBoard::State;
    if (board.state == State::off) return std::nullopt;
    BoardPanel panel{.title = name.is_pair ? tr("Best games, two players") : tr("Best games, one player")};
    switch (board.state) {
        case State::off:
        case State::ready:
            break;
        case State::wrong_address:
            panel.line = tr("the boards' address is wrong");
            break;
        case State::asking:
            panel.line = tr("asking the boards...");
            break;
        case State::silent:
            panel.line = tr("the boards do not answer");
            break;
        case State::unreadable:
            panel.line = tr("something else answers at this address");
            break;
        case State::unknown:
            panel.line = tr("this level has no board");
            break;
    }
    if (board.state != State::ready) return panel;
    const auto& own = board.found.own;
    bool is_among = false;
    for (const BoardRow& row : board.found.rows) {
        const bool is_own = own && own->run == row.run;
        is_among = is_among || is_own;
        panel.rows.push_back(row_of(row, is_own));
    }
    if (own && !is_among) panel.own = row_of(*own, true);
    if (panel.rows.empty()) panel.line = tr("no games yet");
    return panel;
}

std::string line_of(const Submission& submission) {
    using State = Submission::State;
    switch (submission.state) {
        case State::none:
            break;
        case State::unfinished:
            return tr("the game is sent to the boards when its recording ends");
        case State::sending:
            return tr("sending the game to the boards...");
        case State::counts:
            if (const std::string titles = titles_of(submission.earned); !titles.empty()) return tr_f("{}; {}", place_of(submission), titles);
            return place_of(submission);
        case State::refused:
            return tr_f("does not count on the boards: {}", tr(kReasons[static_cast<std::size_t>(submission.refusal)]));
        case State::silent:
            return tr("the boards do not answer: the game is sent later");
        case State::busy:
            return tr("the boards are busy: the game is sent later");
        case State::too_often:
            return tr("too many games in a short time: this one is sent to the boards later");
        case State::unreadable:
            return tr("something else answers at the boards' address: the game is sent later");
        case State::not_kept:
            return tr_f("the game is not sent to the boards: {}", translated_reason(submission.fault));
    }
    return "";
}

}  // namespace albireo::app
