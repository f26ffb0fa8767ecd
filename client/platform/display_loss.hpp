#pragma once
/// What happens when the X server ends while the window is open.

namespace albireo::platform {

/// From now on: one line on stderr, and exit code 3. Xlib would leave with 1, in words of its own, and cannot go on.
void leave_when_display_is_lost();

}  // namespace albireo::platform
