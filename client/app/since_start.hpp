#pragma once
/// How long this process has been running, by the system's account: what a player waits for begins before main().
#include <cstdint>

namespace albireo::app {

/// To 10 ms; −1 if the system does not say.
std::int64_t ms_since_start();

}  // namespace albireo::app
