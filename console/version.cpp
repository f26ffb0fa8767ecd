#include "console/version.hpp"

namespace albireo::console {

extern const char* const kCommit;  // made by cmake/WriteCommit.cmake at every build

std::string program_text(std::string_view program) {
    return std::string(program) + " " ALBIREO_VERSION " (commit " + kCommit + ")";
}

}  // namespace albireo::console
