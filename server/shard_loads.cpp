#include "server/shard_loads.hpp"

#include <algorithm>
#include <cassert>

namespace albireo::server {

std::optional<std::uint32_t> ShardChooser::choose(const ShardLoads& loads, std::size_t own_games, bool is_own_full, std::size_t games_max,
                                                  proto::Micros now) {
    assert(loads.shards() == sent_.size() && own_ < sent_.size() && "all shards of the server have a load");
    forget_old(now);
    std::optional<std::uint32_t> least;
    std::size_t least_games = 0;
    for (std::uint32_t shard = 0; shard < sent_.size(); ++shard) {
        if (shard == own_) continue;
        const std::uint32_t has = loads.games(shard);
        sent_[shard].note_games(has);
        if (has >= games_max) continue;
        const std::size_t expected = std::size_t{has} + sent_[shard].before + sent_[shard].now;
        if (least && expected >= least_games) continue;
        least = shard;
        least_games = expected;
    }
    if (!least || (!is_own_full && least_games >= own_games)) return std::nullopt;
    ++sent_[*least].now;
    return least;
}

void ShardChooser::Sent::note_games(std::uint32_t games) {
    std::uint32_t arrived = games - std::min(games, games_seen);
    games_seen = games;
    for (std::uint32_t* waiting : {&before, &now}) {
        const std::uint32_t taken = std::min(arrived, *waiting);
        *waiting -= taken;
        arrived -= taken;
    }
}

void ShardChooser::forget_old(proto::Micros now) {
    if (now - period_began_ < kPeriod) return;
    const bool is_just_over = now - period_began_ < 2 * kPeriod;
    for (Sent& each : sent_) {
        each.before = is_just_over ? each.now : 0;
        each.now = 0;
    }
    period_began_ = now;
}

}  // namespace albireo::server
