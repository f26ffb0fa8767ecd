#pragma once
/// Compares a client's confirmed worlds with the server's, by digests, and answers the server's questions about a
/// difference. GameClient owns it.
///
/// 1. A run lasts from one snapshot to the next; restart() begins it. At most one difference is reported in each.
/// 2. Answers are about the run in which the difference appeared, even if a snapshot has healed the world since.
/// 3. The work that a server can cause is bounded: kUncheckedMax digests are kept, and a new inquiry is answered at
///    most once every kAnswersEvery.
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "client/net/net_figures.hpp"
#include "proto/connection.hpp"
#include "proto/desync_inquiry.hpp"
#include "sim/witness/witness.hpp"

namespace albireo::client {

using proto::Micros;

class DigestExchange {
  public:
    static constexpr Micros kAnswersEvery = proto::DesyncInquiry::kEvery / 2;  // shortest time between two inquiries
    static constexpr std::size_t kUncheckedMax = 64;

    /// A run begins with this confirmed world.
    void restart(const World& world);
    /// The confirmed world after a step, and the frames of that step.
    void note(const World& world, const FramePair& frames);
    /// Sends the digest of the newest confirmed tick.
    void send(proto::Connection& connection) const;

    /// Compares the received digests of ticks up to `confirmed`, and reports the first that differs.
    void check(Tick confirmed, proto::Connection& connection, NetFigures& figures);
    /// Compares the last digests, and reports a difference. `is_same_end`: the final world equals the server's. Returns
    /// whether all agree and no inquiry is open.
    bool check_end(const proto::Ended& ended, bool is_same_end, proto::Connection& connection, NetFigures& figures);

    /// The server reports a difference, or the finding about one. `level`: of the game; null: there is no game.
    /// `fault`: the planted one; null: none. Both must outlive the exchange.
    void receive(const proto::DesyncNotice& notice, const Level* level, const Fault* fault, Micros now);
    /// The server asks for this side's evidence about a tick that differs.
    void answer(const proto::EvidenceWanted& question, const std::string& build, proto::Connection& connection);
    /// Ends an inquiry about a game that this client no longer plays.
    void drop_question() { in_question_ = false; }

    const DigestHistory& history() const { return witness_->history(); }
    /// Whether the confirmed world is known to differ from the server's and is not healed yet.
    bool differs() const { return differs_; }
    /// Whether it differs, or the server has not finished its inquiry.
    bool is_open() const { return differs_ || in_question_; }
    /// Whether the server has asked the client to rejoin: only a client that rejoins gets a snapshot then.
    bool must_return() const { return must_return_; }
    void note_return() { must_return_ = false; }
    /// The server's finding about the last desync, in one line; empty if there was none.
    const std::string& finding() const { return finding_; }

  private:
    void report(const proto::DesyncNotice& notice, proto::Connection& connection, NetFigures& figures);

    std::shared_ptr<Witness> witness_ = std::make_shared<Witness>();  // of the run since the last snapshot
    std::vector<proto::DigestNote> unchecked_;                        // in the order of their arrival
    std::optional<proto::DesyncAnswers> answers_;                     // about the run that differed
    Micros answers_since_ = 0;
    std::string finding_;
    bool differs_ = false;      // from the server, since the last snapshot
    bool in_question_ = false;  // the server has not finished its inquiry
    bool must_return_ = false;  // the server has asked the client to rejoin
};

}  // namespace albireo::client
