#pragma once
/// From the microphone to the pieces that leave. No device, no clock: it is fed 20 ms at a time.
/// 1. Nothing is encoded unless the player speaks: with the key held, or by voice activation.
/// 2. Numbers count time: pieces that are not sent have theirs, so the listener knows how long the pause was.
#include <optional>

#include "client/voice/codec.hpp"
#include "client/voice/level.hpp"
#include "proto/voice_lane.hpp"

namespace albireo::voice {

enum class Mode : std::uint8_t { off, push_to_talk, activation };
inline constexpr int kModeCount = 3;

class Sender {
  public:
    static constexpr int kKeyHang = 8;  // pieces after the key is released: fingers are quicker than words

    /// `first`: the number of the first 20 ms.
    explicit Sender(std::uint16_t first = 0) : number_(first) {}

    void set_mode(Mode mode) { mode_ = mode; }
    void hold_key(bool is_held) { is_key_held_ = is_held; }
    /// Whether the partner is heard now: their voice may come back through the microphone, and must not start a transmission.
    void note_partner(bool is_heard) { is_partner_heard_ = is_heard; }
    /// Takes the next 20 ms. Returns the piece to send, if there is one.
    std::optional<proto::VoicePiece> take(const Samples& samples) {
        meter_.note(samples);
        const bool is_speech = activity_.is_speech(samples, is_partner_heard_);
        hang_ = is_key_held_ ? kKeyHang : std::max(hang_ - 1, 0);
        speaks_ = mode_ == Mode::activation ? is_speech : mode_ == Mode::push_to_talk && hang_ > 0;
        proto::VoicePiece piece{.number = number_++};
        if (!speaks_) {
            was_speaking_ = false;
            before_ = samples;
            return std::nullopt;
        }
        // The beginning of a word comes before it is loud enough: the encoder hears it, so the first piece does not start from nothing.
        if (!was_speaking_) encoder_.encode(before_, piece.buffer);
        was_speaking_ = true;
        piece.size = static_cast<std::uint8_t>(encoder_.encode(samples, piece.buffer));
        return piece.size > 0 ? std::optional(piece) : std::nullopt;
    }

    bool speaks() const { return speaks_; }
    std::uint16_t next_number() const { return number_; }
    /// 0 … 1, whether or not anything is sent.
    float level() const { return meter_.shown(); }

  private:
    Encoder encoder_;
    ActivityDetector activity_;
    LevelMeter meter_;
    Mode mode_ = Mode::off;
    bool is_key_held_ = false, is_partner_heard_ = false, speaks_ = false, was_speaking_ = false;
    int hang_ = 0;
    std::uint16_t number_;
    Samples before_{};
};

}  // namespace albireo::voice
