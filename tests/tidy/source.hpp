#pragma once
/// A C++ source file as the tidy rules see it: lines without comments, with and without quoted text.
#include <string>
#include <string_view>
#include <vector>

namespace albireo::tidy {

struct Source {
    std::string path;                // from the repository root
    std::vector<std::string> lines;  // comments replaced by blanks
    std::vector<std::string> code;   // quoted strings and characters replaced too

    Source(std::string_view path, std::string_view text);
};

struct Include {
    std::size_t line = 0;  // from 1
    bool angled = false;   // <…> or "…"
    std::string header;
};

std::vector<Include> includes_of(const Source& source);

std::vector<std::string> split_lines(std::string_view text);

}  // namespace albireo::tidy
