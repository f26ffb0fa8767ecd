// The part of a lobby that needs no peer: codes, tokens, shards, its log, its list of sessions, and their end.
#include <algorithm>
#include <cassert>

#include "proto/join_code.hpp"
#include "server/lobby.hpp"

namespace albireo::server {

void Lobby::set_shards(Shards shards) {
    assert(shards.own < shards.count && "a shard's number is below the number of shards");
    assert(shards.count <= proto::kJoinCodeAlphabet.size() && "a code's first letter can name every shard");
    assert(games_.empty() && "existing codes would belong to another shard");
    assert((shards.loads == nullptr || shards.loads->shards() == shards.count) && "every shard has a load");
    shard_chooser_ = ShardChooser(shards.own, shards.count);
    shards_ = std::move(shards);
}

std::uint32_t Lobby::shard_of(const std::string& code) const {
    assert(code.size() == proto::kJoinCodeLetters && "a typed code has been parsed");
    return proto::shard_letter(code) % shards_.count;
}

/// The games that this shard has or is about to have.
std::size_t Lobby::load() const {
    return games_.size() + recovering_.size();
}

bool Lobby::is_free(const std::string& code) const {
    return !games_.contains(code) && !recovering_.contains(code);
}

std::string Lobby::new_code() {
    for (auto pooled = directory_ ? directory_->take_code(shards_.own) : std::nullopt; pooled; pooled = directory_->take_code(shards_.own)) {
        assert(shard_of(*pooled) == shards_.own && "the pooled codes are those of the shard");
        if (is_free(*pooled)) return *pooled;
    }
    for (;;) {
        const std::string code = proto::join_code(environment_.random());
        if (shard_of(code) == shards_.own && is_free(code)) return code;
    }
}

proto::Token Lobby::new_token() {
    proto::Token token;
    for (std::size_t i = 0; i < token.size(); i += 8) {
        const std::uint64_t bits = environment_.random();
        for (std::size_t k = 0; k < 8; ++k) token[i + k] = static_cast<std::uint8_t>(bits >> (8 * k));
    }
    assert(token != proto::Token{} && "a token is drawn, not empty");
    return token;
}

const Session* Lobby::find(const std::string& code) const {
    const auto found = games_.find(code);
    return found == games_.end() ? nullptr : found->second.session.get();
}

const Session* Lobby::find_by_watch_code(const std::string& watch_code) const {
    const auto found = find_watched(watch_code);
    return found == games_.end() ? nullptr : found->second.session.get();
}

Lobby::Listing Lobby::listing_of(const Session& session) {
    Listing listing{.is_live = !session.has_ended()};
    listing.is_open = listing.is_live && session.free_seat(false).has_value();
    for (const Slot slot : kSlots) {
        if (!session.name_of(slot).empty()) ++listing.players;
    }
    return listing;
}

/// Only what has changed is written: it is called at each visit.
void Lobby::list(proto::CodeKey code, Game& game, const Listing& as) {
    const auto put = [&](std::set<proto::CodeKey>& among, bool was, bool is) {
        if (is && !was) among.insert(code);
        if (was && !is) among.erase(code);
    };
    put(live_, game.listing.is_live, as.is_live);
    put(open_, game.listing.is_open, as.is_open);
    assert(players_ >= game.listing.players && "a listed game's players are counted");
    players_ += as.players;
    players_ -= game.listing.players;
    game.listing = as;
    assert(open_.size() <= live_.size() && live_.size() <= games_.size() && "only games are listed, and no game that has ended is open");
}

std::vector<std::string> Lobby::codes(std::size_t most) const {
    std::vector<std::string> codes;
    codes.reserve(std::min(most, live_.size()));
    for (auto each = live_.begin(); each != live_.end() && codes.size() < most; ++each) codes.push_back(games_.at(*each).session->code());
    return codes;
}

std::vector<const Session*> Lobby::open_games(std::size_t most) const {
    std::vector<const Session*> games;
    for (auto each = open_.begin(); each != open_.end() && games.size() < most; ++each) games.push_back(games_.at(*each).session.get());
    return games;
}

std::vector<Lobby::SessionLine> Lobby::sessions(const std::string& after, std::size_t most) const {
    std::vector<SessionLine> lines;
    for (auto each = games_.upper_bound(after); each != games_.end() && lines.size() < most; ++each) {
        const auto& session = each->second.session;
        SessionLine line;
        line.code = session->code();
        line.level = session->setup().level_name;
        for (const Slot slot : kSlots) {
            line.names[index(slot)] = session->name_of(slot);
            if (!session->name_of(slot).empty()) line.addresses[index(slot)] = address_text(session->host_of(slot), LogAddresses::full);
            line.states[index(slot)] = proto::text_of(session->state_of(slot));
            line.scores[index(slot)] = session->score_of(slot);
        }
        line.tick = session->tick().value;
        lines.push_back(std::move(line));
    }
    return lines;
}

/// `host` is the address that caused the event; its budget of log lines is charged.
void Lobby::say(LogCause cause, Host host, LogEvent event, Micros now) {
    if (event.host == 0 && !event.slot) event.host = host;
    auto text = environment_.admission->admit_log_line(cause, host, std::move(event.text), now);
    if (!text) return count(metrics_.log_lines_left_out);
    event.text = std::move(*text);
    environment_.log(event);
}

}  // namespace albireo::server
