#include "reach/game_finder.hpp"

#include <algorithm>
#include <iterator>
#include <utility>

#include "proto/join_code.hpp"
#include "reach/interfaces.hpp"

namespace albireo::reach {

using proto::Micros;
using Asked = SearchFacts::Asked;
using Server = SearchFacts::Server;
using Way = GameFinder::Found::Way;

bool is_asked(const Address& address) {
    return !proto::read_ip(address.host).is_none();
}

AddressKind kind_of(const Address& address) {
    const proto::IpAddress host = proto::read_ip(address.host);
    if (host.is_none()) return AddressKind::name;
    if (!host.is_public()) return AddressKind::private_ip;
    return host.is_ipv6() ? AddressKind::ipv6 : AddressKind::public_ipv4;
}

const char* text_of(Way way) {
    return way == Way::direct ? "direct" : way == Way::punched ? "punched" : "relayed";
}

GameFinder::GameFinder(FinderOptions options)
    : options_(std::move(options)),
      search_(options_.code.size() == proto::kWatchCodeLetters ? SearchOptions{.watch_code = options_.code, .addresses = options_.addresses, .finds_each_address = true}
                                                               : SearchOptions{.code = options_.code, .addresses = options_.addresses, .finds_each_address = true}) {
    facts_.addresses = options_.addresses;
    facts_.rendezvous = options_.rendezvous;
    facts_.may_relay = options_.may_relay;
    if (options_.rendezvous) meeting_.emplace(*options_.rendezvous, options_.code, options_.may_relay);
}

void GameFinder::find(Found found, Micros now, const std::string& line) {
    found_ = std::move(found);
    found_->after = now - began_;
    found_line_ = options_.code + " " + line + ", " + std::to_string(found_->after / 1000) + " ms after the first query";
    is_over_ = true;
}

void GameFinder::advance(Micros now) {
    if (began_ < 0) {
        began_ = now;
        note_routes();
        for (const Address& each : options_.addresses) {
            if (!is_asked(each) && waits()) names_.push_back({each, proto::NameLookup(each.host)});
        }
        if (!names_.empty()) facts_.at(AddressKind::name) = Asked::looked_up;
    }
    if (is_over_) return;
    const bool asks = (waits() && now - began_ < kSearchFor) || is_proving();
    if (!asks && facts_.network == Asked::asking) end_asking();
    if (meeting_) follow_meeting(now);
    if (is_over_) {
        meeting_.reset();
        return;
    }
    // A server that is not enrolled, and does not answer queries, is waiting at its address.
    const bool is_unknown = meeting_ && !asks && !options_.addresses.empty() && meeting_->meeting() != nullptr && meeting_->meeting()->is_code_unknown();
    const bool meets = meeting_ && !is_unknown && facts_.server != Server::late && meeting_->failure().empty();
    if (is_unknown) facts_.meeting = JoinMeeting::State::failed, facts_.failure = JoinMeeting::Failure::unknown_code;
    if (!asks && !meets) {
        is_over_ = true;
        return;
    }
    read_names();
    search_.advance(now);
    for (const auto& each : search_.found()) {
        if (found_at(each.address, true, now)) return;
    }
    // A dedicated server may not answer queries. Under a name it is asked for its proof all the same.
    if (!options_.prover) return;
    for (const Resolved& each : resolved_) {
        if (found_at(each.at, false, now)) return;
    }
}

bool GameFinder::found_at(const Address& at, bool has_answered, Micros now) {
    if (!is_proved(at, has_answered, now)) return false;
    (is_invited(at) ? facts_.at(kind_at(at)) : facts_.network) = Asked::answered;
    // The program remembers the key of a server by the name.
    const Address* const name = name_at(at);
    find({name != nullptr ? *name : at}, now, "found at " + text_of(at));
    return true;
}

/// Whether an answer is worth waiting for. A name alone is not, without a key: the program connects to it in any case.
bool GameFinder::waits() const {
    return options_.addresses.empty() || options_.prover || std::ranges::any_of(options_.addresses, is_asked);
}

void GameFinder::read_names() {
    for (Name& each : names_) {
        if (each.is_read || !each.lookup.is_done()) continue;
        each.is_read = true;
        for (const proto::IpAddress& host : each.lookup.addresses()) {
            resolved_.push_back({{proto::text_of(host), each.asked.port}, each.asked});
            search_.ask_also(resolved_.back().at);
        }
        Asked& name = facts_.at(AddressKind::name);
        if (!each.lookup.addresses().empty()) name = Asked::asking;
        if (each.lookup.addresses().empty() && name == Asked::looked_up) name = Asked::without_address;
    }
}

/// The name under which the invitation has this address; null: none, or it has the address itself.
const Address* GameFinder::name_at(const Address& at) const {
    const auto found = std::ranges::find(resolved_, at, &Resolved::at);
    const bool is_given = std::ranges::find(options_.addresses, at) != options_.addresses.end();
    return is_given || found == resolved_.end() ? nullptr : &found->name;
}

bool GameFinder::is_invited(const Address& at) const {
    return name_at(at) != nullptr || std::ranges::find(options_.addresses, at) != options_.addresses.end();
}

/// Whether the server at this address has proved its key. Begins to ask it, if there is room.
bool GameFinder::is_proved(const Address& at, bool has_answered, Micros now) {
    if (!options_.prover) return true;
    auto known = std::ranges::find(candidates_, at, &Candidate::at);
    if (known == candidates_.end()) {
        const bool invited = is_invited(at);
        const auto is_stranger = [](const Candidate& each) { return !each.is_invited; };
        const auto is_asked_stranger = [](const Candidate& each) { return !each.is_invited && each.question; };
        const bool has_room = std::ranges::count_if(candidates_, is_stranger) < static_cast<std::ptrdiff_t>(kStrangersMax) &&
                              std::ranges::count_if(candidates_, is_asked_stranger) < static_cast<std::ptrdiff_t>(kStrangersAtOnceMax);
        if (!invited && !has_room) return false;
        candidates_.push_back({.at = at, .is_invited = invited, .question = options_.prover({proto::read_ip(at.host), at.port}), .began = now});
        known = std::prev(candidates_.end());
    }
    known->has_answered = known->has_answered || has_answered;
    if (!known->question) return false;
    const std::optional<bool> answer = known->question(now);
    if (answer == false || (!answer && now - known->began >= kProveFor)) known->question = nullptr;
    return answer == true;
}

/// Whether an address of the invitation is still being asked for its proof.
bool GameFinder::is_proving() const {
    return std::ranges::any_of(candidates_, [](const Candidate& each) { return each.is_invited && each.question; });
}

/// Nothing has answered, except perhaps servers of another version.
void GameFinder::end_asking() {
    facts_.network = waits() || meeting_ ? Asked::silent : Asked::skipped;
    for (Asked& each : facts_.at_addresses) each = each == Asked::asking ? facts_.network : each;
    if (!waits()) facts_.at(AddressKind::name) = Asked::skipped;
    for (const Candidate& each : candidates_) {
        if (each.has_answered) (each.is_invited ? facts_.at(kind_at(each.at)) : facts_.network) = Asked::other_game;
    }
    for (const Search::OtherVersion& each : search_.other_versions()) {
        const Address at{proto::text_of(each.from.host), each.from.port};
        (is_invited(at) ? facts_.at(kind_at(at)) : facts_.network) = each.gap == proto::VersionGap::server_is_newer ? Asked::server_is_newer : Asked::server_is_older;
    }
}

void GameFinder::note_routes() {
    for (const Address& each : options_.addresses) {
        if (is_asked(each)) facts_.at(kind_of(each)) = Asked::no_route;
    }
    for (const Address& each : options_.addresses) {
        if (is_asked(each) && has_route(proto::read_ip(each.host))) facts_.at(kind_of(each)) = Asked::asking;
    }
}

void GameFinder::follow_meeting(Micros now) {
    meeting_->advance(now);
    if (meeting_->has_no_address()) {
        facts_.server = Server::without_address;
    } else if (const JoinMeeting* meeting = meeting_->meeting()) {
        facts_.server = meeting->is_answered() ? Server::answered : Server::asked;
        facts_.meeting = meeting->state();
        facts_.failure = meeting->failure();
    }
    if (const auto route = meeting_->route()) {
        const Way way = route->path.relay ? Way::relayed : Way::punched;
        find({{proto::text_of(route->server.host), route->server.port}, way, route->path}, now,
             text_of(way) + (" at " + proto::text_of(route->server)) + ", " + std::to_string(meeting_->since_introduction(now) / 1000) + " ms after the introduction");
        return;
    }
    if (now - began_ >= kMeetFor && meeting_->failure().empty()) facts_.server = Server::late;
}

std::optional<Address> GameFinder::last_resort() const {
    if (options_.addresses.empty()) return {};
    const auto is_near = [](const Address& each) { return !is_asked(each) || has_route(proto::read_ip(each.host)); };
    const auto found = std::ranges::find_if(options_.addresses, is_near);
    return found == options_.addresses.end() ? options_.addresses.front() : *found;
}

/// Of a server that has answered there that it speaks another version.
proto::VersionGap GameFinder::gap_at(const Address& address) const {
    for (const Search::OtherVersion& each : search_.other_versions()) {
        if (Address{proto::text_of(each.from.host), each.from.port} == address) return each.gap;
    }
    return proto::VersionGap::none;
}

std::vector<std::string> GameFinder::lines_of_addresses() const {
    std::vector<std::string> all;
    for (const Address& each : options_.addresses) {
        if (found_ && found_->server == each) continue;
        const bool has_way = !is_asked(each) || has_route(proto::read_ip(each.host));
        const bool is_early = found_ && found_->after < kSearchFor;
        const std::string_view other_version = proto::text_of(gap_at(each));
        const bool is_other = std::ranges::any_of(candidates_, [&](const Candidate& known) { return known.at == each && known.has_answered; });
        const auto name = std::ranges::find(names_, each, &Name::asked);
        const std::string_view why = !is_asked(each) && name == names_.end() ? "not queried: it is a host name"
                                     : !is_asked(each) && !name->is_read ? "its address is not known yet"
                                     : !is_asked(each) && name->lookup.addresses().empty() ? "its name has no address"
                                     : is_other               ? "what answers there does not prove the key of the invitation"
                                     : !other_version.empty() ? other_version
                                     : !has_way               ? "no route"
                                     : is_early               ? kNoAnswerUntilThen
                                                              : "no answer";
        all.push_back(options_.code + ": " + text_of(each) + ": " + std::string(why));
    }
    return all;
}

}  // namespace albireo::reach
