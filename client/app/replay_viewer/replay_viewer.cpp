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
      clock_(grows) {
    if (!grows) bookmark_faults_ = bookmarks_.load(path_ + ".notes");
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
    scan_.advance(kScanTicks, is_growing());
    for (std::uint32_t ticks = clock_.advance(seconds, behind()); ticks > 0; --ticks) play();
}

bool ReplayViewer::advance_film() {
    for (std::uint32_t ticks = clock_.advance_film(); ticks > 0; --ticks) {
        if (!play()) return clock_.end_film(), false;
    }
    return true;
}

void ReplayViewer::toggle_pause() {
    clock_.toggle_pause();
    // At the end there is nothing left to play: start from the beginning.
    if (!is_paused() && is_at_end() && !is_growing()) jump(begin());
}

void ReplayViewer::step(int ticks) {
    clock_.halt();
    if (ticks != 1) {
        seek(std::int64_t{tick()} + ticks);
    } else if (!is_growing() || !is_at_end()) {
        play();
    }
}

void ReplayViewer::jump(std::int64_t to) {
    seek(clock_.jump(to, begin(), end()));
}

void ReplayViewer::seek(std::int64_t to) {
    to = std::clamp<std::int64_t>(to, begin(), end());
    player_.seek(Tick{static_cast<std::uint32_t>(to)}, scan_.player());
    copy_world(*before_, player_.world());
    ledger_.reset();
    if (on_jump) on_jump();
}

void ReplayViewer::jump_share(double share) {
    jump(begin() + std::llround(std::clamp(share, 0.0, 1.0) * (end() - begin())));
}

void ReplayViewer::jump_highlight(int way) {
    std::int64_t best = way > 0 ? end() : begin();
    const std::uint32_t grace = is_paused() ? 0 : kHighlightGraceTicks << std::max(speed_power(), 0);
    const auto consider = [&](std::uint32_t at) {
        if (way > 0 && at > tick()) best = std::min<std::int64_t>(best, at);
        if (way < 0 && std::int64_t{at} + grace < tick()) best = std::max<std::int64_t>(best, at);
    };
    for (const Highlight& highlight : scan_.highlights()) consider(highlight.tick);
    for (const Bookmark& bookmark : bookmarks_.all()) consider(bookmark.tick);
    jump(best);
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
