#pragma once
/// The game's catalogs as the build made them, and .mo files made by hand.
#include <cstdint>
#include <fstream>
#include <iterator>
#include <string>
#include <utility>
#include <vector>

#include "client/words/languages.hpp"

namespace albireo::words {

inline std::vector<char> file_bytes(const std::string& path) {
    std::ifstream file(path, std::ios::binary);
    return std::vector<char>(std::istreambuf_iterator<char>(file), {});
}

inline std::string catalog_path(std::string_view language) {
    return locale_folder() + "/" + std::string(language) + "/LC_MESSAGES/albireo.mo";
}

/// A .mo file with these texts, which must be sorted.
inline std::vector<char> made_catalog(const std::vector<std::pair<std::string, std::string>>& texts, bool swapped = false) {
    std::string tables, strings;
    const auto put = [&](std::string& to, std::uint32_t number) {
        for (int i = 0; i < 4; ++i) to += static_cast<char>(number >> (swapped ? 24 - 8 * i : 8 * i));
    };
    const auto count = static_cast<std::uint32_t>(texts.size());
    std::string head;
    for (const std::uint32_t number : {0x950412deU, 0U, count, 28U, 28 + 8 * count, 0U, 28 + 16 * count}) put(head, number);
    for (const bool keys : {true, false}) {
        for (const auto& [key, value] : texts) {
            const std::string& text = keys ? key : value;
            put(tables, static_cast<std::uint32_t>(text.size()));
            put(tables, 28 + 16 * count + static_cast<std::uint32_t>(strings.size()));
            strings += text + '\0';
        }
    }
    const std::string all = head + tables + strings;
    return {all.begin(), all.end()};
}

inline const std::string kHeader = "Content-Type: text/plain; charset=UTF-8\n";

}  // namespace albireo::words
