// The panels that a player sees in a game, and their choices.
#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "client/app/rounds/net_round.hpp"
#include "client/app/rounds/pause_rights.hpp"
#include "client/app/rounds/reach.hpp"
#include "sim/game/flow.hpp"
#include "sim/game/tuning.hpp"

namespace albireo::app {

using State = GameClient::State;

std::string NetRound::partner() const {
    const std::string& name = table_->game().partner_name();
    return name.empty() ? "your partner" : name;
}

NetRound::Panel NetRound::panel() const {
    const GameClient& game = table_->game();
    // A state that passes at once is not worth a flash of text.
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
            // The results so far are not lost with the server.
            return game.has_game() ? Panel::results : Panel::failed;
        case State::ended:
            return Panel::results;
        case State::playing:
            break;
    }
    if (!game.has_game()) return Panel::none;
    const World& world = game.predictor().predicted();
    if (albireo::is_over(world)) return Panel::over;
    if (is_paused(world)) return Panel::paused;
    return asks_leave_ ? Panel::leaving : Panel::none;
}

std::vector<NetRound::Choice> NetRound::choices(Panel panel) const {
    switch (panel) {
        case Panel::none:
            return {};
        case Panel::connecting:
        case Panel::entering:
        case Panel::returning:
            return {Choice::leave};
        case Panel::lobby:
            if (table_->game().is_ready()) return {Choice::leave};
            return {Choice::ready, Choice::leave};
        case Panel::paused:
        case Panel::leaving:
            return {Choice::go_on, Choice::leave};
        case Panel::over:
            return {Choice::carry_on, Choice::leave};
        case Panel::results: {
            std::vector<Choice> all = {Choice::back};
            // A friend's code is of no use once the friend's game is over.
            if (table_->owns_game()) all.push_back(Choice::again);
            if (!replay_path_.empty() && !recording_fault_.is_total()) all.push_back(Choice::watch);
            return all;
        }
        case Panel::failed:
            return {Choice::back};
    }
    return {};
}

void NetRound::choose(Choice choice, Micros now) {
    GameClient& game = table_->game();
    slips_.expect();
    switch (choice) {
        case Choice::ready:
            game.be_ready();
            break;
        case Choice::go_on:
            if (std::exchange(asks_leave_, false)) break;
            if (Person* const caller = pause_caller(game.predictor().predicted(), table_->people(), true))
                caller->ask_pause();
            break;
        case Choice::carry_on:
            table_->people().front()->ask_continue();
            break;
        case Choice::leave:
            table_->leave(now);
            // A player who has played sees the results.
            left_ = game.has_game();
            over_ = !left_;
            break;
        case Choice::watch:
            after_ = After::watch;
            over_ = true;
            break;
        case Choice::again:
            after_ = After::again;
            over_ = true;
            break;
        case Choice::back:
            over_ = true;
            break;
    }
}

/// The player whose pause key, lost focus or lost pad pauses the game or ends the pause; null: none.
Person* NetRound::who_pauses(const std::vector<Steered>& steps) {
    const std::vector<Person*> people = table_->people();
    const bool back = std::any_of(steps.begin(), steps.end(),
                                  [](const Steered& each) { return each.step == Step::back && !each.by_pad; });
    if (Person* const caller = pause_caller(table_->game().predictor().predicted(), people, back)) {
        slips_.expect();
        return caller;
    }
    if (shown_ == Panel::paused) return nullptr;
    if (const std::size_t* pad = interrupts_.pad_asks()) return people[*pad % people.size()];
    return interrupts_.focus_asks() && table_->is_private() ? people.front() : nullptr;
}

