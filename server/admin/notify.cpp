#include "server/admin/notify.hpp"

#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include <charconv>
#include <cstddef>
#include <cstdlib>
#include <cstring>
#include <string_view>

namespace albireo::server {

void notify_system(const std::string& lines) {
    const char* path = std::getenv("NOTIFY_SOCKET");
    sockaddr_un address{};
    address.sun_family = AF_UNIX;
    if (path == nullptr || (path[0] != '/' && path[0] != '@') || std::strlen(path) >= sizeof address.sun_path) return;
    const std::size_t size = std::strlen(path);
    std::memcpy(address.sun_path, path, size);
    if (path[0] == '@') address.sun_path[0] = '\0';  // an abstract socket
    const int socket = ::socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0);
    if (socket < 0) return;
    ::sendto(socket, lines.data(), lines.size(), MSG_NOSIGNAL, reinterpret_cast<const sockaddr*>(&address),
             static_cast<socklen_t>(offsetof(sockaddr_un, sun_path) + size));
    ::close(socket);
}

proto::Micros watchdog_every() {
    const char* text = std::getenv("WATCHDOG_USEC");
    if (text == nullptr) return 0;
    const std::string_view digits(text);
    proto::Micros micros = 0;
    const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), micros);
    return error == std::errc{} && end == digits.data() + digits.size() && micros > 0 ? micros / 2 : 0;
}

}  // namespace albireo::server
