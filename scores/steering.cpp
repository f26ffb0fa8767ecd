#include "scores/steering.hpp"

#include <cassert>

#include "sim/base/bytes.hpp"

namespace albireo::scores {

constexpr std::uint16_t kDirections = kUp | kDown | kLeft | kRight;
static_assert(kDirections == 15, "the directions of both slots fit a byte");

void Steering::note(const FramePair& frames) {
    std::uint8_t both = 0;
    for (std::size_t slot = 0; slot < kSlotCount; ++slot) {
        const auto held = static_cast<std::uint8_t>(frames[slot].buttons & kDirections);
        changes_[slot] += held != last_[slot];
        last_[slot] = held;
        both = static_cast<std::uint8_t>(both << 4 | held);
    }
    steering_.push_back(both);
    if (steering_.size() == kStretchTicks) end_stretch();
}

void Steering::end_stretch() {
    assert(steering_.size() == kStretchTicks && "only whole stretches have marks");
    if (is_enough(changes_)) marks_.push_back(mark_of(stretch_ + 1, steering_));
    if (!has_opening_) {
        since_start_.insert(since_start_.end(), steering_.begin(), steering_.end());
        for (std::size_t slot = 0; slot < kSlotCount; ++slot) changes_since_start_[slot] += changes_[slot];
        if (is_enough(changes_since_start_)) {
            has_opening_ = true;
            marks_.push_back(mark_of(0, since_start_));
            since_start_ = {};
        }
    }
    steering_.clear();
    changes_ = {};
    ++stretch_;
}

bool Steering::is_enough(const Changes& changes) const {
    for (std::size_t slot = 0; slot < kSlotCount; ++slot) {
        if ((setup_.players >> slot & 1) && changes[slot] < kChangesMin) return false;
    }
    return true;
}

/// `stretch`: from 1; 0: from the start of the game.
Hash Steering::mark_of(std::uint32_t stretch, const std::vector<std::uint8_t>& steering) const {
    std::array<std::uint8_t, 32> bytes{};
    ByteWriter writer(bytes);
    writer.put(level_);
    writer.put(setup_.seed);
    writer.put(setup_.players);
    writer.put(stretch);
    assert(!writer.full() && "these are 17 bytes");
    Hasher hasher;
    hasher.add(writer.written());
    hasher.add(steering);
    return hasher.finish();
}

}  // namespace albireo::scores
