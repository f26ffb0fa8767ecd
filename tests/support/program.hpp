#pragma once
/// Runs one of our programs like a user would, to test its messages and exit code.
#include <doctest/doctest.h>
#include <sys/wait.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <string>
#include <string_view>

namespace albireo::support {

struct Outcome {
    int code = -1;
    std::string said;  // its stderr
};

/// `command` is run by the shell; its stdout goes to `out`. Lines of stderr about kinds without a look are left out, because
/// the kinds of the tests' level have none.
inline Outcome run_program(const std::string& command, const std::string& out = "/dev/null") {
    Outcome outcome;
    std::FILE* pipe = popen((command + " 2>&1 1>" + out).c_str(), "r");
    REQUIRE(pipe != nullptr);
    std::array<char, 512> text{};
    while (std::fgets(text.data(), text.size(), pipe) != nullptr) {
        if (std::string_view(text.data()).find(" has no look and is drawn as ") == std::string_view::npos) outcome.said += text.data();
    }
    outcome.code = WEXITSTATUS(pclose(pipe));
    return outcome;
}

/// Checks that it exited with `code` and printed one line that contains `part`.
inline void check_line(const Outcome& outcome, int code, const std::string& part) {
    CHECK_MESSAGE(outcome.code == code, outcome.said);
    CHECK_MESSAGE(outcome.said.find(part) != std::string::npos, outcome.said);
    CHECK_MESSAGE(std::count(outcome.said.begin(), outcome.said.end(), '\n') == 1, outcome.said);
}

}  // namespace albireo::support
