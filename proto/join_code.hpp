#pragma once
/// Join codes: six characters that a person can read out over the phone. 28 letters and digits, without those that are
/// easily confused (B I L O S and 0 1 5), give 482 million codes: an attacker who guesses once a second finds a given
/// game within an hour with a chance of 1 : 130 000.
///
/// Watch codes: eight characters of the same alphabet, written as K7QF-2MXA. Their length distinguishes them from join codes. A watch
/// code admits spectators and nobody else. It is a keyed hash of the game's join code (server/watch_codes.hpp), so neither code reveals
/// anything about the other.
#include <algorithm>
#include <compare>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

namespace albireo::proto {

inline constexpr std::size_t kJoinCodeLetters = 6;
inline constexpr std::size_t kWatchCodeLetters = 8;
inline constexpr std::string_view kJoinCodeAlphabet = "ACDEFGHJKMNPQRTUVWXYZ2346789";
static_assert(kJoinCodeAlphabet.size() == 28);

/// A code from 64 random bits. All codes are equally likely (to within 2^-35).
std::string join_code(std::uint64_t random);

/// The first letter of a code, as a number. Modulo the number of a server's shards it is the shard that has the game.
std::uint8_t shard_letter(std::string_view code);

/// The code that a user typed, in upper case. Any case is accepted; spaces and dashes are ignored. Nothing if it is not
/// a code.
std::optional<std::string> read_join_code(std::string_view typed);

/// A code as a number, which is quicker to compare and to look up than its text. Keys are ordered as their codes are. Converts from a
/// code without being asked, so that a map of games by code reads like one by text.
class CodeKey {
  public:
    CodeKey() = default;
    // NOLINTNEXTLINE(google-explicit-constructor)
    CodeKey(const std::string& code) {
        if (code.size() > sizeof number_) number_ = ~std::uint64_t{0};  // no code is that long
        for (std::size_t i = 0; i < std::min(code.size(), sizeof number_); ++i) {
            number_ |= std::uint64_t{static_cast<unsigned char>(code[i])} << (56 - 8 * i);
        }
    }
    auto operator<=>(const CodeKey&) const = default;
    std::size_t hash() const { return std::hash<std::uint64_t>{}(number_); }

  private:
    std::uint64_t number_ = 0;  // its letters, the first one in the highest byte
};

/// A watch code from 64 random bits: eight letters without a dash. All codes are equally likely (to within 2^-25).
std::string watch_code(std::uint64_t random);
/// The watch code that a user typed, without its dash, by the rules of read_join_code(). Nothing if it is not one.
std::optional<std::string> read_watch_code(std::string_view typed);
/// "K7QF-2MXA", for people. `code` is a watch code.
std::string watch_code_text(std::string_view code);

}  // namespace albireo::proto

template <>
struct std::hash<albireo::proto::CodeKey> {
    std::size_t operator()(const albireo::proto::CodeKey& key) const { return key.hash(); }
};
