#pragma once
/// What stands in the directory under a server and under a code (fleet_directory.hpp), as text. Whoever can write to Redis can write anything there.
#include <cstdint>
#include <optional>
#include <string>

#include "proto/messages.hpp"

namespace albireo::server {

/// HOST PORT KEY IS_OPEN SESSIONS SESSIONS_MAX
struct ServerEntry {
    proto::Place place{};
    bool is_open = true;  // takes new games
    std::uint64_t sessions = 0, sessions_max = 0;
    bool operator==(const ServerEntry&) const = default;
};
std::string text_of(const ServerEntry& entry);
/// Nothing unless a client can be sent there. What follows the entry is ignored: a later version may write more.
std::optional<ServerEntry> read_server_entry(const std::string& text);

/// OWNER SERVER PORT
struct CodeEntry {
    std::string owner, server;
    std::uint16_t port = 0;
    bool operator==(const CodeEntry&) const = default;
};
std::string text_of(const CodeEntry& entry);
std::optional<CodeEntry> read_code_entry(const std::string& text);

}  // namespace albireo::server
