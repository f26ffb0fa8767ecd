#include "server/admin/pages.hpp"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "proto/join_code.hpp"
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

constexpr const char* kNoToken = "this needs a bearer token, and the server has none: start it with --admin-token FILE";
constexpr const char* kWrongToken = "this needs the bearer token of the server's --admin-token file";

}  // namespace

void Pages::answer(const AdminRequest& request, HttpDoor::Reply reply) {
    const bool is_operator = bearer_.opens(request.authorization);
    // A wrong token is refused, even for pages that need none: the operator should notice it.
    if (!request.authorization.empty() && !is_operator) return reply(fault(401, bearer_.is_set() ? kWrongToken : kNoToken));
    if (request.method == "GET") return get(request.path, is_operator, std::move(reply));
    if (!is_operator) return reply(fault(bearer_.is_set() ? 401 : 403, bearer_.is_set() ? kWrongToken : kNoToken));
    post(request, std::move(reply));
}

void Pages::get(const std::string& path, bool is_operator, HttpDoor::Reply reply) {
    const Micros now = steady_now();
    if (path == "/live") return reply(verdict("live", watched_.health.not_live(now)));
    if (path == "/ready") return reply(verdict("ready", watched_.health.not_ready(now)));
    if (path == "/metrics") return reply({200, prometheus_page(watched_, outside_.door_figures(), now), "text/plain; version=0.0.4; charset=utf-8"});
    if (path == "/metrics.json") return reply(page(200, totals(watched_.shards)));
    if (path == "/sessions") return list_sessions(is_operator, std::move(reply));
    reply(fault(404, "no such page; there are /live, /ready, /metrics, /metrics.json and /sessions"));
}

void Pages::list_sessions(bool is_operator, HttpDoor::Reply reply) {
    using Lines = std::vector<Lobby::SessionLine>;
    gather<Lines>(
        io_, watched_.shards, [](Lobby& lobby, Micros) { return lobby.sessions(); },
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
                    }
                    list.push_back(std::move(each));
                }
            }
            reply(page(200, {{"sessions", list}, {"silent_shards", silent}}));
        });
}

void Pages::post(const AdminRequest& request, HttpDoor::Reply reply) {
    if (request.path == "/drain") {
        outside_.log("an operator drains the server");
        outside_.drain();
        return reply(page(200, {{"done", "draining: running games may finish, new ones are refused"}}));
    }
    if (request.path == "/kick") return remove(request.body, false, std::move(reply));
    if (request.path == "/end") return remove(request.body, true, std::move(reply));
    reply(fault(404, "no such action; there are /drain, /kick and /end"));
}

/// Body: {"code":"K7QF2M"}, and "seat" ("gold" or "blue") unless the whole game is ended.
void Pages::remove(const std::string& body, bool whole_game, HttpDoor::Reply reply) {
    const auto wish = nlohmann::json::parse(body, nullptr, false);
    const auto word = [&](const char* name) {
        const bool has = wish.is_object() && wish.contains(name) && wish[name].is_string();
        return has ? wish[name].get<std::string>() : std::string();
    };
    const auto code = proto::read_join_code(word("code"));
    const std::string seat = word("seat");
    if (!code) return reply(fault(400, R"(want a body such as {"code":"K7QF2M"})"));
    if (!whole_game && seat != "gold" && seat != "blue") return reply(fault(400, R"(want "seat":"gold" or "seat":"blue")"));
    std::optional<Slot> slot;
    if (!whole_game) slot = seat == "gold" ? Slot::gold : Slot::blue;
    gather<bool>(
        io_, watched_.shards, [code = *code, slot](Lobby& lobby, Micros now) { return lobby.remove(code, slot, now); },
        [log = outside_.log, what = whole_game ? *code : *code + " " + seat, whole_game,
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

}  // namespace albireo::server
