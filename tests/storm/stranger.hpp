#pragma once
/// Somebody with no seat in the game, who asks its server for things: a seat without its token, a code that nobody has, a level that is not
/// offered, a game of their own, which they leave. The server must answer, and must give them no seat in another's game.
///
/// 1. A few attempts a minute, so that the limits of an address are never reached: a player of the same address may need them.
#include <functional>
#include <memory>
#include <string>

#include "proto/connection.hpp"
#include "sim/base/random.hpp"

namespace albireo::storm {

using proto::Micros;

class Stranger {
  public:
    /// `is_full`: the game has one seat, which is taken. A stranger may then ask for a seat with its code, and must be refused.
    struct Game {
        std::string code, level;
        bool is_full = false;
    };
    Stranger(std::uint32_t seed, std::function<std::unique_ptr<proto::Link>()> open_link);

    void advance(const Game& game, Micros now);
    Micros next_due() const { return next_; }
    std::uint64_t refusals() const { return refusals_; }
    /// Seats in a game that is not theirs; must stay 0.
    std::uint64_t seats_taken() const { return seats_taken_; }

  private:
    void come(const Game& game, Micros now);
    void ask(const Game& game);
    void receive(Micros now);

    Random random_;
    std::function<std::unique_ptr<proto::Link>()> open_link_;
    std::unique_ptr<proto::Link> link_;
    std::unique_ptr<proto::Connection> connection_;
    bool may_enter_ = false;
    Micros next_ = 0, goes_at_ = 0, comes_at_ = 0;
    std::uint64_t refusals_ = 0, seats_taken_ = 0;
};

}  // namespace albireo::storm
