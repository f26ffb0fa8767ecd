#pragma once
/// The rules that no compiler checks: which module may include and link which, which file may include which library, what
/// the core must not contain, how long a file may be, which words mean what. Each function takes text and returns its violations.
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "tests/tidy/source.hpp"

namespace albireo::tidy {

struct Finding {
    std::string path;
    std::size_t line = 0;  // from 1; 0: the whole file
    std::string what;

    std::string text() const { return path + ":" + std::to_string(line) + ": " + what; }
};
using Findings = std::vector<Finding>;

inline constexpr std::size_t kLinesMax = 500;
inline constexpr std::size_t kLinesWithoutReason = 400;

/// The module of a file or folder: the longest name in the list of modules that its path begins with, or "".
std::string module_of(std::string_view path);

/// Whether files of one module may include headers of another and link its libraries.
bool may_use(std::string_view module, std::string_view other);

/// Includes of modules that a module may not use, and of libraries outside their allowed places.
Findings check_includes(const Source& source);

/// A library that takes seconds to parse, and the only files that may see it: sources that include its headers, directly
/// or through ours, and headers that include them directly.
struct HeavyLibrary {
    std::string_view header;  // how its name begins, or how it ends if this begins with '*'
    std::vector<std::string_view> files;
};
const std::vector<HeavyLibrary>& heavy_libraries();
/// Whether a header is one of a library that is written like this.
bool is_header_of(std::string_view header, std::string_view library);

/// Files that see a heavy library without being in its list, and entries of a list that no longer see it. `sources` holds
/// every source file.
Findings check_heavy_headers(const std::map<std::string, Source>& sources,
                             const std::vector<HeavyLibrary>& libraries = heavy_libraries());

/// Determinism hazards in the core.
Findings check_traps(const Source& source);

/// Files above kLinesMax, and files above kLinesWithoutReason whose first five lines do not say why they are one file:
/// "// One file: …".
Findings check_length(std::string_view path, std::string_view text);

/// Names of test cases with a semicolon: CTest cuts the name there, runs nothing, and counts the case as passed.
Findings check_test_names(std::string_view path, std::string_view text);

/// Absolute paths of one machine.
Findings check_machine_paths(std::string_view path, std::string_view text);

/// A row of the section Words of docs/rules.md. A row of two names is two words.
struct Word {
    std::string name, meaning;
    std::size_t line = 0;  // from 1
};
std::vector<Word> words_of(std::string_view page);

/// Words of that section that are defined twice or without a meaning, and words that must be defined and are not.
Findings check_word_table(std::string_view page);

/// Phrases that give a word a second meaning, or that call a pad's buttons by compass points: in pages, in the catalogue
/// of the game's texts (.pot), and in names of the code.
Findings check_phrases(std::string_view path, std::string_view text);

/// The sources of the web pages' modules, which `cmake`, web/module/CMakeLists.txt, names, and our headers that they include.
std::set<std::string> web_sources(const std::map<std::string, Source>& sources, const std::string& cmake);

/// What such a source uses although the standard library of the pages' compiler lacks it. `shim`: web/module/libcxx13.hpp.
Findings check_web_library(const Source& source, const std::string& shim);

/// Links to modules that a module may not use. `files` holds every CMakeLists.txt, since they define the targets together.
Findings check_links(const std::map<std::string, std::string>& files);

}  // namespace albireo::tidy
