#pragma once
/// The worlds of the latest ticks, byte for byte, so that a question about a past tick can be answered. An undo log: it
/// stores the newest world and, for each tick, by how much the words differ that the tick has changed.
///
/// 1. restore() returns exactly the world that was added. Nothing is stepped again, so a fault in it is preserved.
/// 2. Ticks must be added in order; restart() begins a new run.
/// 3. Stores at most kTicks ticks and kBytesMax bytes; the oldest are dropped first.
#include <cstdint>
#include <vector>

#include "sim/witness/owned_world.hpp"

namespace albireo {

class WorldPast {
  public:
    /// A digest is sent every half second. It and the first question about it may each take a second to arrive.
    static constexpr std::uint32_t kTicks = 256;
    static constexpr std::size_t kBytesMax = 8 << 20;

    /// `image`: memory for a world.
    explicit WorldPast(OwnedWorld image = OwnedWorld(new World)) : image_(std::move(image)), undo_(kTicks) {}

    void restart(const World& world);

    /// Adds the world one tick after the newest.
    void add(const World& world);

    bool has(Tick tick) const {
        const std::int32_t age = image_->tick - tick;
        return age >= 0 && static_cast<std::uint32_t>(age) <= count_;
    }
    /// Copies the world of a tick to `out`, like copy_world(). False if has(tick) is false.
    bool restore(Tick tick, World& out) const;

    std::size_t bytes() const { return bytes_; }

  private:
    using Undo = std::vector<std::uint8_t>;  // UndoWriter's
    Undo& undo_of(Tick tick) { return undo_[tick.value % kTicks]; }
    void forget_oldest();

    OwnedWorld image_;        // the newest world; items beyond a pool's count are left over
    std::vector<std::size_t> used_;  // how far each of the image's live ranges has reached, in bytes from its beginning
    std::vector<Undo> undo_;  // by tick: turns that tick's world into the one before it
    Undo scratch_;
    std::uint32_t count_ = 0;  // ticks that can be undone
    std::size_t bytes_ = 0;    // of them all
};

}  // namespace albireo
