// Voice between the players. What it sounds like is the business of client/voice.
#include "client/net/game_client.hpp"

namespace albireo::client {

bool GameClient::is_heard() const {
    return state() == State::playing && is_heard_;
}

void GameClient::send_voice(const proto::VoicePiece& piece, Micros now) {
    if (is_heard()) line_.connection().push_voice(piece, now);
}

/// Tells the server, over each connection anew.
void GameClient::tell_hearing() {
    proto::Connection& connection = line_.connection();
    if (state() != State::playing || hears_partner_ == told_hearing_ || !connection.knows_voice()) return;
    if (connection.send(proto::VoiceState{hears_partner_})) told_hearing_ = hears_partner_;
}

}  // namespace albireo::client
