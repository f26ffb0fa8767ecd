#include "console/log_thread.hpp"

#include <spdlog/sinks/base_sink.h>
#include <spdlog/spdlog.h>
#include <unistd.h>

#include <array>
#include <atomic>
#include <cassert>
#include <cerrno>
#include <condition_variable>
#include <csignal>
#include <ctime>
#include <mutex>
#include <string>
#include <string_view>
#include <thread>

namespace albireo::console {
namespace {

void write_now(std::string_view text) {
    while (!text.empty()) {
        const ssize_t written = ::write(STDERR_FILENO, text.data(), text.size());
        if (written < 0 && errno == EINTR) continue;
        if (written < 0) return;  // there is no other place to say so
        text.remove_prefix(static_cast<std::size_t>(written));
    }
}

struct Queue {
    std::mutex mutex;
    std::condition_variable wake;
    std::string waiting;  // whole lines
    bool has_thread = false;
    bool is_stopping = false;
    std::atomic<bool> is_written{true};  // all lines; for the handler of crashes, which may lock nothing
    std::atomic<std::uint64_t> left_out{0};
    std::uint64_t told = 0;  // of them, those that a line has told; only the thread uses it
    std::thread thread;
};

/// Never destroyed: threads may log until the process has ended.
Queue& queue() {
    static Queue* const all = new Queue;
    return *all;
}

void add(std::string_view line) {
    Queue& all = queue();
    std::unique_lock lock(all.mutex);
    if (!all.has_thread) {
        lock.unlock();
        write_now(line);
        return;
    }
    if (all.waiting.size() + line.size() > LogThread::kWaitingMax) {
        ++all.left_out;
        return;
    }
    all.is_written = false;
    all.waiting += line;
    lock.unlock();
    all.wake.notify_one();
}

void write_lines() {
    Queue& all = queue();
    std::string lines;
    std::unique_lock lock(all.mutex);
    while (true) {
        all.wake.wait(lock, [&] { return all.is_stopping || !all.waiting.empty(); });
        if (all.waiting.empty()) return;
        lines.clear();
        lines.swap(all.waiting);
        lock.unlock();
        write_now(lines);
        if (const std::uint64_t left_out = all.left_out; left_out > all.told) {
            spdlog::warn("{} lines of this log were left out, because stderr did not take them", left_out - all.told);
            all.told = left_out;
        }
        lock.lock();
        all.is_written = all.waiting.empty();
    }
}

// ---- crashes

constexpr std::array kCrashes = {SIGABRT, SIGSEGV, SIGILL, SIGFPE};
std::array<struct sigaction, kCrashes.size()> actions_before;

/// Calls only what may be called from a signal handler. Afterwards the process ends as it would have without.
void wait_for_lines(int crash, siginfo_t* signal, void*) {
    for (std::size_t i = 0; i < kCrashes.size(); ++i) {
        if (kCrashes[i] == crash) ::sigaction(crash, &actions_before[i], nullptr);
    }
    for (int ms = 0; ms < LogThread::kCrashWaitMs && !queue().is_written; ++ms) {
        const timespec millisecond{.tv_sec = 0, .tv_nsec = 1'000'000};
        ::nanosleep(&millisecond, nullptr);
    }
    // A fault comes again, but not what a process has sent itself.
    if (signal->si_code <= 0) ::raise(crash);
}

class LogSink final : public spdlog::sinks::base_sink<std::mutex> {
    void sink_it_(const spdlog::details::log_msg& message) override {
        spdlog::memory_buf_t line;
        formatter_->format(message, line);
        add({line.data(), line.size()});
    }
    void flush_() override {}
};

}  // namespace

LogThread::LogThread() {
    Queue& all = queue();
    const std::lock_guard lock(all.mutex);
    assert(!all.has_thread && "there is one thread for the log");
    all.has_thread = true;
    all.is_stopping = false;
    all.thread = std::thread(write_lines);
    for (std::size_t i = 0; i < kCrashes.size(); ++i) {
        struct sigaction action {};
        action.sa_sigaction = wait_for_lines;
        action.sa_flags = SA_SIGINFO;
        ::sigaction(kCrashes[i], &action, &actions_before[i]);
    }
}

LogThread::~LogThread() {
    Queue& all = queue();
    {
        const std::lock_guard lock(all.mutex);
        all.is_stopping = true;
    }
    all.wake.notify_one();
    all.thread.join();
    for (std::size_t i = 0; i < kCrashes.size(); ++i) ::sigaction(kCrashes[i], &actions_before[i], nullptr);
    // Lines that were logged since are the last to wait.
    const std::lock_guard lock(all.mutex);
    write_now(all.waiting);
    all.waiting.clear();
    all.is_written = true;
    all.has_thread = false;
}

std::uint64_t LogThread::left_out() {
    return queue().left_out;
}

std::shared_ptr<spdlog::sinks::sink> make_log_sink() {
    return std::make_shared<LogSink>();
}

}  // namespace albireo::console