void NetRound::work_panel(const platform::Input& input, float seconds, Micros now) {
    GameClient& game = table_->game();
    const Panel here = panel();
    const auto workers =
        here == Panel::paused ? pause_workers(game.predictor().predicted(), table_->people()) : std::nullopt;
    const std::vector<Steered>& steps =
        steering_.read(workers ? input_for(input, bindings_, *workers) : input, seconds);
    if (here != shown_) cursor_ = 0;
    slips_.pass(seconds, here != shown_);
    if (here != shown_ && here == Panel::results) replay_path_ = table_->replay_path();
    if (here != shown_ && shown_ == Panel::paused) interrupts_.forget_pad();
    shown_ = here;
    const std::vector<Choice> all = choices(here);
    if (here != Panel::none && here != Panel::leaving) asks_leave_ = false;
    if ((here == Panel::none || here == Panel::leaving || here == Panel::paused) && game.has_game()) {
        Person* const caller = who_pauses(steps);
        if (caller != nullptr || here == Panel::paused) interrupts_.answer();
        if (caller != nullptr && here != Panel::paused &&
            !may_ask(game.predictor().predicted(), caller->slot(), Command::pause)) {
            asks_leave_ = !asks_leave_;
            return;
        }
        if (caller != nullptr) return caller->ask_pause();
    }
    if (all.empty()) return;
    cursor_ = std::min(cursor_, all.size() - 1);
    for (const Steered& steered : steps) {
        if (game.has_game() && slips_.is_slip(steered)) continue;
        if (steered.step == Step::up) cursor_ = (cursor_ + all.size() - 1) % all.size();
        if (steered.step == Step::down) cursor_ = (cursor_ + 1) % all.size();
        if (steered.step == Step::accept) return choose(all[cursor_], now);
        // The pause came too late: the first Esc only moves the cursor to Leave.
        if (steered.step == Step::back && here == Panel::over && all[cursor_] != Choice::leave) {
            cursor_ = all.size() - 1;
            continue;
        }
        if (steered.step == Step::back && here != Panel::paused) {
            return choose(here == Panel::results || here == Panel::failed ? Choice::back : Choice::leave, now);
        }
    }
    if (input.mouse_pressed && pointed_) choose(all[cursor_], now);
    pointed_ = false;
}

void NetRound::point_at(std::size_t choice, bool moved) {
    if (moved) cursor_ = choice;
    pointed_ = cursor_ == choice;
}

/// The player's own statement counts before the server has received it.
bool NetRound::is_ready(Slot slot) const {
    const GameClient& game = table_->game();
    return slot == game.slot() ? game.is_ready() : game.lobby().seats[index(slot)].ready;
}

void NetRound::describe_lobby(Notice& notice) const {
    const GameClient& game = table_->game();
    notice.title = game.code();
    const std::string address = table_->address();
    const Reach reach = reach_of(address);
    const std::string friends_line = "albireo join " + game.code() + " --connect " + address;
    if (address.empty()) {
        notice.line = "at " + table_->server();
    } else if (reach == Reach::internet) {
        notice.line = "your friend:  " + friends_line;
    } else if (reach == Reach::machine) {
        notice.line = "on this machine, which has no network:  " + friends_line;
    } else {
        const auto colon = address.rfind(':');
        notice.line = "on your home network:  " + friends_line;
        notice.more = "over the internet:  your public address, and UDP port " + address.substr(colon + 1) +
                      " forwarded to " + address.substr(0, colon);
    }
    for (const Slot slot : kSlots) {
        const proto::LobbyState::Seat& seat = game.lobby().seats[index(slot)];
        const bool here = seat.state == proto::Partner::here || seat.state == proto::Partner::slow;
        Notice::Row row{.slot = static_cast<int>(index(slot))};
        row.cells[0] = seat.name.empty() ? "a friend" : seat.name;
        row.cells[1] = !here            ? seat.state == proto::Partner::absent ? "cut off" : "not here yet"
                       : is_ready(slot) ? "ready"
                                        : "not ready yet";
        if (here && seat.ping_ms > 0) row.cells[3] = fmt::format("{} ms", seat.ping_ms);
        notice.rows.push_back(row);
    }
    const Slot friends = other(game.slot());
    notice.hint = !game.is_ready()                                                   ? ""
                  : game.lobby().seats[index(friends)].state != proto::Partner::here ? "waiting for your partner"
                  : is_ready(friends)                                                ? "here it goes ..."
                                      : "waiting until " + partner() + " is ready";
}

/// In the order of slots.
std::array<std::string, 2> NetRound::names() const {
    const GameClient& game = table_->game();
    std::array<std::string, 2> all;
    all[index(game.slot())] = options_.names[0];
    all[index(other(game.slot()))] = partner();
    return all;
}

