#pragma once
/// The worlds of the latest ticks, byte for byte, so that a question about a past tick can be answered. An undo log: it
/// stores the newest world and, for each tick, the bytes that the tick overwrote.
///
/// 1. restore() returns exactly the world that was added. Nothing is stepped again, so a fault in it is preserved.
/// 2. Ticks must be added in order; restart() begins a new run.
/// 3. Stores at most kTicks ticks and kBytesMax bytes; the oldest are dropped first.
#include <memory>
#include <vector>

#include "sim/world.hpp"

namespace albireo {

class WorldPast {
  public:
    /// A digest is sent every half second. It and the first question about it may each take a second to arrive.
    static constexpr std::uint32_t kTicks = 256;
    static constexpr std::size_t kBytesMax = 8 << 20;

    WorldPast() : image_(std::make_unique<World>()), undo_(kTicks) {}

    void restart(const World& world);

    /// Adds the world one tick after the newest.
    void add(const World& world);

    bool has(Tick tick) const {
        const std::int32_t age = image_->tick - tick;
        return age >= 0 && static_cast<std::uint32_t>(age) <= count_;
    }
    /// Copies the world of a tick to `out`. False if has(tick) is false.
    bool restore(Tick tick, World& out) const;

    std::size_t bytes() const { return entries_ * sizeof(Entry); }

  private:
    static constexpr std::size_t kWords = 4;
    /// Up to four words of a world before they were changed.
    struct Entry {
        std::uint32_t place = 0;  // index of the first word, times eight, plus the number of words
        std::array<std::uint32_t, kWords> words;
    };
    std::vector<Entry>& undo_of(Tick tick) { return undo_[tick.value % kTicks]; }
    void take(const unsigned char* world, std::size_t from, std::size_t to);
    void forget_oldest();

    std::unique_ptr<World> image_;          // the newest world; items beyond a pool's count are left over
    std::vector<std::vector<Entry>> undo_;  // by tick: turns that tick's world into the one before it
    std::vector<Entry> scratch_;
    std::uint32_t count_ = 0;  // ticks that can be undone
    std::size_t entries_ = 0;
};

}  // namespace albireo
