#include "proto/joiners.hpp"

#include <utf8proc.h>

#include <algorithm>
#include <cassert>
#include <cstdint>
#include <span>

namespace albireo::proto {
namespace {

struct Letters {
    std::uint16_t first;
    std::uint8_t count;
};

/// Letters that join on both sides (Joining_Type=D), and those that join only the letter before them (R). Adlam is below.
constexpr Letters kJoinBoth[] = {
    {0x0620, 1},  {0x0626, 1}, {0x0628, 1},  {0x062a, 5},  {0x0633, 13}, {0x0641, 7},  {0x0649, 2},  {0x066e, 2}, {0x0678, 16}, {0x069a, 38}, {0x06c1, 2},
    {0x06cc, 1},  {0x06ce, 1}, {0x06d0, 2},  {0x06fa, 3},  {0x06ff, 1},  {0x0712, 3},  {0x071a, 4},  {0x071f, 9}, {0x0729, 1},  {0x072b, 1},  {0x072d, 2},
    {0x074e, 11}, {0x075c, 15}, {0x076d, 4}, {0x0772, 1},  {0x0775, 3},  {0x077a, 6},  {0x07ca, 33}, {0x0841, 5}, {0x0848, 1},  {0x084a, 10}, {0x0855, 1},
    {0x0860, 1},  {0x0862, 4}, {0x0868, 1},  {0x08a0, 10}, {0x08af, 2},  {0x08b3, 2},  {0x08b6, 3},  {0x08ba, 4}, {0x1807, 1},  {0x1820, 88}, {0x1887, 34},
    {0x18aa, 1}};
constexpr Letters kJoinBefore[] = {
    {0x0622, 4}, {0x0627, 1}, {0x0629, 1}, {0x062f, 4}, {0x0648, 1}, {0x0671, 3}, {0x0675, 3}, {0x0688, 18}, {0x06c0, 1}, {0x06c3, 9}, {0x06cd, 1},
    {0x06cf, 1}, {0x06d2, 2}, {0x06d5, 1}, {0x06ee, 2}, {0x0710, 1}, {0x0715, 5}, {0x071e, 1}, {0x0728, 1},  {0x072a, 1}, {0x072c, 1}, {0x072f, 1},
    {0x074d, 1}, {0x0759, 3}, {0x076b, 2}, {0x0771, 1}, {0x0773, 2}, {0x0778, 2}, {0x0840, 1}, {0x0846, 2},  {0x0849, 1}, {0x0854, 1}, {0x0867, 1},
    {0x0869, 2}, {0x08aa, 3}, {0x08ae, 1}, {0x08b1, 2}, {0x08b9, 1}};
constexpr char32_t kAdlamFirst = 0x1e900, kAdlamLast = 0x1e943;  // all join on both sides

bool is_among(std::span<const Letters> all, char32_t rune) {
    return std::any_of(all.begin(), all.end(), [&](const Letters& each) { return rune >= each.first && rune < char32_t{each.first} + each.count; });
}

bool joins_next(char32_t rune) {
    return is_among(kJoinBoth, rune) || (rune >= kAdlamFirst && rune <= kAdlamLast);
}

bool joins_before(char32_t rune) {
    return joins_next(rune) || is_among(kJoinBefore, rune);
}

utf8proc_category_t category(char32_t rune) {
    return utf8proc_category(static_cast<utf8proc_int32_t>(rune));
}

int combining_class(char32_t rune) {
    return utf8proc_get_property(static_cast<utf8proc_int32_t>(rune))->combining_class;
}

bool is_letter(char32_t rune) {
    const utf8proc_category_t kind = category(rune);
    return kind >= UTF8PROC_CATEGORY_LU && kind <= UTF8PROC_CATEGORY_LO;
}

bool is_mark(char32_t rune) { return category(rune) == UTF8PROC_CATEGORY_MN; }
bool is_moved_mark(char32_t rune) { return is_mark(rune) && combining_class(rune) != 0; }
constexpr int kVirama = 9;  // Canonical_Combining_Class
bool is_virama(char32_t rune) { return combining_class(rune) == kVirama; }
bool is_transparent(char32_t rune) { return is_mark(rune) || category(rune) == UTF8PROC_CATEGORY_ME; }

/// A number for the script of a letter. Scripts that join have the letters of one in few blocks; so have those with a virama.
char32_t script_of(char32_t rune) {
    constexpr char32_t kArabic = 0x0600 >> 7;
    const bool is_arabic = (rune >= 0x0600 && rune <= 0x06ff) || (rune >= 0x0750 && rune <= 0x077f) || (rune >= 0x08a0 && rune <= 0x08ff);
    return is_arabic ? kArabic : rune >> 7;
}

/// Rule A1: where two letters would join.
bool breaks_a_join(std::u32string_view before, std::u32string_view after) {
    while (!before.empty() && is_transparent(before.back())) before.remove_suffix(1);
    while (!after.empty() && is_transparent(after.front())) after.remove_prefix(1);
    return !before.empty() && !after.empty() && joins_next(before.back()) && joins_before(after.front()) && script_of(before.back()) == script_of(after.front());
}

/// The letter of a conjunct that ends with a virama at the end of this text; 0: it does not.
char32_t conjunct_letter(std::u32string_view text) {
    while (!text.empty() && !is_virama(text.back()) && is_moved_mark(text.back())) text.remove_suffix(1);
    if (text.empty() || !is_virama(text.back())) return 0;
    const char32_t virama = text.back();
    text.remove_suffix(1);
    while (!text.empty() && is_mark(text.back())) text.remove_suffix(1);
    const bool is_one = !text.empty() && is_letter(text.back()) && script_of(text.back()) == script_of(virama);
    return is_one ? text.back() : 0;
}

}  // namespace

bool may_stay(std::u32string_view name, std::size_t place) {
    assert(place < name.size() && is_joiner(name[place]) && "it is asked about a joiner");
    const std::u32string_view before = name.substr(0, place), after = name.substr(place + 1);
    const char32_t letter = conjunct_letter(before);
    if (name[place] == kJoiner) {
        const bool has_mark = !after.empty() && (is_transparent(after.front()) || category(after.front()) == UTF8PROC_CATEGORY_MC || is_joiner(after.front()));
        return letter != 0 && !has_mark;  // B
    }
    if (breaks_a_join(before, after)) return true;  // A1
    std::u32string_view next = after;
    while (!next.empty() && is_moved_mark(next.front())) next.remove_prefix(1);
    return letter != 0 && !next.empty() && is_letter(next.front()) && script_of(next.front()) == script_of(letter);  // A2
}

}  // namespace albireo::proto
