// What holds between two calls of a session, whatever its players send. Builds without asserts check nothing.
#include <cassert>

#include "server/session.hpp"

namespace albireo::server {

void Session::check_invariants() const {
    assert(started_ == (world_ != nullptr) && "a world is made when the game starts, and not before");
    assert((recorder_ == nullptr || started_) && "a recording begins with the game");
    assert((!recording_closed_ || has_ended()) && "only a game that has ended closes its recording");
    assert((empty_since_ < 0 || opened_at_ >= 0) && "a session is opened before it can stand empty");
    assert(bundles_named_ + bundles_unnamed_ <= kBundlesNamedMax + kBundlesUnnamedMax && "a session makes few bundles");
    assert(wait_x16_ >= 0 && "no tick waits for the pace less than no time");
    for (const Slot slot : kSlots) check_invariants(slot);
}

void Session::check_invariants(Slot slot) const {
    [[maybe_unused]] const Seat& mine = seat(slot);
    [[maybe_unused]] const Seat& partner = seat(other(slot));
    assert((takes_part(slot) || !mine.taken) && "a solo game has one seat");
    assert((mine.taken || mine.connection == nullptr) && "a seat is taken before its player is connected");
    assert((mine.connection == nullptr || mine.connection != partner.connection) && "two seats never share a connection");
    assert((mine.connection != nullptr || !mine.wants_world) && "only a connected player waits for the world");
    assert((mine.connection != nullptr || !mine.wants_level) && "only a connected player waits for the level");
    assert((mine.connection != nullptr || !mine.held_back) && "only a connected player is told to wait");
    assert(mine.healed_by >= mine.since && "digests of a world begin with its snapshot");
    if (!started_ || !takes_part(slot)) return;
    assert(world_->tick <= mine.known && "the server has the frames of every tick it has stepped");
    assert(mine.known - world_->tick <= static_cast<std::int32_t>(kRing) && "a frame that is still needed is in the ring");
    assert(mine.since <= world_->tick && "a client's world is not ahead of the server's snapshots");
    assert(mine.noted <= mine.known && "the journal has only frames that are known");
    assert((setup_.players == 1 || mine.relayed <= partner.known) && "only known frames are relayed");
}

}  // namespace albireo::server
