#include "client/predict/histogram.hpp"

#include <algorithm>
#include <cassert>

namespace albireo::client {

void Histogram::add(std::int64_t value) {
    const auto limit = static_cast<std::int64_t>(counts_.size()) - 1;
    ++counts_[static_cast<std::size_t>(std::clamp<std::int64_t>(value, 0, limit))];
    ++count_;
    max_ = std::max(max_, value);
}

std::int64_t Histogram::at_permille(int permille) const {
    assert(permille >= 0 && permille <= 1000 && "no value lies beyond all values");
    const std::uint64_t wanted = (count_ * static_cast<std::uint64_t>(permille) + 999) / 1000;
    std::uint64_t seen = 0;
    for (std::size_t value = 0; value < counts_.size(); ++value) {
        seen += counts_[value];
        if (seen >= wanted && seen > 0) return static_cast<std::int64_t>(value);
    }
    assert(count_ == 0 && seen == 0 && "every value is counted in one cell, so the cells reach any share of them");
    return 0;
}

}  // namespace albireo::client
