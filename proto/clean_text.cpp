// Which texts of a peer may be shown and logged as they are.
#include "proto/messages.hpp"

namespace albireo::proto {

// Well-formed UTF-8: Unicode 15, table 3-7 (no overlong forms, no surrogates).
bool is_clean_text(std::string_view text) {
    for (std::size_t i = 0; i < text.size();) {
        const auto at = [&](std::size_t k) { return k < text.size() ? static_cast<unsigned char>(text[k]) : 0u; };
        const unsigned lead = at(i);
        if (lead < 0x80) {
            if (lead < 0x20 || lead == 0x7f) return false;
            ++i;
            continue;
        }
        const std::size_t more = lead >= 0xf0 ? 3 : lead >= 0xe0 ? 2 : 1;
        if (lead < 0xc2 || lead > 0xf4) return false;
        const unsigned low = lead == 0xe0 ? 0xa0u : lead == 0xf0 ? 0x90u : 0x80u;
        const unsigned high = lead == 0xed ? 0x9fu : lead == 0xf4 ? 0x8fu : 0xbfu;
        if (at(i + 1) < low || at(i + 1) > high) return false;
        for (std::size_t k = 2; k <= more; ++k) {
            if ((at(i + k) & 0xc0u) != 0x80) return false;
        }
        if (lead == 0xc2 && at(i + 1) < 0xa0) return false;  // the other control characters
        i += more + 1;
    }
    return true;
}

bool is_name(std::string_view text) {
    return text.size() <= kNameBytesMax && is_clean_text(text);
}

bool is_line(std::string_view text) {
    return text.size() <= kTextBytesMax && is_clean_text(text);
}

}  // namespace albireo::proto
