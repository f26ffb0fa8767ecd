#include "client/app/replay_viewer/watch_activity.hpp"

#include <algorithm>
#include <utility>

#include "client/words/format.hpp"

namespace albireo::app {

using replays::Spectator;

WatchActivity::WatchActivity(std::shared_ptr<replays::LiveGame> live, std::string name, ReplayActivity::Setup setup)
    : live_(std::move(live)), name_(std::move(name)), setup_(std::move(setup)) {}

void WatchActivity::advance(const platform::Input& input, Micros now) {
    const float seconds = last_ < 0 ? 0 : static_cast<float>(now - last_) / 1e6F;
    last_ = now;
    live_->advance(now);
    const auto& steps = steering_.read(input, seconds);
    const bool is_back = std::any_of(steps.begin(), steps.end(), [](const NavigationStep& each) { return each.step == Step::back; });
    if (is_back || input.mouse_back) {
        leave(now);
        over_ = true;
        return;
    }
    const Spectator* spectator = live_->spectator();
    if (spectator == nullptr || !spectator->replay().has_begun() || !(spectator->has_caught_up() || spectator->is_over())) return;
    // The spectator has the replay, and the replay lives as long as the game that is watched.
    std::shared_ptr<const replays::Replay> replay(live_, &spectator->replay().replay());
    setup_.live = live_;
    next_ = std::make_unique<ReplayActivity>(std::move(replay), name_, std::move(setup_));
}

void WatchActivity::leave(Micros now) {
    live_->leave(now);
}

std::string WatchActivity::failure() const {
    return live_->failure();
}

Notice WatchActivity::notice() const {
    Notice notice;
    notice.title = tr("Watch a game");
    const Spectator* spectator = live_->spectator();
    if (!live_->failure().empty()) {
        notice.title = tr("This game cannot be watched");
        notice.line = translated_reason(live_->failure());
        notice.ways = search_;
    } else if (spectator == nullptr || spectator->state() == Spectator::State::connecting) {
        notice.line = tr_f("connecting to {}", name_);
    } else if (spectator->watching().running) {
        notice.line = tr("receiving the first seconds");
    } else {
        notice.line = tr("waiting for the game to begin");
    }
    notice.hint = tr("Esc, gamepad B or right click: back");
    return notice;
}

}  // namespace albireo::app
