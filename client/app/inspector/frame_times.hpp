#pragma once
/// The time that each part of a frame took, for the last frames. Recording halts shortly after a spike, so that the spike
/// can be examined. Pure logic: times are passed in.
#include <array>
#include <cstdint>
#include <vector>

namespace albireo::app {

class FrameTimes {
  public:
    enum Part : std::size_t { kGame, kScene, kDrawing, kPanels, kPresent, kParts };
    static constexpr std::array<const char*, kParts> kNames = {"game", "scene", "drawing", "panels", "present"};
    static constexpr std::size_t kFrames = 180;
    static constexpr std::size_t kBehindSpike = 20;  // frames kept after the spike, so that it is not at the edge
    using Times = std::array<float, kParts>;         // ms

    FrameTimes() { values_.reserve(kFrames * kParts); }

    static float sum(const Times& times);

    /// Adds a frame. When armed, a frame longer than spike_ms() halts the history a few frames later.
    void add(const Times& times);
    void arm(bool armed) { armed_ = armed; }
    bool is_armed() const { return armed_; }
    void set_spike(float ms) { spike_ms_ = ms; }
    float spike_ms() const { return spike_ms_; }
    bool is_frozen() const { return armed_ && left_ == 0; }
    /// Resumes recording until the next spike.
    void thaw() { left_ = -1; }

    /// Oldest first, part by part.
    const std::vector<float>& values() const { return values_; }
    std::size_t frames() const { return values_.size() / kParts; }
    Times of(std::size_t i) const;

  private:
    std::vector<float> values_;
    bool armed_ = false;
    float spike_ms_ = 33;
    int left_ = -1;  // frames until the halt; −1: no spike
};

}  // namespace albireo::app
