#include "server/admin/pages.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <nlohmann/json.hpp>
#include <utility>

#include "proto/join_code.hpp"
#include "proto/messages.hpp"
#include "server/admin/gather.hpp"

namespace albireo::server {
namespace {

AdminAnswer page(unsigned status, const nlohmann::json& body) {
    // Names are UTF-8, but nothing here may throw if one is not.
    return {status, body.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace) + "\n"};
}
AdminAnswer fault(unsigned status, const std::string& text) { return page(status, {{"error", text}}); }

AdminAnswer verdict(const char* name, const std::vector<std::string>& reasons) {
    return page(reasons.empty() ? 200 : 503, {{name, reasons.empty()}, {"reasons", reasons}});
}

/// The string of this name in a request's body; empty if there is none.
std::string word_of(const nlohmann::json& body, const char* name) {
    const bool has = body.is_object() && body.contains(name) && body[name].is_string();
    return has ? body[name].get<std::string>() : std::string();
}

std::size_t sum_of(const std::vector<std::optional<std::size_t>>& answers) {
    std::size_t sum = 0;
    for (const auto& each : answers) sum += each.value_or(0);
    return sum;
}

constexpr std::size_t kLinesAtOnce = 64;  // of the list of sessions, in a pass of a shard: 0.1 ms
constexpr std::uint64_t kBanSecondsMax = 366 * 86'400;

constexpr const char* kNoToken = "this needs a bearer token, and the server has none: start it with --admin-token FILE";
constexpr const char* kWrongToken = "this needs the bearer token of the server's --admin-token file";

}  // namespace

void Pages::answer(const AdminRequest& request, AdminHttpServer::Reply reply) {
    const bool is_operator = bearer_.opens(request.authorization);
    // A wrong token is refused, even for pages that need none: the operator should notice it.
    if (!request.authorization.empty() && !is_operator) return reply(fault(401, bearer_.is_set() ? kWrongToken : kNoToken));
    if (request.method == "GET") return get(request.path, is_operator, std::move(reply));
    if (!is_operator) return reply(fault(bearer_.is_set() ? 401 : 403, bearer_.is_set() ? kWrongToken : kNoToken));
    post(request, std::move(reply));
}

void Pages::get(const std::string& path, bool is_operator, AdminHttpServer::Reply reply) {
    const Micros now = steady_now();
    if (path == "/live") return reply(verdict("live", watched_.health.not_live(now)));
    if (path == "/ready") return reply(verdict("ready", watched_.health.not_ready(now)));
    if (path == "/metrics") {
        const WebFigures* const web = environment_.web_figures ? environment_.web_figures() : nullptr;
        const auto directory = environment_.directory_figures ? environment_.directory_figures() : std::nullopt;
        return reply({200, prometheus_page(watched_, environment_.http_figures(), web, directory, now), "text/plain; version=0.0.4; charset=utf-8"});
    }
    if (path == "/metrics.json") return reply(page(200, totals(watched_.shards)));
    if (path == "/sessions") return list_sessions(is_operator, std::move(reply));
    if (path == "/bans") {
        if (!is_operator) return reply(fault(bearer_.is_set() ? 401 : 403, bearer_.is_set() ? kWrongToken : kNoToken));
        return list_bans(std::move(reply));
    }
    reply(fault(404, "no such page; there are /live, /ready, /metrics, /metrics.json, /sessions and /bans"));
}

void Pages::list_sessions(bool is_operator, AdminHttpServer::Reply reply) {
    using Lines = std::vector<Lobby::SessionLine>;
    gather_parts<Lines>(
        io_, watched_.shards,
        [](Lobby& lobby, Lines& lines) {
            auto more = lobby.sessions(lines.empty() ? "" : lines.back().code, kLinesAtOnce);
            const bool is_last = more.size() < kLinesAtOnce;
            std::ranges::move(more, std::back_inserter(lines));
            return is_last;
        },
        [is_operator, reply = std::move(reply)](const std::vector<std::optional<Lines>>& answers) {
            nlohmann::json list = nlohmann::json::array();
            nlohmann::json silent = nlohmann::json::array();
            for (std::size_t shard = 0; shard < answers.size(); ++shard) {
                if (!answers[shard]) {
                    silent.push_back(shard);
                    continue;
                }
                for (const auto& line : *answers[shard]) {
                    nlohmann::json each{{"shard", shard}, {"level", line.level}, {"states", line.states}, {"tick", line.tick}, {"scores", line.scores}};
                    if (is_operator) {
                        each["code"] = line.code;
                        each["players"] = line.names;
                        each["addresses"] = line.addresses;
                    }
                    list.push_back(std::move(each));
                }
            }
            reply(page(200, {{"sessions", list}, {"silent_shards", silent}}));
        });
}

void Pages::post(const AdminRequest& request, AdminHttpServer::Reply reply) {
    if (request.path == "/drain") {
        environment_.log("an operator drains the server");
        environment_.drain();
        return reply(page(200, {{"done", "draining: running games may finish, new ones are refused"}}));
    }
    const auto body = nlohmann::json::parse(request.body, nullptr, false);
    if (request.path == "/kick") return remove(body, false, std::move(reply));
    if (request.path == "/end") return remove(body, true, std::move(reply));
    if (request.path == "/ban") return ban(body, std::move(reply));
    if (request.path == "/unban") return unban(body, std::move(reply));
    if (request.path == "/message") return tell(body, std::move(reply));
    reply(fault(404, "no such action; there are /drain, /kick, /end, /ban, /unban and /message"));
}

