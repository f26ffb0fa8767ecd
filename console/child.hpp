#pragma once
/// Runs another program without a shell and captures its stdout.
#include <string>
#include <vector>

namespace albireo::console {

struct ChildOutput {
    std::string fault;  // why the output is unusable: not run, killed, too long, or silent; else empty
    bool missing = false;  // there is no such program
    int exit_code = -1;
    std::string text;  // its stdout; its stderr is this program's stderr
};

/// A program that prints nothing for this long is killed.
inline constexpr int kSilentSecondsMax = 60;

/// Waits until the program ends. `arguments[0]` is the program, a path or a name in PATH; the others are passed
/// unchanged. More than `bytes_max` bytes of output are an error.
ChildOutput run_child(const std::vector<std::string>& arguments, std::size_t bytes_max);

}  // namespace albireo::console
