#include "server/log_event.hpp"

#include "replays/text.hpp"

namespace albireo::server {
namespace {

/// The size of the direction mark at the beginning of valid UTF-8: U+061C, U+200E, U+200F, U+202A to U+202E, U+2066 to
/// U+2069 (Unicode Standard Annex 9). 0 if it begins with something else.
std::size_t direction_mark_size(std::string_view text) {
    const auto at = [&](std::size_t i) { return i < text.size() ? static_cast<unsigned char>(text[i]) : 0u; };
    if (at(0) == 0xd8 && at(1) == 0x9c) return 2;
    if (at(0) != 0xe2) return 0;
    const bool marks = at(1) == 0x80 && (at(2) == 0x8e || at(2) == 0x8f || (at(2) >= 0xaa && at(2) <= 0xae));
    const bool isolates = at(1) == 0x81 && at(2) >= 0xa6 && at(2) <= 0xa9;
    return marks || isolates ? 3 : 0;
}

}  // namespace

std::string quoted_name(std::string_view name) {
    const std::string plain = replays::printable(replays::valid_utf8(name));
    std::string out = "\"";
    for (std::string_view rest = plain; !rest.empty();) {
        if (const std::size_t size = direction_mark_size(rest); size != 0) {
            rest.remove_prefix(size);
            continue;
        }
        if (rest[0] == '"' || rest[0] == '\\') out += '\\';
        out += rest[0];
        rest.remove_prefix(1);
    }
    return out + '"';
}

}  // namespace albireo::server
