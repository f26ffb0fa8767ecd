#include "sim/witness/world_past.hpp"

#include <cassert>

#include "sim/snapshot.hpp"

namespace albireo {
namespace {

/// Calls each(from, to) for the stretches of a world's memory that are alive, in bytes.
template <class Each>
void for_each_live(const World& world, Each&& each) {
    const auto place_of = [&](const auto& what) {
        return static_cast<std::size_t>(reinterpret_cast<const unsigned char*>(&what) -
                                        reinterpret_cast<const unsigned char*>(&world));
    };
    const auto pool = [&](const auto& it) {
        const std::size_t items = place_of(it.items);
        each(place_of(it), items);
        each(items, items + it.count * sizeof(it.items[0]));
    };
    each(std::size_t{0}, place_of(world.shots));  // all that is no pool stands before the first
    for (const auto& shots : world.shots) pool(shots);
    pool(world.enemies);
    pool(world.enemy_shots);
    pool(world.beams);
    pool(world.missiles);
}
static_assert(sizeof(World) % sizeof(std::uint32_t) == 0);
static_assert(sizeof(World) / sizeof(std::uint32_t) < 1 << 29);

unsigned char* bytes_of(World& world) {
    return reinterpret_cast<unsigned char*>(&world);
}

}  // namespace

void WorldPast::restart(const World& world) {
    copy_world(*image_, world);
    for (auto& undo : undo_) undo = {};
    count_ = 0;
    entries_ = 0;
}

void WorldPast::add(const World& world) {
    assert(world.tick - image_->tick == 1);
    scratch_.clear();
    for_each_live(world, [&](std::size_t from, std::size_t to) {
        take(reinterpret_cast<const unsigned char*>(&world), from, to);
    });
    if (count_ == kTicks) forget_oldest();
    undo_of(world.tick) = {scratch_.begin(), scratch_.end()};
    entries_ += scratch_.size();
    ++count_;
    while (count_ > 1 && bytes() > kBytesMax) forget_oldest();
}

void WorldPast::forget_oldest() {
    std::vector<Entry>& oldest = undo_of(image_->tick - (count_ - 1));
    entries_ -= oldest.size();
    oldest = {};
    --count_;
}

/// Brings a stretch of the image up to the new world and writes down what stood there.
void WorldPast::take(const unsigned char* world, std::size_t from, std::size_t to) {
    constexpr std::size_t kStride = kWords * sizeof(std::uint32_t);
    unsigned char* image = bytes_of(*image_);
    for (std::size_t at = from; at < to; at += kStride) {
        const std::size_t size = to - at < kStride ? to - at : kStride;
        if (std::memcmp(image + at, world + at, size) == 0) continue;
        Entry& entry = scratch_.emplace_back();
        entry.place = static_cast<std::uint32_t>(at / 4 << 3 | size / 4);
        std::memcpy(entry.words.data(), image + at, size);
        std::memcpy(image + at, world + at, size);
    }
}

bool WorldPast::restore(Tick tick, World& out) const {
    if (!has(tick)) return false;
    // All of it: what is dead in the newest world may be alive in an older one.
    std::memcpy(static_cast<void*>(&out), image_.get(), sizeof out);
    for (Tick newer = image_->tick; newer > tick; newer = newer - 1) {
        for (const Entry& entry : undo_[newer.value % kTicks]) {
            std::memcpy(bytes_of(out) + (entry.place >> 3) * std::size_t{4}, entry.words.data(),
                        (entry.place & 7) * std::size_t{4});
        }
    }
    return true;
}

}  // namespace albireo
