#include "client/app/game_search.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "reach/interfaces.hpp"

namespace albireo::app {

using proto::Micros;
using Asked = SearchFacts::Asked;
using Server = SearchFacts::Server;

GameSearch::GameSearch(GameSearchOptions options)
    : options_(std::move(options)),
      search_({.code = options_.watches ? "" : options_.code, .watch_code = options_.watches ? options_.code : "", .addresses = options_.addresses}) {
    if (options_.watches) options_.rendezvous.reset();
    facts_.may_meet = !options_.watches;
    facts_.addresses = options_.addresses;
    facts_.rendezvous = options_.rendezvous;
    facts_.may_relay = options_.may_relay;
    if (options_.rendezvous) meeting_.emplace(*options_.rendezvous, options_.code, options_.may_relay);
}

void GameSearch::find(client::ServerAddress server, std::string line) {
    found_ = std::move(server);
    found_line_ = std::move(line);
    is_over_ = true;
}

void GameSearch::advance(Micros now) {
    if (began_ < 0) began_ = now;
    if (is_over_) return;
    const bool waits = options_.addresses.empty() || std::ranges::any_of(options_.addresses, is_asked);
    const bool asks = waits && now - began_ < kSearchFor;
    if (!asks && facts_.network == Asked::asking) facts_.network = facts_.at_addresses = waits || meeting_ ? Asked::silent : Asked::skipped;
    if (meeting_) follow_meeting(now);
    if (is_over_) {
        meeting_.reset();
        return;
    }
    const bool meets = meeting_ && facts_.server != Server::late && meeting_->failure().empty();
    if (!asks && !meets) {
        is_over_ = true;
        return;
    }
    search_.advance(now);
    if (search_.found().empty()) return;
    const reach::Address& at = search_.found().front().address;
    const bool is_invited = std::ranges::find(options_.addresses, at) != options_.addresses.end();
    (is_invited ? facts_.at_addresses : facts_.network) = Asked::answered;
    find({at.host, at.port}, fmt::format("{} found at {} after {} ms", options_.code, reach::text_of(at), (now - began_) / 1000));
}

void GameSearch::follow_meeting(Micros now) {
    meeting_->advance(now);
    if (meeting_->has_no_address()) {
        facts_.server = Server::without_address;
    } else if (const reach::JoinMeeting* meeting = meeting_->meeting()) {
        facts_.server = meeting->is_answered() ? Server::answered : Server::asked;
        facts_.meeting = meeting->state();
        facts_.failure = meeting->failure();
    }
    if (const auto route = meeting_->route()) {
        const client::Route how = route->path.relay ? client::Route::relayed : client::Route::punched;
        find({.host = proto::text_of(route->server.host), .port = route->server.port, .path = route->path, .route = how},
             fmt::format("{} {} at {}, {} ms after the introduction, {} ms after the first query", options_.code, client::text_of(how),
                         proto::text_of(route->server), meeting_->since_introduction(now) / 1000, (now - began_) / 1000));
        return;
    }
    if (now - began_ >= kMeetFor && meeting_->failure().empty()) facts_.server = Server::late;
}

client::ServerAddress GameSearch::last_resort() const {
    if (options_.addresses.empty()) return {};
    const auto is_near = [](const reach::Address& each) { return !is_asked(each) || reach::has_route(proto::read_ip(each.host)); };
    const auto found = std::ranges::find_if(options_.addresses, is_near);
    const reach::Address& at = found == options_.addresses.end() ? options_.addresses.front() : *found;
    return {at.host, at.port};
}

std::vector<std::string> GameSearch::lines() const {
    if (found_) return {found_line_};
    std::vector<std::string> all;
    for (const SearchWay& way : ways()) all.push_back(fmt::format("{}: {}", options_.code, way.line));
    for (const reach::Address& each : options_.addresses) {
        const bool has_route = !is_asked(each) || reach::has_route(proto::read_ip(each.host));
        const char* const why = !is_asked(each) ? "not queried: it is a host name" : has_route ? "no answer" : "no route";
        all.push_back(fmt::format("{}: {}: {}", options_.code, reach::text_of(each), why));
    }
    return all;
}

}  // namespace albireo::app
