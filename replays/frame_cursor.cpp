#include "replays/frame_cursor.hpp"

namespace albireo::replays {

const FramePair* FrameCursor::next() {
    if (at_ == pairs_.size() && !open()) return nullptr;
    return &pairs_[at_++];
}

FrameCursor::Position FrameCursor::position() const {
    if (at_ == pairs_.size()) return {behind_, stretch_, 0};
    return {before_, taken_from_, at_};
}

void FrameCursor::go_to(const Position& position) {
    behind_ = position.coder;
    stretch_ = position.stretch;
    pairs_.clear();
    at_ = 0;
    if (position.at != 0 && open()) at_ = position.at;
}

bool FrameCursor::open() {
    pairs_.clear();
    at_ = 0;
    if (stretch_ == recording_->stretches.size()) return false;
    const Stretch& stretch = recording_->stretches[stretch_];
    std::array<std::vector<Frame>, kSlotCount> runs;
    for (auto& run : runs) run.resize(stretch.ticks);
    before_ = behind_;
    if (!behind_.read(recording_->bytes_of(stretch.runs), {runs[0], runs[1]})) return false;
    pairs_.resize(stretch.ticks);
    for (std::size_t i = 0; i < pairs_.size(); ++i) pairs_[i] = {runs[0][i], runs[1][i]};
    taken_from_ = stretch_++;
    return true;
}

}  // namespace albireo::replays
