#pragma once
/// Asks all shards at the same time, without waiting for a stalled one.
#include <cassert>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "server/asio.hpp"
#include "server/shard.hpp"

namespace albireo::server {

inline constexpr auto kGatherTimeout = std::chrono::milliseconds(800);

/// Calls `ask_one(shard, answered)` for each shard, and then `then(answers)` on io's thread: one answer for each shard, none for a shard that has not
/// called `answered` within kGatherTimeout. `io` must outlive the shards' threads.
template <class Answer, class AskOne, class Then>
void gather_by(boost::asio::io_context& io, const Shards& shards, AskOne ask_one, Then then) {
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
        ask_one(*shards[i], [&io, round, i](Answer answer) {
            boost::asio::post(io, [round, i, answer = std::move(answer)]() mutable {
                if (round->done) return;
                assert(!round->answers[i] && round->missing > 0 && "each shard answers once");
                round->answers[i] = std::move(answer);
                if (--round->missing == 0) round->finish();
            });
        });
    }
}

/// Runs `part(lobby, answer)` on the thread of the shard, in passes of their own, until it returns true; then `then(answer)` there.
template <class Answer, class Part, class Then>
void ask_in_parts(Shard& shard, Part part, Then then, Answer so_far = {}) {
    shard.ask([&shard, part, then, so_far = std::move(so_far)](Lobby& lobby, Micros) mutable {
        if (part(lobby, so_far)) return then(std::move(so_far));
        ask_in_parts<Answer>(shard, part, then, std::move(so_far));
    });
}

/// Runs `ask(lobby, now)` on the thread of every shard, then `then(answers)` on io's thread: one answer for each shard, none
/// for a shard that has not answered within kGatherTimeout. `io` must outlive the shards' threads.
template <class Answer, class Ask, class Then>
void gather(boost::asio::io_context& io, const Shards& shards, Ask ask, Then then) {
    gather_by<Answer>(
        io, shards,
        [ask](Shard& shard, auto answered) {
            shard.ask([ask, answered](Lobby& lobby, Micros now) { answered(ask(lobby, now)); });
        },
        std::move(then));
}

/// … for an answer that takes long: `part(lobby, answer)` adds to it in several passes, until it returns true.
template <class Answer, class Part, class Then>
void gather_parts(boost::asio::io_context& io, const Shards& shards, Part part, Then then) {
    gather_by<Answer>(
        io, shards, [part](Shard& shard, auto answered) { ask_in_parts<Answer>(shard, part, answered); }, std::move(then));
}

}  // namespace albireo::server
