#pragma once
/// Iterates over the frames of a recording, first to last, with one stretch in memory at a time.
#include <array>
#include <vector>

#include "replays/recording.hpp"
#include "replays/runs.hpp"

namespace albireo::replays {

class FrameCursor {
  public:
    /// A position to which the cursor can return.
    struct Position {
        RunCoder coder;  // before the stretch
        std::size_t stretch = 0;
        std::size_t at = 0;  // frames of the stretch already read
    };

    /// The recording must outlive the cursor.
    explicit FrameCursor(const Recording& recording) : recording_(&recording) {}

    /// The frames that lead to the next tick; null at the end. Valid until the next call.
    const FramePair* next();

    /// The stretch of the frames that next() returned last, and whether those were the last of their stretch.
    std::size_t stretch() const { return taken_from_; }
    bool at_stretch_end() const { return at_ == pairs_.size(); }

    Position position() const;
    void go_to(const Position& position);

  private:
    bool open();

    const Recording* recording_;
    RunCoder before_;  // state before the open stretch
    RunCoder behind_;  // … and after it
    std::vector<FramePair> pairs_;
    std::size_t stretch_ = 0;  // the next stretch to open
    std::size_t taken_from_ = 0;
    std::size_t at_ = 0;
};

}  // namespace albireo::replays
