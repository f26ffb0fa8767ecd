#pragma once
/// Another program's words: runs it without a shell and reads what it prints.
#include <string>
#include <vector>

namespace albireo::replays {

struct ChildOutput {
    std::string fault;  // it could not be run, said more than bytes_max or nothing for too long; else empty
    int exit_code = -1;
    std::string text;  // of its stdout; its stderr goes where ours does
};

/// A program that says nothing for so long is ended.
inline constexpr int kSilentSecondsMax = 60;

/// `arguments[0]` is the program, a path or a name in PATH; each of the others reaches it as it is.
ChildOutput run_child(const std::vector<std::string>& arguments, std::size_t bytes_max);

}  // namespace albireo::replays
