#include "client/app/since_start.hpp"

#include <unistd.h>

#include <ctime>
#include <fstream>
#include <sstream>
#include <string>

namespace albireo::app {

std::int64_t ms_since_start() {
    std::ifstream file("/proc/self/stat");
    std::string text;
    std::getline(file, text);
    // After the name, which may contain anything: field 3 is the state, field 22 the start in clock ticks since boot.
    const auto name_end = text.rfind(')');
    if (name_end == std::string::npos) return -1;
    std::istringstream fields(text.substr(name_end + 1));
    std::string skipped;
    for (int field = 3; field < 22; ++field) fields >> skipped;
    std::int64_t start = 0;
    if (!(fields >> start)) return -1;
    timespec now{};
    clock_gettime(CLOCK_BOOTTIME, &now);
    return now.tv_sec * 1000 + now.tv_nsec / 1'000'000 - start * 1000 / sysconf(_SC_CLK_TCK);
}

}  // namespace albireo::app
