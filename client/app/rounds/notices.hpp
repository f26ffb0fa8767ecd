#pragma once
/// Lines that a player must see, one after another: each stands for some seconds. Owned by whoever shows them.
/// 1. Every line is shown, in the order in which they were told; time in which it is covered does not count.
/// 2. A fault stands its whole time; what is no fault makes room for the next once it can have been read.
/// 3. The same line is not told again while it stands or waits.
#include <algorithm>
#include <deque>
#include <string>

#include "proto/micros.hpp"

namespace albireo::app {

class Notices {
  public:
    static constexpr proto::Micros kShownFor = 4 * proto::kMicrosPerSecond;
    static constexpr proto::Micros kShownLeast = 1'500 * proto::kMicrosPerMs;

    struct Line {
        std::string text;
        bool fault = true;
        bool operator==(const Line&) const = default;
    };
    void tell(std::string text, bool fault = true) {
        Line line{std::move(text), fault};
        if (std::find(lines_.begin(), lines_.end(), line) == lines_.end()) lines_.push_back(std::move(line));
    }
    /// `covered`: something else stands in their place.
    void advance(proto::Micros now, bool covered = false) {
        if (covered && since_ >= 0) since_ += now - advanced_at_;
        advanced_at_ = now;
        if (covered || lines_.empty()) return;
        if (since_ < 0) since_ = now;
        const bool makes_room = !lines_.front().fault && lines_.size() > 1;
        if (now < since_ + (makes_room ? kShownLeast : kShownFor)) return;
        lines_.pop_front();
        since_ = lines_.empty() ? -1 : now;
    }
    /// What is to be shown now; null: nothing.
    const Line* now() const { return lines_.empty() ? nullptr : &lines_.front(); }

  private:
    std::deque<Line> lines_;
    proto::Micros advanced_at_ = 0;
    proto::Micros since_ = -1;  // that the first stands there; −1: it has not been seen yet
};

}  // namespace albireo::app
