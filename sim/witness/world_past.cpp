#include "sim/witness/world_past.hpp"

#include <cassert>

#include "sim/snapshot.hpp"

namespace albireo {
namespace {

template <class T>
constexpr bool kHasPools = kIsPool<T>;
template <class T, std::size_t N>
constexpr bool kHasPools<std::array<T, N>> = kHasPools<T>;

/// Calls each(from, to) for each live range of a world's memory, in bytes: everything except the items beyond the
/// counts of its pools. World's field list gives the pools.
template <class Each>
class LiveStretches {
  public:
    LiveStretches(const World& world, Each& each) : world_(world), each_(each) {}

    void walk() {
        visit_fields([&](std::string_view, const auto& field) { walk(field); }, world_);
        finish(sizeof(World));
    }

  private:
    template <class T>
    void walk(const T& field) {
        if constexpr (kIsPool<T>) {
            finish(place_of(field.items) + field.count * sizeof(typename T::Item));
            from_ = place_of(field) + sizeof field;
        } else if constexpr (kIsArray<T> && kHasPools<T>) {
            for (const auto& item : field) walk(item);
        }
    }
    void finish(std::size_t to) {
        if (from_ < to) each_(from_, to);
    }
    std::size_t place_of(const auto& what) const {
        return static_cast<std::size_t>(reinterpret_cast<const unsigned char*>(&what) -
                                        reinterpret_cast<const unsigned char*>(&world_));
    }

    const World& world_;
    Each& each_;
    std::size_t from_ = 0;  // where the present range begins
};

template <class Each>
void for_each_live(const World& world, Each&& each) {
    LiveStretches(world, each).walk();
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

/// Updates a range of the image to the new world, and logs the words that it overwrites.
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
    // Copies the whole image: items that are dead in the newest world may be alive in an older one.
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
