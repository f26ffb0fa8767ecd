#pragma once
/// Lines that a player must see, one after another: each stands for some seconds. Owned by whoever shows them.
/// 1. A fault is shown whatever is said after it; what is no fault makes room for whatever comes next.
/// 2. The same fault is not said again while it stands or waits.
#include <deque>
#include <string>

#include "proto/micros.hpp"

namespace albireo::app {

class Notices {
  public:
    static constexpr proto::Micros kShownFor = 4 * proto::kMicrosPerSecond;

    struct Line {
        std::string text;
        bool fault = true;
    };
    void tell(std::string text, bool fault = true) {
        for (const Line& line : lines_) {
            if (fault && line.fault && line.text == text) return;
        }
        if (!lines_.empty() && !lines_.back().fault) {
            lines_.pop_back();
            since_ = lines_.empty() ? -1 : since_;
        }
        lines_.push_back({std::move(text), fault});
    }
    void advance(proto::Micros now) {
        if (since_ < 0) since_ = now;
        if (lines_.empty()) since_ = -1;
        if (lines_.empty() || now < since_ + kShownFor) return;
        lines_.pop_front();
        since_ = now;
    }
    /// What is to be shown now; null: nothing.
    const Line* now() const { return lines_.empty() ? nullptr : &lines_.front(); }

  private:
    std::deque<Line> lines_;
    proto::Micros since_ = -1;  // that the first stands there; −1: it has not been seen yet
};

}  // namespace albireo::app
