#pragma once
/// What an attack came to, as one line of JSON on stdout: the same shape for every row of README.md.
#include <doctest/doctest.h>

#include <cstdio>
#include <string>
#include <utility>
#include <vector>

namespace albireo::attacks {

struct Outcome {
    std::string row;         // in the table of README.md; "-" for an attack that has no number there
    std::string attack;      // what the attacker does
    long long acts = 0;      // how often
    std::string gain;        // what the attacker wants, with its unit
    long long achieved = 0;  // … and gets: at most `limit`
    long long limit = 0;
    bool is_ok = true;                                         // whatever else must hold
    std::vector<std::pair<std::string, long long>> figures{};  // measured too, and not judged here
};

/// Prints the line and fails the test if the attacker got too much. None of the texts needs escapes.
inline void emit(const Outcome& outcome) {
    const bool is_ok = outcome.is_ok && outcome.achieved <= outcome.limit;
    std::string line = "{\"row\":\"" + outcome.row + "\",\"attack\":\"" + outcome.attack +
                       "\",\"acts\":" + std::to_string(outcome.acts) + ",\"gain\":\"" + outcome.gain +
                       "\",\"achieved\":" + std::to_string(outcome.achieved) +
                       ",\"limit\":" + std::to_string(outcome.limit) + ",\"ok\":" + (is_ok ? "true" : "false");
    for (const auto& [name, value] : outcome.figures) line += ",\"" + name + "\":" + std::to_string(value);
    std::puts((line + '}').c_str());
    CHECK_MESSAGE(is_ok, line);
}

}  // namespace albireo::attacks
