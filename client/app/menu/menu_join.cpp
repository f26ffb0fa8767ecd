// The join screen: games of the local network, invitations, codes.
#include <algorithm>

#include "client/app/menu/menu_logic.hpp"
#include "client/words/words.hpp"
#include "proto/join_code.hpp"
#include "proto/keys.hpp"

namespace albireo::app {

namespace {

/// A line for the player; empty: there is no gap.
const char* text_of_game(proto::VersionGap gap) {
    switch (gap) {
        case proto::VersionGap::none: return "";
        case proto::VersionGap::server_is_newer: return tr("a game on this network has a newer version of Albireo: update yours");
        case proto::VersionGap::server_is_older: return tr("a game on this network has an older version of Albireo: its host must update");
    }
    return "";
}

}  // namespace

std::string Menu::FoundGame::trouble() const {
    return gap == proto::VersionGap::none ? "" : gap == proto::VersionGap::server_is_newer ? tr("newer version") : tr("older version");
}

/// Whether the chosen game can be joined; otherwise a notice says why not.
bool Menu::check_version() {
    if (found().gap != proto::VersionGap::none) notice_ = text_of_game(found().gap);
    return found().gap == proto::VersionGap::none;
}

std::string Menu::notice() const {
    return notice_.empty() && machine_.state == Logic::kJoin ? text_of_game(unread_) : notice_;
}

void Menu::set_found(std::vector<FoundGame> games, proto::VersionGap unread) {
    found_ = std::move(games);
    unread_ = unread;
    if (machine_.state != Logic::kJoin) return;
    const std::size_t from_end = lines_.size() - std::min(cursor_, lines_.size());
    const Line here = cursor_ < lines_.size() ? lines_[cursor_] : Line{};
    refresh();
    // Games are listed above the other lines.
    if (here.request == Request::join_found) {
        const auto same = std::find_if(lines_.begin(), lines_.end(), [&](const Line& line) {
            return line.request == here.request && line.text == here.text && line.value == here.value;
        });
        if (same != lines_.end()) cursor_ = static_cast<std::size_t>(same - lines_.begin());
    } else {
        cursor_ = lines_.size() - std::min(from_end, lines_.size());
    }
    refresh();
}

void Menu::paste(std::string_view text) {
    const reach::ReadInvitation read = reach::read_invitation(text);
    notice_ = translated(read.error);
    if (!read.error.empty()) return;
    if (!read.invitation.key.empty() && !proto::read_link_text(read.invitation.key)) {
        notice_ = tr("the invitation's key is damaged: ask for the invitation again");
        return;
    }
    pasted_ = read.invitation;
    if (pasted_.watches) notice_ = tr("this link is for watching the game");
    code_ = pasted_.code;
    const auto joins = [](const Line& line) { return line.request == Request::join; };
    cursor_ = static_cast<std::size_t>(std::find_if(lines_.begin(), lines_.end(), joins) - lines_.begin());
    refresh();
}

reach::Invitation Menu::invitation() const {
    if (pasted_.code == code_) return pasted_;
    return {.code = code_, .watches = code_.size() == proto::kWatchCodeLetters};
}

void Menu::join() {
    const auto near = std::find_if(found_.begin(), found_.end(), [&](const FoundGame& game) { return game.code == code_; });
    if (invitation().watches) {
        request_ = Request::join;
    } else if (code_.size() != proto::kJoinCodeLetters) {
        notice_ = tr("a code is six letters or digits, or eight to watch a game");
    } else if (near != found_.end()) {
        found_wanted_ = static_cast<std::size_t>(near - found_.begin());
        request(Request::join_found);
    } else if (!invitation().addresses.empty() || settings_.server.empty()) {
        request_ = Request::join;  // it is looked for at these addresses and in the local network
    } else if (check_server(settings_.server)) {
        request_ = Request::join;
    }
}

}  // namespace albireo::app
