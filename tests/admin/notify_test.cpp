// Goal: systemd is told what a service of Type=notify with a watchdog must tell.
#include <doctest/doctest.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include <cstddef>
#include <cstdlib>
#include <cstring>
#include <string>

#include "server/admin/notify.hpp"

using namespace albireo::server;

TEST_CASE("systemd gets the lines, also over an abstract socket, and nothing happens without it") {
    for (const std::string& name : {"/tmp/albireo-notify-" + std::to_string(getpid()), "@albireo-notify-" + std::to_string(getpid())}) {
        CAPTURE(name);
        const int socket = ::socket(AF_UNIX, SOCK_DGRAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
        sockaddr_un address{};
        address.sun_family = AF_UNIX;
        std::memcpy(address.sun_path, name.data(), name.size());
        if (name[0] == '@') address.sun_path[0] = '\0';
        REQUIRE(::bind(socket, reinterpret_cast<const sockaddr*>(&address), static_cast<socklen_t>(offsetof(sockaddr_un, sun_path) + name.size())) == 0);
        setenv("NOTIFY_SOCKET", name.c_str(), 1);
        notify_system("READY=1");
        char text[64];
        const ssize_t got = ::recv(socket, text, sizeof text, 0);
        CHECK(std::string(text, static_cast<std::size_t>(got > 0 ? got : 0)) == "READY=1");
        unsetenv("NOTIFY_SOCKET");
        notify_system("READY=1");
        CHECK(::recv(socket, text, sizeof text, 0) < 0);
        ::close(socket);
        if (name[0] == '/') ::unlink(name.c_str());
    }
}

TEST_CASE("the watchdog is fed twice in its time, and never if there is none") {
    unsetenv("WATCHDOG_USEC");
    CHECK(watchdog_every() == 0);
    setenv("WATCHDOG_USEC", "20000000", 1);
    CHECK(watchdog_every() == 10'000'000);
    for (const char* wrong : {"", "x", "-4", "20s"}) {
        setenv("WATCHDOG_USEC", wrong, 1);
        CHECK(watchdog_every() == 0);
    }
    unsetenv("WATCHDOG_USEC");
}
