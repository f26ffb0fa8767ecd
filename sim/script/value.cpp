#include "sim/script/value.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>

namespace albireo::script {
namespace {

// The Levenshtein distance: the least number of insertions, deletions and replacements.
std::size_t distance(std::string_view a, std::string_view b) {
    std::vector<std::size_t> row(b.size() + 1);
    for (std::size_t j = 0; j <= b.size(); ++j) row[j] = j;
    for (std::size_t i = 0; i < a.size(); ++i) {
        std::size_t corner = row[0];
        row[0] = i + 1;
        for (std::size_t j = 0; j < b.size(); ++j) {
            const std::size_t replaced = corner + (a[i] == b[j] ? 0 : 1);
            corner = row[j + 1];
            row[j + 1] = std::min({replaced, row[j] + 1, row[j + 1] + 1});
        }
    }
    return row.back();
}

}  // namespace

std::string describe(const Value& value) {
    switch (value.type) {
        case Value::Type::nil:
            return "nothing";
        case Value::Type::boolean:
            return value.truth ? "true" : "false";
        case Value::Type::number: {
            char text[32];
            std::snprintf(text, sizeof text, "%.6g", value.number);
            return text;
        }
        case Value::Type::text:
            return std::string("\"").append(value.text, 0, 60).append("\"");
        case Value::Type::table:
            return "a table";
        case Value::Type::function:
            return "a function";
        case Value::Type::handle:
            return "a spawn";
    }
    return "?";
}

std::string nearest(std::string_view wrong, const std::vector<std::string>& names) {
    if (names.empty()) return "; none is declared yet";
    std::vector<std::pair<std::size_t, std::string>> ranked;
    for (const std::string& name : names) ranked.emplace_back(distance(wrong, name), name);
    std::sort(ranked.begin(), ranked.end());
    std::string text = ranked.size() > 5 ? "; closest matches: " : "; known: ";
    for (std::size_t i = 0; i < ranked.size() && i < 5; ++i) text += (i == 0 ? "" : ", ") + ranked[i].second;
    return text;
}

}  // namespace albireo::script
