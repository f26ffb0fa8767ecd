#include "client/net/tick_loop.hpp"

#include <algorithm>
#include <cassert>

namespace albireo::client {

void TickLoop::begin(const Level& level, const World& world, Seat seat, Tick own_from, proto::Connection& connection,
                     Micros now, Confirmed confirmed) {
    level_ = &level;
    seat_ = seat;
    own_from_ = own_from;
    predictor_ = std::make_unique<Predictor>(level, seat.own, predictor_ ? predictor_->so_far() : Predictor::SoFar{});
    predictor_->on_confirmed(confirmed.hook, confirmed.context);
    predictor_->plant(fault_);
    predictor_->begin(world, own_from);
    connection.start_frames(world.tick, own_from);
    remote_ = RemoteShots(other(seat.own));
    maker_ = FrameMaker(seat.own);
    reports_.clear();
    controller_.begin(level, seat.own);
    clock_.start(now, seat.speed);
    assert(predictor_->predicted().tick == connection.outgoing().end() && "the first frame is of the first own tick");
    assert(predictor_->confirmed().tick == connection.incoming().confirmed_up_to() &&
           "no frame of the partner is skipped");
}

void TickLoop::heal(const World& truth, const proto::Connection& connection) {
    assert(predictor_->can_heal(truth.tick) && "the frames since the snapshot are needed to step them again");
    predictor_->heal(truth, settled(connection));
    assert(predictor_->predicted().tick == connection.outgoing().end() &&
           "a heal leaves the stream of own frames alone");
}

/// Own frames below this tick are final: the server has received them, or has made them itself.
Tick TickLoop::settled(const proto::Connection& connection) const {
    return std::max(own_from_, connection.outgoing().begin());
}

void TickLoop::learn(proto::Connection& connection, Micros now) {
    assert(settled(connection) <= predictor_->predicted().tick && "no own frame is final before it is made");
    proto::FrameWindow& window = connection.incoming();
    while (predictor_->partner_known() < window.confirmed_up_to()) {
        const Tick tick = predictor_->partner_known();
        const Frame* frame = window.find(tick);
        if (frame == nullptr || !predictor_->learn(*frame)) break;
        if (samples_ != nullptr) note_delivery(*frame, tick, now);
    }
    if (seat_.is_solo) {
        while (predictor_->partner_known() < predictor_->predicted().tick) predictor_->learn(absent_frame());
    }
    const Tick before = predictor_->confirmed().tick;
    const std::uint32_t again = predictor_->reconcile(settled(connection));
    assert(before <= predictor_->confirmed().tick && "confirmed never goes back");
    figures_.note_confirmed(predictor_->confirmed().tick - before, now);
    if (again > 0) figures_.rebuild_ticks.add(again);
    figures_.rebuilt_ticks += again;
    // If the player is alone, or a snapshot arrived before the frames, this client is ahead of the frames that arrived.
    window.release(std::min(predictor_->confirmed().tick, window.confirmed_up_to()));
    remote_.update(predictor_->confirmed(), predictor_->predicted().tick);
}

/// Times the delivery of the partner's frame by the clock that both clients share.
void TickLoop::note_delivery(const Frame& frame, Tick tick, Micros now) {
    const Micros sampled = samples_->read(other(seat_.own), tick);
    if (sampled < 0) return;
    figures_.delivery_ms.add((now - sampled) / proto::kMicrosPerMs);
    if (predictor_->partner_did(tick - 1).buttons != frame.buttons) {
        figures_.changed_ms.add((now - sampled) / proto::kMicrosPerMs);
    }
}

bool TickLoop::step(proto::Connection& connection, Micros now) {
    assert(is_due(now) && "a tick is stepped when it is due");
    if (const auto arrival_margin = connection.peer_arrival_margin())
        clock_.note_arrival_margin(arrival_margin->partner_quarters, arrival_margin->need_quarters);
    const bool was_held = held_;
    held_ = !predictor_->may_advance() || !connection.has_room();
    if (held_) {
        // The held tick is stepped as soon as it may be. After a whole tick's time it is given up.
        if (now - clock_.due() < clock_.period()) return false;
        ++figures_.frozen_ticks;
        clock_.give_up(now);
        return false;
    }
    if (was_held) clock_.slip_to(now);
    clock_.advance(now);
    const Frame frame = make_frame();
    const Tick tick = predictor_->predicted().tick;
    assert(tick == connection.outgoing().end() && "a frame is sent for the tick that it was made for");
    if (samples_ != nullptr) samples_->post(seat_.own, tick, now);
    predictor_->advance(frame);
    connection.push_frame(frame, now);
    assert(predictor_->predicted().tick == connection.outgoing().end() &&
           "every predicted tick has its frame on the way");
    ++figures_.ticks;
    figures_.lead.add(predictor_->lead());
    return true;
}

/// The client's own frame of the predicted tick.
Frame TickLoop::make_frame() {
    const World& world = predictor_->predicted();
    reports_.clear();
    controller_.see(world, remote_, reports_);
    Frame frame = proto::normal(maker_.make(world, *level_, controller_.steer(world), reports_));
    if (frame.command != Command::none && !agrees(frame)) {
        // The promise must hold already, and must keep holding without delaying the player.
        // The spare ticks leave time for the partner's agreement.
        const std::uint32_t spare = seat_.is_solo ? 0 : kCommandSpareTicks;
        const std::uint32_t promise = std::min(predictor_->lead() + spare, kLeadTicksMax);
        frame.command_delay = std::max(frame.command_delay, static_cast<std::uint8_t>(promise));
    }
    figures_.reports_sent += frame.report_count;
    return frame;
}

}  // namespace albireo::client
