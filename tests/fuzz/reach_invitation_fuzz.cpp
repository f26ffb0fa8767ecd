// Goal: any text is an invitation or one printable line that says why not; an invitation survives being written and read.
#include <cstdlib>

#include "reach/invitation.hpp"

using namespace albireo::reach;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const auto read = read_invitation({reinterpret_cast<const char*>(data), size});
    for (const char c : read.error) {
        if (c < ' ' || c >= 0x7f) std::abort();
    }
    if (!read.error.empty()) return 0;
    if (read_invitation(link_of(read.invitation)).invitation != read.invitation) std::abort();
    return 0;
}
