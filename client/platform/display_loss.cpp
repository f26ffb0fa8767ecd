#include "client/platform/display_loss.hpp"

#include <X11/Xlib.h>

#include <cstdio>
#include <cstdlib>

namespace albireo::platform {

void leave_when_display_is_lost() {
    XSetIOErrorHandler([](Display*) -> int {
        std::fputs("albireo: the display is gone: the X server has ended\n", stderr);
        std::fflush(nullptr);
        // No clean-up: the objects to release belong to a context that no longer exists.
        std::_Exit(3);
    });
}

}  // namespace albireo::platform
