#include "scores/service.hpp"

#include <spdlog/spdlog.h>

#include <charconv>
#include <chrono>
#include <bit>

#include "proto/names.hpp"
#include "proto/net_address.hpp"
#include "scores/api.hpp"
#include "scores/seasons.hpp"
#include "sim/snapshot.hpp"

namespace albireo::scores {
namespace {

using http::Answer;
using nlohmann::json;

constexpr std::size_t kChangeBytesMax = 1000;

// Pages have no script, and nothing from elsewhere.
constexpr const char* kPagePolicy = "default-src 'none'; style-src 'self'; img-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";
// The replay page's own policy, in a box without the rights of this site.
constexpr const char* kReplayPolicy =
    "default-src 'none'; script-src 'unsafe-inline' 'wasm-unsafe-eval'; style-src 'unsafe-inline'; img-src data: blob:; worker-src blob:; "
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'; sandbox allow-scripts allow-downloads";

Answer with_headers(unsigned status, std::string body, std::string type, const char* policy) {
    return {.status = status,
            .body = std::move(body),
            .type = std::move(type),
            .headers = {{"Content-Security-Policy", policy},
                        {"X-Content-Type-Options", "nosniff"},
                        {"Referrer-Policy", "no-referrer"},
                        {"Cross-Origin-Resource-Policy", "same-origin"}}};
}
Answer html(std::string body, unsigned status = 200) { return with_headers(status, std::move(body), "text/html; charset=utf-8", kPagePolicy); }
Answer reply_json(const json& body, unsigned status = 200) {
    return with_headers(status, body.dump(-1, ' ', false, json::error_handler_t::replace) + "\n", "application/json", kPagePolicy);
}
Answer refuse(unsigned status, const char* reason, const std::string& text) { return reply_json({{"error", text}, {"reason", reason}}, status); }

std::vector<std::string> words_of(std::string_view path) {
    std::vector<std::string> words;
    while (!path.empty() && words.size() < 9) {
        path.remove_prefix(1);
        const std::size_t end = std::min(path.find('/'), path.size());
        words.emplace_back(path.substr(0, end));
        path.remove_prefix(end);
    }
    return words;
}

/// A number from 1 to `most` without further letters; 0 if the text is none.
std::int64_t number_of(std::string_view text, std::int64_t most) {
    std::int64_t number = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    return error == std::errc{} && end == text.data() + text.size() && number >= 1 && number <= most ? number : 0;
}

std::optional<Hash> key_of(const http::Request& request) {
    constexpr std::string_view kBearer = "Bearer ";
    const std::string_view header = request.authorization;
    return header.starts_with(kBearer) ? key_hash(header.substr(kBearer.size())) : std::nullopt;
}

proto::Micros steady_now() {
    using namespace std::chrono;
    return duration_cast<microseconds>(steady_clock::now().time_since_epoch()).count();
}

unsigned status_of(const Decision& decision) {
    if (!decision.fault.empty()) return 503;
    if (decision.ruling.refusal == Refusal::too_large) return 413;
    if (decision.ruling.refusal != Refusal::none) return 422;
    return decision.added.is_new ? 201 : 409;
}

}  // namespace

server::Host host_of(const boost::asio::ip::address& address) {
    if (address.is_v4()) return proto::IpAddress(std::bit_cast<std::uint32_t>(address.to_v4().to_bytes())).home();
    return proto::IpAddress(address.to_v6().to_bytes()).home();
}

Service::Service(boost::asio::io_context& io, const Catalogue& catalogue, ServiceOptions options)
    : io_(io),
      catalogue_(catalogue),
      options_(std::move(options)),
      store_(options_.database),
      pages_(catalogue_, store_, {.is_static = false, .cores = options_.pages.cores()}),
      in_flight_(options_.in_flight),
      playing_budget_(options_.playing),
      submissions_budget_(options_.submissions),
      changes_budget_(options_.changes),
      reads_budget_(options_.pages_read),
      submissions_(catalogue_, options_.database, options_.threads, options_.bounds) {
    store_.set_bytes_max(options_.storage_bytes_max);
    spdlog::info("{} is open", season_for_core(store_.database(), kCoreVersion, now_ms()).title());
}

http::Server::Limits Service::http_limits() const {
    return {.connections_max = 32,  // × 4 MiB: at most 128 MiB of bodies
            .per_address_max = options_.connections_per_address,
            .body_bytes_max = options_.bounds.bytes_max,
            .timeout = std::chrono::milliseconds(15'000),
            .name = "the boards"};
}

void Service::answer(const http::Request& request, http::Server::Reply reply) {
    try {
        if (request.method == "GET") {
            if (reads_budget_.take(host_of(request.from), 1, steady_now())) return reply(get(request.path));
            return reply(refuse(429, "too-often", "too many pages for this address: try again in a minute"));
        }
        const std::vector<std::string> words = words_of(request.path);
        if (words == std::vector<std::string>{"runs"}) return submit(request, false, std::move(reply));
        if (words == std::vector<std::string>{"challenge", "runs"}) return submit(request, true, std::move(reply));
        return reply(change(request, words));
    } catch (const std::exception& error) {
        spdlog::error("{}: {}", request.path.substr(0, 100), error.what());
        reply(refuse(503, "fault", "the boards cannot be read now: try again later"));
    }
}

void Service::submit(const http::Request& request, bool is_challenge, http::Server::Reply reply) {
    if (!submissions_budget_.take(host_of(request.from), 1, steady_now())) {
        return reply(refuse(429, "too-often", "too many recordings from this address: try again in a minute"));
    }
    if (!store_.fits(request.body.size())) {
        return reply(refuse(507, "full", "the server has no room for more recordings"));
    }
    std::optional<Hash> key;
    if (!request.authorization.empty() && !(key = key_of(request))) {
        return reply(refuse(400, "bad-key", "the key must be 64 hexadecimal digits after \"Bearer \""));
    }
    const server::Host from = host_of(request.from);
    if (!in_flight_.has_room(from)) return reply(refuse(429, "too-often", "another recording from this address is being played: try again when it is done"));
    // What a recording takes is known when it has been played. The address is then in debt by one recording at most.
    if (!playing_budget_.holds(from, 1, steady_now())) {
        return reply(refuse(429, "too-often", "recordings from this address took too much processor time: try again in a minute"));
    }
    const bool is_taken = submissions_.offer({.recording = request.body, .key = key, .is_challenge = is_challenge, .done = [this, reply, from](Decision decision) {
        if (!decision.fault.empty()) spdlog::error("a run is not stored: {}", decision.fault);
        boost::asio::post(io_, [this, reply, from, decision = std::move(decision)] {
            in_flight_.remove(from);
            playing_budget_.charge(from, std::max<std::int64_t>(decision.processor.count(), 1), steady_now());
            reply(reply_json(json_of(decision), status_of(decision)));
        });
    }});
    if (is_taken) {
        in_flight_.add(from);  // `done` runs on this thread, later
    } else {
        reply(refuse(503, "busy", "many recordings wait to be played: try again in a minute"));
    }
}

http::Answer Service::change(const http::Request& request, const std::vector<std::string>& words) {
    const std::int64_t id = words.size() == 3 && words[0] == "runs" ? number_of(words[1], INT64_MAX) : 0;
    if (id == 0 || (words[2] != "name" && words[2] != "delete")) {
        return refuse(404, "not-found", "expected POST /runs, /challenge/runs, /runs/ID/name or /runs/ID/delete");
    }
    if (!changes_budget_.take(host_of(request.from), 1, steady_now())) return refuse(429, "too-often", "too many changes from this address: try again in a minute");
    const auto key = key_of(request);
    if (!key) return refuse(401, "bad-key", "expected the key of the run: \"Authorization: Bearer KEY\"");
    Change done = Change::done;
    if (words[2] == "delete") {
        done = store_.remove(id, *key);
    } else {
        const json body = request.body.size() > kChangeBytesMax ? json() : json::parse(request.body, nullptr, false);
        std::array<std::optional<std::string>, kSlotCount> names;
        constexpr const char* kSlotNames[kSlotCount] = {"gold", "blue"};
        for (std::size_t slot = 0; slot < kSlotCount && body.is_object(); ++slot) {
            const auto found = body.find(kSlotNames[slot]);
            if (found != body.end() && found->is_string()) names[slot] = proto::tidy_name(found->get<std::string>());
        }
        if (!names[0] && !names[1]) return refuse(400, "bad-name", R"(expected {"gold": "NAME"}, {"blue": "NAME"} or both)");
        done = store_.rename(id, *key, names);
    }
    if (done == Change::no_such_run) return refuse(404, "not-found", "there is no run " + std::to_string(id));
    if (done == Change::wrong_key) return refuse(403, "wrong-key", "this is not the key of run " + std::to_string(id));
    return reply_json({{"done", words[2] == "delete" ? "deleted" : "renamed"}, {"id", id}});
}

http::Answer Service::get(const std::string& path) {
    if (path == "/") return html(pages_.home());
    const std::vector<std::string> words = words_of(path);
    if (words.empty()) return html(pages_.not_found(), 404);
    if (words.size() == 1 && words[0] == "style.css") return with_headers(200, std::string(kStyle), "text/css; charset=utf-8", kPagePolicy);
    if (words.size() == 1 && words[0] == "challenge") return html(pages_.challenge(now_ms()));
    if (words.size() == 1 && words[0] == "achievements") return html(pages_.achievements());
    if (words[0] == "api") return get_json(words);
    if (words[0] == "runs" && words.size() > 1) return get_run(words);
    if (words[0] == "cores" && words.size() == 2) return get_core(words);
    if (words[0] == "players" && words.size() == 2) {
        if (const auto page = pages_.player(number_of(words[1], INT64_MAX))) return html(*page);
    }
    if (words[0] == "boards") return get_board(words, open_season(store_.database()));
    if (words[0] == "seasons" && words.size() == 1) return html(pages_.seasons());
    const auto season = words[0] == "seasons" ? find_season(store_.database(), static_cast<std::uint32_t>(number_of(words[1], INT32_MAX))) : std::nullopt;
    if (season && words.size() == 2) return html(pages_.season(*season));
    if (season && words[2] == "boards") return get_board({words.begin() + 2, words.end()}, *season);
    return html(pages_.not_found(), 404);
}

http::Answer Service::get_board(const std::vector<std::string>& words, const Season& season) {
    if (words.size() != 4 && words.size() != 5) return html(pages_.not_found(), 404);
    const std::int64_t page = words.size() == 4 ? 1 : number_of(words[4], kPagesMax);
    const auto board = read_board(catalogue_, words[1], words[2], words[3], season.number);
    if (!board || page == 0) return html(pages_.not_found(), 404);
    return html(pages_.board(*board, static_cast<std::uint32_t>(page)));
}

http::Answer Service::get_run(const std::vector<std::string>& words) {
    const std::int64_t id = number_of(words[1], INT64_MAX);
    if (id != 0 && words.size() == 2) {
        if (const auto page = pages_.run(id)) return html(*page);
    } else if (id != 0 && words.size() == 3 && words[2] == words[1] + ".png") {
        if (const auto png = store_.picture(id); !png.empty()) return with_headers(200, std::string(png.begin(), png.end()), "image/png", kPagePolicy);
    } else if (id != 0 && words.size() == 3) {
        const std::string file = words[1] + ".replay";
        const auto run = words[2] == "page" ? store_.find(id) : std::nullopt;
        const bool is_page = run && options_.pages.has(run->run.core);
        const auto recording = is_page || words[2] == file ? store_.recording(id) : std::vector<std::uint8_t>{};
        if (!recording.empty() && is_page) {
            return with_headers(200, options_.pages.with(run->run.core, recording, file, "../../cores/*"), "text/html; charset=utf-8", kReplayPolicy);
        }
        if (!recording.empty()) {
            Answer answer = with_headers(200, std::string(recording.begin(), recording.end()), "application/octet-stream", kPagePolicy);
            answer.headers.emplace_back("Content-Disposition", "attachment; filename=\"" + file + "\"");
            return answer;
        }
    }
    return html(pages_.not_found(), 404);
}

/// The empty page of a core, for recordings from elsewhere.
http::Answer Service::get_core(const std::vector<std::string>& words) {
    const auto core = static_cast<std::uint32_t>(number_of(words[1], INT32_MAX));
    if (!options_.pages.has(core)) return html(pages_.not_found(), 404);
    return with_headers(200, options_.pages.without(core, "*"), "text/html; charset=utf-8", kReplayPolicy);
}

http::Answer Service::get_json(const std::vector<std::string>& words) {
    if (words.size() == 3 && words[1] == "runs") {
        if (const auto run = store_.find(number_of(words[2], INT64_MAX))) {
            json out = json_of(*run);
            out["place"] = store_.place_of(*run);
            if (const auto player = store_.player_of(run->id)) out["player"] = *player;
            return reply_json(out);
        }
    }
    if (words.size() == 2 && words[1] == "seasons") return reply_json(json_of(all_seasons(store_.database())));
    const bool is_of_season = words.size() > 3 && words[1] == "seasons";
    const auto season = is_of_season ? find_season(store_.database(), static_cast<std::uint32_t>(number_of(words[2], INT32_MAX))) : open_season(store_.database());
    const std::vector<std::string> rest{words.begin() + (is_of_season ? 3 : 1), words.end()};
    if (season && (rest.size() == 4 || rest.size() == 5) && rest[0] == "boards") {
        const auto board = read_board(catalogue_, rest[1], rest[2], rest[3], season->number);
        const auto key = rest.size() == 5 ? read_hash(rest[4]) : std::nullopt;
        if (board && (key || rest.size() == 4)) {
            json out = json_of(*board, store_.board(*board, kRowsOnPage));
            if (const auto own = key ? store_.best_of(*board, *key) : std::nullopt) {
                out["own"] = json_of(*own);
                out["own"]["place"] = store_.place_of(*own);
            }
            return reply_json(out);
        }
    }
    if (words.size() == 3 && words[1] == "players") {
        const auto runs = store_.runs_of(number_of(words[2], INT64_MAX), kPlayerRunsMax);
        if (!runs.empty()) return reply_json(json_of(runs));
    }
    if (words.size() == 2 && words[1] == "challenge") {
        Challenge challenge = challenge_of(week_of(now_ms()), catalogue_, store_.secret());
        json out = json_of(challenge);
        for (const bool is_pair : {false, true}) {
            const Board board{challenge.level, challenge.difficulty, is_pair, challenge.seed};
            out[is_pair ? "pair" : "solo"] = json_of(board, store_.board(board, kRowsOnPage))["runs"];
        }
        return reply_json(out);
    }
    if (words.size() == 2 && words[1] == "achievements") return reply_json(achievements_json(store_));
    return refuse(404, "not-found", "expected /api[/seasons/N]/boards/LEVEL/DIFFICULTY/solo|pair[/HASH], /api/seasons, /api/runs/ID, /api/players/ID, /api/challenge or /api/achievements");
}

}  // namespace albireo::scores
