#include "reach/answerer.hpp"

#include <algorithm>

namespace albireo::reach {

void Answerer::publish(std::vector<Game> games) {
    const std::lock_guard lock(guard_);
    games_ = std::move(games);
}

std::size_t Answerer::answer(std::span<const std::uint8_t> datagram, From from, proto::Micros now,
                             std::span<std::uint8_t> out) {
    const auto query = read_query(datagram);
    if (!query || (query->code.empty() && query->watch_code.empty() && !from.is_neighbour)) return 0;
    const std::lock_guard lock(guard_);
    proto::ByteBucket& bucket = from.is_neighbour ? neighbours_ : elsewhere_;
    if (!bucket.holds(1, now)) return 0;
    bucket.take(1, now);
    Answer answer{.nonce = query->nonce,
                  .server = server_,
                  .core = core_,
                  .host = from.named_host,
                  .port = port_,
                  .games = {}};
    if (!query->watch_code.empty()) {
        const bool is_here = std::ranges::find(games_, query->watch_code, &Game::watch_code) != games_.end();
        return is_here ? write_answer(answer, out) : 0;
    }
    for (const Game& game : games_) {
        if (query->code.empty() ? !game.is_open : game.code != query->code) continue;
        answer.games.push_back(game);
        if (answer.games.size() == kGamesMax) break;
    }
    return answer.games.empty() ? 0 : write_answer(answer, out);
}

}  // namespace albireo::reach
