#pragma once
/// The replay page: one HTML file that holds the core, the reader and a recording, and plays it in any browser without a
/// network (web/README.md). web/build makes the page without a recording; this fills it.
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace albireo::replays {

struct PageContents {
    std::span<const std::uint8_t> recording;  // the bytes of its file: a recording, or the bundle of a desync
    std::string_view name;                    // of that file, for display; any bytes
    bool partial = false;                     // play recordings up to their damage
    std::span<const std::uint8_t> second = {};  // a recording that is shown beside the first; empty: none
    std::string_view second_name = {};
    std::string_view cores = {};              // link to the pages of other cores, relative to this one, with * for the core version
};

/// The core that a page was built with.
struct PageCore {
    std::uint32_t version = 0;
    std::string digest;  // core_digest()
};
/// Nothing if this is not an empty replay page, of any core.
std::optional<PageCore> core_of_page(std::string_view page);

/// The path of a page of web/build that belongs to this program: installed beside the program, or in its build tree.
/// `name`: "page.html", the replay page without a recording, or "play.html", the game. Empty if there is none.
std::string find_page(std::string_view name);

/// Why the empty page cannot be filled by this program: it is not one, or has another core. Empty if it can be.
std::string empty_page_fault(std::string_view page);

/// Whether the empty page can hold two recordings; those of earlier releases cannot.
bool has_second_place(std::string_view page);

/// The page with its contents. `page` must be an empty page; one of another core plays recordings of that core.
/// Pages of earlier releases have no places for `cores` and `second`.
std::string fill_page(std::string_view page, const PageContents& contents);

}  // namespace albireo::replays
