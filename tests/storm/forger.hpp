#pragma once
/// What a forger makes of a sealed datagram that they see on its way. Each network shows that to its receivers.
#include <algorithm>
#include <span>
#include <vector>

#include "proto/sealed_datagram.hpp"
#include "sim/base/random.hpp"

namespace albireo::storm {

class Forger {
  public:
    using Bytes = std::vector<std::uint8_t>;

    explicit Forger(Random random) : random_(random) {}

    /// Flips 1 … kFlipsMax bits; a bit may be flipped twice.
    void flip_bits(std::span<std::uint8_t> bytes) {
        for (std::uint32_t flips = 1 + random_.below(kFlipsMax); flips > 0; --flips) flip(bytes, random_.below(static_cast<std::uint32_t>(bytes.size() * 8)));
    }

    /// The next forgery of `sealed`, never equal to it: by turns flipped bits, the end of `before` (an earlier datagram of the same
    /// way; may be empty), another channel, and noise. All but the first keep the number of the peer.
    Bytes next(std::span<const std::uint8_t> sealed, std::span<const std::uint8_t> before) {
        Bytes forged(sealed.begin(), sealed.end());
        switch (turn_++ % 4) {
            case 0: flip_bits(forged); break;
            case 1:
                // Never all of the datagram before: it may not have arrived yet.
                if (!before.empty()) {
                    const std::size_t tail = 1 + random_.below(static_cast<std::uint32_t>(std::min(sealed.size(), before.size()) - kClear));
                    std::copy(before.end() - static_cast<std::ptrdiff_t>(tail), before.end(), forged.end() - static_cast<std::ptrdiff_t>(tail));
                }
                break;
            case 2: flip(forged, 4 + random_.below(2)); break;  // the channel's bits
            default:
                for (std::size_t at = proto::kSealedHeadBytes; at < forged.size(); ++at) forged[at] = static_cast<std::uint8_t>(random_.next());
        }
        if (std::ranges::equal(forged, sealed)) forged.back() ^= 1;
        return forged;
    }

  private:
    static constexpr std::uint32_t kFlipsMax = 32;
    static constexpr std::size_t kClear = proto::kSealedHeadBytes + proto::kCounterBytes;

    static void flip(std::span<std::uint8_t> bytes, std::uint32_t bit) { bytes[bit / 8] ^= static_cast<std::uint8_t>(1u << bit % 8); }

    Random random_;
    std::uint32_t turn_ = 0;
};

}  // namespace albireo::storm
