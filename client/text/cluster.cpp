#include "client/text/cluster.hpp"

#include "client/text/shaper.hpp"
#include "client/text/utf8.hpp"

namespace albireo::text {
namespace {

constexpr char32_t kJoiner = 0x200d;

char32_t last_letter(std::string_view text) {
    return first_letter(text.substr(without_last_letter(text).size())).code;
}

/// Whether it belongs to the letter before it.
bool is_mark(char32_t code) {
    const bool is_skin_tone = code >= 0x1f3fb && code <= 0x1f3ff;
    return is_skin_tone || Shaper::is_mark(code);
}

}  // namespace

std::string_view without_last_cluster(std::string_view text) {
    while (!text.empty()) {
        const char32_t last = last_letter(text);
        text = without_last_letter(text);
        const bool is_joined = !text.empty() && last_letter(text) == kJoiner;
        if (!is_mark(last) && !is_joined) break;
    }
    return text;
}

}  // namespace albireo::text
