#pragma once
/// From the pieces that arrive to the sound that is heard.
/// 1. Work and memory are bounded whatever the partner sends: a piece is decoded only when its time to be heard has come, 50 a second.
#include "client/voice/codec.hpp"
#include "client/voice/jitter_buffer.hpp"
#include "client/voice/level.hpp"

namespace albireo::voice {

class Receiver {
  public:
    void push(const proto::VoicePiece& piece) { buffer_.push(piece); }

    /// Fills the next 20 ms. Returns false, and leaves `samples` silent, while nothing is heard.
    bool render(Samples& samples) {
        proto::VoicePiece piece;
        const JitterBuffer::What what = buffer_.pop(piece);
        if (what == JitterBuffer::What::silence) {
            samples.fill(0);
        } else {
            decoder_.decode(what == JitterBuffer::What::piece ? piece.bytes() : std::span<const std::uint8_t>{}, samples);
        }
        meter_.note(samples);
        is_heard_ = what != JitterBuffer::What::silence;
        return is_heard_;
    }

    /// Whether the partner speaks now.
    bool is_heard() const { return is_heard_; }
    float level() const { return meter_.shown(); }
    const JitterBuffer& buffer() const { return buffer_; }

  private:
    JitterBuffer buffer_;
    Decoder decoder_;
    LevelMeter meter_;
    bool is_heard_ = false;
};

}  // namespace albireo::voice
