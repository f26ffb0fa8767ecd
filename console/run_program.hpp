#pragma once
/// What stands around every program: an exception ends it with one line and an exit code, never with std::terminate.
#include <functional>

namespace albireo::console {

/// Runs `body` and returns its exit code. If an exception leaves it, prints "NAME: what was wrong" on stderr and returns
/// 3 where the system refused something (memory, a thread, a socket), else 2.
int run_program(const char* name, const std::function<int()>& body) noexcept;

}  // namespace albireo::console
