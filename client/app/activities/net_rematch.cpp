// What friends play next: the same game again, the next level, or their paused game from its beginning. Both have to want it.
#include <algorithm>

#include "client/app/activities/net_activity.hpp"
#include "client/words/format.hpp"

namespace albireo::app {

using State = GameClient::State;

/// Whether the same players can play again without a new invitation.
bool NetActivity::has_rematch() const {
    const auto host = runner_.lock();
    return !left_ && !host->is_private() && host->game().may_rematch();
}

/// The player waits in the lobby of the new game until the partner has chosen the same. Whoever asks first decides on its level.
void NetActivity::begin_rematch(const std::string& level) {
    if (!go_on(level)) return;
    began_ = seen_at_;
    replay_path_.clear();
    recording_fault_ = {};
    partner_ = proto::Partner::expected;
    has_looked_ = false;
    wants_ready_ = true;
}

std::string NetActivity::moved_to() const {
    const auto host = runner_.lock();
    const GameClient& game = host->game();
    const bool has_moved = host->owns_game() && !host->is_private() && game.stage() == 0 && game.level_name() != host->setup().level;
    return has_moved ? game.level_name() : std::string();
}

/// Leaves of the results' choices those that lead somewhere.
void NetActivity::offer_next(std::vector<Choice>& choices) const {
    const auto host = runner_.lock();
    const GameClient& game = host->game();
    const bool is_cleared = game.outcome() == proto::Outcome::cleared && game.state() == State::ended;
    const std::string moved = moved_to();
    const std::string next = has_rematch()                      ? game.next_level()
                             : host->owns_game() && is_cleared ? level_after(moved.empty() ? host->setup().level : moved)
                                                                : std::string();
    // A partner who has asked already has decided.
    const proto::RematchWish& wish = game.partner_wish();
    const bool is_decided = has_rematch() && wish.wants;
    if (is_decided ? wish.title.empty() : next.empty()) std::erase(choices, Choice::next_level);
    // A friend's code is of no use once the friend's game is over, but the friend's server may still have a rematch.
    if (is_decided ? !wish.title.empty() : !host->owns_game() && !has_rematch()) std::erase(choices, Choice::again);
}

/// A restart ends the game for everybody in it, so all must be here or agree.
void NetActivity::offer_restart(std::vector<Choice>& choices) const {
    const auto host = runner_.lock();
    const GameClient& game = host->game();
    const bool may_restart = host->is_private() || (game.may_wish_restart() && !game.wishes_restart());
    const bool is_campaign = game.stage() > 0;
    if (!may_restart || is_campaign) std::erase(choices, Choice::restart);
    if (!may_restart || !is_campaign) std::erase(choices, Choice::restart_campaign);
}

/// What the partner wants, or that they are waited for; empty: neither.
std::string NetActivity::wish_text() const {
    const auto game = runner_.game();
    const proto::RematchWish& wish = game->partner_wish();
    if (game->state() == State::playing) {
        if (game->wishes_restart()) return tr_f("waiting for {}", partner());
        return wish.wants && game->may_wish_restart() ? tr_f("{} wants to restart", partner()) : std::string();
    }
    if (!wish.wants || !has_rematch()) return "";
    return wish.title.empty() ? tr_f("{} wants to play again", partner()) : tr_f("{} wants to play {}", partner(), translated(wish.title));
}

/// Both players have agreed to restart: the game ends unfinished, and may have a rematch.
void NetActivity::follow_restart() {
    if (has_rematch() && runner_.game()->outcome() == proto::Outcome::left) begin_rematch({});
}

}  // namespace albireo::app
