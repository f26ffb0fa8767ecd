#pragma once
/// The log's lines are written by a thread of their own, so a thread that logs never waits for the terminal, the pipe or the disk behind
/// stderr. Without a LogThread each line is written at once, by the thread that logs it.
///
/// 1. Lines are written in the order in which they are logged, also those before and after the LogThread's time.
/// 2. If kWaitingMax bytes are waiting because nobody takes them, further lines are left out and counted. A line says so when there is
///    room again.
/// 3. No line is lost at the end: the destructor writes all that wait. A process that crashes (a failed assert, a fault of memory) is held
///    until they are written, for kCrashWaitMs at most. Only kill -9 takes those of the last moment.
#include <cstddef>
#include <cstdint>
#include <memory>

namespace spdlog::sinks {
class sink;
}

namespace albireo::console {

class LogThread {
  public:
    static constexpr std::size_t kWaitingMax = 1 << 20;
    static constexpr int kCrashWaitMs = 200;

    /// There is at most one at a time.
    LogThread();
    ~LogThread();
    LogThread(const LogThread&) = delete;
    LogThread& operator=(const LogThread&) = delete;

    /// From any thread: how many lines were left out so far in this process.
    static std::uint64_t left_out();
};

/// Writes to stderr, through the LogThread while there is one. start_log() gives it to spdlog.
std::shared_ptr<spdlog::sinks::sink> make_log_sink();

}  // namespace albireo::console
