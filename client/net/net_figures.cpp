#include "client/net/net_figures.hpp"

#include <algorithm>

namespace albireo::client {

void ByteRate::note(std::uint64_t total, proto::Micros now) {
    if (began_ < 0) {
        began_ = part_began_ = ended_ = now;
        last_total_ = total;
    }
    while (now - part_began_ >= kPart) {
        part_began_ += kPart;
        part_ = (part_ + 1) % kParts;
        in_window_ -= parts_[part_];
        parts_[part_] = 0;
    }
    parts_[part_] += total - last_total_;
    in_window_ += total - last_total_;
    sum_ += total - last_total_;
    last_total_ = total;
    max_ = std::max(max_, in_window_);
    counted_ += now - ended_;
    ended_ = now;
}

void ByteRate::skip(std::uint64_t total, proto::Micros now) {
    if (began_ < 0) return;
    last_total_ = total;
    ended_ = now;
}

void NetFigures::note_confirmed(std::int32_t count, proto::Micros now) {
    if (count <= 0) return;
    if (first_confirmed_at < 0) {
        first_confirmed_at = now;
    } else {
        confirmed_ticks += static_cast<std::uint64_t>(count);
    }
    if (last_confirmed_at >= 0 && now - last_confirmed_at > kResumeAfter) resumed_at = now;
    last_confirmed_at = now;
}

double NetFigures::confirmed_per_second() const {
    const proto::Micros took = last_confirmed_at - first_confirmed_at;
    return took <= 0 ? 0 : static_cast<double>(confirmed_ticks) * 1e6 / static_cast<double>(took);
}

double ByteRate::mean() const {
    if (counted_ <= 0) return 0;
    return static_cast<double>(sum_) * static_cast<double>(proto::kMicrosPerSecond) / static_cast<double>(counted_);
}

}  // namespace albireo::client
