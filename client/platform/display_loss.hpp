#pragma once
/// Handles the end of the X server while the window is open.

namespace albireo::platform {

/// From now on, losing the X server prints one line on stderr and exits with code 3. By default, Xlib would print its
/// own message and exit with 1; it cannot continue.
void leave_when_display_is_lost();

}  // namespace albireo::platform