/// Body: {"code":"K7QF2M"}, and "seat" ("gold" or "blue") unless the whole game is ended.
void Pages::remove(const nlohmann::json& body, bool whole_game, AdminHttpServer::Reply reply) {
    const auto code = proto::read_join_code(word_of(body, "code"));
    const std::string seat = word_of(body, "seat");
    if (!code) return reply(fault(400, R"(expected a body such as {"code":"K7QF2M"})"));
    if (!whole_game && seat != "gold" && seat != "blue") return reply(fault(400, R"(expected "seat":"gold" or "seat":"blue")"));
    std::optional<Slot> slot;
    if (!whole_game) slot = seat == "gold" ? Slot::gold : Slot::blue;
    gather<bool>(
        io_, watched_.shards, [code = *code, slot](Lobby& lobby, Micros now) { return lobby.remove(code, slot, now); },
        [log = environment_.log, what = whole_game ? *code : *code + " " + seat, whole_game,
         reply = std::move(reply)](const std::vector<std::optional<bool>>& answers) {
            const bool done = std::ranges::any_of(answers, [](const auto& each) { return each.value_or(false); });
            const bool silent = std::ranges::any_of(answers, [](const auto& each) { return !each; });
            if (done) {
                log(fmt::format("an operator {} {}", whole_game ? "ends" : "removes", what));
                return reply(page(200, {{"done", (whole_game ? "ended " : "removed ") + what}}));
            }
            reply(silent ? fault(503, "a shard did not answer: see /ready") : fault(404, "no such game, or nobody is in that seat"));
        });
}

/// {"bans":[{"range":"203.0.113.0/24","seconds":3600}]}
void Pages::list_bans(AdminHttpServer::Reply reply) {
    const Micros now = steady_now();
    nlohmann::json list = nlohmann::json::array();
    for (const Ban& ban : admission().bans(now)) {
        list.push_back({{"range", ban.range.text()}, {"seconds", (ban.until - now) / proto::kMicrosPerSecond}});
    }
    reply(page(200, {{"bans", list}}));
}

/// Body: {"range":"203.0.113.0/24","seconds":3600}. Players of these addresses are removed at once.
void Pages::ban(const nlohmann::json& body, AdminHttpServer::Reply reply) {
    const auto range = read_host_range(word_of(body, "range"));
    const bool has_time = body.is_object() && body.contains("seconds") && body["seconds"].is_number_unsigned();
    const std::uint64_t seconds = has_time ? body["seconds"].get<std::uint64_t>() : 0;
    if (!range || seconds < 1 || seconds > kBanSecondsMax) {
        return reply(fault(400, R"(expected a body such as {"range":"203.0.113.0/24","seconds":3600}, for a year at most)"));
    }
    const Micros now = steady_now();
    if (!admission().ban({*range, now + static_cast<Micros>(seconds) * proto::kMicrosPerSecond}, now)) {
        return reply(fault(507, fmt::format("there are {} bans already, the maximum; lift one, or ban a network", Bans::kMax)));
    }
    environment_.bans_changed();
    gather_by<std::size_t>(
        io_, watched_.shards,
        [](Shard& shard, auto answered) { shard.ask([answered](Lobby& lobby, Micros) { lobby.remove_banned(answered); }); },
        [log = environment_.log, text = range->text(), seconds, reply = std::move(reply)](const auto& answers) {
            const std::size_t removed = sum_of(answers);
            log(fmt::format("an operator bans {} for {} s: {} connections removed", text, seconds, removed));
            reply(page(200, {{"done", fmt::format("banned {} for {} s; {} connections removed", text, seconds, removed)}}));
        });
}

/// Body: {"range":"203.0.113.0/24"}, as it was banned.
void Pages::unban(const nlohmann::json& body, AdminHttpServer::Reply reply) {
    const auto range = read_host_range(word_of(body, "range"));
    if (!range) return reply(fault(400, R"(expected a body such as {"range":"203.0.113.0/24"})"));
    if (!admission().lift(*range, steady_now())) return reply(fault(404, range->text() + " is not banned; see the list of bans"));
    environment_.bans_changed();
    environment_.log("an operator lifts the ban of " + range->text());
    reply(page(200, {{"done", "lifted the ban of " + range->text()}}));
}

/// Body: {"text":"…"}, and "code" if only one game is to read it.
void Pages::tell(const nlohmann::json& body, AdminHttpServer::Reply reply) {
    const std::string text = word_of(body, "text");
    const std::string given = word_of(body, "code");
    if (text.empty() || !proto::is_line(text)) {
        return reply(fault(400, fmt::format(R"(expected a body such as {{"text":"…"}}: at most {} bytes in one line)", proto::kTextBytesMax)));
    }
    const auto code = proto::read_join_code(given);
    if (!given.empty() && !code) return reply(fault(400, "'" + given + "' is not the code of a game"));
    gather_by<std::size_t>(
        io_, watched_.shards,
        [code, text](Shard& shard, auto answered) {
            shard.ask([code, text, answered](Lobby& lobby, Micros at) { code ? answered(lobby.tell(*code, text, at)) : lobby.tell_all(text, answered); });
        },
        [log = environment_.log, code, text, reply = std::move(reply)](const auto& answers) {
            const std::size_t told = sum_of(answers);
            if (code && told == 0) return reply(fault(404, "no such game, or nobody is connected to it"));
            log(fmt::format("an operator sends a message to {}: {}", code.value_or("everybody"), text));
            reply(page(200, {{"done", fmt::format("sent to {} players", told)}}));
        });
}

}  // namespace albireo::server
