#include "proto/sealed_token.hpp"

#include <sodium.h>

#include "proto/sodium_start.hpp"

namespace albireo::proto {
namespace {

constexpr std::size_t kNonceBytes = crypto_aead_xchacha20poly1305_ietf_NPUBBYTES;
constexpr std::size_t kSealedBytes = kNonceBytes + kTokenBytes + crypto_aead_xchacha20poly1305_ietf_ABYTES;
static_assert(crypto_aead_xchacha20poly1305_ietf_KEYBYTES == 32);

using Sealed = std::array<std::uint8_t, kSealedBytes>;
constexpr std::string_view kDigits = "0123456789abcdef";

template <std::size_t Size>
std::string text_of_bytes(const std::array<std::uint8_t, Size>& bytes) {
    std::string text;
    text.reserve(2 * Size);
    for (const std::uint8_t byte : bytes) {
        text += kDigits[byte >> 4];
        text += kDigits[byte & 15];
    }
    return text;
}

template <std::size_t Size>
bool read_bytes(std::string_view text, std::array<std::uint8_t, Size>& bytes) {
    if (text.size() != 2 * Size) return false;
    for (std::size_t i = 0; i < text.size(); ++i) {
        const std::size_t digit = kDigits.find(text[i]);
        if (digit == std::string_view::npos) return false;
        bytes[i / 2] = static_cast<std::uint8_t>(i % 2 == 0 ? digit << 4 : bytes[i / 2] | digit);
    }
    return true;
}

const std::uint8_t* bytes_of(std::string_view text) {
    return reinterpret_cast<const std::uint8_t*>(text.data());
}

}  // namespace

TokenKey::~TokenKey() {
    sodium_memzero(key_.data(), key_.size());
}

TokenKey TokenKey::random() {
    TokenKey key;
    randombytes_buf(key.key_.data(), key.key_.size());
    return key;
}

std::string TokenKey::text() const {
    return text_of_bytes(key_);
}

std::optional<TokenKey> TokenKey::read(std::string_view text) {
    TokenKey key;
    if (!read_bytes(text, key.key_)) return std::nullopt;
    return key;
}

std::string TokenKey::seal(const Token& token, std::string_view belongs_to) const {
    Sealed sealed;
    randombytes_buf(sealed.data(), kNonceBytes);
    crypto_aead_xchacha20poly1305_ietf_encrypt(sealed.data() + kNonceBytes, nullptr, token.data(), token.size(), bytes_of(belongs_to), belongs_to.size(), nullptr,
                                               sealed.data(), key_.data());
    return text_of_bytes(sealed);
}

std::optional<Token> TokenKey::open(std::string_view text, std::string_view belongs_to) const {
    Sealed sealed;
    if (!read_bytes(text, sealed)) return std::nullopt;
    Token token{};
    const bool is_genuine = crypto_aead_xchacha20poly1305_ietf_decrypt(token.data(), nullptr, nullptr, sealed.data() + kNonceBytes, sealed.size() - kNonceBytes,
                                                                       bytes_of(belongs_to), belongs_to.size(), sealed.data(), key_.data()) == 0;
    if (!is_genuine) return std::nullopt;
    return token;
}

}  // namespace albireo::proto
