#pragma once
/// A token as it lies on a player's disk: sealed with a key of the player's, and bound to the text that it belongs to.
///
///     sealed = nonce (24, random) | XChaCha20-Poly1305(key, nonce, token (16); authenticated with it: the text)
///
/// 1. Without the key nobody learns the token. With it, nobody can move the token to another text unnoticed.
#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "proto/messages.hpp"

namespace albireo::proto {

class TokenKey {
  public:
    static TokenKey random();
    /// The key as 64 hexadecimal digits, and back. Nothing if the text is anything else.
    std::string text() const;
    static std::optional<TokenKey> read(std::string_view text);

    /// As hexadecimal digits.
    std::string seal(const Token& token, std::string_view belongs_to) const;
    /// Nothing unless seal() with this key and this text has made it.
    std::optional<Token> open(std::string_view sealed, std::string_view belongs_to) const;

    TokenKey(const TokenKey&) = default;
    TokenKey& operator=(const TokenKey&) = default;
    ~TokenKey();

  private:
    TokenKey() = default;
    std::array<std::uint8_t, 32> key_{};
};

}  // namespace albireo::proto
