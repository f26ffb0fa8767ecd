#pragma once
/// A reference, by name, to a field of the world or of the frames that led to it. The name is resolved once; values can
/// be read many times.
///
/// 1. Names are those of the field lists: `enemies[17].parts[2].armour`, `frames[0].buttons`, `enemies.count`. An index
///    may be [*]: then the reference means all elements.
/// 2. Elements beyond a pool's count do not exist. A recording's first world has no frames.
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "sim/world.hpp"

namespace albireo::replays {

class FieldRef {
  public:
    /// Resolves a name. Returns an empty string, or the error in the name.
    std::string find(std::string_view name);

    const std::string& name() const { return name_; }

    /// Calls each(value) for every value of the reference until a call returns true. Returns whether one did. `frames`:
    /// those that led to the world; null for the first world of a recording.
    template <class Each>
    bool any(const World& world, const FramePair* frames, Each&& each) const {
        if (of_frames_ && frames == nullptr) return false;
        const auto* base =
            of_frames_ ? reinterpret_cast<const std::uint8_t*>(frames) : reinterpret_cast<const std::uint8_t*>(&world);
        return any_from(base, base + offset_, 0, each);
    }

  private:
    static constexpr std::uint32_t kAll = ~std::uint32_t{0};
    struct Index {
        std::uint32_t index = 0;  // or kAll
        std::uint32_t size = 0;   // of the array, or the pool's capacity
        std::uint32_t stride = 0;
        bool pool = false;  // then the count of its items is stored `before` bytes before them
        std::uint32_t before = 0;
        std::uint32_t behind = 0;  // offset, within an item, of the field named next
    };

    template <class T>
    std::string resolve(std::string_view rest);
    std::string wrong(std::string_view rest, const std::string& what) const;

    std::int64_t read(const std::uint8_t* at) const;

    template <class Each>
    bool any_from(const std::uint8_t* base, const std::uint8_t* at, std::size_t level, Each& each) const {
        if (level == indices_.size()) return each(read(at));
        const Index& index = indices_[level];
        std::uint32_t size = index.size;
        if (index.pool) std::memcpy(&size, at - index.before, sizeof size);
        const std::uint32_t first = index.index == kAll ? 0 : index.index;
        const std::uint32_t last = index.index == kAll ? size : first + 1;
        for (std::uint32_t i = first; i < last && i < size; ++i) {
            if (any_from(base, at + i * std::size_t{index.stride} + index.behind, level + 1, each)) return true;
        }
        return false;
    }

    std::string name_;
    bool of_frames_ = false;
    std::size_t offset_ = 0;  // to the first array or pool of the name, or to the field
    std::vector<Index> indices_;
    std::uint8_t bytes_ = 0;
    bool is_signed_ = false;
};

}  // namespace albireo::replays
