#pragma once
/// Another program, run without a shell.
///
/// 1. The destructor closes this end of the pipe and neither waits nor kills: who wants the program's end calls wait().
/// 2. The program inherits only its three streams.
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <span>
#include <string>
#include <vector>

namespace albireo::platform {

struct ChildOptions {
    enum class Stream : std::uint8_t { ours, nothing, pipe };  // at most one is a pipe; stderr is none
    Stream in = Stream::ours, out = Stream::ours, err = Stream::ours;
    bool has_own_group = false;  // Ctrl-C on the terminal does not end it
};

class ChildProcess {
  public:
    ChildProcess() = default;
    /// Starts it. `arguments[0]` is the program, a path or a name in PATH; the others are passed unchanged.
    ChildProcess(const std::vector<std::string>& arguments, const ChildOptions& options);
    ~ChildProcess();
    ChildProcess(ChildProcess&& other) noexcept;
    ChildProcess& operator=(ChildProcess&& other) noexcept;
    ChildProcess(const ChildProcess&) = delete;
    ChildProcess& operator=(const ChildProcess&) = delete;

    enum class Failure : std::uint8_t { none, pipe, program };
    /// What could not be had, and why, as errno has it.
    Failure failure() const { return failure_; }
    int error() const { return error_; }

    /// Whether it was started and has not ended.
    bool is_running();
    void kill();
    struct End {
        int exit_code = -1;  // −1: it was killed
        int signal = 0;      // by this signal; 0: it was not
    };
    /// Waits until it ends. Once only.
    End wait();

    enum class Got : std::uint8_t { bytes, end, silence };
    /// The next bytes that it prints; silence: it has printed nothing for so long. For a child whose stdout is a pipe.
    Got read(std::span<char> into, std::size_t& got, int silent_ms_max) const;
    /// Its stdin, for a child whose stdin is a pipe; closed by the caller. Null: there is no memory for it. Once only.
    std::FILE* take_input();

    void close_pipe();

  private:
    int number_ = -1;  // −1: none, or it has been waited for
    int pipe_ = -1;
    Failure failure_ = Failure::none;
    int error_ = 0;
};

/// The path of a program in PATH, whose empty parts are ignored; empty: there is none.
std::string find_program(const std::string& name);

}  // namespace albireo::platform
