#include "client/words/words.hpp"

#include <algorithm>
#include <atomic>
#include <charconv>

#include "client/text/scripts.hpp"
#include "client/text/utf8.hpp"
#include "client/words/catalog.hpp"
#include "client/words/format.hpp"
#include "platform/reasons.hpp"

namespace albireo::words {
namespace {

std::atomic<const Catalog*> used{nullptr};

constexpr std::string_view kNumbered = "error ";  // as platform::reason_text() writes it

/// Of "REASON" or "REASON (details)"; the details stay.
std::string translated_part(std::string_view part) {
    const std::string whole = translated(part);
    if (whole != part) return whole;
    int number = 0;  // of an error that has no text
    if (part.starts_with(kNumbered)) {
        const char* const end = part.data() + part.size();
        if (const auto read = std::from_chars(part.data() + kNumbered.size(), end, number); read.ec == std::errc{} && read.ptr == end) return tr_f("error {}", number);
    }
    const auto details = part.find(" (");
    if (details == std::string_view::npos) return whole;
    return translated(part.substr(0, details)) + std::string(part.substr(details));
}

}  // namespace

const char* tr(const char* text) {
    const Catalog* catalog = used.load(std::memory_order_acquire);
    const char* found = catalog != nullptr ? catalog->find(text) : nullptr;
    return found != nullptr ? found : text;
}

std::string translated(std::string_view text) {
    const Catalog* catalog = used.load(std::memory_order_acquire);
    const char* found = catalog != nullptr ? catalog->find(text) : nullptr;
    return found != nullptr ? std::string(found) : std::string(text);
}

std::string translated_reason(std::string_view line) {
    if (const std::string whole = translated_part(line); whole != line) return whole;
    std::string made;
    for (;;) {
        const auto end = std::min(line.find(": "), line.find("; "));
        made += translated_part(line.substr(0, end));
        if (end == std::string_view::npos) return made;
        made += line.substr(end, 2);
        line.remove_prefix(end + 2);
    }
}

std::string translated_error(int error) {
    return translated_reason(platform::reason_text(error));
}

std::string translated_error(const std::error_code& error) {
    return translated_reason(platform::reason_text(error));
}

const char* tr_n(const char* one, const char* many, unsigned number) {
    const Catalog* catalog = used.load(std::memory_order_acquire);
    const char* found = catalog != nullptr ? catalog->find_form(one, number) : nullptr;
    return found != nullptr ? found : number == 1 ? one : many;
}

std::string isolated(std::string_view value) {
    bool is_leftward = false;
    text::for_each_letter(value, [&](char32_t code) { is_leftward = is_leftward || text::runs_leftward(code); });
    if (!is_leftward) return std::string(value);
    std::string made;
    text::append_letter(made, text::kIsolate);
    made += value;
    text::append_letter(made, text::kEndIsolate);
    return made;
}

void use_catalog(const Catalog* catalog) {
    used.store(catalog, std::memory_order_release);
}

}  // namespace albireo::words
