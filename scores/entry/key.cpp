#include "scores/entry/key.hpp"

#include <sodium.h>

#include "proto/sodium_start.hpp"

namespace albireo::scores {
namespace {

crypto_generichash_state* state_of(std::array<std::uint8_t, 384>& bytes) {
    return reinterpret_cast<crypto_generichash_state*>(bytes.data());
}
static_assert(sizeof(crypto_generichash_state) <= 384 && alignof(crypto_generichash_state) <= 64);
}  // namespace

Hasher::Hasher() { crypto_generichash_init(state_of(state_), nullptr, 0, sizeof(Hash)); }

void Hasher::add(std::span<const std::uint8_t> bytes) { crypto_generichash_update(state_of(state_), bytes.data(), bytes.size()); }

Hash Hasher::finish() {
    Hash hash{};
    crypto_generichash_final(state_of(state_), hash.data(), hash.size());
    return hash;
}

Hash hash_of(std::span<const std::uint8_t> bytes) {
    Hasher hasher;
    hasher.add(bytes);
    return hasher.finish();
}

std::string hex_of(std::span<const std::uint8_t> bytes) {
    constexpr std::string_view kDigits = "0123456789abcdef";
    std::string text;
    for (const std::uint8_t byte : bytes) {
        text += kDigits[byte >> 4];
        text += kDigits[byte & 15];
    }
    return text;
}

std::string random_key() {
    std::array<std::uint8_t, 32> bytes{};
    randombytes_buf(bytes.data(), bytes.size());
    return hex_of(bytes);
}

std::optional<Hash> read_hash(std::string_view text) {
    Hash hash{};
    std::size_t size = 0;
    const char* end = nullptr;
    if (text.size() != 2 * hash.size() ||
        sodium_hex2bin(hash.data(), hash.size(), text.data(), text.size(), nullptr, &size, &end) != 0 || size != hash.size()) {
        return std::nullopt;
    }
    return hash;
}

std::optional<Hash> key_hash(std::string_view text) {
    const auto key = read_hash(text);  // it is as long
    return key ? std::optional(hash_of(*key)) : std::nullopt;
}

}  // namespace albireo::scores
