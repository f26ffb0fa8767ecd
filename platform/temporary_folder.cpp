#include "platform/temporary_folder.hpp"

#include <cstdlib>

namespace albireo::platform {

std::string make_own_folder(const std::string& prefix) {
    std::string path = prefix + "XXXXXX";
    return ::mkdtemp(path.data()) != nullptr ? path : std::string();
}

}  // namespace albireo::platform
