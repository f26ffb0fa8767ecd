#include "proto/signing_key.hpp"

#include <sodium/crypto_sign_ed25519.h>
#include <sodium/randombytes.h>
#include <sodium/utils.h>

#include "proto/sodium_start.hpp"

namespace albireo::proto {
namespace {

static_assert(sizeof(VerifyKey) == crypto_sign_ed25519_PUBLICKEYBYTES && sizeof(Signature) == crypto_sign_ed25519_BYTES &&
              sizeof(SigningKey::Seed) == crypto_sign_ed25519_SEEDBYTES);

SigningKey::Seed random_seed() {
    SigningKey::Seed seed;
    randombytes_buf(seed.data(), seed.size());
    return seed;
}

}  // namespace

SigningKey::SigningKey() : SigningKey(random_seed()) {}

SigningKey::SigningKey(const Seed& seed) {
    static_assert(sizeof secret_ == crypto_sign_ed25519_SECRETKEYBYTES);
    crypto_sign_ed25519_seed_keypair(verify_key_.data(), secret_.data(), seed.data());
}

SigningKey::~SigningKey() {
    sodium_memzero(secret_.data(), secret_.size());
}

Signature SigningKey::sign(std::span<const std::uint8_t> bytes) const {
    Signature signature;
    crypto_sign_ed25519_detached(signature.data(), nullptr, bytes.data(), bytes.size(), secret_.data());
    return signature;
}

bool is_signed(std::span<const std::uint8_t> bytes, const Signature& signature, const VerifyKey& by) {
    return crypto_sign_ed25519_verify_detached(signature.data(), bytes.data(), bytes.size(), by.data()) == 0;
}

}  // namespace albireo::proto
