// Goal: the whole tree follows the rules of tests/tidy/rules.hpp.
#include <doctest/doctest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "tests/tidy/rules.hpp"

using namespace albireo::tidy;
namespace fs = std::filesystem;

namespace {

std::string read_file(const fs::path& path) {
    std::ifstream in(path, std::ios::binary);
    std::ostringstream text;
    text << in.rdbuf();
    return text.str();
}

/// Every file of the project by its path from the repository root, where ctest runs this test.
std::map<std::string, std::string> our_files() {
    static const std::vector<std::string> kinds = {".cpp", ".hpp",  ".txt",   ".cmake", ".sh",   ".md",
                                                   ".lua", ".json", ".proto", ".glsl",  ".frag", ".vert"};
    std::map<std::string, std::string> files;
    for (const std::string module : {"sim", "proto", "reach", "replays", "http", "server", "scores", "client", "console", "platform", "docs", "tests", "tools", "cmake", "packaging", "web", ".ci"}) {
        if (!fs::exists(module)) continue;
        for (const auto& entry : fs::recursive_directory_iterator(module)) {
            if (!entry.is_regular_file()) continue;
            const std::string path = entry.path().generic_string();
            const std::string kind = entry.path().extension().string();
            const bool is_script = kind.empty() && (path.starts_with("tools/") || path.starts_with("packaging/") || path.starts_with("tests/cross/") ||
                                   path.starts_with("tests/packaging/"));
            if (is_script || std::find(kinds.begin(), kinds.end(), kind) != kinds.end()) files[path] = read_file(path);
        }
    }
    for (const std::string path : {"CMakeLists.txt", "CMakePresets.json", "README.md", "CHANGELOG.md", "check", "play", ".ci/run", "po/albireo.pot"}) {
        if (fs::exists(path)) files[path] = read_file(path);
    }
    return files;
}

bool is_source(const std::string& path) {
    return path.ends_with(".cpp") || path.ends_with(".hpp");
}

void report(const Findings& findings) {
    for (const Finding& finding : findings) FAIL_CHECK(finding.text());
}

}  // namespace

TEST_CASE("modules include only what they may, and libraries stay within their places") {
    std::size_t sources = 0;
    for (const auto& [path, text] : our_files()) {
        if (!is_source(path)) continue;
        ++sources;
        report(check_includes(Source(path, text)));
    }
    CHECK(sources > 100);  // run from the repository root, otherwise this checks nothing
}

TEST_CASE("libraries that take seconds to parse are seen only by the files that need them") {
    std::map<std::string, Source> sources;
    for (const auto& [path, text] : our_files()) {
        if (is_source(path)) sources.emplace(path, Source(path, text));
    }
    REQUIRE(sources.size() > 100);
    report(check_heavy_headers(sources));
}

TEST_CASE("the sources of the web pages use nothing that their compiler's library lacks") {
    const auto files = our_files();
    std::map<std::string, Source> sources;
    for (const auto& [path, text] : files) {
        if (is_source(path)) sources.emplace(path, Source(path, text));
    }
    const auto ours = web_sources(sources, files.at("web/module/CMakeLists.txt"));
    CHECK(ours.size() > 400);  // otherwise the rule does not understand the list any more
    for (const std::string& path : ours) {
        CAPTURE(path);
        CHECK(sources.contains(path));
        if (sources.contains(path)) report(check_web_library(sources.at(path), files.at("web/module/libcxx13.hpp")));
    }
}

TEST_CASE("the core is free of determinism hazards, and no code has those that are refused everywhere") {
    std::size_t core = 0, others = 0;
    for (const auto& [path, text] : our_files()) {
        if (!is_source(path) || path.starts_with("tests/")) continue;
        ++(path.starts_with("sim/") ? core : others);
        report(check_traps(Source(path, text)));
    }
    CHECK(core > 40);
    CHECK(others > 200);
}

TEST_CASE("no file is longer than 500 lines, nor than 400 without a reason in its head") {
    for (const auto& [path, text] : our_files()) {
        if (is_source(path) || path.ends_with(".lua")) report(check_length(path, text));
    }
}

TEST_CASE("no file names a path of one machine") {
    for (const auto& [path, text] : our_files()) {
        if (!path.starts_with("tests/tidy/")) report(check_machine_paths(path, text));
        report(check_test_names(path, text));
    }
}

TEST_CASE("the table of words defines each word once, and no text gives one a second meaning") {
    const auto files = our_files();
    const std::string page = files.at("docs/rules.md");
    CHECK(words_of(page).size() > 60);
    report(check_word_table(page));
    REQUIRE(files.contains("po/albireo.pot"));
    for (const auto& [path, text] : files) {
        if (!path.starts_with("tests/tidy/")) report(check_phrases(path, text));
    }
}

TEST_CASE("modules link only what they may") {
    std::map<std::string, std::string> lists;
    for (const auto& [path, text] : our_files()) {
        if (path.ends_with("/CMakeLists.txt")) lists[path] = text;
    }
    CHECK(lists.size() > 10);
    report(check_links(lists));
}
