#include "platform/program_path.hpp"

#include <system_error>

namespace albireo::platform {

std::filesystem::path program_path() {
    std::error_code error;
    std::filesystem::path program = std::filesystem::canonical("/proc/self/exe", error);
    return error ? std::filesystem::path() : program;
}

}  // namespace albireo::platform
