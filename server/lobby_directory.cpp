// Codes of other shards and servers: a peer that asks for one is redirected with a ticket, if the fleet's directory knows where the game is.
#include <fmt/format.h>

#include <cassert>
#include <utility>

#include "proto/address.hpp"
#include "server/lobby_peer.hpp"

namespace albireo::server {

using proto::Refusal;

namespace {
constexpr Micros kTellFleetEvery = 10 * proto::kMicrosPerSecond;  // a player of a change of the fleet
}

/// Whether another server of the fleet has looked up the code and sent the peer here. Then it is no guess: the request is neither
/// refused for lack of tries, nor charged, nor passed on again.
bool Lobby::was_sent_here(const std::optional<std::string>& code, const std::optional<proto::Pass>& pass) const {
    return directory_ && code && pass && directory_->admits(*pass, *code, unix_seconds());
}

/// In a fleet the directory charges an address for its wrong codes before a server looks among its own: otherwise an attacker could try the
/// codes of each server within that server's own limit. Returns nothing if the request is refused, or waits for the directory.
std::optional<Lobby::Attempt> Lobby::begin_attempt(const Named& named, Peer& peer, const proto::Message& request, Micros now) {
    Attempt attempt{named, was_sent_here(named.code, named.pass)};
    if (attempt.was_sent_here) return attempt;
    const bool returns = std::holds_alternative<proto::Rejoin>(request);
    AdmissionControl& admission = *environment_.admission;
    if (!admission.may_try_code(peer.host, now)) {
        out_of_tries(peer, returns);
        return std::nullopt;
    }
    if (!directory_ || !named.code) return attempt;
    attempt.elsewhere = directory_->find(*named.code, admission.is_trusted(peer.host) ? 0 : peer.host, now);
    if (attempt.elsewhere.where == Directory::Where::asked) {
        peer.request = request;
        peer.is_asking = true;
        return std::nullopt;
    }
    if (attempt.elsewhere.where == Directory::Where::too_many) {
        admission.note_wrong_code(peer.host, now);  // it has cost a lookup
        out_of_tries(peer, returns);
        return std::nullopt;
    }
    return attempt;
}

/// This server does not have the game. The answer is the same as without a directory, and costs the address a try, unless another
/// server has the game.
void Lobby::miss(Peer& peer, const Attempt& attempt, bool returns, Micros now) {
    const std::string& typed = attempt.named.typed;
    if (attempt.was_sent_here) return refuse(peer, Refusal::unknown_code, typed);
    switch (attempt.elsewhere.where) {
        case Directory::Where::found:
            return send_on(peer, *attempt.named.code, attempt.elsewhere.place);
        case Directory::Where::down:
            return refuse(peer, Refusal::recovering);
        case Directory::Where::unknown:
            // A player with a seat asks again. The try is charged, or this would be a way to guess this server's own codes.
            if (!returns) return wrong_code(peer, Refusal::unknown_code, "here; the directory of the other servers does not answer", now);
            environment_.admission->note_wrong_code(peer.host, now);
            return refuse(peer, Refusal::recovering);
        case Directory::Where::asked:
        case Directory::Where::too_many:
            assert(false && "then no attempt has begun");
            break;
        case Directory::Where::nowhere:
            break;
    }
    wrong_code(peer, Refusal::unknown_code, typed, now);
}

/// The address has no try left: whether this server has the game is not told. A player with a seat asks again where another server may have
/// it, or where games are still being recovered.
void Lobby::out_of_tries(Peer& peer, bool returns) {
    refuse(peer, returns && (directory_ || !recovering_.empty()) ? Refusal::recovering : Refusal::too_many_tries);
}

/// The peer leaves before the directory has answered. That counts as a wrong code.
void Lobby::charge_unanswered(Peer& peer, Micros now) {
    if (std::exchange(peer.is_asking, false)) environment_.admission->note_wrong_code(peer.host, now);
}

void Lobby::send_on(Peer& peer, const std::string& code, const proto::Place& place) {
    assert(peer.session == nullptr && peer.watching == nullptr && "only a peer without a place is redirected");
    count(metrics_.sent_on);
    const std::string address = proto::join_address(place.host, place.port);
    if (peer.knows_tickets) return refuse(peer, Refusal::other_server, address, directory_->ticket(code, place, unix_seconds()));
    refuse(peer, Refusal::unknown_code, "here; it is on another server: " + address);
}

/// This server takes no new games. Returns whether another one may.
bool Lobby::creates_elsewhere(Peer& peer) {
    const auto place = directory_ && peer.knows_tickets ? directory_->least_loaded() : std::nullopt;
    if (place) send_on(peer, {}, *place);
    return place.has_value();
}

void Lobby::tell_fleet(Peer& peer, Micros now) {
    if (!directory_ || !peer.knows_tickets) return;
    const std::uint32_t version = directory_->fleet_version();
    if (version == peer.fleet_sent || (peer.fleet_sent != 0 && now - peer.fleet_sent_at < kTellFleetEvery)) return;
    peer.fleet_sent = version;
    peer.fleet_sent_at = now;
    peer.connection.send(proto::Fleet{directory_->fleet()});
}

/// Whether the game is on another shard. If so, refuses the peer with that shard's number.
bool Lobby::is_elsewhere(std::uint32_t shard, Peer& peer) {
    if (shard == shards_.own) return false;
    refuse(peer, Refusal::elsewhere, std::to_string(shard));
    return true;
}

}  // namespace albireo::server
