// Goal: a thread that logs never waits for stderr. If stderr takes nothing, lines are left out, counted and told; no line is lost or out of
// order otherwise, also when the process ends or crashes.
#include <doctest/doctest.h>
#include <fcntl.h>
#include <poll.h>
#include <spdlog/spdlog.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <csignal>
#include <cstdlib>
#include <functional>
#include <sstream>
#include <string>

#include "console/console.hpp"
#include "console/log_thread.hpp"

using namespace albireo;

namespace {

/// What a process wrote to stderr, and how it ended. `body` runs in a process of its own; nobody reads its stderr before `wait` has returned.
struct Child {
    explicit Child(const std::function<void()>& body, const std::function<void()>& wait = {}) {
        std::array<int, 2> pipe{};
        REQUIRE(::pipe2(pipe.data(), O_CLOEXEC) == 0);
        const pid_t child = ::fork();
        REQUIRE(child >= 0);
        if (child == 0) {
            ::dup2(pipe[1], STDERR_FILENO);
            ::close(pipe[1]);
            console::start_log("info", "%v");
            body();
            ::_exit(0);
        }
        ::close(pipe[1]);
        if (wait) wait();
        std::array<char, 4096> part{};
        for (ssize_t got = 0; (got = ::read(pipe[0], part.data(), part.size())) > 0;) said.append(part.data(), static_cast<std::size_t>(got));
        ::close(pipe[0]);
        REQUIRE(::waitpid(child, &status, 0) == child);
    }
    std::string said;
    int status = 0;
};

std::string lines(int from, int to) {
    std::string all;
    for (int i = from; i < to; ++i) all += std::to_string(i) + "\n";
    return all;
}

}  // namespace

TEST_CASE("a stderr that takes nothing holds up nobody, and what is left out is told when it takes lines again") {
    // A pipe holds 64 KB; more than a megabyte may wait.
    const std::string text(10'000, 'x');
    constexpr int kLines = 200;
    std::array<int, 2> logged{};
    REQUIRE(::pipe2(logged.data(), O_CLOEXEC) == 0);
    const Child child(
        [&] {
            const console::LogThread log_thread;
            for (int i = 0; i < kLines; ++i) spdlog::info("{} {}", i, text);
            if (::write(logged[1], "x", 1) != 1) ::_exit(1);
        },
        [&] {
            pollfd all_logged{.fd = logged[0], .events = POLLIN, .revents = 0};
            CHECK(::poll(&all_logged, 1, 20'000) == 1);
        });
    for (const int each : logged) ::close(each);
    CHECK(child.status == 0);
    // Lines may be left out more than once: the thread makes room for a few when it begins.
    int taken = 0, left_out = 0, last = -1;
    std::istringstream said(child.said);
    for (std::string line; std::getline(said, line);) {
        const int number = std::atoi(line.c_str());
        if (line.ends_with(text)) {
            CHECK(number > last);
            last = number;
            ++taken;
        } else {
            CHECK(line == std::to_string(number) + " lines of this log were left out, because stderr did not take them");
            left_out += number;
        }
    }
    CHECK(taken > 100);
    CHECK(left_out > 0);
    CHECK(taken + left_out == kLines);
}

TEST_CASE("all lines are written, in their order, before, in and after the time of the thread") {
    const Child child([] {
        int i = 0;
        for (; i < 10; ++i) spdlog::info("{}", i);
        {
            const console::LogThread log_thread;
            for (; i < 1'000; ++i) spdlog::info("{}", i);
        }
        for (; i < 1'010; ++i) spdlog::info("{}", i);
    });
    CHECK(child.status == 0);
    CHECK(child.said == lines(0, 1'010));
}

TEST_CASE("a process that crashes has written its last line") {
    const auto crash_by = [](const std::function<void()>& crash) {
        return Child([&] {
            const console::LogThread log_thread;
            for (int i = 0; i < 1'000; ++i) spdlog::info("{}", i);
            crash();
        });
    };
    SUBCASE("abort, as a failed assert does") {
        const Child child = crash_by([] { std::abort(); });
        CHECK(WTERMSIG(child.status) == SIGABRT);
        CHECK(child.said == lines(0, 1'000));
    }
#ifndef __SANITIZE_ADDRESS__  // it ends the process in another way
    SUBCASE("a fault of memory") {
        const Child child = crash_by([] { ::raise(SIGSEGV); });
        CHECK(WIFSIGNALED(child.status));
        CHECK(child.said == lines(0, 1'000));
    }
#endif
}
