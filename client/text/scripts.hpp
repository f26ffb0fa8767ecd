#pragma once
/// Which letters can be set one after another, and which have to be shaped: because they join, stack, move around each
/// other, or run from right to left.
#include <algorithm>
#include <iterator>
#include <string_view>

#include "client/text/utf8.hpp"

namespace albireo::text {

/// Begins and ends the isolation of a value in a line: its direction does not change the order of the rest (UAX #9).
inline constexpr char32_t kIsolate = 0x2068, kEndIsolate = 0x2069;

struct LetterRange {
    char32_t first, last;
};

/// The marks, joiners and direction signs, and the scripts that are shaped. A script that is not here is set letter by letter.
inline constexpr LetterRange kShaped[] = {
    {0x0300, 0x036f},    // combining marks
    {0x0483, 0x0489},    // … of Cyrillic
    {0x0590, 0x109f},    // Hebrew, Arabic, Syriac, Thaana, N'Ko, the scripts of India, Thai, Lao, Tibetan, Burmese
    {0x1100, 0x11ff},    // Hangul as single jamo
    {0x135d, 0x135f},    // marks of Ethiopic
    {0x1700, 0x18af},    // scripts of the Philippines, Khmer, Mongolian
    {0x1900, 0x1c7f},    // Limbu to Ol Chiki: South-East Asia
    {0x1cd0, 0x1cff},    // Vedic signs
    {0x1dc0, 0x1dff},    // combining marks
    {0x200b, 0x200f},    // joiners, direction marks
    {0x202a, 0x202e},    // directions
    {0x2060, 0x206f},    // … isolates
    {0x20d0, 0x20ff},    // marks of symbols
    {0x2d7f, 0x2d7f},    {0x2de0, 0x2dff},                      // marks of Tifinagh and Cyrillic
    {0x302a, 0x302f},    {0x3099, 0x309a},                      // marks of kana and Hangul
    {0xa66f, 0xa67d},    {0xa69e, 0xa69f},    {0xa6f0, 0xa6f1},  // further marks
    {0xa800, 0xaaff},    {0xabc0, 0xabff},                      // Syloti to Meetei Mayek
    {0xd7b0, 0xd7ff},    // old jamo
    {0xfb1d, 0xfdff},    // forms of Hebrew and Arabic
    {0xfe00, 0xfe0f},    {0xfe20, 0xfe2f},                      // variation selectors, half marks
    {0xfe70, 0xfeff},    // forms of Arabic
    {0x10800, 0x11fff},  // old scripts from right to left, further scripts of India
    {0x1e000, 0x1efff},  // Glagolitic marks, Adlam, Arabic mathematics
    {0xe0000, 0xe0fff},  // tags, variation selectors
};
static_assert(std::is_sorted(std::begin(kShaped), std::end(kShaped), [](const LetterRange& a, const LetterRange& b) { return a.last < b.first; }));

constexpr bool is_shaped(char32_t code) {
    if (code < kShaped[0].first) return false;
    const auto* const after = std::upper_bound(std::begin(kShaped), std::end(kShaped), code,
                                               [](char32_t letter, const LetterRange& range) { return letter < range.first; });
    return code <= (after - 1)->last;
}

/// Whether any letter of the UTF-8 text is shaped.
constexpr bool is_shaped(std::string_view text) {
    bool is = false;
    for_each_letter(text, [&](char32_t code) { is = is || is_shaped(code); });
    return is;
}

/// Whether nothing is drawn for it, whatever the font.
constexpr bool is_invisible(char32_t code) {
    return code == 0x00ad || (code >= 0x200b && code <= 0x200f) || (code >= 0x202a && code <= 0x202e) ||
           (code >= 0x2060 && code <= 0x206f) || (code >= 0xfe00 && code <= 0xfe0f) || code == 0xfeff ||
           (code >= 0xe0000 && code <= 0xe0fff);
}

/// Whether it belongs to a script that runs from right to left.
constexpr bool runs_leftward(char32_t code) {
    return (code >= 0x0590 && code <= 0x08ff) || (code >= 0xfb1d && code <= 0xfdff) || (code >= 0xfe70 && code <= 0xfefe) ||
           (code >= 0x10800 && code <= 0x10fff) || (code >= 0x1e800 && code <= 0x1efff);
}

}  // namespace albireo::text
