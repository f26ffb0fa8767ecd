#pragma once
/// Runs another program without a shell and captures its stdout.
#include <string>
#include <vector>

namespace albireo::replays {

struct ChildOutput {
    std::string fault;  // could not be run, printed more than bytes_max, or printed nothing for too long; else empty
    int exit_code = -1;
    std::string text;  // its stdout; its stderr is this program's
};

/// A program that prints nothing for this long is killed.
inline constexpr int kSilentSecondsMax = 60;

/// `arguments[0]` is the program, a path or a name in PATH; the others are passed unchanged.
ChildOutput run_child(const std::vector<std::string>& arguments, std::size_t bytes_max);

}  // namespace albireo::replays
