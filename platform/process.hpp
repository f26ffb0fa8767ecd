#pragma once
/// This process, as the system sees it.
#include <cstdint>
#include <thread>

namespace albireo::platform {

/// No other process of this machine has the number at the moment.
int process_id();

/// The time since the start of this process: a player's wait begins before main(). Accurate to 10 ms; −1 if the system does not report it.
std::int64_t ms_since_start();

struct ProcessFigures {
    double processor_seconds = 0;  // user and system
    std::uint64_t resident_bytes = 0;
    std::uint64_t open_files = 0;
    std::uint64_t open_files_max = 0;
};
ProcessFigures process_figures();

/// Raises the number of files that this process may have open to `wanted`, or as far as the system allows. Returns the number that holds
/// then, a million at most.
std::uint32_t raise_open_files_max(std::uint32_t wanted);

/// The processor time that a running thread of this process has used, in microseconds; 0 if the system does not report it.
std::int64_t processor_micros(std::thread& thread);

/// Other threads take precedence over this one.
void yield_to_other_threads();

/// From now on, a write of this thread to a socket whose other end is closed fails, and does not end the process.
void survive_closed_sockets();
/// From now on, a write of this process to a pipe that nobody reads any more is an ordinary error.
void survive_closed_pipes();

/// The signal with which a closed terminal ends a program and an administrator has a server read its configuration again; 0: this system
/// has none.
int hang_up_signal();

/// Sets a variable of the environment unless it is set. Returns false if it cannot be. Only before the first thread.
bool set_environment_default(const char* name, const char* value);

/// What stdout is.
bool is_stdout_terminal();
bool is_stdout_pipe();

}  // namespace albireo::platform
