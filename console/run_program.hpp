#pragma once
/// The outermost call of every program. An exception ends the program with one line and an exit code, not
/// std::terminate.
#include <functional>

namespace albireo::console {

/// Runs `body` and returns its exit code. If `body` throws, prints "NAME: what was wrong" on stderr and returns 3 if
/// the system refused something (memory, a thread, a socket), otherwise 2.
int run_program(const char* name, const std::function<int()>& body) noexcept;

}  // namespace albireo::console
