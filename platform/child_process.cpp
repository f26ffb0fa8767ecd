#include "platform/child_process.hpp"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cassert>
#include <cerrno>
#include <cstdlib>
#include <string_view>
#include <utility>

namespace albireo::platform {

ChildProcess::ChildProcess(const std::vector<std::string>& arguments, const ChildOptions& options) {
    using Stream = ChildOptions::Stream;
    assert(!arguments.empty() && options.err != Stream::pipe && "a program has a name, and its errors go elsewhere");
    assert((options.in != Stream::pipe || options.out != Stream::pipe) && "there is one pipe");
    const bool is_fed = options.in == Stream::pipe;
    std::array<int, 2> ends = {-1, -1};  // to read, to write
    if ((is_fed || options.out == Stream::pipe) && ::pipe2(ends.data(), O_CLOEXEC) != 0) {
        failure_ = Failure::pipe;
        error_ = errno;
        return;
    }
    posix_spawn_file_actions_t files;
    ::posix_spawn_file_actions_init(&files);
    const auto set = [&](int number, Stream stream, int end, int how) {
        if (stream == Stream::pipe) ::posix_spawn_file_actions_adddup2(&files, end, number);
        if (stream == Stream::nothing) ::posix_spawn_file_actions_addopen(&files, number, "/dev/null", how, 0);
    };
    set(STDIN_FILENO, options.in, ends[0], O_RDONLY);
    set(STDOUT_FILENO, options.out, ends[1], O_WRONLY);
    set(STDERR_FILENO, options.err, -1, O_WRONLY);
    posix_spawnattr_t how;
    ::posix_spawnattr_init(&how);
    if (options.has_own_group) {
        ::posix_spawnattr_setflags(&how, POSIX_SPAWN_SETPGROUP);
        ::posix_spawnattr_setpgroup(&how, 0);
    }
    std::vector<char*> words;
    for (const std::string& argument : arguments) words.push_back(const_cast<char*>(argument.c_str()));
    words.push_back(nullptr);
    pid_t started = -1;
    error_ = ::posix_spawnp(&started, words[0], &files, &how, words.data(), environ);
    ::posix_spawnattr_destroy(&how);
    ::posix_spawn_file_actions_destroy(&files);
    if (ends[0] >= 0) {
        ::close(is_fed ? ends[0] : ends[1]);
        pipe_ = is_fed ? ends[1] : ends[0];
    }
    if (error_ == 0) {
        number_ = started;
        return;
    }
    failure_ = Failure::program;
    close_pipe();
}

ChildProcess::~ChildProcess() {
    close_pipe();
}

ChildProcess::ChildProcess(ChildProcess&& other) noexcept
    : number_(std::exchange(other.number_, -1)), pipe_(std::exchange(other.pipe_, -1)), failure_(other.failure_), error_(other.error_) {}

ChildProcess& ChildProcess::operator=(ChildProcess&& other) noexcept {
    if (this == &other) return *this;
    close_pipe();
    number_ = std::exchange(other.number_, -1);
    pipe_ = std::exchange(other.pipe_, -1);
    failure_ = other.failure_;
    error_ = other.error_;
    return *this;
}

bool ChildProcess::is_running() {
    if (number_ > 0 && ::waitpid(number_, nullptr, WNOHANG) != 0) number_ = -1;
    return number_ > 0;
}

void ChildProcess::kill() {
    if (number_ > 0) ::kill(number_, SIGKILL);
}

ChildProcess::End ChildProcess::wait() {
    assert(number_ > 0 && "a program is waited for once");
    int status = 0;
    while (::waitpid(number_, &status, 0) < 0 && errno == EINTR) {
    }
    number_ = -1;
    return {.exit_code = WIFEXITED(status) ? WEXITSTATUS(status) : -1, .signal = WIFSIGNALED(status) ? WTERMSIG(status) : 0};
}

ChildProcess::Got ChildProcess::read(std::span<char> into, std::size_t& got, int silent_ms_max) const {
    for (;;) {
        pollfd waiting{.fd = pipe_, .events = POLLIN, .revents = 0};
        const int ready = ::poll(&waiting, 1, silent_ms_max);
        if (ready < 0 && errno == EINTR) continue;
        if (ready == 0) return Got::silence;
        const ssize_t size = ::read(pipe_, into.data(), into.size());
        if (size < 0 && errno == EINTR) continue;
        if (size <= 0) return Got::end;
        got = static_cast<std::size_t>(size);
        return Got::bytes;
    }
}

std::FILE* ChildProcess::take_input() {
    std::FILE* const input = pipe_ >= 0 ? ::fdopen(pipe_, "w") : nullptr;
    if (input != nullptr) pipe_ = -1;
    return input;
}

void ChildProcess::close_pipe() {
    if (pipe_ >= 0) ::close(pipe_);
    pipe_ = -1;
}

std::string find_program(const std::string& name) {
    const char* const path = std::getenv("PATH");
    std::string_view folders = path != nullptr ? path : "";
    while (!folders.empty()) {
        const std::string_view folder = folders.substr(0, folders.find(':'));
        folders.remove_prefix(std::min(folder.size() + 1, folders.size()));
        if (folder.empty()) continue;
        const std::string candidate = std::string(folder) + "/" + name;
        struct stat found {};
        if (::access(candidate.c_str(), X_OK) == 0 && ::stat(candidate.c_str(), &found) == 0 && S_ISREG(found.st_mode)) return candidate;
    }
    return {};
}

}  // namespace albireo::platform
