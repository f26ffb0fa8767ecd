#include "client/platform/display_loss.hpp"

#include <cstdio>
#include <cstdlib>

#include "platform/dynamic_library.hpp"

namespace albireo::platform {
namespace {

// XIOErrorHandler and XSetIOErrorHandler of <X11/Xlib.h>, by hand: the program is built without X11.
using Handler = int (*)(void* display);
using SetHandler = Handler (*)(Handler);

int leave(void*) {
    std::fputs("albireo: the display is gone: the X server has ended\n", stderr);
    std::fflush(nullptr);
    // No clean-up: the objects to release belong to a context that no longer exists.
    std::_Exit(3);
}

}  // namespace

void leave_when_display_is_lost() {
    // It is there if GLFW has loaded it, and then it stays.
    void* const set = symbol_of("libX11.so.6", "XSetIOErrorHandler", Loading::only_if_loaded);
    if (set != nullptr) reinterpret_cast<SetHandler>(set)(leave);
}

}  // namespace albireo::platform
