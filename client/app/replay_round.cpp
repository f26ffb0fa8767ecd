#include "client/app/replay_round.hpp"

#include <fmt/format.h>
#include <algorithm>
#include <cmath>

namespace albireo::app {

using platform::Key;

ReplayRound::ReplayRound(std::unique_ptr<replays::Replay> replay, Picture* picture, scene::StageOptions options)
    : replay_(std::move(replay)), player_(*replay_), before_(std::make_unique<World>(player_.world())) {
    options.names = replay_->recording.header.names;
    if (picture != nullptr) {
        stage_ = std::make_unique<scene::Stage>(replay_->level, picture->dress(replay_->level), std::move(options));
    }
    marked_to_ = player_.begin();
    for (const replays::Note& note : replay_->recording.notes) {
        if (note.kind == replays::NoteKind::healed) marks_.push_back({note.tick.value, 4});
    }
}

bool ReplayRound::step() {
    *before_ = player_.world();
    ledger_.clear();
    if (!player_.step()) return false;
    ledger_.take(player_.events(), player_.tick());
    if (stage_) stage_->tick(*before_, player_.world(), ledger_.fresh());
    hear(ledger_.fresh(), replay_->level);
    if (player_.tick() > marked_to_) {
        marked_to_ = player_.tick();
        for (const Slot slot : kSlots) {
            if (player_.world().ships[index(slot)].lives < before_->ships[index(slot)].lives) {
                marks_.push_back({player_.tick().value, static_cast<std::uint8_t>(index(slot))});
            }
        }
    }
    return true;
}

void ReplayRound::step_back() {
    if (player_.tick() > player_.begin()) seek(std::int64_t{player_.tick().value} - 1);
}

void ReplayRound::seek(std::int64_t tick) {
    tick = std::clamp<std::int64_t>(tick, player_.begin().value, player_.end().value);
    player_.seek(Tick{static_cast<std::uint32_t>(tick)});
    *before_ = player_.world();
    ledger_.reset();
    ledger_.clear();
    if (stage_) stage_->reset();
    due_ = 0;
}

void ReplayRound::seek_share(float share) {
    const double ticks = player_.end().value - player_.begin().value;
    seek(player_.begin().value + std::llround(std::clamp(share, 0.0F, 1.0F) * ticks));
}

void ReplayRound::advance(const platform::Input& input, Micros now) {
    const std::int64_t here = player_.tick().value;
    for (const Key key : input.pressed) {
        switch (key) {
            case Key::space:
            case Key::p:
                paused_ = !paused_;
                break;
            case Key::period:
                paused_ = true, step();
                break;
            case Key::comma:
                paused_ = true, step_back();
                break;
            case Key::equal:
            case Key::pad_add:
            case Key::up:
                speed_ = std::min(speed_ + 1, kFastest);
                break;
            case Key::minus:
            case Key::down:
                speed_ = std::max(speed_ - 1, kSlowest);
                break;
            case Key::right:
                seek(here + 5 * kTicksPerSecond);
                break;
            case Key::left:
                seek(here - 5 * kTicksPerSecond);
                break;
            case Key::page_up:
                seek(here - 30 * kTicksPerSecond);
                break;
            case Key::page_down:
                seek(here + 30 * kTicksPerSecond);
                break;
            case Key::home:
                seek(player_.begin().value);
                break;
            case Key::end:
                seek(player_.end().value);
                break;
            default:
                break;
        }
    }
    const double passed = last_ < 0 ? 0 : static_cast<double>(std::min<Micros>(now - last_, 250'000)) / 1e6;
    last_ = now;
    if (paused_) return be_still();
    due_ += passed * kTicksPerSecond * std::exp2(speed_);
    for (; due_ >= 1; due_ -= 1) {
        if (step()) continue;
        paused_ = true;
        due_ = 0;
        break;
    }
    follow(player_.world());
}

bool ReplayRound::look(scene::View& view, Micros) {
    if (!stage_) return false;
    const float alpha = paused_ ? 1.0F : static_cast<float>(std::clamp(due_, 0.0, 1.0));
    stage_->look({.before = *before_, .now = player_.world(), .alpha = alpha, .predicted = {}}, view);
    return true;
}

Notice ReplayRound::notice() const {
    const std::uint32_t tick = player_.tick().value;
    const std::string speed = speed_ < 0 ? fmt::format("1/{}x", 1 << -speed_) : fmt::format("{}x", 1 << speed_);
    Notice notice;
    notice.hint =
        fmt::format("tick {} of {}   {}:{:02}   {}{}", tick, player_.end().value, tick / 3600, tick / 60 % 60, speed,
                    player_.tick() >= player_.end() ? "   end"
                    : paused_                       ? "   paused"
                                                    : "");
    if (replay_->recording.damage) notice.line = replay_->recording.damage.text();
    return notice;
}

bool ReplayRound::timeline(Timeline& line) const {
    line = {player_.begin().value, player_.tick().value, player_.end().value, &marks_};
    return true;
}

}  // namespace albireo::app
