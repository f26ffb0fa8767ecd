#pragma once
/// The rules of the house that no compiler knows: who may include and link whom, which file may see which library, what
/// must not stand in the core, how long a file may be. Each takes text and answers with what is wrong with it.
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "tests/tidy/source.hpp"

namespace albireo::tidy {

struct Finding {
    std::string path;
    std::size_t line = 0;  // from 1; 0 is the whole file
    std::string what;

    std::string text() const { return path + ":" + std::to_string(line) + ": " + what; }
};
using Findings = std::vector<Finding>;

inline constexpr std::size_t kLinesMax = 500;

/// The room that a file or a folder belongs to: the longest name in the list of rooms that its path begins with; "" if
/// there is none.
std::string room_of(std::string_view path);

/// Whether files of one room may include headers of another, and link its libraries.
bool may_use(std::string_view room, std::string_view other);

/// Includes against the arrows, and libraries outside of their fence.
Findings check_includes(const Source& source);

/// What makes replicas differ, in the core.
Findings check_traps(const Source& source);

/// Files that have grown too long.
Findings check_length(std::string_view path, std::string_view text);

/// Paths of somebody's machine.
Findings check_machine_paths(std::string_view path, std::string_view text);

/// Links against the arrows. `files` holds every CMakeLists.txt: what is built where stands in all of them.
Findings check_links(const std::map<std::string, std::string>& files);

}  // namespace albireo::tidy
