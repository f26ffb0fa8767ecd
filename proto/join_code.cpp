#include "proto/join_code.hpp"

namespace albireo::proto {

std::string join_code(std::uint64_t random) {
    std::string code(kJoinCodeLetters, ' ');
    for (char& letter : code) {
        letter = kJoinCodeAlphabet[random % kJoinCodeAlphabet.size()];
        random /= kJoinCodeAlphabet.size();
    }
    return code;
}

std::optional<std::string> read_join_code(std::string_view typed) {
    std::string code;
    for (const char c : typed) {
        if (c == ' ' || c == '-') continue;
        const char letter = c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c;
        if (code.size() == kJoinCodeLetters || kJoinCodeAlphabet.find(letter) == std::string_view::npos)
            return std::nullopt;
        code += letter;
    }
    if (code.size() != kJoinCodeLetters) return std::nullopt;
    return code;
}

}  // namespace albireo::proto
