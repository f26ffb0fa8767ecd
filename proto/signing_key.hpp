#pragma once
/// A key for signatures: Ed25519, RFC 8032.
#include <array>
#include <cstdint>
#include <span>

namespace albireo::proto {

using VerifyKey = std::array<std::uint8_t, 32>;
using Signature = std::array<std::uint8_t, 64>;

class SigningKey {
  public:
    using Seed = std::array<std::uint8_t, 32>;

    /// Of random bits.
    SigningKey();
    /// The same key from the same seed.
    explicit SigningKey(const Seed& seed);
    ~SigningKey();
    SigningKey(const SigningKey&) = default;
    SigningKey& operator=(const SigningKey&) = default;

    const VerifyKey& verify_key() const { return verify_key_; }
    Signature sign(std::span<const std::uint8_t> bytes) const;

  private:
    VerifyKey verify_key_;
    std::array<std::uint8_t, 64> secret_;
};

/// Whether `signature` is one of these bytes by the key. Takes about 0.1 ms.
bool is_signed(std::span<const std::uint8_t> bytes, const Signature& signature, const VerifyKey& by);

}  // namespace albireo::proto
