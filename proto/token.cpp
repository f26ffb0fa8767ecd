#include "proto/token.hpp"

#include <sodium/crypto_generichash.h>
#include <sodium/utils.h>

#include "proto/sodium_start.hpp"

namespace albireo::proto {

namespace {
constexpr std::string_view kDigits = "0123456789abcdef";
}

std::string text_of(const Token& token) {
    std::string text;
    for (const std::uint8_t byte : token) {
        text += kDigits[byte >> 4];
        text += kDigits[byte & 15];
    }
    return text;
}

std::optional<Token> read_token(std::string_view text) {
    Token token{};
    if (text.size() != 2 * token.size()) return std::nullopt;
    for (std::size_t i = 0; i < text.size(); ++i) {
        const std::size_t digit = kDigits.find(text[i]);
        if (digit == std::string_view::npos) return std::nullopt;
        token[i / 2] = static_cast<std::uint8_t>(i % 2 == 0 ? digit << 4 : token[i / 2] | digit);
    }
    return token;
}

Proof prove(const Token& token, const Binding& binding) {
    static constexpr std::string_view kPurpose = "Albireo 2 rejoin";
    static_assert(kTokenBytes >= crypto_generichash_KEYBYTES_MIN && kProofBytes >= crypto_generichash_BYTES_MIN);
    crypto_generichash_state state;
    Proof proof;
    crypto_generichash_init(&state, token.data(), token.size(), proof.bytes.size());
    crypto_generichash_update(&state, reinterpret_cast<const unsigned char*>(kPurpose.data()), kPurpose.size());
    crypto_generichash_update(&state, binding.data(), binding.size());
    crypto_generichash_final(&state, proof.bytes.data(), proof.bytes.size());
    sodium_memzero(&state, sizeof state);
    return proof;
}

bool proves(const Proof& proof, const Token& token, const Binding& binding) {
    const Proof own = prove(token, binding);
    return sodium_memcmp(own.bytes.data(), proof.bytes.data(), own.bytes.size()) == 0;
}

}  // namespace albireo::proto
