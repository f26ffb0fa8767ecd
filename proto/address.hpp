#pragma once
/// "HOST:PORT", as people write it.
#include <charconv>
#include <cstdint>
#include <string>

namespace albireo::proto {

/// Into its halves; false, and neither is changed, if it is not that or the port is 0.
inline bool split_address(const std::string& text, std::string& host, std::uint16_t& port) {
    const auto colon = text.rfind(':');
    if (colon == std::string::npos || colon == 0) return false;
    const char* last = text.data() + text.size();
    std::uint16_t number = 0;
    const auto [end, error] = std::from_chars(text.data() + colon + 1, last, number);
    if (error != std::errc{} || end != last || number == 0) return false;
    host = text.substr(0, colon);
    port = number;
    return true;
}

}  // namespace albireo::proto
