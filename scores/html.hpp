#pragma once
/// Pieces of HTML. Whatever comes from a recording or a player goes through escaped().
#include <cstdint>
#include <string>
#include <string_view>

namespace albireo::scores {

/// Safe as text and as the value of an attribute in quotes. Bytes that are not UTF-8 become U+FFFD, control characters "?".
std::string escaped(std::string_view text);

/// How pages refer to each other. All references are relative, so pages work below any path of a proxy, and from the disk.
struct Links {
    std::string root = "./";  // from the page to the folder of the first page: "./", "../", "../../../../"
    bool is_static = false;   // files on the disk: every page has ".html" at its end

    std::string page(std::string_view path) const { return root + std::string(path) + (is_static ? (path.empty() ? "index.html" : ".html") : ""); }
    std::string file(std::string_view path) const { return root + std::string(path); }
};
/// For a page at this path below the root, such as "boards/the_cut/storm/pair".
Links links_from(std::string_view path, bool is_static);

/// A whole page. `title` is plain text, `body` is HTML.
std::string html_page(std::string_view title, const Links& links, std::string_view body);

/// The style of all pages.
extern const std::string_view kStyle;

/// "1 234 567" with narrow no-break spaces (U+202F).
std::string spaced(std::uint64_t number);

}  // namespace albireo::scores
