#include "sim/witness/world_past.hpp"

#include <algorithm>
#include <array>
#include <cassert>
#include <cstring>
#include <span>

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

constexpr std::size_t kWordBytes = sizeof(std::uint32_t), kBlockWords = 4, kBlockBytes = kBlockWords * kWordBytes;

/// Writes what a tick has changed, in blocks of four words:
///     byte = blocks since the last one changed, less one (4 bits; 15: a number follows), which words have changed (4 bits)
///     for each of these words: the old value less the new one, as a number
/// A number has seven bits in each byte, the lowest first; the highest bit says that more follow. Differences are folded, so that small ones are
/// short, below zero too. Most changes are those of positions by their speeds: a block takes 4.5 bytes on average, where its four words take 16.
class UndoWriter {
  public:
    /// `room`: grows as needed. written() is at its beginning.
    explicit UndoWriter(std::vector<std::uint8_t>& room) : room_(room) {}
    std::span<const std::uint8_t> written() const { return {room_.data(), size_}; }

    void block(std::size_t index, std::uint8_t changed, const std::uint32_t* olds, const std::uint32_t* news) {
        assert(index >= next_ && changed != 0 && "blocks are in order, and have changed");
        const std::size_t skipped = index - next_;
        if (room_.size() - size_ < kBlockMax) room_.resize(2 * room_.size() + 16 * kBlockMax);
        at_ = room_.data() + size_;
        *at_++ = static_cast<std::uint8_t>(std::min<std::size_t>(skipped, 15) << 4 | changed);
        if (skipped >= 15) number(static_cast<std::uint32_t>(skipped - 15));
        for (std::size_t i = 0; i < kBlockWords; ++i) {
            if ((changed >> i & 1) == 0) continue;
            const std::uint32_t difference = olds[i] - news[i];
            number(difference << 1 ^ (0u - (difference >> 31)));
        }
        size_ = static_cast<std::size_t>(at_ - room_.data());
        next_ = index;
    }

  private:
    static constexpr std::size_t kBlockMax = 6 + kBlockWords * 5;  // the longest header and four numbers
    void number(std::uint32_t value) {
        for (; value >= 0x80; value >>= 7) *at_++ = static_cast<std::uint8_t>(value | 0x80);
        *at_++ = static_cast<std::uint8_t>(value);
    }
    std::vector<std::uint8_t>& room_;
    std::size_t size_ = 0;
    std::uint8_t* at_ = nullptr;
    std::size_t next_ = 0;  // the block of the entry before: two ranges may meet in one
};

/// Turns the world after a tick into the one before it.
void undo(std::span<const std::uint8_t> bytes, unsigned char* world) {
    std::size_t at = 0, block = 0;
    const auto number = [&] {
        std::uint32_t value = 0;
        for (unsigned shift = 0;; shift += 7) {
            const std::uint8_t byte = bytes[at++];
            value |= static_cast<std::uint32_t>(byte & 0x7f) << shift;
            if (byte < 0x80) return value;
        }
    };
    while (at < bytes.size()) {
        const std::uint8_t head = bytes[at++];
        block += head >> 4;
        if (head >> 4 == 15) block += number();
        for (std::size_t i = 0; i < kBlockWords; ++i) {
            if ((head >> i & 1) == 0) continue;
            const std::uint32_t folded = number();
            unsigned char* const place = world + block * kBlockBytes + i * kWordBytes;
            std::uint32_t word;
            std::memcpy(&word, place, sizeof word);
            word += folded >> 1 ^ (0u - (folded & 1));
            std::memcpy(place, &word, sizeof word);
        }
    }
}

bool is_same_block(const unsigned char* a, const unsigned char* b) {
    std::array<std::uint64_t, 2> of_a, of_b;
    std::memcpy(of_a.data(), a, kBlockBytes);
    std::memcpy(of_b.data(), b, kBlockBytes);
    return ((of_a[0] ^ of_b[0]) | (of_a[1] ^ of_b[1])) == 0;
}

/// Updates a range of the image to the new world, and writes what it overwrites.
void take(UndoWriter& undo, unsigned char* image, const unsigned char* world, std::size_t from, std::size_t to) {
    assert(from % kWordBytes == 0 && to % kWordBytes == 0 && "a range has whole words");
    for (std::size_t at = from; at < to;) {
        const std::size_t block = at / kBlockBytes, begin = block * kBlockBytes;
        const std::size_t end = std::min(begin + kBlockBytes, to);
        const std::size_t size = end - at;
        const bool is_same = size == kBlockBytes ? is_same_block(image + at, world + at) : std::memcmp(image + at, world + at, size) == 0;
        if (!is_same) {
            std::array<std::uint32_t, kBlockWords> olds{}, news{};
            std::memcpy(olds.data() + (at - begin) / kWordBytes, image + at, size);
            std::memcpy(news.data() + (at - begin) / kWordBytes, world + at, size);
            std::uint8_t changed = 0;
            for (std::size_t i = 0; i < kBlockWords; ++i) changed = static_cast<std::uint8_t>(changed | (olds[i] != news[i] ? 1u << i : 0));
            undo.block(block, changed, olds.data(), news.data());
            std::memcpy(image + at, world + at, size);
        }
        at = end;
    }
}

}  // namespace

void WorldPast::restart(const World& world) {
    copy_world(*image_, world);
    for (auto& undo : undo_) undo = {};
    count_ = 0;
    bytes_ = 0;
}

void WorldPast::add(const World& world) {
    assert(world.tick - image_->tick == 1);
    UndoWriter writer(scratch_);
    for_each_live(world, [&](std::size_t from, std::size_t to) {
        take(writer, bytes_of(*image_), reinterpret_cast<const unsigned char*>(&world), from, to);
    });
    if (count_ == kTicks) forget_oldest();
    const auto written = writer.written();
    undo_of(world.tick) = {written.begin(), written.end()};
    bytes_ += written.size();
    ++count_;
    while (count_ > 1 && bytes() > kBytesMax) forget_oldest();
}

void WorldPast::forget_oldest() {
    Undo& oldest = undo_of(image_->tick - (count_ - 1));
    bytes_ -= oldest.size();
    oldest = {};
    --count_;
}

bool WorldPast::restore(Tick tick, World& out) const {
    if (!has(tick)) return false;
    copy_image(out);
    for (Tick newer = image_->tick; newer > tick; newer = newer - 1) step_back(out, undo_[newer.value % kTicks]);
    return true;
}

std::vector<WorldPast::Undo> WorldPast::copy_newest(Tick tick, World& out) const {
    assert(has(tick) && "only a stored tick is copied");
    copy_image(out);
    std::vector<Undo> undos;
    for (Tick newer = image_->tick; newer > tick; newer = newer - 1) undos.push_back(undo_[newer.value % kTicks]);
    return undos;
}

void WorldPast::step_back(World& world, const Undo& undo) {
    albireo::undo(undo, bytes_of(world));
}

/// The whole image: items that are dead in the newest world may be alive in an older one.
void WorldPast::copy_image(World& out) const {
    std::memcpy(static_cast<void*>(&out), image_.get(), sizeof out);
}

}  // namespace albireo
