#include "server/fleet/entries.hpp"

#include <fmt/format.h>

#include <sstream>

#include "proto/keys.hpp"

namespace albireo::server {
namespace {

constexpr std::uint64_t kPortMax = 65'535, kSessionsMax = 1'000'000;

template <class T>
bool read_number(std::istream& in, T& number, std::uint64_t most) {
    std::uint64_t value = 0;
    if (!(in >> value) || value > most) return false;
    number = static_cast<T>(value);
    return true;
}

}  // namespace

std::string text_of(const ServerEntry& entry) {
    return fmt::format("{} {} {} {:d} {} {}", entry.place.host, entry.place.port, proto::text_of(entry.place.key), entry.is_open, entry.sessions,
                       entry.sessions_max);
}

std::optional<ServerEntry> read_server_entry(const std::string& text) {
    std::istringstream in(text);
    ServerEntry entry;
    std::string key;
    if (!(in >> entry.place.host) || !proto::is_host(entry.place.host)) return std::nullopt;
    if (!read_number(in, entry.place.port, kPortMax) || entry.place.port == 0 || !(in >> key)) return std::nullopt;
    const auto read = proto::read_public_key(key);
    const bool is_whole = read && read_number(in, entry.is_open, 1) && read_number(in, entry.sessions, kSessionsMax) &&
                          read_number(in, entry.sessions_max, kSessionsMax);
    if (!is_whole) return std::nullopt;
    entry.place.key = *read;
    return entry;
}

std::string text_of(const CodeEntry& entry) {
    return fmt::format("{} {} {}", entry.owner, entry.server, entry.port);
}

std::optional<CodeEntry> read_code_entry(const std::string& text) {
    std::istringstream in(text);
    CodeEntry entry;
    if (!(in >> entry.owner >> entry.server) || !read_number(in, entry.port, kPortMax) || entry.port == 0) return std::nullopt;
    return entry;
}

}  // namespace albireo::server
