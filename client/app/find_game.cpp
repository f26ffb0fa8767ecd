// Finds the server of the game that a player wants to join.
#include <fmt/format.h>
#include <spdlog/spdlog.h>

#include <algorithm>

#include "client/app/pictures/offscreen.hpp"
#include "client/app/program_parts.hpp"
#include "client/words/format.hpp"
#include "reach/interfaces.hpp"
#include "reach/join_socket.hpp"
#include "reach/search.hpp"

namespace albireo::app {
namespace {

/// Games on the same network answer within 0.3 s, even if one or two queries are lost, and others after a round trip.
constexpr Micros kSearchFor = 1'500 * proto::kMicrosPerMs;

/// Three seconds for the introduction, two of punching, two for the relay.
constexpr Micros kMeetFor = 8 * proto::kMicrosPerSecond;

bool is_asked(const reach::Address& address) {
    return !proto::read_ip(address.host).is_none();
}

client::ServerAddress met(const CommandLine& line, const reach::JoinSocket& meeting, const reach::JoinSocket::Route& route,
                          Micros now, Micros began) {
    const client::Route how = route.path.relay ? client::Route::relayed : client::Route::punched;
    const std::string host = proto::text_of(route.server.host);
    spdlog::info("{} {} at {}, {} ms after the introduction, {} ms after the first query", line.code, client::text_of(how),
                 proto::text_of(route.server), meeting.since_introduction(now) / 1000, (now - began) / 1000);
    return {.host = host, .port = route.server.port, .path = route.path, .route = how};
}

}  // namespace

std::string search_text(const CommandLine& line) {
    std::string text = tr_f("looking for {} on this network", line.code);
    for (const reach::Address& each : line.addresses) text += tr_f(", at {}", reach::text_of(each));
    if (line.rendezvous) text += tr_f(", through {}", reach::text_of(*line.rendezvous));
    return text + " ...";
}

std::string rendezvous_fault(const Settings& settings) {
    if (settings.rendezvous.empty() || reach::read_rendezvous(settings.rendezvous)) return {};
    return tr_f("the rendezvous server '{}' is not HOST or HOST:PORT, e.g. play.example.org:7777: no rendezvous server is used", settings.rendezvous);
}

void use_rendezvous(CommandLine& line, const Settings& settings) {
    if (!line.rendezvous && !settings.rendezvous.empty()) {
        line.rendezvous = reach::read_rendezvous(settings.rendezvous);
        if (const std::string fault = rendezvous_fault(settings); !fault.empty()) spdlog::warn("settings: {}", fault);
    }
    line.setup.rendezvous = line.rendezvous ? reach::text_of(*line.rendezvous) : "";
}

client::ServerAddress find_game(const CommandLine& line, const std::function<bool()>& next_frame) {
    reach::Search search({.code = line.code, .addresses = line.addresses});
    std::optional<reach::JoinSocket> meeting;
    if (line.rendezvous) meeting.emplace(*line.rendezvous, line.code);
    const bool waits = line.addresses.empty() || std::any_of(line.addresses.begin(), line.addresses.end(), is_asked);
    const Micros began = client::UdpClient::now();
    const auto goes_on = [&](Micros now) {
        return (waits && now - began < kSearchFor) || (meeting && meeting->failure().empty() && now - began < kMeetFor);
    };
    for (Micros now = began; goes_on(now); now = client::UdpClient::now()) {
        search.advance(now);
        if (meeting) {
            meeting->advance(now);
            if (const auto route = meeting->route()) return met(line, *meeting, *route, now, began);
        }
        if (!search.found().empty()) {
            const reach::Address& at = search.found().front().address;
            spdlog::info("{} found at {} after {} ms", line.code, reach::text_of(at), (now - began) / 1000);
            return {at.host, at.port};
        }
        if (!next_frame()) return {};
    }
    spdlog::info("{}: nothing on this network answers", line.code);
    for (const reach::Address& each : line.addresses) {
        spdlog::info("{}: {}", reach::text_of(each), is_asked(each) ? "no answer" : "not queried: it is a host name");
    }
    if (meeting) {
        const std::string why = meeting->failure();
        spdlog::info("{}: {}", reach::text_of(*line.rendezvous), why.empty() ? "no answer" : why);
    }
    // A dedicated server plays without answering queries: the first address to which there is a route or, with a bare code, one on
    // this computer.
    if (line.addresses.empty()) return {};
    const auto is_near = [](const reach::Address& each) { return !is_asked(each) || reach::has_route(proto::read_ip(each.host)); };
    const auto found = std::ranges::find_if(line.addresses, is_near);
    const reach::Address& at = found == line.addresses.end() ? line.addresses.front() : *found;
    return {at.host, at.port};
}

}  // namespace albireo::app
