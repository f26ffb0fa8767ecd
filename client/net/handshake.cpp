#include "client/net/handshake.hpp"

#include <cassert>
#include <charconv>

#include "client/words/words.hpp"
#include "proto/join_code.hpp"
#include "proto/token.hpp"
#include "sim/snapshot.hpp"

namespace albireo::client {

Handshake::Handshake(const ClientOptions& options, Follows follows)
    : options_(options), follows_(follows), asks_rematch_(options.rematch) {
    seat_.code = options.code;
    if (options.token) {
        seat_.token = *options.token;
        was_seated_ = true;
    }
}

bool Handshake::greet(proto::Connection& connection) const {
    return connection.send(proto::Hello{
        .core_version = kCoreVersion, .name = options_.name, .eco = options_.eco, .signals = true, .spectators = true,
        .tickets = follows_.tickets, .voice = options_.voice, .wishes = options_.wishes});
}

std::string Handshake::send_request(proto::Connection& connection, std::uint64_t level_digest,
                                    const proto::Binding& binding) const {
    const char* const no_code = tr("that is not a code: a code is six letters or digits");
    if (!greet(connection))
        return tr("the player's name cannot be used: up to 32 bytes of UTF-8 without control characters");
    if (was_seated_) {
        const std::string level = asks_rematch_ ? options_.rematch_level : "";
        return connection.send(proto::Rejoin{seat_.code, proto::prove(seat_.token, binding), pass_, asks_rematch_, level}) ? "" : no_code;
    }
    if (!options_.code.empty()) {
        return connection.send(proto::Join{options_.code, options_.stand_in, pass_, options_.watch_delay_ms}) ? "" : no_code;
    }
    const bool is_sent = connection.send(proto::Create{.level = options_.level,
                                                       .difficulty = static_cast<std::uint8_t>(options_.difficulty),
                                                       .seed_wish = options_.seed,
                                                       .players = options_.players,
                                                       .level_digest = level_digest,
                                                       .section = options_.section,
                                                       .phase = options_.phase,
                                                       .watch_delay_ms = options_.watch_delay_ms,
                                                       .may_move = follows_.shards && !was_sent_elsewhere_,
                                                       .speed = options_.speed});
    return is_sent ? "" : "the level's name cannot be used: up to 64 bytes of UTF-8 without control characters";
}

std::optional<proto::Entered> Handshake::read(const proto::Entered& entered) {
    const auto code = proto::read_join_code(entered.code);
    if (!code) return std::nullopt;
    proto::Entered seat = entered;
    seat.code = *code;
    seat.watch_code = proto::read_watch_code(entered.watch_code).value_or("");
    return seat;
}

void Handshake::take(proto::Entered seat) {
    assert(proto::read_join_code(seat.code) == seat.code && "a code that is not in our form gets into a file's name");
    was_seated_ = true;
    asks_rematch_ = false;
    was_sent_elsewhere_ = false;
    pass_.reset();
    tickets_ = 0;
    seat_ = std::move(seat);
}

std::optional<std::uint8_t> Handshake::follow(const proto::Refused& refused) {
    if (!follows_.shards || refused.reason != proto::Refusal::elsewhere || was_sent_elsewhere_) return std::nullopt;
    was_sent_elsewhere_ = true;
    std::uint8_t shard = 0;
    std::from_chars(refused.text.data(), refused.text.data() + refused.text.size(), shard);
    return shard;
}

std::optional<proto::Place> Handshake::follow_ticket(const proto::Refused& refused) {
    if (!follows_.tickets || !refused.ticket || tickets_ == kTicketsMax) return std::nullopt;
    ++tickets_;
    was_sent_elsewhere_ = false;
    pass_ = refused.ticket->pass;
    return refused.ticket->place;
}

}  // namespace albireo::client
