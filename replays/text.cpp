#include "replays/text.hpp"

#include <algorithm>
#include <array>
#include <cstdio>
#include <ctime>

#include "platform/clock.hpp"

namespace albireo::replays {
namespace {

std::string in_utc(std::uint64_t ms_since_1970, const char* form) {
    const auto seconds = static_cast<std::time_t>(ms_since_1970 / 1000);
    std::tm date{};
    if (!platform::utc_date(seconds, date)) return "unknown";
    std::array<char, 64> text{};
    return {text.data(), std::strftime(text.data(), text.size(), form, &date)};
}

/// The size in bytes of the UTF-8 character at the beginning of the text; 0 if there is no valid one (RFC 3629, 4).
std::size_t utf8_size(std::string_view text) {
    const auto at = [&](std::size_t i) { return i < text.size() ? static_cast<unsigned char>(text[i]) : 0u; };
    const unsigned first = at(0);
    if (first < 0x80) return 1;
    const std::size_t size = first < 0xc2 ? 0 : first < 0xe0 ? 2 : first < 0xf0 ? 3 : first < 0xf5 ? 4 : 0;
    // The range of the second byte excludes overlong forms, surrogates, and code points above U+10FFFF.
    const unsigned low = first == 0xe0 ? 0xa0 : first == 0xf0 ? 0x90 : 0x80;
    const unsigned high = first == 0xed ? 0x9f : first == 0xf4 ? 0x8f : 0xbf;
    if (size == 0 || at(1) < low || at(1) > high) return 0;
    for (std::size_t i = 2; i < size; ++i) {
        if ((at(i) & 0xc0) != 0x80) return 0;
    }
    return size;
}

}  // namespace

std::string clock_text(std::uint32_t ticks) {
    std::array<char, 32> text{};
    const std::uint32_t seconds = ticks / 60;
    std::snprintf(text.data(), text.size(), "%u:%02u.%02u", seconds / 60, seconds % 60, ticks % 60 * 100 / 60);
    return text.data();
}

std::string printable(std::string_view text) {
    std::string out;
    for (std::size_t i = 0; i < text.size(); ++i) {
        const auto byte = static_cast<unsigned char>(text[i]);
        // C1 controls are two bytes of UTF-8: 0xc2 and 0x80 … 0x9f.
        const auto next = static_cast<unsigned char>(i + 1 < text.size() ? text[i + 1] : 0);
        const bool c1 = byte == 0xc2 && next >= 0x80 && next < 0xa0;
        if (c1) ++i;
        out += byte < 0x20 || byte == 0x7f || c1 ? '?' : text[i];
    }
    return out;
}

std::string valid_utf8(std::string_view text) {
    std::string out;
    out.reserve(text.size());
    while (!text.empty()) {
        const std::size_t size = utf8_size(text);
        out += size == 0 ? std::string_view("\ufffd") : text.substr(0, size);
        text.remove_prefix(std::max<std::size_t>(size, 1));
    }
    return out;
}

std::string hex_text(std::uint64_t number) {
    std::array<char, 20> text{};
    std::snprintf(text.data(), text.size(), "%016llx", static_cast<unsigned long long>(number));
    return text.data();
}

std::string date_text(std::uint64_t ms_since_1970) {
    return in_utc(ms_since_1970, "%Y-%m-%d %H:%M:%S UTC");
}

std::string file_stem(std::uint64_t ms_since_1970, std::string_view code) {
    return in_utc(ms_since_1970, "%Y%m%d-%H%M%S-") + std::string(code);
}

std::string core_version_text(std::string_view what, std::uint32_t needed) {
    return std::string(what) + " needs core version " + std::to_string(needed) + "; this program has version " +
           std::to_string(kCoreVersion) + ": use the release that made it";
}

std::string snapshot_text(LoadError error, std::span<const std::uint8_t> bytes) {
    if (error != LoadError::wrong_version) return std::string(text_of(error));
    return core_version_text("the snapshot", core_version_of(bytes));
}

}  // namespace albireo::replays
