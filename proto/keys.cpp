#include "proto/keys.hpp"

#include <sodium/crypto_generichash.h>
#include <sodium/crypto_scalarmult.h>
#include <sodium/randombytes.h>
#include <sodium/utils.h>

#include <cstring>
#include <span>

#include "proto/sodium_start.hpp"
#include "sim/base/bytes.hpp"

namespace albireo::proto {

namespace {

constexpr std::string_view kDigits = "0123456789abcdef";

/// BLAKE2b of pieces, each of a fixed length.
class Hash {
  public:
    Hash(std::string_view purpose, std::size_t size) {
        crypto_generichash_init(&state_, nullptr, 0, size);
        add({reinterpret_cast<const std::uint8_t*>(purpose.data()), purpose.size()});
    }
    ~Hash() { sodium_memzero(&state_, sizeof state_); }
    Hash& add(std::span<const std::uint8_t> piece) {
        crypto_generichash_update(&state_, piece.data(), piece.size());
        return *this;
    }
    Hash& add(std::uint32_t number) {
        std::array<std::uint8_t, 4> bytes;
        ByteWriter{bytes}.put(number);
        return add(bytes);
    }
    void finish(std::span<std::uint8_t> out) { crypto_generichash_final(&state_, out.data(), out.size()); }

  private:
    crypto_generichash_state state_;
};

LineSecrets halves_of(Hash& hash) {
    std::array<std::uint8_t, 64> both;
    hash.finish(both);
    LineSecrets secrets;
    std::memcpy(secrets.to_server.data(), both.data(), 32);
    std::memcpy(secrets.to_client.data(), both.data() + 32, 32);
    sodium_memzero(both.data(), both.size());
    return secrets;
}

}  // namespace

KeyPair KeyPair::of(const SecretKey& secret) {
    KeyPair pair{secret, {}};
    crypto_scalarmult_base(pair.public_key.data(), pair.secret.data());
    return pair;
}

KeyPair::~KeyPair() {
    sodium_memzero(secret.data(), secret.size());
}

KeyPair KeyPair::random() {
    SecretKey secret;
    randombytes_buf(secret.data(), secret.size());
    const KeyPair pair = of(secret);
    sodium_memzero(secret.data(), secret.size());
    return pair;
}

std::string fingerprint_of(const PublicKey& key) {
    std::array<std::uint8_t, 32> hash;
    Hash{"Albireo 2 fingerprint", hash.size()}.add(key).finish(hash);
    std::string text;
    for (std::size_t i = 0; i < 16; ++i) {
        if (i != 0 && i % 2 == 0) text += '-';
        text += kDigits[hash[i] >> 4];
        text += kDigits[hash[i] & 15];
    }
    return text;
}

std::string text_of(const PublicKey& key) {
    std::string text;
    for (const std::uint8_t byte : key) {
        text += kDigits[byte >> 4];
        text += kDigits[byte & 15];
    }
    return text;
}

std::optional<PublicKey> read_public_key(std::string_view text) {
    PublicKey key;
    if (text.size() != 2 * key.size()) return std::nullopt;
    for (std::size_t i = 0; i < text.size(); ++i) {
        const std::size_t digit = kDigits.find(text[i]);
        if (digit == std::string_view::npos) return std::nullopt;
        key[i / 2] = static_cast<std::uint8_t>(i % 2 == 0 ? digit << 4 : key[i / 2] | digit);
    }
    return key;
}

std::string link_text_of(const PublicKey& key) {
    std::array<char, sodium_base64_ENCODED_LEN(sizeof key, sodium_base64_VARIANT_URLSAFE_NO_PADDING)> text;
    return sodium_bin2base64(text.data(), text.size(), key.data(), key.size(), sodium_base64_VARIANT_URLSAFE_NO_PADDING);
}

std::optional<PublicKey> read_link_text(std::string_view text) {
    PublicKey key;
    std::size_t size = 0;
    const bool is_read = sodium_base642bin(key.data(), key.size(), text.data(), text.size(), nullptr, &size, nullptr,
                                           sodium_base64_VARIANT_URLSAFE_NO_PADDING) == 0;
    return is_read && size == key.size() ? std::optional{key} : std::nullopt;
}

std::optional<SharedPoint> agree(const SecretKey& own, const PublicKey& other) {
    SharedPoint point;
    if (crypto_scalarmult(point.data(), own.data(), other.data()) != 0) return std::nullopt;
    return point;
}

LineSecrets::~LineSecrets() {
    sodium_memzero(to_server.data(), to_server.size());
    sodium_memzero(to_client.data(), to_client.size());
}

LineSecrets knock_secrets(const SharedPoint& es, const PublicKey& server, const PublicKey& client,
                          std::uint32_t connect_id) {
    Hash hash{"Albireo 2 knock", 64};
    hash.add(es).add(server).add(client).add(connect_id);
    return halves_of(hash);
}

LineSecrets line_secrets(const SharedPoint& es, const SharedPoint& ee, const PublicKey& server, const PublicKey& client,
                         const PublicKey& ephemeral, std::uint32_t connect_id) {
    Hash hash{"Albireo 2 line", 64};
    hash.add(es).add(ee).add(server).add(client).add(ephemeral).add(connect_id);
    return halves_of(hash);
}

Binding binding_of(const PublicKey& client) {
    Binding binding;
    Hash{"Albireo 2 binding", binding.size()}.add(client).finish(binding);
    return binding;
}

}  // namespace albireo::proto
