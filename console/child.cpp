#include "console/child.hpp"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstring>

namespace albireo::console {

ChildOutput run_child(const std::vector<std::string>& arguments, std::size_t bytes_max) {
    ChildOutput output;
    std::vector<char*> argv;
    for (const std::string& argument : arguments) argv.push_back(const_cast<char*>(argument.c_str()));
    argv.push_back(nullptr);
    std::array<int, 2> ends{};
    if (::pipe2(ends.data(), O_CLOEXEC) != 0) {
        output.fault = std::string("cannot create a pipe: ") + std::strerror(errno);
        return output;
    }
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_adddup2(&actions, ends[1], STDOUT_FILENO);
    pid_t child = -1;
    const int error = ::posix_spawnp(&child, argv[0], &actions, nullptr, argv.data(), environ);
    posix_spawn_file_actions_destroy(&actions);
    ::close(ends[1]);
    if (error != 0) {
        ::close(ends[0]);
        output.fault = arguments[0] + ": cannot be run: " + std::strerror(error);
        output.missing = error == ENOENT;
        return output;
    }
    std::array<char, 1 << 16> piece{};
    for (;;) {
        pollfd waiting{.fd = ends[0], .events = POLLIN, .revents = 0};
        const int ready = ::poll(&waiting, 1, kSilentSecondsMax * 1000);
        if (ready < 0 && errno == EINTR) continue;
        if (ready == 0) {
            output.fault = arguments[0] + ": printed nothing for " + std::to_string(kSilentSecondsMax) + " s";
            ::kill(child, SIGKILL);
            break;
        }
        const ssize_t got = ::read(ends[0], piece.data(), piece.size());
        if (got < 0 && errno == EINTR) continue;
        if (got <= 0) break;
        if (output.text.size() + static_cast<std::size_t>(got) > bytes_max) {
            output.fault = arguments[0] + ": printed more than this command can";
            ::kill(child, SIGKILL);
            break;
        }
        output.text.append(piece.data(), static_cast<std::size_t>(got));
    }
    ::close(ends[0]);
    int status = 0;
    while (::waitpid(child, &status, 0) < 0 && errno == EINTR) {
    }
    output.exit_code = WIFEXITED(status) ? WEXITSTATUS(status) : -1;
    if (output.fault.empty() && WIFSIGNALED(status)) {
        output.fault = arguments[0] + ": was killed by signal " + std::to_string(WTERMSIG(status));
    }
    return output;
}

}  // namespace albireo::console
