#pragma once
/// File descriptors: a game that is recorded keeps two open, its recording and its journal, so a server runs no more recorded
/// games than it has descriptors for. The operator's pages never use those descriptors.
#include <cstdint>

namespace albireo::server {

/// The descriptors that are not for recordings:
///
/// | what | count |
/// |---|---|
/// | standard streams | 3 |
/// | the main loop | 8 |
/// | the operator's pages: the listener, and connections (AdminHttpServer::Limits::connections_max) | 1 + 64 |
/// | a bundle, a level, the configuration, the disk check, the file of lobbies and the log | 20 |
/// | each shard: sockets, its loop, spare ones | 2 + 4 + 2 |
/// | with --web: its loop and listener, and connections of players in browsers (WebLimits::connections_max) | 8 + 1 024 |
constexpr std::uint32_t descriptors_kept(std::uint32_t shards, bool has_web = false) {
    return 96 + 8 * shards + (has_web ? 8 + 1'024 : 0);
}

inline constexpr std::uint32_t kDescriptorsPerGame = 2;

/// The most games whose files can be open at one time.
constexpr std::uint32_t games_recordable(std::uint32_t limit, std::uint32_t shards, bool has_web = false) {
    const std::uint32_t kept = descriptors_kept(shards, has_web);
    return limit > kept ? (limit - kept) / kDescriptorsPerGame : 0;
}

}  // namespace albireo::server
