#include "client/platform/speaker.hpp"

#include <fcntl.h>
#include <spawn.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <string_view>
#include <utility>
#include <vector>

extern char** environ;

namespace albireo::platform {

Speaker::Speaker() {
    const char* const path = std::getenv("PATH");
    std::string_view folders = path != nullptr ? path : "";
    while (!folders.empty() && program_.empty()) {
        const std::string_view folder = folders.substr(0, folders.find(':'));
        folders.remove_prefix(std::min(folder.size() + 1, folders.size()));
        if (folder.empty()) continue;
        const std::string candidate = std::string(folder) + "/spd-say";
        struct stat found{};
        if (::access(candidate.c_str(), X_OK) == 0 && ::stat(candidate.c_str(), &found) == 0 && S_ISREG(found.st_mode)) program_ = candidate;
    }
}

void Speaker::say(const std::string& line, const std::string& language) {
    if (program_.empty() || line.empty()) return;
    waiting_ = line;
    waiting_language_ = language;
    advance();
}

void Speaker::advance() {
    if (speaking_ > 0 && ::waitpid(speaking_, nullptr, WNOHANG) == 0) return;
    speaking_ = -1;
    if (!waiting_.empty()) start(std::exchange(waiting_, {}), waiting_language_);
}

void Speaker::start(const std::string& line, const std::string& language) {
    std::vector<std::string> words = {program_};
    if (!language.empty()) words.insert(words.end(), {"-l", language});
    words.insert(words.end(), {"--", line});
    std::vector<char*> arguments;
    for (std::string& word : words) arguments.push_back(word.data());
    arguments.push_back(nullptr);
    posix_spawn_file_actions_t files;
    ::posix_spawn_file_actions_init(&files);
    // What it prints would mix with our own lines.
    ::posix_spawn_file_actions_addopen(&files, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
    ::posix_spawn_file_actions_addopen(&files, STDOUT_FILENO, "/dev/null", O_WRONLY, 0);
    ::posix_spawn_file_actions_addopen(&files, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
    pid_t started = -1;
    if (::posix_spawn(&started, program_.c_str(), &files, nullptr, arguments.data(), environ) == 0) speaking_ = started;
    ::posix_spawn_file_actions_destroy(&files);
}

}  // namespace albireo::platform
