#pragma once
/// Walks the frames of a recording from its first to its last, one stretch in memory at a time.
#include <array>
#include <vector>

#include "replays/recording.hpp"
#include "replays/runs.hpp"

namespace albireo::replays {

class FrameCursor {
  public:
    /// A place to come back to.
    struct Mark {
        RunCoder coder;  // before the stretch
        std::size_t stretch = 0;
        std::size_t at = 0;  // frames of it already taken
    };

    /// The recording must outlive the cursor.
    explicit FrameCursor(const Recording& recording) : recording_(&recording) {}

    /// The frames that lead to the next tick; null at the end. Valid until the next call.
    const FramePair* next();

    /// The stretch that the last frames were of, and whether they were its last.
    std::size_t stretch() const { return taken_from_; }
    bool at_stretch_end() const { return at_ == pairs_.size(); }

    Mark mark() const;
    void go_to(const Mark& mark);

  private:
    bool open();

    const Recording* recording_;
    RunCoder before_;  // the open stretch
    RunCoder behind_;  // … and behind it
    std::vector<FramePair> pairs_;
    std::size_t stretch_ = 0;  // the next to open
    std::size_t taken_from_ = 0;
    std::size_t at_ = 0;
};

}  // namespace albireo::replays
