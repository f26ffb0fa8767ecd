#pragma once
/// UTF-8 text as letters: read, written and cut at code points. All text that players type or read goes through this
/// file.
/// 1. Any bytes can be read: a byte that begins no valid code point counts as U+FFFD with a length of one byte.
/// 2. Nothing here ever cuts a letter in two.
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace albireo::text {

inline constexpr char32_t kNoLetter = 0xfffd;

struct Letter {
    char32_t code = kNoLetter;
    std::size_t bytes = 1;
};

/// The first letter of a text that is not empty.
constexpr Letter first_letter(std::string_view text) {
    const auto byte = [&](std::size_t i) { return static_cast<std::uint32_t>(static_cast<unsigned char>(text[i])); };
    const std::uint32_t lead = byte(0);
    if (lead < 0x80) return {lead, 1};
    const std::size_t bytes = lead >= 0xf0 ? 4 : lead >= 0xe0 ? 3 : 2;
    if (lead < 0xc2 || lead > 0xf4 || text.size() < bytes) return {};
    std::uint32_t code = lead & (0xffU >> (bytes + 1));
    for (std::size_t i = 1; i < bytes; ++i) {
        if ((byte(i) & 0xc0) != 0x80) return {};
        code = code << 6 | (byte(i) & 0x3f);
    }
    constexpr std::uint32_t kLeast[5] = {0, 0, 0x80, 0x800, 0x10000};  // a smaller code is an overlong form
    const bool is_surrogate = code >= 0xd800 && code < 0xe000;
    if (code < kLeast[bytes] || code > 0x10ffff || is_surrogate) return {};
    return {code, bytes};
}

/// Calls each(code) for every letter, in order.
template <class Each>
constexpr void for_each_letter(std::string_view text, Each&& each) {
    while (!text.empty()) {
        const Letter letter = first_letter(text);
        each(letter.code);
        text.remove_prefix(letter.bytes);
    }
}

constexpr std::size_t count_letters(std::string_view text) {
    std::size_t count = 0;
    for_each_letter(text, [&](char32_t) { ++count; });
    return count;
}

/// The longest prefix of whole letters that fits into `bytes_max` bytes.
constexpr std::string_view fit_bytes(std::string_view text, std::size_t bytes_max) {
    std::size_t end = 0;
    while (end < text.size()) {
        const std::size_t next = end + first_letter(text.substr(end)).bytes;
        if (next > bytes_max) break;
        end = next;
    }
    return text.substr(0, end);
}

/// The text without its last letter.
constexpr std::string_view without_last_letter(std::string_view text) {
    std::size_t last = 0;
    for (std::size_t at = 0; at < text.size(); at += first_letter(text.substr(at)).bytes) last = at;
    return text.substr(0, last);
}

inline void append_letter(std::string& to, char32_t code) {
    const auto add = [&](std::uint32_t byte) { to += static_cast<char>(byte); };
    if (code < 0x80) return add(code);
    if (code < 0x800) {
        add(0xc0 | code >> 6);
    } else {
        if (code < 0x10000) {
            add(0xe0 | code >> 12);
        } else {
            add(0xf0 | code >> 18);
            add(0x80 | (code >> 12 & 0x3f));
        }
        add(0x80 | (code >> 6 & 0x3f));
    }
    add(0x80 | (code & 0x3f));
}

/// Whether a person can type it: it is not a control character.
constexpr bool is_typed(char32_t code) {
    return code >= 0x20 && (code < 0x7f || code >= 0xa0);
}

/// Whether the text is valid UTF-8 without control characters.
constexpr bool is_clean(std::string_view text) {
    while (!text.empty()) {
        const Letter letter = first_letter(text);
        if (!is_typed(letter.code) || (letter.code == kNoLetter && letter.bytes == 1)) return false;
        text.remove_prefix(letter.bytes);
    }
    return true;
}

}  // namespace albireo::text
