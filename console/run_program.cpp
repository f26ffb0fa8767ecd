#include "console/run_program.hpp"

#include <cstdio>
#include <exception>
#include <filesystem>
#include <new>
#include <system_error>

namespace albireo::console {
namespace {

/// Without allocating: there may be no memory left.
int fail(const char* name, const char* what, int code) {
    std::fprintf(stderr, "%s: %s\n", name, what);
    return code;
}

}  // namespace

int run_program(const char* name, const std::function<int()>& body) noexcept {
    try {
        return body();
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
