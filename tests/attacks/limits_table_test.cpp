// Goal: the table of limits in server/README.md says what the server does. Operators plan by it.
#include <doctest/doctest.h>

#include <filesystem>
#include <fstream>
#include <optional>
#include <regex>
#include <sstream>
#include <string>
#include <vector>

#include "server/limits/limits.hpp"
#include "server/lobby.hpp"
#include "server/rendezvous.hpp"
#include "server/session.hpp"
#include "server/shard.hpp"
#include "server/web/web_server.hpp"

using namespace albireo;
using namespace albireo::server;

namespace {

std::string page() {
    std::ifstream file(ALBIREO_SOURCE_DIR "/server/README.md");
    std::ostringstream text;
    text << file.rdbuf();
    return text.str();
}

/// The cells of the row whose first cell begins so, without spaces at their ends. Empty if there is none, or more than one.
std::vector<std::string> row(const std::string& text, const std::string& begins) {
    const std::string start = "\n| " + begins;
    const auto at = text.find(start);
    if (at == std::string::npos || text.find(start, at + 1) != std::string::npos) return {};
    std::vector<std::string> cells;
    std::istringstream line(text.substr(at + 2, text.find('\n', at + 1) - at - 2));
    for (std::string cell; std::getline(line, cell, '|');) {
        const auto from = cell.find_first_not_of(' ');
        cells.push_back(from == std::string::npos ? "" : cell.substr(from, cell.find_last_not_of(' ') - from + 1));
    }
    return cells;
}

/// "2 000 + 60 000" as the page writes it; in bytes with their unit, as in "2 MB + 6 MB".
std::string text_of(std::int64_t number, const char* unit) {
    const std::string name = unit;
    if (name == " MB") return std::to_string(number / 1'000'000) + name;
    if (name == " KB") return std::to_string(number / 1'000) + name;
    std::string digits = std::to_string(number);
    for (auto at = static_cast<int>(digits.size()) - 3; at > 0; at -= 3) digits.insert(static_cast<std::size_t>(at), " ");
    return digits;
}
std::string text_of(const Rate& rate, const char* unit = "") { return text_of(rate.burst, unit) + " + " + text_of(rate.per_minute, unit); }

}  // namespace

TEST_CASE("the page's limits are those of the code") {
    const std::string text = page();
    const Limits limits;
    const MeetLimits meet;
    const auto check = [&](const std::string& what, const std::string& address, const std::string& prefix, const std::string& server) {
        CAPTURE(what);
        const auto cells = row(text, what);
        REQUIRE(cells.size() >= 4);
        CHECK(cells[1] == address);
        CHECK(cells[2] == prefix);
        CHECK(cells[3] == server);
    };
    const auto rates = [&](const std::string& what, const Rates& each, const char* unit = "") {
        check(what, text_of(each.address, unit), text_of(each.prefix, unit), text_of(each.server, unit));
    };
    const auto counts = [&](const std::string& what, const Counts& each) {
        check(what, text_of(each.address, ""), text_of(each.prefix, ""), text_of(each.server, ""));
    };
    rates("Hellos answered", limits.hellos);
    rates("… of trusted addresses", limits.trusted_hellos);
    rates("new connections", limits.peers);
    counts("connections without a seat", limits.seatless);
    check("sessions that have not started, kept", "", "", text_of(kLobbyPlaces, ""));
    counts("players who wait on the results", limits.rematch_waits);
    rates("sessions created", limits.creates);
    check("sessions held", text_of(limits.sessions.address, ""), text_of(limits.sessions.prefix, ""), "`--max-sessions`");
    rates("wrong codes and tokens", limits.wrong_codes);
    rates("levels and snapshots sent", limits.transfers);
    rates("… in bytes |", limits.transfer_bytes, " MB");
    rates("… in bytes that are repeated", limits.repeated_bytes, " MB");
    rates("… to players who return by token", limits.returns);
    counts("spectators", limits.spectators);
    const WebLimits web;
    rates("the page for browsers, sent", web.pages);
    counts("… at once", web.pages_at_once);
    rates("log lines of one cause", limits.log_lines);
    counts("rendezvous: codes enrolled", meet.enrolments);
    rates("… introductions", meet.introductions);
    rates("… probes sent", meet.probes);
    rates("… signatures of enrolments, checked", meet.signatures);
    counts("… relays open, by the joiner", meet.relays);
    counts("… relays open, by the host", meet.relays_of_host);
    check("voice of a player", text_of(kVoicePieces), "", "");
    check("… bytes of a relay", text_of(meet.relay_bytes, " KB"), "", "");
    check("lookups of a code in the directory", text_of(kLookupsOfAddress, ""), "", text_of(kLookupsMax, ""));
}

TEST_CASE("all limits of the server are in one table") {
    const std::filesystem::path table = "limits/limits.hpp", server = ALBIREO_SOURCE_DIR "/server";
    const std::regex limit(R"((struct \w*Limits \{)|(\b(Rates?|Counts) \w+ ?(\{[^}]|= ?[^L ])))");
    int files = 0;
    for (const auto& entry : std::filesystem::recursive_directory_iterator(server)) {
        const auto path = entry.path().lexically_relative(server);
        if (path.extension() != ".hpp" && path.extension() != ".cpp") continue;
        ++files;
        std::ifstream file(entry.path());
        bool has_limit = false;
        for (std::string line; std::getline(file, line);) has_limit = has_limit || std::regex_search(line, limit);
        CHECK_MESSAGE(has_limit == (path == table), path.string());
    }
    CHECK(files > 50);
}

TEST_CASE("the page's bounds of a pass are those of the code") {
    const std::string text = page();
    const auto has = [&](const std::string& begins) {
        CAPTURE(begins);
        CHECK(!row(text, begins).empty());
    };
    has("visits of games and peers begin within " + std::to_string(Shard::kVisitFor / 1'000) + "." + std::to_string(Shard::kVisitFor / 100 % 10) + " ms");
    has("a visit: " + std::to_string(Lobby::kMessagesAtOnce) + " messages of a peer");
    has("… " + std::to_string(Session::kTicksAtOnce) + " ticks, " + std::to_string(Session::kFramesAtOnce) + " frames of a player");
    CHECK(text.find("A peer that has no seat after " + std::to_string(kSeatWithin / proto::kMicrosPerSecond) + " s is dropped") != std::string::npos);
    static_assert(kLobbyMax == 600 * proto::kMicrosPerSecond && kEmptyMax == 300 * proto::kMicrosPerSecond && kPauseMax == 3'600 * proto::kMicrosPerSecond);
    CHECK(text.find("A lobby is closed after ten minutes, or after two without a connection; a game, after five minutes without a") != std::string::npos);
    CHECK(text.find("or after a pause of an hour") != std::string::npos);
}
