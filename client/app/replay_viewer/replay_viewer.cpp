#include "client/app/replay_viewer/replay_viewer.hpp"

#include <algorithm>
#include <cmath>
#include <filesystem>

#include "sim/snapshot.hpp"

#include "client/words/words.hpp"

namespace albireo::app {

ReplayViewer::ReplayViewer(std::shared_ptr<const replays::Replay> replay, std::string path, bool grows)
    : replay_(std::move(replay)),
      path_(std::move(path)),
      player_(*replay_),
      scan_(*replay_),
      before_(std::make_unique<World>(player_.world())),
      grows_(grows) {
    if (!grows) bookmark_faults_ = bookmarks_.load(path_ + ".notes");
}

void ReplayViewer::set_growing(bool grows) {
    grows_ = grows;
    live_ = live_ && grows;
}

/// In ticks of the replay for each tick of real time. Live, it is a little more or less than 1, so that kLiveTicks are in store; less
/// if the players play slowly.
double ReplayViewer::pace() const {
    if (!is_live()) return std::exp2(speed_);
    const double spare = static_cast<double>(behind()) - kLiveTicks;
    return std::clamp(1 + spare / (10 * kTicksPerSecond), 0.5, 1.25);
}

bool ReplayViewer::play() {
    copy_world(*before_, player_.world());
    ledger_.clear();
    if (!player_.step()) return false;
    ledger_.take(player_.events(), player_.tick());
    if (on_tick) on_tick(*before_, player_.world(), ledger_.fresh());
    return true;
}

void ReplayViewer::advance(double seconds) {
    scan_.advance(kScanTicks, grows_);
    if (paused_) return;
    due_ += std::min(seconds, kSecondsAtOnceMax) * kTicksPerSecond * pace();
    for (; due_ >= 1; due_ -= 1) {
        if (grows_ && is_at_end()) {  // more is about to arrive
            live_ = true;
            speed_ = 0;
            due_ = 0;
            break;
        }
        if (play()) continue;
        paused_ = true;
        due_ = 0;
        break;
    }
}

void ReplayViewer::begin_film() {
    paused_ = false;
    due_ = 1;  // the shown tick is filmed in full
}

bool ReplayViewer::advance_film() {
    for (due_ += std::exp2(speed_); due_ > 1; due_ -= 1) {
        if (!play()) return due_ = 0, false;
    }
    return true;
}

void ReplayViewer::toggle_pause() {
    paused_ = !paused_;
    // At the end there is nothing left to play: start from the beginning.
    if (!paused_ && is_at_end() && !grows_) jump(begin());
    if (paused_) live_ = false;
}

void ReplayViewer::faster(int steps) {
    if (is_live() && steps > 0) return;  // nothing is ahead
    speed_ = std::clamp(speed_ + steps, kSlowest, kFastest);
    if (speed_ < 0) live_ = false;
}

void ReplayViewer::step(int ticks) {
    paused_ = true;
    live_ = false;
    due_ = 0;
    if (ticks != 1) {
        seek(std::int64_t{tick()} + ticks);
    } else if (!grows_ || !is_at_end()) {
        play();
    }
}

void ReplayViewer::jump(std::int64_t to) {
    live_ = grows_ && to + kLiveTicks >= end();
    if (live_) {
        to = std::int64_t{end()} - kLiveTicks;
        speed_ = 0;
    }
    seek(to);
}

void ReplayViewer::seek(std::int64_t to) {
    to = std::clamp<std::int64_t>(to, begin(), end());
    player_.seek(Tick{static_cast<std::uint32_t>(to)}, scan_.player());
    copy_world(*before_, player_.world());
    ledger_.reset();
    due_ = 0;
    if (on_jump) on_jump();
}

void ReplayViewer::jump_share(double share) {
    jump(begin() + std::llround(std::clamp(share, 0.0, 1.0) * (end() - begin())));
}

void ReplayViewer::jump_highlight(int way) {
    std::int64_t best = way > 0 ? end() : begin();
    const std::uint32_t grace = paused_ ? 0 : kHighlightGraceTicks << std::max(speed_, 0);
    const auto consider = [&](std::uint32_t at) {
        if (way > 0 && at > tick()) best = std::min<std::int64_t>(best, at);
        if (way < 0 && std::int64_t{at} + grace < tick()) best = std::max<std::int64_t>(best, at);
    };
    for (const Highlight& highlight : scan_.highlights()) consider(highlight.tick);
    for (const Bookmark& bookmark : bookmarks_.all()) consider(bookmark.tick);
    jump(best);
}

float ReplayViewer::alpha() const {
    return paused_ || due_ <= 0 ? 1.0F : static_cast<float>(std::min(due_, 1.0));
}

std::uint32_t ReplayViewer::lost_ticks() const {
    const replays::Damage& damage = replay_->recording.damage;
    return damage && damage.all_ticks ? *damage.all_ticks - std::min(*damage.all_ticks, damage.readable_ticks) : 0;
}

std::string ReplayViewer::cannot_take_over() const {
    if (outcome_of(now()) != Outcome::playing) return tr("the game has ended at this point: seek back to take over");
    return {};
}

std::string ReplayViewer::origin() const {
    return std::filesystem::path(path_).filename().string() + ", tick " + std::to_string(tick());
}

}  // namespace albireo::app
