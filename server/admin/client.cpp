#include "server/admin/client.hpp"

#include <fmt/format.h>

#include <charconv>
#include <cstdio>
#include <iostream>
#include <nlohmann/json.hpp>
#include <thread>

#include "http/client.hpp"
#include "platform/process.hpp"
#include "server/admin/bearer.hpp"
#include "server/limits/origin.hpp"

namespace albireo::server {
namespace {

constexpr auto kAnswerWithin = std::chrono::seconds(5);
constexpr auto kWatchEvery = std::chrono::seconds(2);
constexpr const char* kDayOfBan = "1d";

int wrong(const std::string& text) {
    std::cerr << "albireo-server admin: " << text << " (see --help)\n";
    return 2;
}

/// The seconds of "90s", "30m", "12h" or "7d"; 0 if the text has another form or is above a year.
std::uint64_t seconds_of(std::string_view text) {
    std::uint64_t number = 0;
    const auto [after, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (error != std::errc{} || after + 1 != text.data() + text.size() || number > 366 * 86'400) return 0;
    const std::uint64_t unit = *after == 's' ? 1 : *after == 'm' ? 60 : *after == 'h' ? 3'600 : *after == 'd' ? 86'400 : 0;
    return number * unit > 366 * 86'400 ? 0 : number * unit;
}

/// The request for these words. Returns an empty string, or the error in the words.
std::string request_of(const std::vector<std::string>& words, http::Question& request) {
    const std::string word = words.empty() ? "" : words[0];
    const auto wants = [&](std::size_t count) { return words.size() == count; };
    const auto post = [&](const char* path, const nlohmann::json& body) {
        request.method = "POST";
        request.path = path;
        request.body = body.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
    };
    if ((word == "list" || word == "watch") && wants(1)) {
        request.path = "/sessions";
    } else if ((word == "ready" || word == "live" || word == "metrics") && wants(1)) {
        request.path = "/" + word;
    } else if (word == "bans" && wants(1)) {
        request.path = "/bans";
    } else if (word == "ban" && (wants(2) || wants(3))) {
        const std::string time = wants(3) ? words[2] : kDayOfBan;
        if (!read_host_range(words[1])) return "ban: expected an address or network, such as 203.0.113.5, 203.0.113.0/24 or 2001:db8:1:2::/64, not '" + words[1] + "'";
        if (seconds_of(time) == 0) return "ban: expected a time such as 90s, 30m, 12h or 7d, a year at most, not '" + time + "'";
        post("/ban", {{"range", words[1]}, {"seconds", seconds_of(time)}});
    } else if (word == "unban" && wants(2)) {
        post("/unban", {{"range", words[1]}});
    } else if (word == "message" && (wants(2) || wants(3))) {
        nlohmann::json body{{"text", words.back()}};
        if (wants(3)) body["code"] = words[1];
        post("/message", body);
    } else if (word == "drain" && wants(1)) {
        post("/drain", nlohmann::json::object());
    } else if (word == "end" && wants(2)) {
        post("/end", {{"code", words[1]}});
    } else if (word == "kick" && wants(3)) {
        if (words[2] != "gold" && words[2] != "blue") return "kick: expected gold or blue, not '" + words[2] + "'";
        post("/kick", {{"code", words[1]}, {"seat", words[2]}});
    } else {
        return std::string("expected ") + kAdminWords;
    }
    return {};
}

/// A table for people: one line a ban.
void print_bans(const nlohmann::json& page) {
    for (const auto& each : page.at("bans")) {
        const auto seconds = each.at("seconds").get<std::uint64_t>();
        fmt::print("{:<18} for {} h {:02} min\n", each.at("range").get<std::string>(), seconds / 3600, seconds / 60 % 60);
    }
    if (page.at("bans").empty()) fmt::print("no address is banned\n");
}

/// A table for people: one line a game.
void print_sessions(const nlohmann::json& page) {
    fmt::print("{:<7} {:<12} {:>8}  {}\n", "code", "level", "time", "players");
    for (const auto& each : page.at("sessions")) {
        std::string players;
        for (std::size_t slot = 0; slot < each.at("states").size(); ++slot) {
            const std::string name = each.contains("players") ? each["players"].at(slot).dump(-1, ' ', true) : "?";
            if (name == "\"\"") continue;
            const std::string from = each.contains("addresses") ? each["addresses"].at(slot).get<std::string>() : "";
            players += fmt::format("{}{} ({}, {}{}{})", players.empty() ? "" : ", ", name, each["states"].at(slot).get<std::string>(),
                                   each["scores"].at(slot).get<std::uint64_t>(), from.empty() ? "" : ", ", from);
        }
        const auto seconds = each.at("tick").get<std::uint64_t>() / 60;
        fmt::print("{:<7} {:<12} {:>5}:{:02}  {}\n", each.value("code", "?"), each.at("level").get<std::string>(), seconds / 60, seconds % 60, players);
    }
    for (const auto& shard : page.at("silent_shards")) fmt::print("shard {} does not answer\n", shard.get<int>());
}

/// Returns the exit code.
int ask_and_print(const Config& config, const http::Question& request) {
    http::Said answer;
    const http::Url url{.host = config.admin_address, .port = config.admin_port, .path = ""};
    if (const std::string fault = http::ask(url, request, answer, kAnswerWithin); !fault.empty()) {
        std::cerr << "albireo-server admin: no answer from " << config.admin << ": " << fault << '\n';
        return 3;
    }
    const auto page = nlohmann::json::parse(answer.body, nullptr, false);
    if (page.is_object() && page.contains("error")) {
        std::cerr << "albireo-server admin: " << page["error"].get<std::string>() << '\n';
        return 1;
    }
    if (!config.json && page.is_object() && page.contains("sessions")) {
        print_sessions(page);
    } else if (!config.json && page.is_object() && page.contains("bans")) {
        print_bans(page);
    } else if (!config.json && page.is_object() && page.contains("done")) {
        fmt::print("{}\n", page["done"].get<std::string>());
    } else {
        fmt::print("{}", answer.body);
    }
    return answer.status == 200 ? 0 : 1;
}

}  // namespace

int run_admin_client(const Config& config, const std::vector<std::string>& words) {
    if (config.admin.empty()) return wrong("--admin: expected the HOST:PORT of the running server's pages, here or in the --config file");
    http::Question request;
    if (const std::string fault = request_of(words, request); !fault.empty()) return wrong(fault);
    if (Bearer bearer; !config.admin_token.empty() && bearer.read(config.admin_token).empty()) {
        request.authorization = "Bearer " + bearer.secret();
    }
    if (words[0] != "watch") return ask_and_print(config, request);
    while (true) {
        if (platform::is_stdout_terminal()) fmt::print("\x1b[H\x1b[2J");
        if (const int code = ask_and_print(config, request); code != 0) return code;
        std::fflush(stdout);
        std::this_thread::sleep_for(kWatchEvery);
    }
}

}  // namespace albireo::server
