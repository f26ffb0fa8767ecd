// What the web pages' compiler refuses: Emscripten 3.1.6 of Debian 12 has the standard library of LLVM 13. An ordinary ./check does
// not build the pages, so these rules read their sources.
#include <algorithm>
#include <regex>

#include "tests/tidy/rules.hpp"

namespace albireo::tidy {
namespace {

/// The words that a group of the pattern matches.
std::vector<std::string> matches(const std::string& text, const std::regex& pattern, int group = 1) {
    std::vector<std::string> found;
    for (auto it = std::sregex_iterator(text.begin(), text.end(), pattern); it != std::sregex_iterator(); ++it) found.push_back((*it)[group]);
    return found;
}

/// The .cpp files directly in a folder.
void add_folder(const std::string& folder, const std::map<std::string, Source>& sources, std::set<std::string>& out) {
    for (const auto& [path, source] : sources) {
        if (path.ends_with(".cpp") && path.starts_with(folder + "/") && path.find('/', folder.size() + 1) == std::string::npos) out.insert(path);
    }
}

/// The line on which the class begins in which this line lies; the first line if it lies in none.
std::size_t class_head(const Source& source, std::size_t line) {
    int depth = 0;
    for (std::size_t i = line; i-- > 0;) {
        for (auto letter = source.code[i].rbegin(); letter != source.code[i].rend(); ++letter) {
            if (*letter == '}') ++depth;
            if (*letter == '{' && --depth < 0) return i;
        }
    }
    return 0;
}

}  // namespace

std::set<std::string> web_sources(const std::map<std::string, Source>& sources, const std::string& cmake) {
    std::set<std::string> found;
    for (const std::string& path : matches(cmake, std::regex(R"(\$\{from\}/([\w/]+\.cpp))"))) found.insert(path);
    static const std::regex loop(R"(foreach\(part ([\w\s]+)\)([\s\S]*?)endforeach)");
    for (auto it = std::sregex_iterator(cmake.begin(), cmake.end(), loop); it != std::sregex_iterator(); ++it) {
        const std::string body = (*it)[2];
        for (const std::string& part : matches((*it)[1], std::regex(R"((\w+))"))) {
            for (const std::string& folder : matches(body, std::regex(R"(\$\{from\}/([\w/]+)/\$\{part\}\.cpp)"))) found.insert(folder + "/" + part + ".cpp");
            for (const std::string& folder : matches(body, std::regex(R"(add_subdirectory\(\$\{from\}/([\w/]+)/\$\{part\})"))) add_folder(folder + "/" + part, sources, found);
        }
    }
    for (const char* folder : {"sim", "sim/base", "sim/game", "sim/level", "sim/witness", "web/module"}) add_folder(folder, sources, found);
    // The headers that these include.
    std::vector<std::string> left(found.begin(), found.end());
    while (!left.empty()) {
        const auto source = sources.find(left.back());
        left.pop_back();
        if (source == sources.end()) continue;
        for (const Include& include : includes_of(source->second)) {
            if (!include.angled && sources.contains(include.header) && found.insert(include.header).second) left.push_back(include.header);
        }
    }
    return found;
}

Findings check_web_library(const Source& source, const std::string& shim) {
    Findings findings;
    const auto find = [&](std::size_t line, std::string what) { findings.push_back({source.path, line + 1, std::move(what)}); };
    const auto known = matches(shim, std::regex(R"(constexpr (?:auto|bool) (\w+)\()"));
    static const std::regex algorithm(R"(\bstd::ranges::(\w+)\s*[({])"), missing(R"(\bstd::(bit_cast|format|jthread|source_location|lexicographical_compare_three_way)\b)");
    static const std::regex ordering(R"(\bauto operator<=>.*= *default)");
    for (std::size_t i = 0; i < source.code.size(); ++i) {
        const std::string& line = source.code[i];
        for (const std::string& name : matches(line, algorithm)) {
            if (std::find(known.begin(), known.end(), name) == known.end()) {
                find(i, "std::ranges::" + name + ": the web pages' library lacks it; use the algorithm of iterators, or add it to web/module/libcxx13.hpp");
            }
        }
        for (const std::string& name : matches(line, missing)) find(i, "std::" + name + ": the web pages' library lacks it");
        if (!std::regex_search(line, ordering)) continue;
        bool has_array = false;
        for (std::size_t k = class_head(source, i); k < i; ++k) has_array = has_array || source.code[k].find("std::array<") != std::string::npos;
        if (has_array) find(i, "std::array has no <=> in the web pages' library; with std::strong_ordering in place of auto, its < and == will do");
    }
    return findings;
}

}  // namespace albireo::tidy
