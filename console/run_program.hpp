#pragma once
/// The outermost call of every program. An exception ends the program with one line and an exit code, not
/// std::terminate.
#include <functional>

namespace albireo::console {

/// Runs `body` and returns its exit code. If `body` throws, prints "NAME: what was wrong" on stderr and returns 3 if
/// the system refused something (memory, a thread, a socket), otherwise 2. If not all output on stdout could be written
/// (a full disk, for example), a result of 0 or 1 becomes 2, with the reason on stderr.
int run_program(const char* name, const std::function<int()>& body) noexcept;

}  // namespace albireo::console
