#pragma once
/// What the web server counts, for the metrics. Its thread writes; any thread may read.
#include <atomic>
#include <cstdint>

namespace albireo::server {

struct WebFigures {
    std::atomic<std::uint64_t> connections = 0;  // now
    std::atomic<std::uint64_t> links = 0;        // … of them WebSockets
    std::atomic<std::uint64_t> pages = 0;
    std::atomic<std::uint64_t> refused = 0;        // connections and requests, for whatever reason
    std::atomic<std::uint64_t> bad_messages = 0;   // malformed or not genuine
    std::atomic<std::uint64_t> back_offs = 0;      // pauses because no connection could be accepted
    std::atomic<std::uint64_t> stale_dropped = 0;  // packets, because a socket was backed up
};

}  // namespace albireo::server
