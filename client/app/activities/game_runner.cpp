#include "client/app/activities/game_runner.hpp"

#include <algorithm>
#include <chrono>

namespace albireo::app {

using State = GameClient::State;

GameRunner::GameRunner(std::unique_ptr<GameHost> host) : host_(std::move(host)) {
    LocalPlayer& person = *host_->people().front();
    person.begun = [this](const Level&, Slot own) {
        const GameClient& game = host_->game();
        const GameSetup setup = game.game_setup();
        reel_.begin({.level = game.shared_level(),
                     .own = own,
                     .world = std::make_unique<World>(game.predictor().predicted()),
                     .is_whole_game = setup.section == 0 && setup.phase == 0 && !setup.carry});
    };
    person.before_tick = [this](const World& predicted) { reel_.note_before(predicted); };
    watch_ticks();
    if (host_->is_in_real_time()) thread_ = std::jthread([this](const std::stop_token& stop) { run(stop); });
}

GameRunner::~GameRunner() {
    if (host_) release();
}

void GameRunner::watch_ticks() {
    host_->game().on_tick = [this] { reel_.note_tick(host_->game()); };
}

Locked<GameHost> GameRunner::lock() const {
    std::unique_lock lock(guard_);
    return {std::move(lock), *host_};
}

Locked<GameClient> GameRunner::game() const {
    std::unique_lock lock(guard_);
    return {std::move(lock), host_->game()};
}

void GameRunner::advance(Micros now) {
    const std::lock_guard lock(guard_);
    const Micros ahead = now - client::UdpClient::now();
    ahead_ = std::max(ahead_.value_or(ahead), ahead);  // without the time since the caller read its clock
    now = picture_at_ = played_at_ = std::max(now, played_at_);
    // A slow picture steps several ticks a frame; ticks beyond one advance()'s limit are caught up by the next.
    for (int i = 0; i < 3; ++i) {
        host_->advance(now);
        if (host_->game().state() != State::playing || host_->game().tick_due() > now) break;
    }
    if (after_advance) after_advance(host_->game(), now);
}

bool GameRunner::awaits_picture(Micros now) const {
    const GameClient& game = host_->game();
    return game.state() == State::playing && game.tick_due() <= now && now - picture_at_ < kPictureAwaited;
}

void GameRunner::run(const std::stop_token& stop) {
    while (!stop.stop_requested()) {
        Micros rest = kRestMax;
        {
            const std::lock_guard lock(guard_);
            const Micros now = std::max(client::UdpClient::now() + ahead_.value_or(0), played_at_);
            if (ahead_ && !awaits_picture(now)) {
                host_->advance(now);
                if (after_advance) after_advance(host_->game(), now);
                played_at_ = now;
                rest = host_->game().next_due(now) - now;
            }
        }
        std::this_thread::sleep_for(std::chrono::microseconds(std::clamp<Micros>(rest, kRestMax / 8, kRestMax)));
    }
}

void GameRunner::leave(Micros now) {
    const std::lock_guard lock(guard_);
    played_at_ = std::max(now, played_at_);
    host_->leave(played_at_);
}

Micros GameRunner::take(TickReel& reel) {
    const std::lock_guard lock(guard_);
    reel.clear();
    std::swap(reel, reel_);
    return host_->game().tick_due();
}

bool GameRunner::go_on(const std::string& level) {
    const std::lock_guard lock(guard_);
    if (!host_->go_on(level)) return false;
    reel_.clear();
    watch_ticks();
    return true;
}

std::unique_ptr<GameHost> GameRunner::release() {
    thread_ = {};
    LocalPlayer& person = *host_->people().front();
    person.begun = {};
    person.before_tick = {};
    host_->game().on_tick = {};
    return std::move(host_);
}

}  // namespace albireo::app
