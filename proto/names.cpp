#include "proto/names.hpp"

#include <utf8proc.h>

#include <array>
#include <cstdlib>
#include <memory>
#include <utility>

#include "proto/joiners.hpp"
#include "proto/messages.hpp"

namespace albireo::proto {
namespace {

enum class Use { letter, mark, joiner, space, nothing };

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
    if (is_joiner(static_cast<char32_t>(rune))) return Use::joiner;
    switch (utf8proc_category(rune)) {
        case UTF8PROC_CATEGORY_ZS:
            return Use::space;
        case UTF8PROC_CATEGORY_MN:
        case UTF8PROC_CATEGORY_ME:
            return Use::mark;
        case UTF8PROC_CATEGORY_CC:
        case UTF8PROC_CATEGORY_CF:  // direction marks, soft hyphens
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

std::u32string runes_of(const std::string& text) {
    std::u32string runes;
    const auto* at = reinterpret_cast<const utf8proc_uint8_t*>(text.data());
    for (auto left = static_cast<utf8proc_ssize_t>(text.size()); left > 0;) {
        utf8proc_int32_t rune = 0;
        const auto size = utf8proc_iterate(at, left, &rune);
        if (size <= 0) break;
        runes += static_cast<char32_t>(rune);
        at += size;
        left -= size;
    }
    return runes;
}

/// Removes the joiners that may not be where they are. Returns false if there is none.
bool drop_joiners(std::string& text) {
    if (text.find("\xe2\x80\x8c") == std::string::npos && text.find("\xe2\x80\x8d") == std::string::npos) return false;
    const std::u32string runes = runes_of(text);
    std::string kept;
    for (std::size_t i = 0; i < runes.size(); ++i) {
        if (is_joiner(runes[i]) && !may_stay(runes, i)) continue;
        std::array<utf8proc_uint8_t, 4> bytes;
        kept.append(reinterpret_cast<const char*>(bytes.data()), static_cast<std::size_t>(utf8proc_encode_char(static_cast<utf8proc_int32_t>(runes[i]), bytes.data())));
    }
    const bool is_less = kept.size() < text.size();
    text = std::move(kept);
    return is_less;
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
        // A joiner and a combining mark need a letter before them.
        if (use == Use::joiner && (tidy.empty() || owes_space)) continue;
        if (use == Use::mark && (tidy.empty() || owes_space || ++marks > kNameMarksMax)) continue;
        if (use == Use::letter) marks = 0;
        const int width = use == Use::mark || use == Use::joiner ? 0 : utf8proc_charwidth(rune);
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
    // Without a joiner, letters around it come together, for which another one may have stayed.
    while (drop_joiners(result)) result = in_form_c(result);
    return result.size() <= kNameBytesMax ? result : std::string();
}

}  // namespace albireo::proto
