#include "replays/page.hpp"

#include <algorithm>
#include <array>
#include <cassert>
#include <charconv>
#include <filesystem>

#include "platform/program_path.hpp"
#include "replays/text.hpp"
#include "sim/snapshot.hpp"
#include "sim/witness/core_digest.hpp"

namespace albireo::replays {
namespace {

constexpr std::string_view kMark = "<meta name=\"albireo-page\" content=\"";
// In the order in which they are on the page.
struct Gap {
    std::string_view mark;
    bool is_new = false;  // pages of earlier releases lack it
};
constexpr std::array<Gap, 6> kGaps = {
    {{"@NAME@"}, {"@CORES@", true}, {"@PARTIAL@"}, {"@RECORDING@"}, {"@SECONDNAME@", true}, {"@SECOND@", true}}};

std::string base64(std::span<const std::uint8_t> bytes) {
    constexpr std::string_view kDigits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    std::string text;
    text.reserve((bytes.size() + 2) / 3 * 4);
    for (std::size_t i = 0; i < bytes.size(); i += 3) {
        const std::size_t count = std::min<std::size_t>(3, bytes.size() - i);
        std::uint32_t group = 0;
        for (std::size_t k = 0; k < 3; ++k) group = group << 8 | (k < count ? bytes[i + k] : 0u);
        for (std::size_t k = 0; k < 4; ++k) text += k <= count ? kDigits[group >> (18 - 6 * k) & 63] : '=';
    }
    return text;
}

/// Safe as the value of an attribute.
std::string escaped(std::string_view given) {
    std::string text;
    for (const char letter : printable(valid_utf8(given))) {
        switch (letter) {
            case '&': text += "&amp;"; break;
            case '<': text += "&lt;"; break;
            case '>': text += "&gt;"; break;
            case '"': text += "&quot;"; break;
            default: text += letter;
        }
    }
    return text;
}

}  // namespace

std::string find_page(std::string_view name) {
    namespace fs = std::filesystem;
    std::error_code error;
    const fs::path folder = platform::program_path().parent_path();
    if (folder.empty()) return {};
    // Installed: bin/ or games/, with share/albireo beside it. Built: build/release/bin, with build/web beside it.
    for (const char* place : {"../share/albireo", "../../web"}) {
        const fs::path found = (folder / place / name).lexically_normal();
        if (fs::is_regular_file(found, error)) return found.string();
    }
    return {};
}

std::optional<PageCore> core_of_page(std::string_view page) {
    const std::size_t at = page.find(kMark);
    const bool has_places = at != std::string_view::npos && std::all_of(kGaps.begin(), kGaps.end(), [&](const Gap& place) {
        return place.is_new || page.find(place.mark, at) != std::string_view::npos;
    });
    if (!has_places) return std::nullopt;
    const std::string_view content = page.substr(at + kMark.size(), page.find('"', at + kMark.size()) - at - kMark.size());
    PageCore core;
    const auto [end, error] = std::from_chars(content.data(), content.data() + content.size(), core.version);
    if (error != std::errc{} || end == content.data() + content.size() || *end != ' ') return std::nullopt;
    core.digest.assign(end + 1, content.data() + content.size());
    return core;
}

std::string empty_page_fault(std::string_view page) {
    const auto core = core_of_page(page);
    if (!core) return "not an empty replay page";
    if (core->version == kCoreVersion && core->digest == core_digest()) return {};
    return "the page has core " + std::to_string(core->version) + " " + printable(core->digest) + ", this program has core " +
           std::to_string(kCoreVersion) + " " + std::string(core_digest());
}

bool has_second_place(std::string_view page) { return page.find("@SECOND@") != std::string_view::npos; }

std::string fill_page(std::string_view page, const PageContents& contents) {
    assert(core_of_page(page) && "this is an empty replay page");
    const std::array<std::string, kGaps.size()> values = {escaped(contents.name),        escaped(contents.cores),
                                                            contents.partial ? "1" : "0",  base64(contents.recording),
                                                            escaped(contents.second_name), base64(contents.second)};
    std::string filled;
    std::size_t size = page.size();
    for (const std::string& value : values) size += value.size();
    filled.reserve(size);
    // The places are in this order, behind all of the page's own text but its last script, which has none of them.
    std::size_t from = page.find(kMark);
    filled += page.substr(0, from);
    for (std::size_t i = 0; i < kGaps.size(); ++i) {
        const std::size_t at = page.find(kGaps[i].mark, from);
        if (at == std::string_view::npos && kGaps[i].is_new) continue;
        assert(at != std::string_view::npos && "core_of_page() has found the place");
        filled += page.substr(from, at - from);
        filled += values[i];
        from = at + kGaps[i].mark.size();
    }
    filled += page.substr(from);
    return filled;
}

}  // namespace albireo::replays
