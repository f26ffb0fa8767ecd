#pragma once
/// The key of a player: 32 random bytes that only the player has. Anyone who knows the key of a run may rename or delete it.
#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace albireo::scores {

/// BLAKE2b, 256 bits.
using Hash = std::array<std::uint8_t, 32>;
Hash hash_of(std::span<const std::uint8_t> bytes);

/// 64 hexadecimal digits of 32 random bytes.
std::string random_key();

/// The hash of the key that is written as 64 hexadecimal digits. Nothing if the text is anything else. Only the hash is stored.
std::optional<Hash> key_hash(std::string_view text);

/// A hash as hex_of() writes it. Nothing if the text is anything else.
std::optional<Hash> read_hash(std::string_view text);

/// Two hexadecimal digits for each byte.
std::string hex_of(std::span<const std::uint8_t> bytes);

/// A hash that is computed from parts.
class Hasher {
  public:
    Hasher();
    void add(std::span<const std::uint8_t> bytes);
    Hash finish();

  private:
    alignas(64) std::array<std::uint8_t, 384> state_;
};

}  // namespace albireo::scores
