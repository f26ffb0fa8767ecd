#include "console/run_program.hpp"

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <exception>
#include <filesystem>
#include <iostream>
#include <new>
#include <string>
#include <system_error>

namespace albireo::console {
namespace {

/// Without allocating: there may be no memory left.
int fail(const char* name, const char* what, int code) {
    std::fprintf(stderr, "%s: %s\n", name, what);
    return code;
}

/// Flushes stdout. False, with the reason on stderr, if not all output could be written.
bool is_stdout_written(const char* name) {
    errno = 0;
    std::cout.flush();
    const bool flushed = std::fflush(stdout) == 0;
    // The reason of an earlier failure is lost by now, but the streams still report that there was one.
    const std::string reason = errno != 0 ? std::string(": ") + std::strerror(errno) : "";
    if (flushed && std::ferror(stdout) == 0 && std::cout.good()) return true;
    std::fprintf(stderr, "%s: cannot write to stdout%s\n", name, reason.c_str());
    return false;
}

}  // namespace

int run_program(const char* name, const std::function<int()>& body) noexcept {
    try {
        const int code = body();
        // A body that returned 2 or 3 has already printed its one line.
        return code >= 2 || is_stdout_written(name) ? code : 2;
    } catch (const std::bad_alloc&) {
        return fail(name, "out of memory", 3);
    } catch (const std::filesystem::filesystem_error& error) {
        return fail(name, error.what(), 2);
    } catch (const std::system_error& error) {
        return fail(name, error.what(), 3);
    } catch (const std::exception& error) {
        return fail(name, error.what(), 2);
    } catch (...) {
        return fail(name, "unknown error", 2);
    }
}

}  // namespace albireo::console
