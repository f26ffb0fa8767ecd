#include "reach/answerer.hpp"

#include <algorithm>
#include <utility>

namespace albireo::reach {

bool Answerer::may_answer(From from, proto::Micros now) {
    proto::ByteBucket& bucket = from.is_neighbour ? neighbours_ : elsewhere_;
    if (!bucket.holds(1, now)) return false;
    bucket.take(1, now);
    return true;
}

/// For a query of another version.
std::size_t Answerer::answer_version(std::span<const std::uint8_t> datagram, From from, proto::Micros now, std::span<std::uint8_t> out) {
    constexpr std::size_t kIpv6UdpBytes = 48;  // with the longer of the headers, the answer is small enough for both
    const auto answer = proto::answer_other_version(kQueryProtocol, datagram, kIpv6UdpBytes);
    if (!answer || !may_answer(from, now)) return 0;
    std::ranges::copy(*answer, out.begin());
    return answer->size();
}

std::size_t Answerer::answer(std::span<const std::uint8_t> datagram, From from, proto::Micros now,
                             std::span<std::uint8_t> out) {
    const auto query = read_query(datagram);
    if (!query) return answer_version(datagram, from, now, out);
    if ((query->code.empty() && query->watch_code.empty() && !from.is_neighbour)) return 0;
    if (!may_answer(from, now)) return 0;
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
