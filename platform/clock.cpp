#include "platform/clock.hpp"

namespace albireo::platform {

std::chrono::nanoseconds thread_processor_time() {
    timespec used{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &used);
    return std::chrono::seconds(used.tv_sec) + std::chrono::nanoseconds(used.tv_nsec);
}

bool utc_date(std::time_t seconds_since_1970, std::tm& date) {
    date = {};
    if (gmtime_r(&seconds_since_1970, &date) != nullptr) return true;
    date = {};
    return false;
}

}  // namespace albireo::platform
