// Where the game is that a player wants to join.
#include <fmt/format.h>
#include <spdlog/spdlog.h>

#include <algorithm>

#include "client/app/pictures/offscreen.hpp"
#include "client/app/program_parts.hpp"
#include "reach/interfaces.hpp"
#include "reach/search.hpp"

namespace albireo::app {
namespace {

/// Games in the same network answer within 0.3 s, even if one or two queries are lost, and others after a round trip.
constexpr Micros kSearchFor = 1'500 * proto::kMicrosPerMs;

bool is_asked(const reach::Address& address) {
    return reach::address_of(address.host) != 0;
}

}  // namespace

std::string search_text(const CommandLine& line) {
    std::string text = fmt::format("looking for {} in this network", line.code);
    for (const reach::Address& each : line.addresses) text += fmt::format(", at {}", reach::text_of(each));
    return text + " ...";
}

client::ServerAddress find_game(const CommandLine& line, const std::function<bool()>& next_frame) {
    reach::Search search({.code = line.code, .addresses = line.addresses});
    const bool waits = line.addresses.empty() || std::any_of(line.addresses.begin(), line.addresses.end(), is_asked);
    const Micros began = client::UdpClient::now();
    for (Micros now = began; waits && now - began < kSearchFor; now = client::UdpClient::now()) {
        search.advance(now);
        if (!search.found().empty()) {
            const reach::Address& at = search.found().front().address;
            spdlog::info("{} found at {} after {} ms", line.code, reach::text_of(at), (now - began) / 1000);
            return {at.host, at.port};
        }
        if (!next_frame()) return {};
    }
    spdlog::info("{}: nothing in this network answers", line.code);
    for (const reach::Address& each : line.addresses) {
        spdlog::info("{}: {}", reach::text_of(each), is_asked(each) ? "no answer" : "not asked: a name");
    }
    // A dedicated server plays without answering queries: the first address or, with a bare code, one on this computer.
    if (!line.addresses.empty()) return {line.addresses.front().host, line.addresses.front().port};
    return {};
}

}  // namespace albireo::app
