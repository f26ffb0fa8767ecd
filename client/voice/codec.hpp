#pragma once
/// Opus, for one direction each. Only codec.cpp includes its headers.
/// 1. Encoded pieces are at most proto::kVoicePieceBytesMax long.
/// 2. Any bytes may be decoded: those that Opus refuses are concealed as a lost piece is.
/// 3. Neither allocates after its construction.
#include <cstdint>
#include <memory>
#include <span>

#include "client/voice/format.hpp"

struct OpusEncoder;
struct OpusDecoder;

namespace albireo::voice {

/// 13 kbit/s of speech on average: clear wideband. Opus 1.3 adds no in-band error correction to wideband speech at 16 kbit/s, even if told of
/// 25 % loss: the bytes are the same. So pieces are repeated instead (proto/voice_lane.hpp), where packets are lost only, and each leg as often
/// as it needs. What the encoder is told about loss makes pieces depend less on those before them.
inline constexpr int kBitRate = 15'000;
inline constexpr int kExpectedLossPercent = 10;

class Encoder {
  public:
    Encoder();
    /// Returns the size of the encoded piece. 0: nothing needs to be sent, the player is silent.
    std::size_t encode(const Samples& samples, std::span<std::uint8_t> out);

  private:
    struct Destroy {
        void operator()(OpusEncoder* encoder) const;
    };
    std::unique_ptr<OpusEncoder, Destroy> opus_;
};

class Decoder {
  public:
    Decoder();
    /// `samples` are within −1 … 1. `bytes`: a piece, untrusted. Empty: the piece is lost; the sound before it is continued, and fades after some pieces.
    void decode(std::span<const std::uint8_t> bytes, Samples& samples);

  private:
    struct Destroy {
        void operator()(OpusDecoder* decoder) const;
    };
    std::unique_ptr<OpusDecoder, Destroy> opus_;
};

}  // namespace albireo::voice
