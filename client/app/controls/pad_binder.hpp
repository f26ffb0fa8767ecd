#pragma once
/// Reads from one pad what a player binds to an action: a button, or two, the first of which is held. Owned by the menu, one for each pad.
///
/// 1. The first press binds nothing yet. A second press while the first button is held binds both; letting the first go binds it alone.
/// 2. A button that was held before is ignored until it is let go: it chose the line, or a finger rests on it.
#include "client/app/controls/bindings.hpp"

namespace albireo::app {

class PadBinder {
  public:
    /// One frame. Returns the binding once it is complete; none: it is not yet.
    PadBinding read(const platform::Pad& pad);

  private:
    using Buttons = std::bitset<platform::kPadButtonCount>;
    bool has_begun_ = false;
    Buttons ignored_;
    platform::PadButton first_ = platform::PadButton::none;
};

}  // namespace albireo::app
