#include "client/app/game_search.hpp"

#include <fmt/format.h>
#include <spdlog/spdlog.h>

#include <algorithm>

namespace albireo::app {

std::optional<client::ServerAddress> GameSearch::found() const {
    const auto& found = finder_.found();
    if (!found) return {};
    using Way = reach::GameFinder::Found::Way;
    const client::Route route = found->way == Way::direct    ? client::Route::direct
                                : found->way == Way::punched ? client::Route::punched
                                                             : client::Route::relayed;
    return client::ServerAddress{.host = found->server.host, .port = found->server.port, .path = found->path, .route = route};
}

client::ServerAddress GameSearch::last_resort() const {
    const auto at = finder_.last_resort();
    return at ? client::ServerAddress{at->host, at->port} : client::ServerAddress{};
}

bool GameSearch::was_easy() const {
    const auto& found = finder_.found();
    const auto has_failed = [](const SearchWay& way) { return way.state == SearchWay::State::failed; };
    return found && found->way == reach::GameFinder::Found::Way::direct && found->after <= kAtOnce && std::ranges::none_of(ways(), has_failed);
}

std::vector<std::string> GameSearch::lines() const {
    std::vector<std::string> all;
    if (finder_.found()) {
        all.push_back(finder_.found_line());
        for (const std::string& each : failed_before(finder_.facts())) all.push_back(fmt::format("{}: {}", code(), each));
    } else {
        for (const SearchWay& way : ways()) all.push_back(fmt::format("{}: {}", code(), way.line));
    }
    for (std::string& each : finder_.lines_of_addresses()) all.push_back(std::move(each));
    return all;
}

void GameSearch::log() const {
    for (const std::string& each : lines()) spdlog::log(was_easy() ? spdlog::level::info : spdlog::level::warn, "{}", each);
}

}  // namespace albireo::app
