#pragma once
/// Puts the partner's pieces in order and hands out one each 20 ms, after as short a delay as the network allows. No clock: time
/// passes by pop(). Owned by a Receiver.
/// 1. It holds at most kPieces, whatever arrives, and pop() hands out each number at most once, in order.
/// 2. The delay follows the network: it grows when a piece comes too late, to at most kDelayMax pieces, and shrinks by one when no piece
///    has come closer than kSpare to its time for kShrinkAfter pops.
/// 3. A missing piece is reported as lost, to be concealed. After kLostMax of them in a row with nothing newer the partner counts as silent.
/// 4. Numbers wrap. A jump of more than kPieces, in either direction, begins a new run.
#include <array>
#include <cstdint>
#include <optional>

#include "proto/voice_lane.hpp"

namespace albireo::voice {

class JitterBuffer {
  public:
    static constexpr int kPieces = 16;    // 320 ms
    static constexpr int kDelayMax = 10;  // 200 ms
    static constexpr int kLostMax = 5;
    static constexpr int kGrowEvery = 10;        // pops: a burst of late pieces counts once
    static constexpr int kSpare = 2;             // pieces
    static constexpr int kShrinkAfter = 100;     // pops
    static constexpr int kSpareFar = 5;          // with so much to spare …
    static constexpr int kShrinkFarAfter = 25;   // … it shrinks sooner
    static constexpr int kQuietBytes = 16;       // a piece of at most this size is hardly heard, and is left out first

    struct Counters {
        std::uint64_t played = 0, lost = 0, late = 0, duplicate = 0, left_out = 0, runs = 0;
    };

    void push(const proto::VoicePiece& piece);

    enum class What : std::uint8_t { silence, piece, lost };
    /// `piece` is set only for What::piece.
    What pop(proto::VoicePiece& piece);

    bool is_silent() const { return !next_; }
    /// The delay in pieces with which the next run begins.
    int delay() const { return delay_; }
    const Counters& counters() const { return counters_; }

  private:
    void begin(const proto::VoicePiece& piece);
    void end();
    std::optional<proto::VoicePiece>& place(std::uint16_t number) { return pieces_[number % kPieces]; }
    int depth() const { return proto::voice_distance(*newest_, *next_) + 1; }
    bool has_newer() const { return newest_ && proto::voice_distance(*newest_, *next_) >= 0; }
    void grow();
    void shrink_if_due();

    std::array<std::optional<proto::VoicePiece>, kPieces> pieces_{};
    std::optional<std::uint16_t> next_;    // the number that is played next; nothing: silence
    std::optional<std::uint16_t> newest_;  // in the buffer or played
    bool is_playing_ = false;  // the run has begun
    int wait_ = 0;             // pops until it begins or, while it is played, until it goes on
    int delay_ = 2;
    int lost_row_ = 0;
    int margin_ = kPieces;  // the least of the pieces since the delay last changed
    int calm_ = 0;          // pops since then
    Counters counters_;
};

}  // namespace albireo::voice
