#include "client/words/catalog.hpp"

#include <cstring>
#include <mutex>
#include <set>

namespace albireo::words {
namespace {

constexpr std::uint32_t kMagic = 0x950412de, kSwappedMagic = 0xde120495;
constexpr std::size_t kHeadBytes = 28, kEntryBytes = 8;

std::uint32_t swapped(std::uint32_t x) {
    return x >> 24 | (x >> 8 & 0xff00) | (x << 8 & 0xff0000) | x << 24;
}

/// Texts in brackets, made when they are first asked for.
const char* bracketed(std::string_view text) {
    static std::mutex mutex;
    static std::set<std::string> made;
    const std::lock_guard lock(mutex);
    return made.insert("[" + std::string(text) + "]").first->c_str();
}

}  // namespace

std::uint32_t Catalog::number_at(std::size_t at) const {
    std::uint32_t number = 0;
    std::memcpy(&number, bytes_.data() + at, sizeof number);
    return swapped_ ? swapped(number) : number;
}

std::string Catalog::read(std::vector<char> bytes) {
    bytes_ = std::move(bytes);
    std::string fault = read_strings();
    if (!fault.empty()) texts_.clear();
    return fault;
}

std::string Catalog::read_strings() {
    if (bytes_.size() < kHeadBytes) return "it is not a catalog of translations";
    if (number_at(0) == kSwappedMagic) swapped_ = true;
    if (number_at(0) != kMagic) return "it is not a catalog of translations";
    if (number_at(4) >> 16 > 1) return "it is of an unknown version";
    const std::size_t count = number_at(8), keys = number_at(12), values = number_at(16), size = bytes_.size();
    const auto table_fits = [&](std::size_t at) { return at <= size && count <= (size - at) / kEntryBytes; };
    if (!table_fits(keys) || !table_fits(values)) return "it is cut off";
    const auto string_at = [&](std::size_t at, std::string_view& text) {
        const std::size_t length = number_at(at), from = number_at(at + 4);
        // With the zero after it.
        if (from >= size || length >= size - from || bytes_[from + length] != 0) return false;
        text = {bytes_.data() + from, length};
        return true;
    };
    for (std::size_t i = 0; i < count; ++i) {
        std::string_view key, value;
        if (!string_at(keys + i * kEntryBytes, key) || !string_at(values + i * kEntryBytes, value)) {
            return "it is cut off or damaged";
        }
        key = key.substr(0, key.find('\0'));  // without the English plural
        if (key.empty()) {
            head_ = value;
        } else if (!value.empty()) {
            texts_.emplace(key, value);
        }
    }
    if (const std::string_view charset = header("Content-Type"); charset.find("UTF-8") == std::string_view::npos) {
        return "its text is not UTF-8";
    }
    if (const std::string_view forms = header("Plural-Forms"); !forms.empty() && !rule_.read(forms)) {
        return "its plural rule cannot be understood";
    }
    return {};
}

std::string_view Catalog::header(std::string_view name) const {
    for (std::string_view rest = head_; !rest.empty();) {
        const std::string_view line = rest.substr(0, rest.find('\n'));
        rest.remove_prefix(std::min(rest.size(), line.size() + 1));
        if (!line.starts_with(name) || line.size() == name.size() || line[name.size()] != ':') continue;
        const auto from = line.find_first_not_of(' ', name.size() + 1);
        return from == std::string_view::npos ? std::string_view() : line.substr(from);
    }
    return {};
}

const char* Catalog::find(std::string_view text) const {
    if (in_brackets_) return text.empty() ? nullptr : bracketed(text);
    const auto found = texts_.find(text);
    return found == texts_.end() ? nullptr : found->second.data();
}

const char* Catalog::find_form(std::string_view one, unsigned number) const {
    if (in_brackets_) return bracketed(one);
    const auto found = texts_.find(one);
    if (found == texts_.end()) return nullptr;
    std::string_view rest = found->second;
    for (unsigned form = rule_.form_of(number); form > 0; --form) {
        const auto end = rest.find('\0');
        if (end == std::string_view::npos) return nullptr;  // the translator gave fewer forms
        rest.remove_prefix(end + 1);
    }
    return rest.data();
}

Catalog& Catalog::brackets() {
    static Catalog all;
    all.in_brackets_ = true;
    return all;
}

}  // namespace albireo::words
