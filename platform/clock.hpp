#pragma once
/// Time, as far as the standard library does not tell it.
#include <chrono>
#include <cstdint>
#include <ctime>

namespace albireo::platform {

/// The processor time that this thread has used. A busy machine does not add to it.
std::chrono::nanoseconds thread_processor_time();

/// A time as a date in UTC. Returns false, and an empty date, if it is out of range.
bool utc_date(std::time_t seconds_since_1970, std::tm& date);

}  // namespace albireo::platform
