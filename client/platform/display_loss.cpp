#include "client/platform/display_loss.hpp"

#include <X11/Xlib.h>

#include <cstdio>
#include <cstdlib>

namespace albireo::platform {

void leave_when_display_is_lost() {
    XSetIOErrorHandler([](Display*) -> int {
        std::fputs("albireo: the display is gone: the X server has ended\n", stderr);
        std::fflush(nullptr);
        // What would be tidied up lives in a context that is no more.
        std::_Exit(3);
    });
}

}  // namespace albireo::platform
