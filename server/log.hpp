#pragma once
/// The log of the server program: text for people, or one JSON object per line for machines.
/// 1. One line is one event. Line breaks within a text are escaped or replaced.
/// 2. JSON has "time" (UTC), "level", "text" and, where they are known, "session", "slot" and "address".
#include <string>

#include "server/config.hpp"
#include "server/log_event.hpp"

namespace albireo::server {

/// Directs spdlog to stderr as --log-level, --log-format and --log-addresses say. Called again by a reload.
void start_log(const Config& config);

/// Writes an event at level info. From any thread.
void log_event(const LogEvent& event);

}  // namespace albireo::server
