#pragma once
/// Night mode for a stream: dynamic range compression, 2:1. Passages that are louder than kPivot are lowered, quieter ones
/// raised. Used by one thread.
#include <span>

namespace albireo::audio {

class Compressor {
  public:
    static constexpr float kPivot = 0.1F;    // root mean square, −20 dB: the level that is left unchanged
    static constexpr float kRaiseMax = 2.5F;  // the largest gain, so that silence stays silent
    static constexpr float kLoudest = 0.95F;  // no sample gets louder than this

    /// Changes pairs of left and right in place.
    void process(std::span<float> pairs);

  private:
    float power_ = kPivot * kPivot;  // mean square of both sides, followed over time
};

}  // namespace albireo::audio
