#include "server/admin/notify.hpp"

#include <charconv>
#include <cstdlib>
#include <string_view>

#include "platform/service_manager.hpp"

namespace albireo::server {

void notify_system(const std::string& lines) {
    if (const char* const path = std::getenv("NOTIFY_SOCKET"); path != nullptr) platform::tell_service_manager(path, lines);
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
