#pragma once
/// A fixed list of games, as a server has them.
#include <string>
#include <vector>

#include "reach/answerer.hpp"

namespace albireo::reach {

struct ListedGame : Game {
    std::string watch_code{};
};

/// As a lobby finds them.
inline std::vector<Game> find_games(const std::vector<ListedGame>& all, const Query& query) {
    std::vector<Game> found;
    for (const ListedGame& each : all) {
        const bool fits = !query.watch_code.empty() ? each.watch_code == query.watch_code
                          : query.code.empty()      ? each.is_open
                                                    : each.code == query.code;
        if (fits) found.push_back(each);
    }
    return found;
}

}  // namespace albireo::reach
