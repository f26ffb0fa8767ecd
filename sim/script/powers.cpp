#include "sim/script/powers.hpp"

#include <algorithm>
#include <string>

namespace albireo::script {
namespace {

constexpr auto kEnd = std::string_view::npos;

/// The position after the first `mark` at or after `from`.
std::size_t behind(std::string_view source, std::string_view mark, std::size_t from) {
    const std::size_t at = source.find(mark, from);
    return at == kEnd ? source.size() : at + mark.size();
}

/// The position after the long string `[[…]]`, `[=[…]=]`, … that begins at `at`; `at` itself if none begins there.
std::size_t behind_long_text(std::string_view source, std::size_t at) {
    if (!source.substr(at).starts_with('[')) return at;
    const std::size_t second = source.find_first_not_of('=', at + 1);
    if (second == kEnd || source[second] != '[') return at;
    const std::string mark = "]" + std::string(second - at - 1, '=') + "]";
    return behind(source, mark, second + 1);
}

/// The position after the quoted string that begins at `at`.
std::size_t behind_quotes(std::string_view source, std::size_t at) {
    const char quote = source[at++];
    while (at < source.size() && source[at] != quote) at += source[at] == '\\' ? 2 : 1;
    return std::min(at + 1, source.size());
}

}  // namespace

int line_of_power(std::string_view source) {
    for (std::size_t at = 0; at < source.size();) {
        const char c = source[at];
        if (c == '^')
            return 1 +
                   static_cast<int>(std::count(source.begin(), source.begin() + static_cast<std::ptrdiff_t>(at), '\n'));
        if (c == '-' && source.substr(at).starts_with("--")) {
            const std::size_t after = behind_long_text(source, at + 2);
            at = after != at + 2 ? after : behind(source, "\n", at);
        } else if (c == '"' || c == '\'') {
            at = behind_quotes(source, at);
        } else {
            at = std::max(behind_long_text(source, at), at + 1);
        }
    }
    return 0;
}

}  // namespace albireo::script
