#pragma once
/// How games ended, for players who were disconnected at that time and still have the token of their seat. The journals of
/// these games are kept equally long, so that after a crash the next server knows the results, too.
#include <algorithm>
#include <array>
#include <cassert>
#include <deque>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>

#include "proto/link.hpp"
#include "server/journal.hpp"
#include "server/seat_tokens.hpp"

namespace albireo::server {

/// A new game for the players of a game that has ended. Both of its seats refer to the same rematch.
struct Rematch {
    proto::Create request;  // opens it
    std::string code{};     // of the session that has been opened; empty: none yet
    std::array<proto::Token, kSlotCount> tokens{};  // that its players were given
    proto::RematchWish wish{};                      // of the player who has opened it
    Slot wished_by = Slot::gold;
    std::array<std::optional<proto::PeerId>, kSlotCount> listeners{};  // the players who still look at the results
};

/// The end of a game, for the player of one seat.
struct EndedSeat {
    Slot slot = Slot::gold;
    SeatTokens tokens{};
    proto::Ended ended{};
    std::shared_ptr<Rematch> rematch{};  // null unless ended.may_rematch
};

class EndedGames {
  public:
    static constexpr proto::Micros kFor = 180 * proto::kMicrosPerSecond;  // clients try to rejoin for this long

    void keep(const std::string& code, EndedSeat seat, proto::Micros now) {
        forget_expired(now);
        assert(!seat.ended.goes_on && "a campaign that goes on has not ended");
        assert(seat.ended.may_rematch == (seat.rematch != nullptr) && "a rematch is offered if it is possible");
        order_.push_back(kept_.emplace(code, Kept{std::move(seat), now + kFor}));
    }
    /// Keeps the journal of a game with a player who does not know its end yet.
    void hold(std::shared_ptr<Journal> journal, proto::Micros now) {
        assert(journal != nullptr && (held_.empty() || held_.back().until <= now + kFor) && "journals are held in order of time");
        held_.push_back({std::move(journal), now + kFor});
    }
    /// Drops journals whose time is over, a few at a time.
    void let_go(proto::Micros now) {
        for (int i = 0; i < kAtOnce && !held_.empty() && held_.front().until < now; ++i, held_.pop_front()) held_.front().journal->drop();
    }
    /// The end of that game for the seat whose token is proved; null if there is none, or its time is over.
    const EndedSeat* find(const std::string& code, const proto::Proof& proof, const proto::Binding& binding, proto::Micros now) const {
        const auto [first, last] = kept_.equal_range(code);
        const auto found = std::find_if(first, last, [&](const auto& each) {
            return now <= each.second.until && each.second.seat.tokens.match(proof, binding) == SeatTokens::Match::valid;
        });
        return found == last ? nullptr : &found->second.seat;
    }

  private:
    static constexpr int kAtOnce = 16;  // however many have expired: 2 µs each

    void forget_expired(proto::Micros now) {
        for (int i = 0; i < kAtOnce && !order_.empty() && order_.front()->second.until < now; ++i, order_.pop_front()) kept_.erase(order_.front());
    }
    struct Kept {
        EndedSeat seat;
        proto::Micros until = 0;
    };
    struct Held {
        std::shared_ptr<Journal> journal;
        proto::Micros until = 0;
    };
    std::multimap<std::string, Kept> kept_;  // by code
    std::deque<std::multimap<std::string, Kept>::iterator> order_;  // of all of them, in order of time
    std::deque<Held> held_;                  // in order of time
};

}  // namespace albireo::server
