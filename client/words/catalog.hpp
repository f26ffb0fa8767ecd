#pragma once
/// The translations of one language, read from the bytes of a .mo file as GNU msgfmt writes it ("The Format of GNU MO
/// Files" in gettext's manual). Pure: no file, no locale. glibc's own reader is not used: it depends on the process's
/// locale, which is changed through the environment, and does not report a broken file.
///
/// 1. The bytes are untrusted: every offset is checked once, in read(). Later look-ups only compare.
/// 2. A text with a context is not looked up: our texts have none.
#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "client/words/plural.hpp"

namespace albireo::words {

class Catalog {
  public:
    Catalog() = default;
    Catalog(const Catalog&) = delete;
    Catalog& operator=(const Catalog&) = delete;

    /// Call it once. Returns an empty text, or what is wrong with the file; then the catalog is empty.
    std::string read(std::vector<char> bytes);
    /// Translates every text into itself between two brackets. For tests that look for texts that are not translated.
    static Catalog& brackets();

    /// Null if the text is not translated. Valid as long as the catalog.
    const char* find(std::string_view text) const;
    const char* find_form(std::string_view one, unsigned number) const;
    std::size_t size() const { return texts_.size(); }
    /// The line of the catalog's header, such as "Language"; empty if there is none.
    std::string_view header(std::string_view name) const;

  private:
    std::string read_strings();
    std::uint32_t number_at(std::size_t at) const;

    std::vector<char> bytes_;
    bool swapped_ = false;
    std::map<std::string_view, std::string_view> texts_;  // forms are separated by zeros; each ends with a zero
    std::string_view head_;
    PluralRule rule_;
    bool in_brackets_ = false;
};

}  // namespace albireo::words
