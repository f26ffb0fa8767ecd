#pragma once
/// Tells systemd the state of the service (sd_notify(3)): ready, reloading, stopping, alive. Nothing happens without systemd.
#include <string>

#include "proto/micros.hpp"

namespace albireo::server {

/// Sends lines such as "READY=1" to the socket that NOTIFY_SOCKET names.
void notify_system(const std::string& lines);

/// How often "WATCHDOG=1" must be sent: half of the unit's WatchdogSec. 0: never.
proto::Micros watchdog_every();

}  // namespace albireo::server
