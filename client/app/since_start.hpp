#pragma once
/// The time since the start of this process, as the system reports it: a player's wait begins before main().
#include <cstdint>

namespace albireo::app {

/// Accurate to 10 ms; −1 if the system does not report it.
std::int64_t ms_since_start();

}  // namespace albireo::app
