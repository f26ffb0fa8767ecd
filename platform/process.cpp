#include "platform/process.hpp"

#include <pthread.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <csignal>
#include <cstdlib>
#include <ctime>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <system_error>

namespace albireo::platform {

int hang_up_signal() {
    return SIGHUP;
}

int process_id() {
    return ::getpid();
}

std::int64_t ms_since_start() {
    std::ifstream file("/proc/self/stat");
    std::string text;
    std::getline(file, text);
    // After the name, which may contain anything: field 3 is the state, field 22 the start in clock ticks since boot.
    const auto name_end = text.rfind(')');
    if (name_end == std::string::npos) return -1;
    std::istringstream fields(text.substr(name_end + 1));
    std::string skipped;
    for (int field = 3; field < 22; ++field) fields >> skipped;
    std::int64_t start = 0;
    if (!(fields >> start)) return -1;
    timespec now{};
    clock_gettime(CLOCK_BOOTTIME, &now);
    return now.tv_sec * 1000 + now.tv_nsec / 1'000'000 - start * 1000 / sysconf(_SC_CLK_TCK);
}

ProcessFigures process_figures() {
    ProcessFigures figures;
    rusage used{};
    getrusage(RUSAGE_SELF, &used);
    const auto seconds = [](const timeval& time) { return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_usec) * 1e-6; };
    figures.processor_seconds = seconds(used.ru_utime) + seconds(used.ru_stime);
    std::uint64_t pages = 0, resident = 0;
    std::ifstream("/proc/self/statm") >> pages >> resident;
    figures.resident_bytes = resident * static_cast<std::uint64_t>(sysconf(_SC_PAGESIZE));
    rlimit files{};
    getrlimit(RLIMIT_NOFILE, &files);
    figures.open_files_max = files.rlim_cur;
    std::error_code error;
    for (auto each = std::filesystem::directory_iterator("/proc/self/fd", error); !error && each != std::filesystem::directory_iterator();
         each.increment(error)) {
        ++figures.open_files;
    }
    return figures;
}

std::uint32_t raise_open_files_max(std::uint32_t wanted) {
    constexpr rlim_t kMost = 1u << 20;
    rlimit limit{};
    if (getrlimit(RLIMIT_NOFILE, &limit) != 0) return 256;
    if (limit.rlim_cur < wanted) {
        rlimit higher = limit;
        higher.rlim_cur = std::min<rlim_t>(wanted, limit.rlim_max);
        if (setrlimit(RLIMIT_NOFILE, &higher) == 0) limit = higher;
    }
    return static_cast<std::uint32_t>(std::min(limit.rlim_cur, kMost));
}

std::int64_t processor_micros(std::thread& thread) {
    clockid_t clock{};
    timespec had{};
    if (pthread_getcpuclockid(thread.native_handle(), &clock) != 0 || clock_gettime(clock, &had) != 0) return 0;
    return std::int64_t{had.tv_sec} * 1'000'000 + had.tv_nsec / 1000;
}

void yield_to_other_threads() {
    setpriority(PRIO_PROCESS, 0, 5);  // on Linux, of the calling thread
}

void survive_closed_sockets() {
    sigset_t pipe;
    sigemptyset(&pipe);
    sigaddset(&pipe, SIGPIPE);
    pthread_sigmask(SIG_BLOCK, &pipe, nullptr);
}

void survive_closed_pipes() {
    std::signal(SIGPIPE, SIG_IGN);
}

bool set_environment_default(const char* name, const char* value) {
    return ::setenv(name, value, 0) == 0;
}

bool is_stdout_terminal() {
    return ::isatty(STDOUT_FILENO) != 0;
}

bool is_stdout_pipe() {
    struct stat out {};
    return ::fstat(STDOUT_FILENO, &out) == 0 && S_ISFIFO(out.st_mode);
}

}  // namespace albireo::platform
