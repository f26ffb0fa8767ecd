#pragma once
/// Parses "HOST:PORT" as users type it.
#include <charconv>
#include <cstdint>
#include <string>

namespace albireo::proto {

/// Splits `text` at its last colon into a host (at least one character) and a port (decimal, 1 … 65535). Returns false,
/// and changes neither, if `text` has another form.
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
