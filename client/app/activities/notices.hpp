#pragma once
/// A queue of lines that a player must see: each is shown for some seconds. Owned by the object that shows them.
/// 1. Every line is shown, in the order of add(). Time in which another text covers it does not count.
/// 2. A fault is shown for kShownFor; any other line makes room for the next after kShownLeast.
/// 3. A line is not added again while it is shown or waiting.
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
    void add(std::string text, bool fault = true) {
        Line line{std::move(text), fault};
        if (std::find(lines_.begin(), lines_.end(), line) == lines_.end()) lines_.push_back(std::move(line));
    }
    /// `covered`: something else is shown in their place.
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
    /// The line to show now; null: none.
    const Line* now() const { return lines_.empty() ? nullptr : &lines_.front(); }

  private:
    std::deque<Line> lines_;
    proto::Micros advanced_at_ = 0;
    proto::Micros since_ = -1;  // when the first line appeared; −1: it has not been shown yet
};

}  // namespace albireo::app
