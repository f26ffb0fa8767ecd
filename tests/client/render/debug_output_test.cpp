// Goal: OpenGL errors are reported synchronously only in debug builds, because that disables the driver's threads.
#include <doctest/doctest.h>

#include "tests/client/render/gl_fixture.hpp"

// Tests may not include OpenGL: this is libepoxy's name of glIsEnabled, which the device links.
extern "C" unsigned char (*epoxy_glIsEnabled)(unsigned);

TEST_CASE("OpenGL's debug output waits for every call only in a debug build") {
    constexpr unsigned kDebugOutputSynchronous = 0x8242;
    albireo::test_device();
#ifdef NDEBUG
    CHECK(epoxy_glIsEnabled(kDebugOutputSynchronous) == 0);
#else
    CHECK(epoxy_glIsEnabled(kDebugOutputSynchronous) == 1);
#endif
}
