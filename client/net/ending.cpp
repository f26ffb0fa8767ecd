#include "client/net/ending.hpp"

#include <cassert>

#include "sim/digest.hpp"

namespace albireo::client {

void Ending::restart(const World& world) {
    if (!leaving_) outcome_.reset();
    conclude(world);
}

void Ending::note(const World& world) {
    assert(!is_concluded() && "a world after the last one would replace the final digest");
    conclude(world);
}

void Ending::conclude(const World& world) {
    enough_ = until_tick_ != 0 && world.tick.value >= until_tick_;
    if (outcome_of(world) != Outcome::playing) {
        outcome_ = outcome_of(world) == Outcome::cleared ? proto::Outcome::cleared : proto::Outcome::over;
    }
    if (!is_concluded()) return;
    final_tick_ = world.tick;
    final_digest_ = root_of(world);
}

void Ending::accept() {
    assert(ended_ && "the server's result can be adopted only after it was received");
    outcome_ = ended_->outcome;
}

proto::ByeReason Ending::leave() {
    assert(!leaving_ && "a client says goodbye once");
    leaving_ = true;
    const bool is_done = outcome_.has_value();
    if (!is_done) outcome_ = proto::Outcome::left;
    return is_done ? proto::ByeReason::done : proto::ByeReason::left;
}

bool Ending::may_finish(Tick confirmed, DigestExchange& digests, proto::Connection& connection, NetFigures& figures,
                        Micros now) {
    assert(ended_ && "a client finishes only after the server has announced the end");
    if (enough_) return true;  // it stopped comparing earlier
    if (!outcome_ && confirmed < ended_->tick) return false;
    if (end_until_ < 0) {
        const bool is_same = outcome_ && final_tick_ == ended_->tick && final_digest_ == ended_->digest;
        if (digests.check_end(*ended_, is_same, connection, figures)) return true;
        end_until_ = now + kEndWait;
    }
    assert(end_until_ - now <= kEndWait && "a desync at the game's end delays no client for longer than that");
    return now >= end_until_ || digests.must_return() ||
           (!digests.is_open() && connection.messages_unacknowledged() == 0);
}

}  // namespace albireo::client
