#pragma once
/// A frame in less than half of its memory, for histories of hundreds of frames: most have few reports.
#include <algorithm>
#include <array>
#include <cstddef>
#include <cstring>
#include <memory>
#include <type_traits>

#include "sim/input.hpp"

namespace albireo {

class KeptFrame {
  public:
    static constexpr std::size_t kReportsHere = 4;

    void keep(const Frame& frame) {
        std::memcpy(head_.data(), &frame, head_.size());
        is_long_ = std::any_of(frame.reports.begin() + kReportsHere, frame.reports.end(), [](const Report& each) { return each != Report{}; });
        if (is_long_) {
            if (more_ == nullptr) more_ = std::make_unique<Reports>();
            *more_ = frame.reports;
        } else {
            std::memcpy(reports_.data(), frame.reports.data(), sizeof reports_);
        }
    }
    Frame frame() const {
        Frame frame;
        std::memcpy(static_cast<void*>(&frame), head_.data(), head_.size());
        if (is_long_) {
            frame.reports = *more_;
        } else {
            std::memcpy(frame.reports.data(), reports_.data(), sizeof reports_);
        }
        return frame;
    }

  private:
    using Reports = decltype(Frame::reports);
    std::array<std::byte, sizeof(Frame) - sizeof(Reports)> head_{};  // a frame without buttons and reports is all zeros
    std::array<Report, kReportsHere> reports_{};
    bool is_long_ = false;           // all reports are in more_
    std::unique_ptr<Reports> more_;  // kept when it is not used any more: its place will need it again
};
static_assert(std::is_trivially_copyable_v<Frame> && offsetof(Frame, reports) == sizeof(Frame) - sizeof(Frame::reports));
static_assert(sizeof(KeptFrame) <= sizeof(Frame) * 2 / 5);

}  // namespace albireo
