// What the two players agree on beside the game: to restart it from its pause, and what to play when it has ended.
#include <cassert>

#include "client/net/game_client.hpp"
#include "sim/step.hpp"

namespace albireo::client {
namespace {
constexpr Micros kGreetEvery = 4 * proto::kMicrosPerSecond;  // the server drops a silent client after 10 s
constexpr Micros kDeafAfter = 10 * proto::kMicrosPerSecond;
}  // namespace

ClientOptions GameClient::next_options(const std::string& level) const {
    assert((goes_on() || may_rematch()) && "there is a next level or a rematch");
    ClientOptions next = options_;
    next.code = code();
    next.token = token();
    next.rematch = !goes_on();
    next.rematch_level = next.rematch ? level : "";
    return next;
}

bool GameClient::may_wish_restart() const {
    return state() == State::playing && !handshake_.is_solo() && connection().knows_wishes() && is_paused(predictor().predicted()) &&
           partner_state_ == proto::Partner::here;
}

void GameClient::wish_restart(bool wants) {
    if (wants == wishes_restart_ || (wants && !may_wish_restart())) return;
    wishes_restart_ = wants;
    line_.connection().send(proto::RematchWish{.wants = wants});
}

/// Who plays on does not want to restart.
void GameClient::follow_wish() {
    if (wishes_restart_ && state() == State::playing && !is_paused(predictor().predicted())) wish_restart(false);
}

/// After the game. The player looks at the results, and the server keeps the connection to say what the partner wants.
void GameClient::hear_wish(Micros now) {
    proto::Connection& connection = line_.connection();
    if (!may_rematch() || !connection.knows_wishes()) return;
    while (const auto message = connection.next_message()) {
        if (const auto* wish = std::get_if<proto::RematchWish>(&*message)) partner_wish_ = *wish;
    }
    if (now - connection.last_heard() > kDeafAfter) {
        is_deaf_ = true;
        partner_wish_ = {};
    }
    if (connection.messages_unacknowledged() > 0) return;
    if (connection.frames_started()) {
        connection.stop_frames();  // the server has the goodbye
        greeted_at_ = now;
    }
    if (now - greeted_at_ < kGreetEvery) return;
    greeted_at_ = now;
    handshake_.greet(connection);
}

}  // namespace albireo::client
