#pragma once
/// Asks all shards at the same time, without waiting for a stalled one.
#include <cassert>
#include <memory>
#include <optional>
#include <vector>

#include "server/asio.hpp"
#include "server/shard.hpp"

namespace albireo::server {

inline constexpr auto kGatherTimeout = std::chrono::milliseconds(800);

/// Runs `ask(lobby, now)` on the thread of every shard, then `then(answers)` on io's thread: one answer for each shard, none
/// for a shard that has not answered within kGatherTimeout. `io` must outlive the shards' threads.
template <class Answer, class Ask, class Then>
void gather(boost::asio::io_context& io, const Shards& shards, Ask ask, Then then) {
    struct Round {
        Round(boost::asio::io_context& loop, std::size_t count, Then last) : answers(count), missing(count), timer(loop), then(std::move(last)) {}
        void finish() {
            if (std::exchange(done, true)) return;
            timer.cancel();
            then(std::move(answers));
        }
        std::vector<std::optional<Answer>> answers;
        std::size_t missing;
        boost::asio::steady_timer timer;
        Then then;
        bool done = false;
    };
    const auto round = std::make_shared<Round>(io, shards.size(), std::move(then));
    round->timer.expires_after(kGatherTimeout);
    round->timer.async_wait([round](boost::system::error_code stopped) {
        if (!stopped) round->finish();
    });
    for (std::size_t i = 0; i < shards.size(); ++i) {
        shards[i]->ask([&io, round, i, ask](Lobby& lobby, Micros now) {
            boost::asio::post(io, [round, i, answer = ask(lobby, now)]() mutable {
                if (round->done) return;
                assert(!round->answers[i] && round->missing > 0 && "each shard answers once");
                round->answers[i] = std::move(answer);
                if (--round->missing == 0) round->finish();
            });
        });
    }
}

}  // namespace albireo::server