void NetRound::describe_pause(Notice& notice) const {
    const GameClient& game = table_->game();
    const World& world = game.predictor().predicted();
    const std::vector<Person*> people = table_->people();
    notice.title = "Paused";
    notice.line = pause_text(world, people, names());
    if (notice.line.empty() && !table_->is_private()) notice.line = "for both of you";
    if (interrupts_.is_pad_gone()) notice.line = "the gamepad was disconnected: plug it in, or use the keyboard";
    notice.more = pause_keys_text(world, people, names(), bindings_);
}

std::string NetRound::title_of_end() const {
    const GameClient& game = table_->game();
    if (left_ && game.state() != State::ended) return "You have left";
    if (game.outcome() == proto::Outcome::cleared) return "Cleared";
    return game.outcome() == proto::Outcome::over ? "Game over" : "The game has ended";
}

void NetRound::describe_results(Notice& notice) const {
    const GameClient& game = table_->game();
    notice.title = title_of_end();
    notice.line = game.failure();
    // The game may end while its world is still in transit.
    if (!game.has_game()) return;
    notice.rows = score_rows(game.predictor().predicted(), names());
    if (!recording_fault_.text.empty()) {
        notice.hint = recording_fault_.told();
    } else if (!replay_path_.empty()) {
        notice.hint = "kept as " + replay_path_.substr(replay_path_.rfind('/') + 1);
    }
}

/// The line shown while the game goes on, as long as its cause lasts.
std::string NetRound::standing() const {
    const GameClient& game = table_->game();
    if (partner_ == proto::Partner::slow) {
        return partner() + (game.is_held() ? " is slow to answer: waiting" : " is slow to answer");
    }
    if (game.is_held()) return "waiting for " + partner();
    if (partner_ == proto::Partner::absent) return partner() + " lost connection. Keep playing: they can rejoin";
    return "";
}

Notice NetRound::notice() const {
    const GameClient& game = table_->game();
    const Panel here = panel();
    Notice notice;
    switch (here) {
        case Panel::none:
            notice.line = game.has_game() ? standing() : "";
            if (notice.line.empty() && told_.now() != nullptr) notice.line = told_.now()->text;
            if (table_->keeps_seat()) {
                const std::string address = table_->address();
                const char* who = reach_of(address) == Reach::home ? "a friend on your home network" : "a friend";
                notice.corner = fmt::format("{} may join:  {}  at  {}", who, game.code(),
                                            address.empty() ? table_->server() : address);
            }
            break;
        case Panel::connecting: {
            const auto seconds = (seen_at_ - began_) / proto::kMicrosPerSecond;
            notice.title = "Connecting";
            notice.line = table_->server().empty() ? "to the server inside" : "to " + table_->server();
            if (seconds >= 2) notice.hint = fmt::format("no answer for {} s", seconds);
            break;
        }
        case Panel::entering:
            notice.title = "Entering";
            notice.line = game.state() == State::loading ? "the level comes from the server" : "the game comes to you";
            break;
        case Panel::lobby:
            describe_lobby(notice);
            break;
        case Panel::returning:
            notice.title = "Connection lost";
            notice.line = "coming back into the game ...";
            break;
        case Panel::paused:
            describe_pause(notice);
            break;
        case Panel::leaving:
            notice.title = "No pauses left";
            notice.line = "the game goes on; each section brings new pauses";
            break;
        case Panel::over: {
            const auto left =
                kContinueTicks - std::min<std::uint32_t>(kContinueTicks, game.predictor().predicted().flow.hold_ticks);
            notice.title = "Continue?";
            notice.line = fmt::format("a full set of lives: {} s to decide", left / kTicksPerSecond + 1);
            break;
        }
        case Panel::results:
            describe_results(notice);
            break;
        case Panel::failed:
            notice.title = "Connection failed";
            notice.line = game.failure();
            break;
    }
    constexpr std::array<const char*, 7> kTexts = {"Ready",      "Resume", "Continue",    "Watch the replay",
                                                   "Play again", "Leave", "To the title"};
    for (const Choice choice : choices(here)) {
        notice.choices.emplace_back(here == Panel::failed ? "Back" : kTexts[static_cast<std::size_t>(choice)]);
    }
    notice.cursor = cursor_;
    return notice;
}

}  // namespace albireo::app
