#include "client/app/activities/tick_reel.hpp"

#include <algorithm>

#include "sim/snapshot.hpp"

namespace albireo::app {

void TickReel::begin(Start start) {
    clear();
    start_ = std::make_unique<Start>(std::move(start));
}

void TickReel::clear() {
    start_.reset();
    count_ = 0;
    played_ = 0;
}

PlayedTick& TickReel::next() {
    const std::size_t place = std::min(count_, kTicksMax - 1);
    if (place == ticks_.size()) ticks_.emplace_back();
    return ticks_[place];
}

void TickReel::note_before(const World& predicted) {
    copy_world(*next().before, predicted);
}

void TickReel::note_tick(client::GameClient& game) {
    PlayedTick& tick = next();
    client::Predictor& predictor = game.predictor();
    copy_world(*tick.now, predictor.predicted());
    if (count_ < kTicksMax) {
        tick.effects.clear();
        ++count_;
    }
    const auto& fresh = predictor.effects().fresh();
    tick.effects.insert(tick.effects.end(), fresh.begin(), fresh.end());
    predictor.effects().clear();
    tick.remote = game.remote_shots();
    tick.flight = predictor.partner_flight();
    ++played_;
}

}  // namespace albireo::app
