#pragma once
/// Parses and writes "HOST:PORT" as users type it. An IPv6 address needs brackets before a port: "[2001:db8::1]:7777".
#include <charconv>
#include <cstdint>
#include <string>

namespace albireo::proto {

/// Splits `text` into a host (at least one character, without brackets) and a port (decimal, 1 … 65535). Returns false, and
/// changes neither, if `text` has another form.
inline bool split_address(const std::string& text, std::string& host, std::uint16_t& port) {
    const auto colon = text.rfind(':');
    if (colon == std::string::npos || colon == 0) return false;
    const char* last = text.data() + text.size();
    std::uint16_t number = 0;
    const auto [end, error] = std::from_chars(text.data() + colon + 1, last, number);
    if (error != std::errc{} || end != last || number == 0) return false;
    const bool has_brackets = colon > 2 && text.front() == '[' && text[colon - 1] == ']';
    const std::string name = has_brackets ? text.substr(1, colon - 2) : text.substr(0, colon);
    if (name.find_first_of("[]") != std::string::npos || (name.find(':') != std::string::npos) != has_brackets) return false;
    host = name;
    port = number;
    return true;
}

/// The same, but the port may be missing: then `port` is unchanged, and an IPv6 address needs no brackets.
inline bool read_host_port(const std::string& text, std::string& host, std::uint16_t& port) {
    const auto colon = text.find(':');
    const bool is_bare_ipv6 = colon != std::string::npos && text.find(':', colon + 1) != std::string::npos && text.front() != '[';
    const bool has_brackets = text.size() > 2 && text.front() == '[' && text.back() == ']';
    if (colon != std::string::npos && !is_bare_ipv6 && !has_brackets) return split_address(text, host, port);
    const std::string name = has_brackets ? text.substr(1, text.size() - 2) : text;
    if (name.empty() || name.find_first_of("[]") != std::string::npos) return false;
    host = name;
    return true;
}

/// "HOST:PORT", with brackets around an IPv6 address.
inline std::string join_address(const std::string& host, std::uint16_t port) {
    const bool is_ipv6 = host.find(':') != std::string::npos;
    return (is_ipv6 ? "[" + host + "]" : host) + ":" + std::to_string(port);
}

}  // namespace albireo::proto
