#include "client/bot/local_game.hpp"

#include "proto/frame_codec.hpp"
#include "sim/snapshot.hpp"

namespace albireo::bot {

LocalGame::LocalGame(const Level& level, const World& start, Players players)
    : level_(level),
      seats_{{{players[0], client::RemoteShots(Slot::blue), client::FrameMaker(Slot::gold)},
              {players[1], client::RemoteShots(Slot::gold), client::FrameMaker(Slot::blue)}}},
      before_(std::make_unique<World>(start)),
      now_(std::make_unique<World>(start)),
      events_(std::make_unique<Events>()) {
    for (const Slot slot : kSlots) {
        if (players[index(slot)] != nullptr) players[index(slot)]->begin(level, slot);
    }
}

void LocalGame::step() {
    copy_world(*before_, *now_);
    for (const Slot slot : kSlots) {
        Seat& seat = seats_[index(slot)];
        if (seat.controller == nullptr) {
            frames_[index(slot)] = absent_frame();
            continue;
        }
        // Both players share one world: the partner's shots are known at once, and trusted a tick later.
        seat.remote.update(*before_, before_->tick);
        reports_.clear();
        seat.controller->see(*before_, seat.remote, reports_);
        const client::Controls controls = seat.controller->steer(*before_);
        frames_[index(slot)] = proto::normal(seat.maker.make(*before_, level_, controls, reports_));
    }
    events_->clear();
    albireo::step(*now_, level_, frames_, *events_);
    ledger_.clear();
    ledger_.take(*events_, now_->tick);
}

}  // namespace albireo::bot
