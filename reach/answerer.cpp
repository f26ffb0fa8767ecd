#include "reach/answerer.hpp"

#include <utility>

namespace albireo::reach {

std::size_t Answerer::answer(std::span<const std::uint8_t> datagram, From from, proto::Micros now,
                             std::span<std::uint8_t> out) {
    const auto query = read_query(datagram);
    if (!query || (query->code.empty() && query->watch_code.empty() && !from.is_neighbour)) return 0;
    proto::ByteBucket& bucket = from.is_neighbour ? neighbours_ : elsewhere_;
    if (!bucket.holds(1, now)) return 0;
    bucket.take(1, now);
    Answer answer{.nonce = query->nonce,
                  .server = server_,
                  .core = core_,
                  .host = from.named_host,
                  .port = port_,
                  .games = {}};
    std::vector<Game> games = find_games_(*query);
    if (games.empty()) return 0;
    if (games.size() > kGamesMax) games.resize(kGamesMax);
    if (query->watch_code.empty()) answer.games = std::move(games);
    return write_answer(answer, out);
}

}  // namespace albireo::reach
