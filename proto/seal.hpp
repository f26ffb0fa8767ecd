#pragma once
/// A three-byte checksum at the end of every packet. UDP's own checksum misses one damaged packet in 65 536, and a
/// damaged frame that decodes causes a desync. Both checksums together miss one in 10^12.
#include <cstdint>
#include <span>

#include "sim/base/hash.hpp"

namespace albireo::proto {

inline constexpr std::size_t kSealBytes = 3;

/// Writes the kSealBytes bytes of the seal to `out`.
inline void write_seal(std::span<const std::uint8_t> packet, std::uint8_t* out) {
    const std::uint64_t hash = hash_bytes(packet);
    for (std::size_t i = 0; i < kSealBytes; ++i) out[i] = static_cast<std::uint8_t>(hash >> (8 * i));
}

/// The packet without its seal; empty if it is too short or the seal is broken.
inline std::span<const std::uint8_t> unsealed(std::span<const std::uint8_t> sealed) {
    if (sealed.size() <= kSealBytes) return {};
    const auto packet = sealed.first(sealed.size() - kSealBytes);
    std::uint8_t seal[kSealBytes];
    write_seal(packet, seal);
    for (std::size_t i = 0; i < kSealBytes; ++i) {
        if (sealed[packet.size() + i] != seal[i]) return {};
    }
    return packet;
}

}  // namespace albireo::proto
