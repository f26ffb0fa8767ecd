#include "proto/join_code.hpp"

#include <cassert>

namespace albireo::proto {

namespace {

std::string code_of(std::uint64_t random, std::size_t letters) {
    std::string code(letters, ' ');
    for (char& letter : code) {
        letter = kJoinCodeAlphabet[random % kJoinCodeAlphabet.size()];
        random /= kJoinCodeAlphabet.size();
    }
    return code;
}

std::optional<std::string> read_code(std::string_view typed, std::size_t letters) {
    std::string code;
    for (const char c : typed) {
        if (c == ' ' || c == '-') continue;
        const char letter = c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c;
        if (code.size() == letters || kJoinCodeAlphabet.find(letter) == std::string_view::npos) return std::nullopt;
        code += letter;
    }
    if (code.size() != letters) return std::nullopt;
    return code;
}

}  // namespace

std::string join_code(std::uint64_t random) {
    return code_of(random, kJoinCodeLetters);
}

std::uint8_t shard_letter(std::string_view code) {
    const std::size_t at = code.empty() ? std::string_view::npos : kJoinCodeAlphabet.find(code.front());
    assert(at != std::string_view::npos && "a code has letters of the alphabet");
    return static_cast<std::uint8_t>(at);
}

std::optional<std::string> read_join_code(std::string_view typed) {
    return read_code(typed, kJoinCodeLetters);
}

std::string watch_code(std::uint64_t random) {
    return code_of(random, kWatchCodeLetters);
}

std::optional<std::string> read_watch_code(std::string_view typed) {
    return read_code(typed, kWatchCodeLetters);
}

std::string watch_code_text(std::string_view code) {
    return std::string(code.substr(0, kWatchCodeLetters / 2)) + '-' + std::string(code.substr(kWatchCodeLetters / 2));
}

}  // namespace albireo::proto
