#include "proto/names.hpp"

#include <utf8proc.h>

#include <array>
#include <cstdlib>
#include <memory>

#include "proto/messages.hpp"

namespace albireo::proto {
namespace {

enum class Use { letter, mark, space, nothing };

/// Characters that are letters, symbols or marks by their category, but invisible: Hangul fillers, the braille blank, the
/// combining grapheme joiner and the like.
bool is_blank(utf8proc_int32_t rune) {
    switch (rune) {
        case 0x034f: case 0x115f: case 0x1160: case 0x17b4: case 0x17b5: case 0x2800: case 0x3164: case 0xffa0:
            return true;
        default:
            // Variation selectors, and the tags beyond the planes in use.
            return (rune >= 0x180b && rune <= 0x180f) || (rune >= 0xfe00 && rune <= 0xfe0f) ||
                   (rune >= 0xe0000 && rune <= 0xe0fff);
    }
}

Use use_of(utf8proc_int32_t rune) {
    if (is_blank(rune)) return Use::nothing;
    switch (utf8proc_category(rune)) {
        case UTF8PROC_CATEGORY_ZS:
            return Use::space;
        case UTF8PROC_CATEGORY_MN:
        case UTF8PROC_CATEGORY_ME:
            return Use::mark;
        case UTF8PROC_CATEGORY_CC:
        case UTF8PROC_CATEGORY_CF:  // direction marks, joiners, soft hyphens
        case UTF8PROC_CATEGORY_CS:
        case UTF8PROC_CATEGORY_CO:
        case UTF8PROC_CATEGORY_CN:
        case UTF8PROC_CATEGORY_ZL:
        case UTF8PROC_CATEGORY_ZP:
            return Use::nothing;
        default:
            return Use::letter;
    }
}

std::string in_form_c(std::string_view text) {
    utf8proc_uint8_t* made = nullptr;
    const auto size = utf8proc_map(reinterpret_cast<const utf8proc_uint8_t*>(text.data()),
                                   static_cast<utf8proc_ssize_t>(text.size()), &made,
                                   static_cast<utf8proc_option_t>(UTF8PROC_STABLE | UTF8PROC_COMPOSE));
    if (size < 0) return {};
    const std::unique_ptr<utf8proc_uint8_t, decltype(&std::free)> owned(made, &std::free);
    return {reinterpret_cast<const char*>(made), static_cast<std::size_t>(size)};
}

}  // namespace

std::string tidy_name(std::string_view name) {
    // Removing an invisible character can bring a letter and its mark together, so the form is made again at the end.
    std::string tidy;
    int columns = 0, marks = 0;
    bool owes_space = false;
    const std::string formed = in_form_c(name);
    const auto* at = reinterpret_cast<const utf8proc_uint8_t*>(formed.data());
    for (auto left = static_cast<utf8proc_ssize_t>(formed.size()); left > 0;) {
        utf8proc_int32_t rune = 0;
        const auto size = utf8proc_iterate(at, left, &rune);
        if (size <= 0) return {};
        at += size;
        left -= size;
        const Use use = use_of(rune);
        if (use == Use::space) owes_space = !tidy.empty();
        if (use == Use::space || use == Use::nothing) continue;
        // A combining mark needs a letter before it.
        if (use == Use::mark && (tidy.empty() || owes_space || ++marks > kNameMarksMax)) continue;
        if (use == Use::letter) marks = 0;
        const int width = use == Use::mark ? 0 : utf8proc_charwidth(rune);
        std::array<utf8proc_uint8_t, 4> bytes;
        const auto more = static_cast<std::size_t>(utf8proc_encode_char(rune, bytes.data()));
        const std::size_t spaces = owes_space ? 1 : 0;
        if (columns + width + static_cast<int>(spaces) > kNameColumnsMax || tidy.size() + spaces + more > kNameBytesMax)
            break;
        tidy.append(spaces, ' ');
        tidy.append(reinterpret_cast<const char*>(bytes.data()), more);
        columns += width + static_cast<int>(spaces);
        owes_space = false;
    }
    std::string result = in_form_c(tidy);
    return result.size() <= kNameBytesMax ? result : std::string();
}

}  // namespace albireo::proto
