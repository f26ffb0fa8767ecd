#pragma once
/// The place of a carousel, which follows a choice, and which the mouse can drag. Places are counted in entries. Owned by the menu.
///
/// 1. A drag chooses what comes to the middle. Let go, the carousel runs on with its speed, and stops at an entry.
/// 2. A press that moves the mouse less than kClick is a click, which chooses the entry below the mouse.
/// 3. The choice is always an entry; the place may be up to half of one beyond the ends while it is dragged.
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <optional>

#include "client/app/menu/pid.hpp"

namespace albireo::app {

class Carousel {
  public:
    static constexpr float kClick = 0.03F;  // entries: 15 pixels of a picture 1280 wide

    /// Where the mouse is, in entries to the right of the middle, and whether it is over the carousel. Call it once per frame.
    void point_at(float off, bool is_over) {
        off_ = off;
        is_over_ = is_over;
    }
    struct Button {
        bool pressed = false, held = false;  // in this frame, as in platform::Input
    };
    /// One frame of the mouse. Returns what it chooses of `count` entries, if it chooses.
    std::optional<std::size_t> steer(Button mouse, std::size_t count, float seconds) {
        if (mouse.pressed && is_over_) grip_ = Grip{.from = pid_.at(), .off = off_};
        if (!grip_ || count == 0) return std::nullopt;
        const auto nearest = [&](float place) { return static_cast<std::size_t>(std::clamp(std::lround(place), 0L, static_cast<long>(count) - 1)); };
        const float moved = grip_->off - off_;
        grip_->farthest = std::max(grip_->farthest, std::abs(moved));
        const bool is_click = grip_->farthest < kClick;
        if (mouse.held) {
            if (is_click) return std::nullopt;
            pid_.hold(within(grip_->from + moved, static_cast<float>(count - 1)), seconds);
            return nearest(pid_.at());
        }
        const float place = is_click ? grip_->from + grip_->off : pid_.at() + pid_.speed() * kRunOn;
        grip_.reset();
        return nearest(place);
    }
    bool is_dragged() const { return grip_ && grip_->farthest >= kClick; }
    void let_go() { grip_.reset(); }
    /// Moves towards the choice, unless it is dragged.
    void follow(std::size_t choice, float seconds) {
        if (!is_dragged()) pid_.tick(static_cast<float>(choice), seconds);
    }
    float at() const { return pid_.at(); }

  private:
    static constexpr float kRunOn = 0.15F;  // seconds

    /// The ends give way less and less.
    static float within(float place, float last) {
        const auto soft = [](float beyond) { return beyond / (1 + 2 * beyond); };
        return place < 0 ? -soft(-place) : place > last ? last + soft(place - last) : place;
    }

    struct Grip {
        float from = 0;  // place at the press
        float off = 0;   // of the mouse at the press
        float farthest = 0;
    };
    Pid pid_;
    std::optional<Grip> grip_;
    float off_ = 0;
    bool is_over_ = false;
};

}  // namespace albireo::app
