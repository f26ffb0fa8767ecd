#include "client/words/words.hpp"

#include <atomic>

#include "client/text/scripts.hpp"
#include "client/text/utf8.hpp"
#include "client/words/catalog.hpp"

namespace albireo::words {
namespace {

std::atomic<const Catalog*> used{nullptr};

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
    const std::string whole = translated(line);
    const auto details = line.find(" (");
    if (whole != line || details == std::string_view::npos) return whole;
    return translated(line.substr(0, details)) + std::string(line.substr(details));
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
