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
    /// Copies the world of a tick to `out`. False if has(tick) is false.
    bool restore(Tick tick, World& out) const;

    /// Turns the world of a tick into that of the tick before it.
    using Undo = std::vector<std::uint8_t>;
    /// The same in two parts: this one only copies, so that another thread can do the other one, which takes ten times as long. Copies the
    /// newest world to `out`, and returns what turns it into those before it, the newest first, back to `tick`. Requires has(tick).
    std::vector<Undo> copy_newest(Tick tick, World& out) const;
    static void step_back(World& world, const Undo& undo);

    std::size_t bytes() const { return bytes_; }

  private:
    Undo& undo_of(Tick tick) { return undo_[tick.value % kTicks]; }
    void forget_oldest();
    void copy_image(World& out) const;

    OwnedWorld image_;        // the newest world; items beyond a pool's count are left over
    std::vector<Undo> undo_;  // by tick: turns that tick's world into the one before it
    Undo scratch_;
    std::uint32_t count_ = 0;  // ticks that can be undone
    std::size_t bytes_ = 0;    // of them all
};

}  // namespace albireo
