// Goal: the reasons of the system's errors are texts of our own, which say what this system's say.
#include <doctest/doctest.h>

#include <cerrno>
#include <cstring>
#include <set>
#include <string>

#include "platform/reasons.hpp"

using namespace albireo::platform;

TEST_CASE("a reason is this system's in its English locale, and any other error shows its number") {
    const std::set<std::string> known(reason_texts().begin(), reason_texts().end());
    std::size_t count = 0;
    for (int error = 1; error < 140; ++error) {
        const std::string reason = reason_text(error);
        CAPTURE(error);
        if (!known.contains(reason)) {
            CHECK(reason == "error " + std::to_string(error));
            continue;
        }
        CHECK(reason == std::strerror(error));
        ++count;
    }
    CHECK(count == known.size());
    CHECK(reason_text(ENOSPC) == "No space left on device");
    CHECK(reason_text(std::make_error_code(std::errc::permission_denied)) == "Permission denied");
}
