#pragma once
/// Shared by the command lines of all programs: common options, and a log on stderr.
#include <cstdint>
#include <string>

#include "console/arguments.hpp"

namespace albireo::console {

/// Adds --log-level, one of spdlog's level names. The current value of `level` is the default.
void add_log_level(Arguments& arguments, std::string& level);

/// Directs spdlog's lines of `level` and above to stderr, in spdlog's `pattern`. Times are UTC, as in the names of
/// recordings and bundles.
void start_log(const std::string& level, const std::string& pattern);

/// Adds --difficulty. `name` becomes one of kDifficultyNames; its current value is the default. The help text begins
/// with `when`.
void add_difficulty(Arguments& arguments, std::string& name, const std::string& when = {});

/// Reads "7" or "1..200" as the first and the last seed. Returns false if the text is neither.
bool read_seeds(const std::string& text, std::uint32_t& first, std::uint32_t& last);

/// Creates the folder and its parents if they do not exist. Returns an empty string or the error.
std::string make_folder(const std::string& path);

/// Whether a file that the program will write later can be written there. Creates its folder but not the file: another
/// program may be waiting for it. Returns an empty string or the error.
std::string file_fault(const std::string& path);

}  // namespace albireo::console
