// Where a client goes when the server refuses its request: to another shard, to another server, to the same one again, or nowhere.
#include <utility>

#include "client/net/game_client.hpp"

namespace albireo::client {

void GameClient::take_refusal(const proto::Refused& refused, Micros now) {
    if (const auto shard = handshake_.follow(refused)) {
        environment_.go_to_shard(*shard);
        return reconnect(now);
    }
    if (const auto place = handshake_.follow_ticket(refused)) {
        environment_.go_to_server(*place);
        reconnect(now);
        // A newcomer asks the first server again if the second one is silent. A player with a seat has probes for that.
        if (!handshake_.was_seated()) line_.retry_after(ServerLine::kTicketRetry);
        return;
    }
    // The server is still recovering the game, or the client has been sent from server to server.
    const bool is_sent_around = refused.reason == proto::Refusal::other_server && handshake_.was_seated();
    if (refused.reason == proto::Refusal::recovering || is_sent_around) return line_.retry_after(ServerLine::kRecoverRetry);
    // Another server of the fleet: the code of a dead server expires there, but its game may still come back.
    if (refused.reason == proto::Refusal::unknown_code && state() == State::returning && has_fleet()) return line_.retry_after(ServerLine::kFullRetry);
    refusal_ = refused.reason;
    std::string line(proto::text_of(refused));
    if (!refused.text.empty()) line += " (" + refused.text + ")";
    fail(line);
}

}  // namespace albireo::client
