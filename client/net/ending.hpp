#pragma once
/// How a game ends for a client: by its own confirmed world, by the server's result, or because the player leaves.
/// GameClient owns it.
///
/// 1. The final tick and digest are those of the first confirmed world in a run that ends the game or reaches
///    until_tick. Later worlds of that run change nothing.
/// 2. The server's result counts only where the client's own world has no outcome, or differs from the server's.
/// 3. A client whose last digests differ stays for the analysis of the desync, for at most kEndWait.
#include <optional>

#include "client/net/digest_exchange.hpp"
#include "sim/step.hpp"

namespace albireo::client {

class Ending {
  public:
    static constexpr Micros kEndWait = 2 * proto::kMicrosPerSecond;  // for analysing a desync at the game's end

    /// `until_tick`: the client plays up to this tick and no further; 0: to the game's end.
    explicit Ending(std::uint32_t until_tick) : until_tick_(until_tick) {}

    /// A run begins with this confirmed world. Discards an outcome that was reached only in a wrong world.
    void restart(const World& world);
    /// The confirmed world after a step. Requires !is_concluded().
    void note(const World& world);
    /// Whether no further tick of this run matters.
    bool is_concluded() const { return outcome_.has_value() || enough_; }

    /// The server's result.
    void receive(const proto::Ended& ended) { ended_ = ended; }
    bool is_announced() const { return ended_.has_value(); }
    /// Whether the session continues with the next level of its campaign.
    bool goes_on() const { return ended_ && ended_->goes_on; }
    bool may_rematch() const { return ended_ && ended_->may_rematch; }
    std::string next_level() const { return ended_ ? ended_->next_level : std::string(); }
    /// Adopts the server's result: the client's own world has none, or a wrong one. Requires is_announced().
    void accept();
    /// The player leaves. Returns the reason to send with the goodbye.
    proto::ByeReason leave();
    bool is_leaving() const { return leaving_; }

    /// Whether the client may leave: the last digests equal the server's, or the desync has been analysed and healed,
    /// or kEndWait has passed. Requires is_announced().
    bool may_finish(Tick confirmed, DigestExchange& digests, proto::Connection& connection, NetFigures& figures,
                    Micros now);

    const std::optional<proto::Outcome>& outcome() const { return outcome_; }
    bool has_played_enough() const { return enough_; }
    std::uint64_t final_digest() const { return final_digest_; }
    Tick final_tick() const { return final_tick_; }

  private:
    void conclude(const World& world);

    std::uint32_t until_tick_;
    std::optional<proto::Ended> ended_;
    std::optional<proto::Outcome> outcome_;
    Micros end_until_ = -1;  // the last digests differ: they are analysed until this time
    bool leaving_ = false;
    bool enough_ = false;
    std::uint64_t final_digest_ = 0;
    Tick final_tick_;
};

}  // namespace albireo::client
