#include "console/child.hpp"

#include <array>
#include <cerrno>
#include <cstring>

#include "platform/child_process.hpp"

namespace albireo::console {

ChildOutput run_child(const std::vector<std::string>& arguments, std::size_t bytes_max) {
    ChildOutput output;
    using platform::ChildProcess;
    ChildProcess child(arguments, {.out = platform::ChildOptions::Stream::pipe});
    if (child.failure() == ChildProcess::Failure::pipe) output.fault = std::string("cannot create a pipe: ") + std::strerror(child.error());
    if (child.failure() == ChildProcess::Failure::program) {
        output.fault = arguments[0] + ": cannot be run: " + std::strerror(child.error());
        output.missing = child.error() == ENOENT;
    }
    if (!output.fault.empty()) return output;
    std::array<char, 1 << 16> piece{};
    for (std::size_t size = 0;;) {
        const ChildProcess::Got got = child.read(piece, size, kSilentSecondsMax * 1000);
        if (got == ChildProcess::Got::end) break;
        if (got == ChildProcess::Got::silence) output.fault = arguments[0] + ": printed nothing for " + std::to_string(kSilentSecondsMax) + " s";
        if (got == ChildProcess::Got::bytes && output.text.size() + size > bytes_max) output.fault = arguments[0] + ": printed more than this command can";
        if (!output.fault.empty()) {
            child.kill();
            break;
        }
        output.text.append(piece.data(), size);
    }
    child.close_pipe();
    const ChildProcess::End end = child.wait();
    output.exit_code = end.exit_code;
    if (output.fault.empty() && end.signal != 0) output.fault = arguments[0] + ": was killed by signal " + std::to_string(end.signal);
    return output;
}

}  // namespace albireo::console
