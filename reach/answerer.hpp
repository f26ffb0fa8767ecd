#pragma once
/// A server's answers to queries. It keeps no state about clients: a query in, at most one answer out. Owned by
/// LanServer.
///
/// 1. The list of games is for neighbours only: computers in a network to which this one is attached. A query from
///    elsewhere must name a game's code, which only invited players know.
/// 2. Valid queries, and those of another version, are rate-limited before the games are searched, those from elsewhere so tightly that guessing a
///    code takes years: 28^6 codes at kElsewherePerSecond. Every shard has its own limit, and knows its own games only.
#include <cstdint>
#include <functional>
#include <span>
#include <utility>
#include <vector>

#include "proto/byte_bucket.hpp"
#include "reach/query.hpp"

namespace albireo::reach {

inline constexpr std::int64_t kNeighboursPerSecond = 100, kElsewherePerSecond = 1, kElsewhereAtOnce = 20;

/// The server's games that a query asks for, at the moment: the one with its code, the one with its watch code, or those that can be
/// joined. An answer has the first kGamesMax.
using FindGames = std::function<std::vector<Game>(const Query& query)>;

class Answerer {
  public:
    /// `core`: the version of the simulation. `server`: random.
    Answerer(std::uint64_t server, std::uint16_t core, std::uint16_t port, FindGames find_games)
        : server_(server), core_(core), port_(port), find_games_(std::move(find_games)) {}

    struct From {
        bool is_neighbour = false;
        std::uint32_t named_host = 0;  // for Answer::host
    };
    /// Writes the answer into `out`, which must hold kQueryBytes. Returns its size; 0: there is none.
    std::size_t answer(std::span<const std::uint8_t> datagram, From from, proto::Micros now, std::span<std::uint8_t> out);

  private:
    bool may_answer(From from, proto::Micros now);
    std::size_t answer_version(std::span<const std::uint8_t> datagram, From from, proto::Micros now, std::span<std::uint8_t> out);

    std::uint64_t server_;
    std::uint16_t core_, port_;
    FindGames find_games_;
    proto::ByteBucket neighbours_{kNeighboursPerSecond, kNeighboursPerSecond};
    proto::ByteBucket elsewhere_{kElsewherePerSecond, kElsewhereAtOnce};
};

}  // namespace albireo::reach
