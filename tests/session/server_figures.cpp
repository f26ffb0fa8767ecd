#include "tests/session/server_figures.hpp"

#include <netdb.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cmath>
#include <cstdlib>
#include <nlohmann/json.hpp>
#include <sstream>

namespace albireo::session_tests {
namespace {

/// The body of the answer; empty: there is none.
std::string ask(const client::ServerAddress& admin, const std::string& page) {
    addrinfo hint{}, *found = nullptr;
    hint.ai_socktype = SOCK_STREAM;
    if (getaddrinfo(admin.host.c_str(), std::to_string(admin.port).c_str(), &hint, &found) != 0) return {};
    const int socket = ::socket(found->ai_family, SOCK_STREAM, 0);
    std::string answer;
    if (connect(socket, found->ai_addr, found->ai_addrlen) == 0) {
        const std::string question = "GET " + page + " HTTP/1.1\r\nHost: server\r\n\r\n";
        if (write(socket, question.data(), question.size()) == static_cast<ssize_t>(question.size())) {
            char part[4096];
            for (ssize_t got = 0; (got = read(socket, part, sizeof part)) > 0;) answer.append(part, static_cast<std::size_t>(got));
        }
    }
    close(socket);
    freeaddrinfo(found);
    const auto body = answer.find("\r\n\r\n");
    return body == std::string::npos ? std::string() : answer.substr(body + 4);
}

/// The buckets of all shards together.
std::vector<ServerFigures::Bucket> buckets_of(const std::string& page, const std::string& family) {
    std::vector<ServerFigures::Bucket> buckets;
    std::istringstream lines(page);
    for (std::string line; std::getline(lines, line);) {
        const auto le = line.find("le=\"");
        if (!line.starts_with(family + "_bucket{") || le == std::string::npos) continue;
        const double micros = std::strtod(line.c_str() + le + 4, nullptr) * 1e6;  // +Inf too
        const std::uint64_t count = std::strtoull(line.c_str() + line.rfind(' '), nullptr, 10);
        const auto same = [&](const ServerFigures::Bucket& each) { return each.micros == micros; };
        const auto known = std::find_if(buckets.begin(), buckets.end(), same);
        known == buckets.end() ? buckets.push_back({micros, count}) : void(known->count += count);
    }
    return buckets;
}

std::vector<ServerFigures::Bucket> difference_of(const std::vector<ServerFigures::Bucket>& before, std::vector<ServerFigures::Bucket> after) {
    for (std::size_t i = 0; i < after.size() && i < before.size(); ++i) after[i].count -= before[i].count;
    return after;
}

}  // namespace

std::optional<ServerFigures> ask_server(const client::ServerAddress& admin) {
    const auto json = nlohmann::json::parse(ask(admin, "/metrics.json"), nullptr, false);
    const std::string text = ask(admin, "/metrics");
    const auto seconds = text.find("\nprocess_cpu_seconds_total ");
    if (json.is_discarded() || seconds == std::string::npos) return std::nullopt;
    ServerFigures figures;
    figures.ticks = json.at("ticks").get<std::uint64_t>();
    figures.late_ticks = json.at("late_ticks").get<std::uint64_t>();
    figures.timer_over_5_ms = json.at("timer_late").at("over_5_ms").get<std::uint64_t>();
    figures.passes_over_5_ms = json.at("pass").at("over_5_ms").get<std::uint64_t>();
    figures.passes = json.at("pass").at("count").get<std::uint64_t>();
    figures.processor_seconds = std::strtod(text.c_str() + text.find(' ', seconds), nullptr);
    figures.timer = buckets_of(text, "albireo_timer_lateness_seconds");
    figures.pass = buckets_of(text, "albireo_pass_duration_seconds");
    return figures;
}

ServerFigures difference(const ServerFigures& before, const ServerFigures& after) {
    return {.ticks = after.ticks - before.ticks,
            .late_ticks = after.late_ticks - before.late_ticks,
            .timer_over_5_ms = after.timer_over_5_ms - before.timer_over_5_ms,
            .passes_over_5_ms = after.passes_over_5_ms - before.passes_over_5_ms,
            .passes = after.passes - before.passes,
            .processor_seconds = after.processor_seconds - before.processor_seconds,
            .timer = difference_of(before.timer, after.timer),
            .pass = difference_of(before.pass, after.pass)};
}

std::uint64_t at_permille(const std::vector<ServerFigures::Bucket>& buckets, std::uint64_t permille) {
    if (buckets.empty()) return 0;
    const std::uint64_t wanted = (buckets.back().count * permille + 999) / 1000;
    for (const ServerFigures::Bucket& bucket : buckets) {
        if (bucket.count >= wanted && std::isfinite(bucket.micros)) return static_cast<std::uint64_t>(std::llround(bucket.micros));
    }
    return UINT64_MAX;
}

}  // namespace albireo::session_tests
