#pragma once
/// Watches a running game on a server by its watch code, and verifies it: takes the recording as the server sends it, plays it
/// and compares every digest. Sans-I/O: the link and `now` are passed in.
///
/// 1. It sends nothing but its greeting, its request to watch, acknowledgements and a goodbye; and a number, if it forwards the game.
/// 2. Everything that it receives is untrusted. At worst it ends in State::failed with a one-line reason.
#include <memory>
#include <optional>
#include <string>

#include "proto/blob.hpp"
#include "proto/connection.hpp"
#include "proto/link.hpp"
#include "replays/growing_replay.hpp"
#include "replays/verify.hpp"

namespace albireo::replays {

using proto::Micros;

class Spectator {
  public:
    static constexpr Micros kSilentMax = 15 * proto::kMicrosPerSecond;  // the server sends something every 5 s
    static constexpr std::uint32_t kTicksAtOnce = 2'000;                // in one advance(): a few milliseconds

    struct Options {
        std::string code;  // as read_watch_code() returns it
        std::uint32_t delay_ms = 3'000;
        std::string name = "spectator";
        std::optional<proto::Pass> pass{};  // of the ticket that has led to this server
    };
    enum class State : std::uint8_t {
        connecting,
        waiting,   // for the game to begin
        watching,
        done,      // the whole game has been verified, or a difference was found: verdict()
        failed,    // see failure() and cause()
    };
    enum class Cause : std::uint8_t {
        none,
        unreachable,  // the server does not answer, or has stopped answering
        refused,
        bad_recording,
        cut_short,  // the server ended the transfer before the end of the game
        left,
    };

    Spectator(std::unique_ptr<proto::Link> link, Options options);

    void advance(Micros now);
    /// Stops watching: says goodbye.
    void leave() { fail(Cause::left, "left"); }
    Micros next_due(Micros now);
    bool is_over() const { return state_ == State::done || state_ == State::failed; }
    State state() const { return state_; }
    const std::string& failure() const { return failure_; }
    Cause cause() const { return cause_; }
    proto::Refusal refusal() const { return refusal_; }
    /// Whether the server has said that it restarts: watching may go on there in a few seconds.
    bool is_restarting() const { return farewell_ == proto::ByeReason::restarting; }
    /// The shard of the same server that has the game; watching it there needs another Spectator.
    std::optional<std::uint8_t> elsewhere() const { return elsewhere_; }
    /// … or the other server that has it.
    const std::optional<proto::Ticket>& ticket() const { return ticket_; }
    /// The server's latest message about this game; delay_ms is 0 before the first.
    const proto::Watching& watching() const { return watching_; }
    const GrowingReplay& replay() const { return replay_; }
    /// Whether everything that the server's latest message announced has arrived.
    bool has_caught_up() const { return watching_.delay_ms != 0 && replay_.bytes() >= watching_.bytes; }
    /// Nothing has been compared before the recording begins.
    Verdict verdict() const { return verifier_ ? verifier_->verdict() : Verdict{}; }
    /// Whether everything that has arrived was played, and no digest differed.
    bool is_verified() const { return verifier_ && !has_more_ && verifier_->verdict().same; }
    /// Tells the server to how many spectators this one forwards the game. An older server is told nothing.
    void tell_forwarded(std::uint32_t spectators);
    proto::Link& link() { return *link_; }
    proto::Connection& connection() { return connection_; }

  private:
    void receive(const proto::Message& message);
    void take(const proto::Chunk& chunk);
    void verify();
    void fail(Cause cause, std::string why);
    void finish();
    void send_due(Micros now);

    std::unique_ptr<proto::Link> link_;
    Options options_;
    proto::Connection connection_;
    State state_ = State::connecting;
    std::string failure_;
    Cause cause_ = Cause::none;
    proto::Refusal refusal_ = proto::Refusal::none;
    std::optional<std::uint8_t> elsewhere_;
    std::optional<proto::Ticket> ticket_;
    proto::Watching watching_;
    proto::BlobAssembler blob_;
    GrowingReplay replay_;
    std::optional<Verifier> verifier_;
    std::optional<proto::ByeReason> farewell_;
    bool may_tell_ = false;  // the server takes the number of those to whom the game is forwarded
    Micros began_ = -1;
    bool has_more_ = false;  // ticks to play
};

}  // namespace albireo::replays
