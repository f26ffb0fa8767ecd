// The panels that a player sees in a game, and their choices.
#include <algorithm>
#include <utility>

#include "client/app/activities/game_recorder.hpp"
#include "client/app/activities/interlude_words.hpp"
#include "client/app/activities/net_activity.hpp"
#include "client/app/activities/reach.hpp"
#include "client/predict/units.hpp"
#include "client/words/format.hpp"
#include "proto/join_code.hpp"
#include "sim/game/flow.hpp"
#include "sim/game/tuning.hpp"

namespace albireo::app {

using State = GameClient::State;

std::string NetActivity::partner() const {
    const auto game = runner_.game();
    const std::string& name = game->partner_name();
    return name.empty() ? tr("your partner") : name;
}

Panel NetActivity::panel() const {
    const auto host = runner_.lock();
    const GameClient& game = host->game();
    if (interlude_ && !left_ && game.state() != State::failed) return Panel::interlude;
    if (tally_ && !left_ && game.state() != State::failed) return Panel::tally;
    // A state that ends at once would only make its text flash.
    if (!game.has_game() && game.state() != State::failed && seen_at_ - began_ < kFlash) {
        return Panel::none;
    }
    if (left_) return Panel::results;
    switch (game.state()) {
        case State::connecting:
            return Panel::connecting;
        case State::entering:
        case State::loading:
            return Panel::entering;
        case State::waiting:
            // A player who joins a running game waits for its world, not for a partner.
            return game.comes_late() ? Panel::entering : Panel::lobby;
        case State::returning:
            return Panel::returning;
        case State::failed:
            // If the server is lost, the player still sees the results so far.
            return game.has_game() ? Panel::results : Panel::failed;
        case State::ended:
            return Panel::results;
        case State::playing:
            break;
    }
    if (!game.has_game()) return Panel::none;
    const World& world = game.predictor().predicted();
    if (albireo::is_over(world)) return Panel::over;
    if (albireo::is_paused(world)) return Panel::paused;
    return panels_.asks_leave() ? Panel::leaving : Panel::none;
}

std::vector<Choice> NetActivity::choices(Panel panel) const {
    const auto host = runner_.lock();
    std::vector<Choice> all = choices_of(panel, {Choice::back});
    if (panel == Panel::lobby && (wants_ready_ || host->game().is_ready())) std::erase(all, Choice::ready);
    if (panel == Panel::tally && tally_->is_skipped) std::erase(all, Choice::next);
    if (!offers_seat()) std::erase(all, Choice::copy);
    if (watch_link_.empty()) std::erase(all, Choice::copy_watch);
    offer_restart(all);
    if (panel != Panel::results) return panel == Panel::failed ? choices_of(panel) : all;
    offer_next(all);
    if (replay_path_.empty() || recording_fault_.is_total()) std::erase(all, Choice::watch);
    return all;
}

void NetActivity::choose(Choice choice, Micros now) {
    const auto host = runner_.lock();
    GameClient& game = host->game();
    switch (choice) {
        case Choice::ready:
            wants_ready_ = true;
            break;
        case Choice::skip:
            interlude_.reset();
            break;
        case Choice::next:
            tally_->is_skipped = true;
            break;
        case Choice::resume:
            panels_.resume(game.predictor().predicted(), host->people());
            break;
        case Choice::carry_on:
            host->people().front()->ask_continue();
            break;
        case Choice::settings:
            wants_settings_ = true;
            break;
        case Choice::restart:
        case Choice::restart_campaign:
            if (!host->is_private()) {
                game.wish_restart(true);
                break;
            }
            runner_.leave(now);
            after_ = After::again;
            over_ = true;
            break;
        case Choice::leave:
        case Choice::cancel:
            runner_.leave(now);
            // A player who has played sees the results.
            left_ = game.has_game();
            over_ = !left_;
            break;
        case Choice::watch:
            after_ = After::watch;
            over_ = true;
            break;
        case Choice::next_level:
            if (has_rematch()) {
                begin_rematch(game.next_level());
                break;
            }
            after_ = After::next_level;
            over_ = true;
            break;
        case Choice::again:
            if (has_rematch()) {
                begin_rematch({});
                break;
            }
            after_ = After::again;
            over_ = true;
            break;
        case Choice::copy:
            copied_ = link_;
            break;
        case Choice::copy_watch:
            copied_ = watch_link_;
            break;
        case Choice::title:
        case Choice::back:
            over_ = true;
            break;
    }
}

void NetActivity::work_panel(const platform::Input& input, float seconds, Micros now) {
    const auto host = runner_.lock();
    GameClient& game = host->game();
    const Panel here = panel();
    if (here == Panel::results && panels_.shown() != here) {
        replay_path_ = host->replay_path();
        submit(replay_path_);
    }
    const std::vector<Choice> all = choices(here);
    const std::vector<LocalPlayer*> people = host->people();
    const PanelControl::Action act = panels_.work({.input = input,
                                                .seconds = seconds,
                                                .panel = here,
                                                .choices = all,
                                                .world = game.has_game() ? &game.predictor().predicted() : nullptr,
                                                .people = people,
                                                .pauses_unfocused = host->is_private()});
    if (act.choice) choose(*act.choice, now);
}

/// Whether a friend can still take a seat in the game that this machine opened.
bool NetActivity::offers_seat() const {
    if (link_.empty()) return false;
    const auto host = runner_.lock();
    const GameClient& game = host->game();
    if (host->keeps_seat()) return true;
    const proto::Partner partner = game.lobby().seats[index(other(game.slot()))].state;
    return game.state() == State::waiting && partner != proto::Partner::here && partner != proto::Partner::slow;
}

void NetActivity::follow_invitation(const platform::Input& input) {
    const auto invitation = runner_.lock()->invitation();
    const std::string link = invitation ? reach::link_of(*invitation) : "";
    if (link != link_) {
        link_ = link;
        qr_ = qr_code_of(link);
        watch_link_.clear();
        if (const std::string code = runner_.game()->watch_code(); invitation && !code.empty()) {
            watch_link_ = reach::link_of(
                {.code = code, .addresses = invitation->addresses, .key = invitation->key, .rendezvous = invitation->rendezvous, .watches = true});
        }
    }
    const Panel here = panel();
    if (here != Panel::lobby && here != Panel::paused) return;
    if (input.was_pressed(platform::Key::c) && offers_seat()) copied_ = link_;
    if (input.was_pressed(platform::Key::v) && !watch_link_.empty()) copied_ = watch_link_;
}

/// Who watches the game; empty: nobody does. A few names are shown: eight long ones would not fit.
std::string NetActivity::spectators_text(const proto::Spectators& all) {
    constexpr std::size_t kNamesShown = 3;
    if (all.count == 0) return "";
    std::string names;
    for (std::size_t i = 0; i < std::min(all.names.size(), kNamesShown); ++i) names += (i == 0 ? "" : ", ") + words::isolated(all.names[i]);
    if (all.names.size() > kNamesShown) names += "...";
    return names.empty() ? tr_nf("{} watching", "{} watching", all.count) : tr_nf("{} watching: {}", "{} watching: {}", all.count, names);
}

/// From where the invitation works.
std::string NetActivity::invitation_reach() const {
    const auto host = runner_.lock();
    const auto invitation = host->invitation();
    const auto is_ipv6 = [](const reach::Address& each) { return each.host.find(':') != std::string::npos && reach_of(reach::text_of(each)) == Reach::internet; };
    return reach_text({.address = host->address(),
                       .has_ipv6 = invitation && std::ranges::any_of(invitation->addresses, is_ipv6),
                       .mapping = host->mapping(),
                       .rendezvous = host->setup().rendezvous,
                       .enrolment = host->enrolment()});
}

void NetActivity::describe_invitation(Notice& notice) const {
    notice.line = tr("C: copy the invitation for your friend");
    notice.link = link_;
    notice.reach = invitation_reach();
    notice.qr = qr_;
}

/// The key that copies the link for spectators, for as long as it does; empty: there is no such link.
std::string NetActivity::watch_text() const {
    if (watch_link_.empty()) return "";
    return tr_f("V: copy the link for spectators (watch code {})", proto::watch_code_text(runner_.game()->watch_code()));
}

/// The player's own readiness counts before the server has learned of it.
bool NetActivity::is_ready(Slot slot) const {
    const auto host = runner_.lock();
    const GameClient& game = host->game();
    return slot == game.slot() ? game.is_ready() : game.lobby().seats[index(slot)].ready;
}

void NetActivity::describe_lobby(Notice& notice) const {
    const auto host = runner_.lock();
    const GameClient& game = host->game();
    notice.title = tr_f("Code {}", game.code());
    if (offers_seat()) describe_invitation(notice);
    notice.more = watch_text();
    const bool is_elsewhere = host->address().empty() && !host->server().empty();
    if (is_elsewhere) notice.line = tr_f("on {}", host->server()) + (notice.line.empty() ? "" : "    ") + notice.line;
    // Whoever does not agree leaves before the game begins.
    if (game.speed() != proto::kSpeedFull) notice.line = tr_f("{} % speed for both of you", game.speed()) + (notice.line.empty() ? "" : "    ") + notice.line;
    for (const Slot slot : kSlots) {
        const proto::LobbyState::Seat& seat = game.lobby().seats[index(slot)];
        const bool here = seat.state == proto::Partner::here || seat.state == proto::Partner::slow;
        Notice::Row row{.slot = static_cast<int>(index(slot))};
        row.cells[0] = seat.name.empty() ? tr("a friend") : seat.name;
        row.cells[1] = !here            ? seat.state == proto::Partner::absent ? tr("disconnected") : tr("not joined yet")
                       : is_ready(slot) ? tr("ready")
                                        : tr("not ready yet");
        if (here && seat.ping_ms > 0) row.cells[3] = tr_f("{} ms", seat.ping_ms);
        notice.rows.push_back(row);
    }
    const Slot friends = other(game.slot());
    notice.hint = !game.is_ready()                                                   ? ""
                  : game.lobby().seats[index(friends)].state != proto::Partner::here ? tr("waiting for your partner")
                  : is_ready(friends)                                                ? tr("starting...")
                                      : tr_f("waiting for {} to get ready", partner());
}

void NetActivity::describe_tally(Notice& notice) const {
    const auto host = runner_.lock();
    const GameClient& game = host->game();
    notice.title = tr("Cleared");
    notice.rows = tally_->rows;
    const std::string next = game.state() == State::waiting ? translated(game.level().title.view()) : tr("the next level");
    const Micros left = std::max<Micros>(tally_->until - seen_at_, 0);
    notice.line = left > 0 && !tally_->is_skipped ? tr_f("{} in {} s", next, left / proto::kMicrosPerSecond + 1) : next;
    if (left == 0 || tally_->is_skipped) notice.hint = tr_f("waiting for {}", partner());
    notice.verdict = verdict_on(tally_->recording);
}

std::string NetActivity::title_of_end() const {
    const auto host = runner_.lock();
    const GameClient& game = host->game();
    if (left_ && game.state() != State::ended) return tr("You left the game");
    if (game.outcome() == proto::Outcome::cleared) return game.stage() > 0 ? tr("Campaign complete") : tr("Cleared");
    return game.outcome() == proto::Outcome::over ? tr("Game over") : tr("The game has ended");
}

/// Above the ships, within the picture.
void NetActivity::describe_calls(Notice& notice) const {
    constexpr float kWidth = 2 * client::units(kFieldHalfWidth), kHeight = 2 * client::units(kFieldHalfHeight);
    for (const Slot slot : kSlots) {
        const std::string text = calls_.text(slot, seen_at_);
        if (text.empty() || !stage_) continue;
        const math::Vec2 at = client::in_field(shown_.now->ships[index(slot)].at);
        notice.calls.push_back({.text = text,
                                .x = std::clamp(0.5F + at.x / kWidth, 0.1F, 0.9F),
                                .y = std::clamp(0.5F - at.y / kHeight - 0.08F, 0.15F, 0.85F),
                                .slot = static_cast<int>(index(slot))});
    }
}

void NetActivity::describe_results(Notice& notice) const {
    const auto host = runner_.lock();
    const GameClient& game = host->game();
    notice.title = title_of_end();
    notice.line = game.failure().empty() ? wish_text() : translated_reason(game.failure());
    // The game may end while its world is still in transit.
    if (!game.has_game()) return;
    albireo::app::describe_results(game.predictor().predicted(), names(), replay_path_,
                                   recording_fault_.text.empty() ? "" : line_of(recording_fault_), notice);
    notice.verdict = verdict_on(replay_path_);
}

/// The line shown during the game for as long as its cause lasts; empty if there is none.
std::string NetActivity::standing() const {
    const auto host = runner_.lock();
    const GameClient& game = host->game();
    if (partner_ == proto::Partner::slow) {
        return game.is_held() ? tr_f("waiting for {} (slow connection)", partner()) : tr_f("{} is lagging", partner());
    }
    if (game.is_held()) return tr_f("waiting for {}", partner());
    if (partner_ == proto::Partner::absent) return tr_f("{} lost connection: keep playing, they can rejoin", partner());
    return "";
}

Notice NetActivity::notice() const {
    const auto host = runner_.lock();
    const GameClient& game = host->game();
    const Panel here = panel();
    Notice notice = notice_of(here);
    switch (here) {
        case Panel::none:
            notice.line = game.has_game() ? standing() : "";
            if (notice.line.empty() && notices_.now() != nullptr) notice.line = notices_.now()->text;
            describe_calls(notice);
            describe_voice(notice);
            if (host->keeps_seat()) {
                notice.corner = tr_f("a friend can join with code {} (pause to invite)", game.code());
            }
            if (const std::string watching = spectators_text(game.spectators()); !watching.empty()) {
                notice.corner += (notice.corner.empty() ? "" : "   ") + watching;
            }
            break;
        case Panel::connecting: {
            const auto seconds = (seen_at_ - began_) / proto::kMicrosPerSecond;
            notice.line = host->server().empty() ? tr("to the built-in server") : tr_f("to {}", host->server());
            if (seconds >= 2) notice.hint = tr_f("no answer yet ({} s)", seconds);
            if (const auto gap = game.version_gap(); gap != proto::VersionGap::none) notice.hint = translated(std::string(proto::text_of(gap)));
            notice.ways = search_;
            break;
        }
        case Panel::entering:
            notice.line = game.state() == State::loading ? tr("downloading the level...") : tr("loading the game...");
            break;
        case Panel::lobby:
            describe_lobby(notice);
            if (const std::string watching = spectators_text(game.spectators()); !watching.empty()) {
                notice.hint += (notice.hint.empty() ? "" : "   ") + watching;
            }
            break;
        case Panel::paused:
            panels_.describe_pause(game.predictor().predicted(), host->people(), names(), notice);
            if (const std::string wish = wish_text(); !wish.empty()) notice.line = wish;
            if (notice.line.empty() && !host->is_private()) notice.line = tr("for both players");
            if (offers_seat()) {
                // The pause's own lines stay: there is no room for another one beside them.
                const std::string line = notice.line;
                describe_invitation(notice);
                notice.line = line;
            }
            notice.hint = watch_text();
            if (const std::string watching = spectators_text(game.spectators()); !watching.empty()) {
                notice.line += (notice.line.empty() ? "" : "   ") + watching;
            }
            break;
        case Panel::over:
            notice.line = continue_text(game.predictor().predicted());
            break;
        case Panel::interlude:
            notice.captions = captions_of(interlude_->kind, interlude_seconds(), names());
            break;
        case Panel::tally:
            describe_tally(notice);
            break;
        case Panel::results:
            describe_results(notice);
            break;
        case Panel::failed:
            notice.line = translated_reason(game.failure());
            notice.ways = search_;
            break;
        case Panel::returning:
        case Panel::ready:
        case Panel::leaving:
            break;
    }
    panels_.describe(choices(here), notice);
    return notice;
}

}  // namespace albireo::app
