#pragma once
/// What the command lines of programs have in common: the words that they take, and a log on stderr.
#include <string>

#include "console/arguments.hpp"

namespace albireo::console {

/// Adds --log-level; what `level` holds now is the default.
void add_log_level(Arguments& arguments, std::string& level);

/// From here on spdlog's lines go to stderr, those of `level` and above, in spdlog's `pattern`. Times are UTC, as in the
/// names of recordings and bundles.
void start_log(const std::string& level, const std::string& pattern);

/// Writes out what is still to be written to stdout. False if not all of it could be written (a full disk, say): then a
/// line on stderr has said why, and the program has not done what it was asked for.
bool is_stdout_written(const char* program);

/// Adds --difficulty, whose help begins with `when`; what `name` holds now is the default. See difficulty_of().
void add_difficulty(Arguments& arguments, std::string& name, const std::string& when = {});

/// Makes the folder, and those that it is in, unless it is there. Returns what is wrong, or nothing.
std::string make_folder(const std::string& path);

}  // namespace albireo::console
