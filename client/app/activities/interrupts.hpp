#pragma once
/// Interruptions of a player's controls in a game: the window loses the focus, or a pad in use is unplugged. Owned by
/// an activity.
///
/// 1. Each loss requests one pause. The request waits until there is a game to pause, and is dropped once the focus, or
///    the pad, is back.
/// 2. A pad is in use if it was touched within the last kIdleSeconds; losing another pad interrupts nothing.
#include <array>

#include "client/platform/input.hpp"

namespace albireo::app {

class Interrupts {
  public:
    static constexpr float kIdleSeconds = 20;

    /// Call once per frame. `dead_zone`: of sticks, 0 … 1.
    void watch(const platform::Input& input, float dead_zone, float seconds);

    /// Whether a loss of the focus still has to pause the game.
    bool focus_asks() const { return focus_asks_; }
    /// The pad whose loss still has to pause the game; null: none.
    const std::size_t* pad_asks() const { return pad_asks_ ? &lost_ : nullptr; }
    /// The requests have been passed on, or are no longer needed.
    void answer() { focus_asks_ = pad_asks_ = false; }

    /// Whether the lost pad is still missing.
    bool is_pad_gone() const { return pad_gone_; }
    /// The player continues without the lost pad.
    void forget_pad() { pad_gone_ = pad_asks_ = false; }

  private:
    bool focused_ = true, focus_asks_ = false;
    std::array<float, platform::kPadsMax> idle_{};  // seconds since it was touched
    std::array<bool, platform::kPadsMax> here_{};
    std::size_t lost_ = 0;
    bool pad_asks_ = false, pad_gone_ = false;
};

}  // namespace albireo::app
